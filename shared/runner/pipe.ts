/** A pipe for the input of a command. The engine itself gives a socket, which a program cannot open as /dev/stdin. */
import { dlopen, ptr } from "bun:ffi";
import { closeSync, writeSync } from "node:fs";
import { codeOf } from "./spill.ts";

const O_CLOEXEC = 0o2000000;
const O_NONBLOCK = 0o4000;
const O_WRONLY = 1;
const F_SETFL = 4;
const F_SETPIPE_SZ = 1031;
/** What a pipe holds from the start, and what any user may have it hold, in bytes. */
const ORDINARY_BYTES = 64 * 1024;
const MOST_BYTES = 1024 * 1024;
const FIONREAD = 0x541b;

export class InputPipe {
  /** The descriptor that becomes the command's file 0. */
  readonly readEnd: number;
  readonly #calls: Calls;
  #writeEnd: number | undefined;
  #isOpen = true;

  constructor(calls: Calls, readEnd: number, writeEnd: number) {
    this.#calls = calls;
    this.readEnd = readEnd;
    this.#writeEnd = writeEnd;
  }

  /** How many bytes the pipe took; 0 when it is full. Never waits. */
  write(bytes: Uint8Array): number {
    if (this.#writeEnd === undefined) return 0;
    try {
      return writeSync(this.#writeEnd, bytes);
    } catch (error) {
      if (codeOf(error) === "EAGAIN") return 0;
      throw error;
    }
  }

  /** Readers see the end of the input once they have read what is in the pipe. */
  end(): void {
    if (this.#writeEnd === undefined) return;
    closeSync(this.#writeEnd);
    this.#writeEnd = undefined;
  }

  /** Bytes in the pipe that nobody has read. */
  unread(): number {
    const bytes = new Int32Array(1);
    this.#calls.ioctl(this.readEnd, FIONREAD, ptr(bytes));
    return bytes[0] ?? 0;
  }

  /** Gives back both descriptors; what is unread is lost unless a process still holds the reading end. */
  close(): void {
    this.end();
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.readEnd);
  }
}

interface Calls {
  pipe2(ends: number, flags: number): number;
  fcntl(descriptor: number, command: number, value: number): number;
  ioctl(descriptor: number, request: number, value: number): number;
}

let calls: Calls | null | undefined;

/** A new pipe for so many bytes; undefined where this system has none to give, or no such calls. */
export function openInputPipe(bytes: number): InputPipe | undefined {
  calls ??= loadCalls();
  if (calls === null) return undefined;
  const ends = new Int32Array(2);
  // Closed on exec: a command that is started at the same moment must not hold another one's input open.
  if (calls.pipe2(ptr(ends), O_CLOEXEC) !== 0) return undefined;
  const [readEnd, writeEnd] = ends;
  if (readEnd === undefined || writeEnd === undefined) return undefined;
  // The writing end alone: a host never waits for a hook to read.
  calls.fcntl(writeEnd, F_SETFL, O_NONBLOCK | O_WRONLY);
  // A large payload goes in at once instead of in turns; where the system refuses, in turns.
  if (bytes > ORDINARY_BYTES) calls.fcntl(writeEnd, F_SETPIPE_SZ, Math.min(bytes, MOST_BYTES));
  return new InputPipe(calls, readEnd, writeEnd);
}

/** Null where there are none: these numbers are Linux's. */
function loadCalls(): Calls | null {
  if (process.platform !== "linux") return null;
  for (const library of ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1", "libc.so"]) {
    try {
      const { symbols } = dlopen(library, {
        pipe2: { args: ["ptr", "i32"], returns: "i32" },
        fcntl: { args: ["i32", "i32", "i32"], returns: "i32" },
        ioctl: { args: ["i32", "u64", "ptr"], returns: "i32" },
      });
      return symbols as unknown as Calls;
    } catch {
      // Another C library.
    }
  }
  return null;
}
