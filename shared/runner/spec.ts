import { isAbsolute, resolve as resolvePath } from "node:path";
import { type ChildEnvironment, childEnvironment, type EnvPolicy } from "./environment.ts";
import { RunnerProblem } from "./problem.ts";
import type { HostTerms, OwnerId, RunLimits, RunRequest, TrustedRunRequest } from "./request.ts";

/** A request with everything decided. Made by `resolve` alone, and frozen: `run` takes no other object. */
export interface RunSpec {
  readonly command: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly limits: RunLimits;
  readonly leftovers: "leave" | "kill";
  /** Null for nobody: a run that only the host itself may reach. */
  readonly owner: OwnerId | null;
  /** Bytes on stdin; null for /dev/null. */
  readonly stdinBytes: number | null;
  readonly stdinAs: "pipe" | "socket";
}

/** What `run` needs beyond the spec and nobody should print. */
export interface Sealed {
  readonly stdin: Uint8Array | undefined;
  readonly environment: ChildEnvironment;
  readonly signal: AbortSignal | undefined;
}

export interface Defaults {
  readonly cwd: () => string;
  readonly shell: readonly [program: string, ...args: string[]];
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly limits: RunLimits;
  readonly policy: EnvPolicy;
  readonly ambient: () => Readonly<Record<string, string | undefined>>;
}

/** Timers hold 31 bits of milliseconds; a larger number fires at once. */
export const LONGEST_TIMEOUT_MS: number = 2 ** 31 - 1;

/** Throws RunnerProblem for whatever could not be run as asked. */
export function resolveRequest(
  request: RunRequest,
  terms: HostTerms,
  defaults: Defaults,
): { readonly spec: RunSpec; readonly sealed: Sealed } {
  const asked = trusted(request);
  const { command } = request;
  checkText(command, "command");
  if (command.trim() === "") throw new RunnerProblem("command-missing", "command", "There is no command.");
  const timeoutMs = request.timeoutMs ?? defaults.timeoutMs;
  checkRange(timeoutMs, "timeoutMs", 1, defaults.maxTimeoutMs);
  const stdin = bytesOf(asked.stdin);
  const [program, args] = invocation(command, asked, defaults.shell);
  const spec: RunSpec = Object.freeze({
    command,
    program,
    args,
    cwd: folder(request.cwd, defaults.cwd),
    timeoutMs,
    limits: resolveLimits({ ...defaults.limits, ...asked.limits, ...terms.limits }),
    leftovers: asked.leftovers ?? "leave",
    owner: terms.owner ?? asked.owner ?? null,
    stdinBytes: stdin?.length ?? null,
    stdinAs: asked.stdinAs ?? "pipe",
  });
  const environment = childEnvironment(defaults.ambient(), defaults.policy, asked.env);
  return { spec, sealed: { stdin, environment, signal: terms.signal ?? asked.signal } };
}

export function resolveLimits(limits: RunLimits): RunLimits {
  const { stdoutBytes, stderrBytes, spillBytes, graceMs, drainMs } = limits;
  checkRange(stdoutBytes, "limits.stdoutBytes", 1, Number.MAX_SAFE_INTEGER);
  checkRange(stderrBytes, "limits.stderrBytes", 1, Number.MAX_SAFE_INTEGER);
  checkRange(spillBytes, "limits.spillBytes", 0, Number.MAX_SAFE_INTEGER);
  checkRange(graceMs, "limits.graceMs", 0, LONGEST_TIMEOUT_MS);
  checkRange(drainMs, "limits.drainMs", 0, LONGEST_TIMEOUT_MS);
  return Object.freeze({ stdoutBytes, stderrBytes, spillBytes, graceMs, drainMs });
}

export function checkRange(value: unknown, field: string, least: number, most: number): void {
  if (typeof value === "number" && Number.isFinite(value) && value >= least && value <= most) return;
  throw new RunnerProblem(
    "limit-out-of-range",
    field,
    `${field} must be a number from ${least} to ${most}, got ${String(value)}.`,
  );
}

/** The fields of a model's request that it may not have are not even looked at. */
function trusted(request: RunRequest): Omit<TrustedRunRequest, "kind" | "command"> {
  switch (request.kind) {
    case "model":
      return {};
    case "trusted":
      return request;
    default:
      throw new RunnerProblem(
        "unknown-kind",
        "kind",
        'A request says whose it is: kind must be "model" or "trusted".',
      );
  }
}

function invocation(
  command: string,
  asked: Omit<TrustedRunRequest, "kind" | "command">,
  shell: readonly [string, ...string[]],
): readonly [program: string, args: readonly string[]] {
  if (asked.args !== undefined) {
    asked.args.forEach((arg, at) => {
      checkText(arg, `args[${at}]`);
    });
    return [command, Object.freeze([...asked.args])];
  }
  const [program, ...before] = asked.shell ?? shell;
  for (const word of [program, ...before]) checkText(word, "shell");
  return [program, Object.freeze([...before, command])];
}

function folder(cwd: string | undefined, base: () => string): string {
  if (cwd === undefined) return base();
  checkText(cwd, "cwd");
  if (cwd === "")
    throw new RunnerProblem("wrong-type", "cwd", "cwd is empty; leave it out, or name a folder.");
  return isAbsolute(cwd) ? cwd : resolvePath(base(), cwd);
}

function bytesOf(stdin: string | Uint8Array | undefined): Uint8Array | undefined {
  if (stdin === undefined) return undefined;
  if (typeof stdin === "string") return new TextEncoder().encode(stdin);
  if (!(stdin instanceof Uint8Array)) {
    throw new RunnerProblem("wrong-type", "stdin", "stdin must be text or a Uint8Array.");
  }
  // A copy: what the caller does with its buffer later must not change what a hook reads.
  return new Uint8Array(stdin);
}

function checkText(value: unknown, field: string): void {
  if (typeof value !== "string") throw new RunnerProblem("wrong-type", field, `${field} must be text.`);
  if (value.includes("\0")) {
    throw new RunnerProblem(
      "text-with-nul",
      field,
      `${field} holds a NUL; no program can be given one in its arguments. Take it out.`,
    );
  }
}
