/** One hook as one process: what it is given, and what came back. */
import type { Runner } from "@hasna/hooks-runner";
import type { Dialect } from "./dialect.ts";
import { dialects } from "./dialects/dialects.ts";
import type { Digest } from "./digest.ts";
import type { EventFacts, SessionFacts } from "./facts.ts";
import { outcomeOf } from "./outcome.ts";
import { withPolicy } from "./policy.ts";
import type { DialectId, Handler, Registration } from "./registration.ts";
import type { HookRun } from "./trace.ts";
import type { FailurePolicy, Verdict } from "./verdict.ts";

type Command = Handler & { readonly kind: "command" };

/** What all hooks of one event share. */
export interface Occasion {
  readonly runner: Runner;
  readonly session: SessionFacts;
  readonly policy: FailurePolicy;
  readonly signal: AbortSignal | undefined;
  /** Another folder than the session's, for hooks that are only tried out. */
  readonly cwd: string;
  /** Bytes of output that are kept. */
  readonly outputBytes: number;
  readonly faithful: boolean;
  /** Waits for hooks that nobody waits for too, to tell what they did. */
  readonly waitsForAll: boolean;
  /** `performance.now()` at the start of the event. */
  readonly began: number;
}

/** Harnesses that give their hooks a pipe; the others run on Node, whose socket cannot be opened as /dev/stdin (measured). */
const PIPED: readonly DialectId[] = ["codex", "copilot-cli"];

/** Longer, and a hook that has ended is not waited for any more. */
const STRICT_DRAIN_MS = 1000;

export async function runHook(
  registration: Registration,
  handler: Command,
  facts: EventFacts,
  judged: Digest | undefined,
  round: HookRun["round"],
  occasion: Occasion,
): Promise<HookRun> {
  const { runner, session, policy, cwd, began, signal, outputBytes, faithful } = occasion;
  const { source } = registration;
  const dialect: Dialect = dialects[source.harness];
  const command = dialect.commandText(handler.command, session, source);
  const stdin = dialect.encode(facts, session);
  const startedMs = performance.now() - began;
  const outcome = await runner.run(
    runner.resolve({
      kind: "trusted",
      command,
      ...(handler.args === undefined ? { shell: dialect.shell } : { args: handler.args }),
      cwd,
      timeoutMs: handler.timeoutMs,
      ...(signal !== undefined && { signal }),
      stdin,
      stdinAs: PIPED.includes(source.harness) ? "pipe" : "socket",
      env: dialect.environment(session, source),
      limits: {
        stdoutBytes: outputBytes,
        spillBytes: 0,
        drainMs: faithful ? handler.timeoutMs : Math.min(handler.timeoutMs, STRICT_DRAIN_MS),
      },
    }),
  );
  const read = readOutcome(dialect, facts, outcomeOf(outcome, handler.blocksOnFailure));
  const verdict = withPolicy(read, policy, registration);
  const endedMs = performance.now() - began;
  return { round, judged, command, stdin, cwd, outcome, startedMs, endedMs, read, verdict };
}

function readOutcome(
  dialect: Dialect,
  facts: EventFacts,
  outcome: Parameters<Dialect["decode"]>[1],
): Verdict {
  const verdict = dialect.decode(facts.event, outcome);
  // The last bytes of a longer output are not what the hook said.
  return outcome.truncated && verdict.decision !== "deny"
    ? { ...verdict, rewrite: undefined, failure: "truncated" }
    : verdict;
}
