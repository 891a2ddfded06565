/** One hook as one process: what it is given, and what came back. */
import { type Runner, RunnerProblem, type RunOutcome, type RunSpec } from "@hasna/hooks-runner";
import type { Dialect } from "./dialect.ts";
import { dialects } from "./dialects/dialects.ts";
import type { Digest } from "./digest.ts";
import type { EventFacts, SessionFacts } from "./facts.ts";
import { oddityOf } from "./oddity.ts";
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
  const startedMs = performance.now() - began;
  const { stdin, outcome } = await outcomeOrFault(
    facts,
    dialect,
    session,
    (given) =>
      runner.resolve({
        kind: "trusted",
        command,
        ...(handler.args === undefined ? { shell: dialect.shell } : { args: handler.args }),
        cwd,
        timeoutMs: handler.timeoutMs,
        ...(signal !== undefined && { signal }),
        stdin: given,
        stdinAs: PIPED.includes(source.harness) ? "pipe" : "socket",
        env: dialect.environment(session, source),
        limits: {
          stdoutBytes: outputBytes,
          spillBytes: 0,
          drainMs: faithful ? handler.timeoutMs : Math.min(handler.timeoutMs, STRICT_DRAIN_MS),
        },
      }),
    runner,
  );
  const read = readOutcome(dialect, facts, outcomeOf(outcome, handler.blocksOnFailure), faithful);
  const verdict = withPolicy(read, policy, registration);
  const endedMs = performance.now() - began;
  return { round, judged, command, stdin, cwd, outcome, startedMs, endedMs, read, verdict };
}

/** A hook that cannot even be asked is one that could not be started: it must not take the whole call down with it. */
async function outcomeOrFault(
  facts: EventFacts,
  dialect: Dialect,
  session: SessionFacts,
  resolve: (stdin: string) => RunSpec,
  runner: Runner,
): Promise<{ readonly stdin: string; readonly outcome: RunOutcome }> {
  let stdin = "";
  let spec: RunSpec;
  try {
    stdin = dialect.encode(facts, session);
    spec = resolve(stdin);
  } catch (error) {
    if (!(error instanceof RunnerProblem || error instanceof RangeError)) throw error;
    return { stdin, outcome: unstarted(error.message) };
  }
  return { stdin, outcome: await runner.run(spec) };
}

function unstarted(message: string): RunOutcome {
  const nothing = { bytes: new Uint8Array(0), text: "", total: 0, truncated: false, ended: true };
  return {
    cause: "spawn-error",
    exitCode: null,
    signal: null,
    stdin: { state: "none", taken: 0, given: 0 },
    stdout: nothing,
    stderr: nothing,
    survivors: { state: "none", pids: [] },
    fault: { code: "EINVAL", part: "program", message },
    durationMs: 0,
  };
}

function readOutcome(
  dialect: Dialect,
  facts: EventFacts,
  outcome: Parameters<Dialect["decode"]>[1],
  faithful: boolean,
): Verdict {
  const verdict = doubted(dialect.decode(facts.event, outcome), outcome.stdout, faithful);
  // The last bytes of a longer output are not what the hook said.
  return outcome.truncated && verdict.decision !== "deny"
    ? { ...verdict, rewrite: undefined, failure: "truncated" }
    : verdict;
}

/** Of a key that stands twice the last one counts, and a denial before it is lost without a word. */
function doubted(verdict: Verdict, stdout: string, faithful: boolean): Verdict {
  const body = stdout.trim();
  const odd = body.startsWith("{") && verdict.failure === undefined ? oddityOf(body) : undefined;
  if (odd?.kind !== "twice" || verdict.decision === "deny") return verdict;
  const ignored = [...verdict.ignored, `${odd.says}, and the last one counts`];
  return faithful
    ? { ...verdict, ignored }
    : { ...verdict, rewrite: undefined, failure: "bad-json", ignored };
}
