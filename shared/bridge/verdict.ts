/** What hooks decide, one by one and together. */
import type { Json } from "@hasna/hooks-harness";
import type { HookEvent } from "@hasna/hooks-registry";

export type Decision = "none" | "allow" | "ask" | "deny";

/** What kept a hook from being understood, or made the harness pass over what it said. */
export type FailureKind =
  /** It took longer than its time; what it had printed may be lost. */
  | "timeout"
  /** It could not be started, or its command was not found or not executable. */
  | "spawn"
  /** It was killed. */
  | "signal"
  /** It ended with a code that decides nothing. */
  | "exit-other"
  /** Something that looks like a reply and is not one JSON object by itself. */
  | "bad-json"
  /** A JSON object that this harness refuses or passes over: unknown key, wrong type, decision it does not have. */
  | "bad-reply"
  /** More output than is kept. */
  | "truncated"
  /** A new input that cannot be the tool's input. */
  | "bad-rewrite"
  /** Its registration cannot be read. */
  | "config"
  /** The call was given up while it ran. */
  | "aborted"
  /** A kind of handler that is not run here. */
  | "unsupported";

/** One hook's answer, in one form for all dialects. */
export interface Verdict {
  readonly decision: Decision;
  readonly reason?: string | undefined;
  /** Texts for the model. */
  readonly context: readonly string[];
  /** Text for the person. */
  readonly notice?: string | undefined;
  /** The run is to end, with this reason. */
  readonly stop?: string | undefined;
  /** The complete new tool input. */
  readonly rewrite?: Json | undefined;
  /** The hook marks the original input as secret: it is not repeated to the model. */
  readonly hidesOriginal?: boolean | undefined;
  readonly failure?: FailureKind | undefined;
  /** Where order decides: a `final` denial no other answer undoes, a `weak` one counts only beside silence. */
  readonly weight?: "final" | "weak" | undefined;
  /** What the hook meant and the harness does not do; one clause each. */
  readonly ignored: readonly string[];
}

export const SILENT: Verdict = { decision: "none", context: [], ignored: [] };

/** What a failure is worth, by its kind. */
export type FailurePolicy = Readonly<Record<FailureKind, "pass" | "ask" | "deny">>;

const OPEN: FailurePolicy = {
  timeout: "pass",
  spawn: "pass",
  signal: "pass",
  "exit-other": "pass",
  "bad-json": "pass",
  "bad-reply": "pass",
  truncated: "pass",
  "bad-rewrite": "pass",
  config: "pass",
  aborted: "pass",
  unsupported: "pass",
};

/** For what gates a call: a guard that could not speak does not let it through. A crash is a question for the person. */
const CLOSED: FailurePolicy = {
  timeout: "deny",
  spawn: "deny",
  signal: "deny",
  "exit-other": "ask",
  "bad-json": "deny",
  "bad-reply": "deny",
  truncated: "deny",
  "bad-rewrite": "deny",
  config: "deny",
  aborted: "deny",
  unsupported: "ask",
};

/** Of the strict mode, by event. What cannot be prevented any more is not refused either. */
export const STRICT_POLICY: Readonly<Record<HookEvent, FailurePolicy>> = {
  PreToolUse: CLOSED,
  UserPromptSubmit: Object.freeze({ ...CLOSED, timeout: "ask", spawn: "ask", signal: "ask" }),
  PostToolUse: OPEN,
  SessionStart: OPEN,
  SessionEnd: OPEN,
  Stop: OPEN,
};

/** Of a harness that lets a call run when a hook failed: every one of them, on its own terms. */
export const FAITHFUL_POLICY: FailurePolicy = OPEN;
