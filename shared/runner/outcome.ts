/** Why a run ended. Exactly one: the first cause wins, whatever happens while it is being carried out. */
export type RunCause = "exit" | "signal" | "timeout" | "abort" | "spawn-error";

/** What became of one run. */
export interface RunOutcome {
  readonly cause: RunCause;
  /** As the command ended, also after a time-out; null when a signal ended it or it never started. */
  readonly exitCode: number | null;
  /** As in `SIGKILL`; null when it exited by itself or never started. */
  readonly signal: string | null;
  readonly stdin: StdinReport;
  readonly stdout: Captured;
  readonly stderr: Captured;
  readonly survivors: Survivors;
  /** Why it could not be started; only with `spawn-error`. */
  readonly fault?: SpawnFault;
  /** From the start of the process until everything above was known. */
  readonly durationMs: number;
  /** Milliseconds on a processor, those of processes included that it waited for; only where it ended by itself. */
  readonly cpuMs?: number;
}

/**
 * How much of the input was read. A command need not read its input, so nothing here is an error.
 * - `none`: no input was given, it read /dev/null
 * - `delivered`: all of it was read
 * - `partial`: a part of it
 * - `refused`: none of it
 *
 * Exact through a pipe. Through a socket what the system's buffer took counts as read: nobody tells there.
 */
export interface StdinReport {
  readonly state: "none" | "delivered" | "partial" | "refused";
  /** Bytes read. */
  readonly taken: number;
  /** Bytes given. */
  readonly given: number;
}

/** One stream of output. */
export interface Captured {
  /** The kept bytes, exactly as written: all, or the last ones. */
  readonly bytes: Uint8Array;
  /** The kept bytes as UTF-8, beginning with a whole character; what is no UTF-8 shows as U+FFFD. */
  readonly text: string;
  /** Bytes that the command wrote. */
  readonly total: number;
  /** Whether bytes were dropped from `bytes`. Whoever reads a decision from the text must look at this. */
  readonly truncated: boolean;
  /** Whether the stream ended; false when it was cut off because something that outlived the command held it. */
  readonly ended: boolean;
  /** Where the whole stream lies, when it was longer than what is kept. */
  readonly spill?: Spill;
}

export type Spill =
  | { readonly kind: "kept"; readonly path: string; readonly bytes: number }
  /** The spill file was removed: over its cap, or the disk refused (`code` says how). */
  | { readonly kind: "discarded"; readonly why: "over-cap" | "failed"; readonly code?: string };

/**
 * Processes of the command's group that were there after it ended.
 *
 * The group is what can be seen and signalled, and the rest of its session whenever something has to be ended or is seen.
 * A job of a shell with job control that gave up the output is not looked for after a command that ended by itself. A process that made a session of its own (`setsid`, a daemon) leaves it:
 * it shows up here only while it holds the output open or its parent still lives, as `left`, and is never killed.
 */
export interface Survivors {
  /** `none`: nothing seen. `killed`: it took KILL, and they are gone. `left`: they still run. */
  readonly state: "none" | "killed" | "left";
  /** Process ids still running, as far as the system tells them. */
  readonly pids: readonly number[];
}

export interface SpawnFault {
  /** As in `ENOENT`. */
  readonly code: string;
  /** What could not be used. */
  readonly part: "cwd" | "program" | "system";
  readonly message: string;
}
