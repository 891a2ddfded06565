import type { Bytes } from "./bytes.ts";
import type { Disk } from "./disk.ts";

/** All that the package may see and touch outside of itself. Tests hand in one with a disk that fails on purpose. */
export interface Machine {
  readonly disk: Disk;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The effective user. */
  readonly uid: number;
  readonly pid: number;
  readonly host: Bytes;
  /** Milliseconds since 1970. */
  now(): number;
  /** `YYYY-MM-DDThh:mm:ss` in the user's time zone, as trash info files want it. */
  localTime(milliseconds: number): string;
  /** From 0 up to, not including, 1. */
  random(): number;
  readonly input: Input;
  out(data: Bytes): void;
  err(data: Bytes): void;
  /**
   * Runs a program to its end; undefined when it cannot be started. Its output is passed on or dropped; `title` is the
   * name that it is started under.
   */
  run(argv: readonly Bytes[], output: "pass" | "drop", title?: string): number | undefined;
  /** Starts this program again with these arguments, detached and at low priority, and does not wait. */
  startSelf(args: readonly string[]): void;
  /** The absolute path of this program; undefined in development. */
  readonly self: string | undefined;
}

export interface Input {
  readonly isTerminal: boolean;
  /** The next line without its end; undefined when there is none. */
  line(): Bytes | undefined;
}
