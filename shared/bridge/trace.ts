/** What happened, in the order in which it happened: enough to print a readable trace, and plain data. */
import type { Json } from "@hasna/hooks-harness";
import type { RunOutcome } from "@hasna/hooks-runner";
import type { Digest } from "./digest.ts";
import type { DialectId, Registration, SourceState } from "./registration.ts";
import type { Verdict } from "./verdict.ts";

export type Mode = "strict" | "faithful";

/** One process of one hook. */
export interface HookRun {
  /** `recheck`: asked once more, about the input that would run, and not allowed to change it. */
  readonly round: "first" | "recheck";
  /** Of the input it was asked about; undefined for events without one. */
  readonly judged: Digest | undefined;
  /** The text that the shell got, placeholders replaced. */
  readonly command: string;
  /** What it read, byte for byte. */
  readonly stdin: string;
  readonly cwd: string;
  readonly outcome: RunOutcome;
  /** Milliseconds from the start of the event to the start and the end of the process. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** As its harness reads it. */
  readonly read: Verdict;
  /** What it counts for: in the strict mode a failure is worth what the policy says. */
  readonly verdict: Verdict;
}

export type HookState =
  /** It ran; several times when it was asked again. */
  | "ran"
  /** Its event and matcher fit, and it was only listed. */
  | "listed"
  /** The harness would not run it, or its matcher does not fit. */
  | "passed-over"
  /** It cannot be told whether it would run, or what it would say. */
  | "closed"
  /** Started, and nobody waits for it. */
  | "detached"
  /** A kind of handler that is not run here. */
  | "unsupported"
  /** Another hook's denial came first, where the harness stops at that. */
  | "not-reached";

export interface HookTrace {
  readonly registration: Registration;
  readonly state: HookState;
  /** Why it fired, or why not; one clause. */
  readonly why: string;
  readonly runs: readonly HookRun[];
  /** What it counts for in the end. */
  readonly verdict: Verdict | undefined;
  /** What became of its rewrite. */
  readonly rewrite: RewriteStatus | undefined;
}

export type RewriteStatus =
  | "applied"
  | "superseded"
  | "invalid"
  | "discarded-by-deny"
  | "unchanged"
  | "conflict";

export type HazardKind =
  /** Two hooks rewrite one call, and the harness takes one of them, by chance or by order. */
  | "two-rewriters"
  /** A hook meant something that this harness passes over. */
  | "ignored-reply"
  /** Text around the JSON hides a reply. */
  | "text-around-json"
  /** A hook failed, and the harness lets the call run. */
  | "fails-open"
  /** A settings file, a group or an entry that the harness drops. */
  | "lost-registration"
  /** Trust is missing, so the hook does not run. */
  | "not-trusted"
  /** The same command runs more than once. */
  | "runs-twice"
  /** A new input that the tool would refuse. */
  | "bad-rewrite"
  /** A process outlived its hook. */
  | "left-process"
  /** Nobody can be asked without a terminal. */
  | "question"
  /** Not everything that is registered was run here. */
  | "not-run";

export interface Hazard {
  readonly kind: HazardKind;
  /** One sentence. */
  readonly says: string;
  /** The registrations it is about. */
  readonly hooks: readonly string[];
}

export interface Trace {
  readonly mode: Mode;
  readonly event: string;
  readonly dialects: readonly DialectId[];
  readonly sources: readonly SourceState[];
  /** Every registration of the event, in configuration order. */
  readonly hooks: readonly HookTrace[];
  /** All together. */
  readonly verdict: Verdict;
  /** The input as it was, and as it would run; undefined for events without one. */
  readonly original: Json | undefined;
  readonly effective: Json | undefined;
  readonly hazards: readonly Hazard[];
  readonly durationMs: number;
}
