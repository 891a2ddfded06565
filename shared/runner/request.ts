import { RunnerProblem } from "./problem.ts";

/** Who a background task belongs to: a session, as a rule. Compared as text, never interpreted. */
export type OwnerId = string & { readonly "owner of a task": true };

/**
 * A command whose text, folder and time a model chose. It has no other field, and `resolve` reads no other one: stdin,
 * environment, owner and limits of a run are the host's.
 */
export interface ModelRunRequest {
  readonly kind: "model";
  readonly command: string;
  /** Relative to the runner's folder. */
  readonly cwd?: string;
  readonly timeoutMs?: number;
  readonly args?: never;
  readonly shell?: never;
  readonly stdin?: never;
  readonly env?: never;
  readonly owner?: never;
  readonly signal?: never;
  readonly limits?: never;
  readonly leftovers?: never;
  readonly stdinAs?: never;
}

/** A command that code of the host composed: a hook, an adapter. */
export interface TrustedRunRequest {
  readonly kind: "trusted";
  /** Text for the shell; with `args`, the path or name of a program that is started without a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** The shell and what stands before the command text; `["/bin/bash", "--norc", "-c"]` where the runner has no other default. */
  readonly shell?: readonly [program: string, ...args: string[]];
  /** Relative to the runner's folder. */
  readonly cwd?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** What the command reads: text as UTF-8, or bytes. Empty counts as given; without it the command reads /dev/null. */
  readonly stdin?: string | Uint8Array;
  /**
   * What the command's file 0 is, with input: a pipe (default), or a socket, as harnesses that run on Node give their
   * hooks; there /dev/stdin cannot be opened. Where the system has no pipe to give it is a socket.
   */
  readonly stdinAs?: "pipe" | "socket";
  /** Wins over the scrubbed environment, by name; null takes an entry away. */
  readonly env?: Readonly<Record<string, string | null>>;
  readonly owner?: OwnerId;
  readonly limits?: Partial<RunLimits>;
  /** What becomes of processes that outlive the command; default `leave`, and the outcome names them. */
  readonly leftovers?: "leave" | "kill";
}

export type RunRequest = ModelRunRequest | TrustedRunRequest;

/** What the host adds to a request, a model's included. */
export interface HostTerms {
  readonly signal?: AbortSignal;
  readonly owner?: OwnerId;
  readonly limits?: Partial<RunLimits>;
}

/** Bounds of one run. */
export interface RunLimits {
  /** Bytes of standard output kept in memory; the last ones. */
  readonly stdoutBytes: number;
  /** Bytes of standard error kept in memory; the last ones. */
  readonly stderrBytes: number;
  /** Bytes that one stream may write to its spill file; 0 for no spill file. */
  readonly spillBytes: number;
  /** Milliseconds between TERM and KILL. */
  readonly graceMs: number;
  /** Milliseconds that output may stay open after the command has ended, held by something it left behind. */
  readonly drainMs: number;
}

/** Names an owner; the text must not be empty. */
export function ownerId(text: string): OwnerId {
  if (text === "") throw new RunnerProblem("wrong-type", "owner", "An owner needs a name that is not empty.");
  return text as OwnerId;
}

/**
 * The request that a model's tool arguments make: `command`, `cwd` and `timeoutMs`, each read by its name from the
 * arguments' own properties, whatever else stands there. A guard of the request's shape, not a sandbox: a model can
 * still write `env A=1 cmd <<<x`. What keeps secrets from it is the environment policy.
 *
 * Throws RunnerProblem where a field has the wrong type.
 */
export function pickModelRequest(args: unknown): ModelRunRequest {
  const command = ownValue(args, "command");
  const cwd = ownValue(args, "cwd");
  const timeoutMs = ownValue(args, "timeoutMs");
  if (typeof command !== "string") {
    throw new RunnerProblem("command-missing", "command", "The tool call has no command text.");
  }
  if (cwd !== undefined && typeof cwd !== "string") throw wrongType("cwd", "text");
  if (timeoutMs !== undefined && typeof timeoutMs !== "number") throw wrongType("timeoutMs", "a number");
  return Object.freeze({
    kind: "model",
    command,
    ...(cwd === undefined ? {} : { cwd }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

/** Own data properties only: an inherited value or a getter is nothing that JSON can say. */
function ownValue(args: unknown, name: string): unknown {
  if (typeof args !== "object" || args === null) return undefined;
  return Object.getOwnPropertyDescriptor(args, name)?.value;
}

function wrongType(field: string, wanted: string): RunnerProblem {
  return new RunnerProblem("wrong-type", field, `The tool call's ${field} must be ${wanted}.`);
}
