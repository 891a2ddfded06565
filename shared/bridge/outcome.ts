/** What became of a hook's process, as far as a reply is read from it. */
import type { RunOutcome } from "@hasna/hooks-runner";

export interface HookOutcome {
  readonly cause: RunOutcome["cause"];
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether a part of standard output was not kept. */
  readonly truncated: boolean;
  /** Whether standard output came to its end; false when something that outlived the hook still held it. */
  readonly ended: boolean;
  /** The client's own switch stood on the hook. */
  readonly blocksOnFailure: boolean;
}

export function outcomeOf(run: RunOutcome, blocksOnFailure: boolean): HookOutcome {
  return {
    cause: run.cause,
    exitCode: run.exitCode,
    signal: run.signal,
    stdout: run.stdout.text,
    stderr: run.stderr.text,
    truncated: run.stdout.truncated,
    ended: run.stdout.ended,
    blocksOnFailure,
  };
}
