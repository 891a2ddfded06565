/**
 * Writes one line of the log, after the answer is out. Three system calls where there is Linux: `node:fs` alone would
 * take five times as long. Whatever fails here is noted for doctor and changes no answer.
 */
import type { Verdict } from "@hasna/hooks-registry";
import type { Judged } from "../run/command.ts";
import { idOf } from "../run/denial.ts";
import { CANARY_SESSION } from "./canary-session.ts";
import { logPlaces } from "./places.ts";
import type { LogRecord } from "./record.ts";
import { redact, redactValue } from "./redact.ts";

/** Bytes after which a file is put aside; `rotate.ts` keeps a few of them. */
const MOST_BYTES = 5 * 1024 * 1024;

/** What the log asks of the process. */
export interface LogSource {
  readonly home: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As `process.platform` and `process.arch` say it, joined with a dash. */
  readonly machine: string;
  readonly versionOf: (hook: string) => string | undefined;
}

/** Writes what was judged; undefined when that is done at once. Never throws and never rejects. */
export function writeVerdict(judged: Judged, ms: number, source: LogSource): Promise<void> | undefined {
  if (source.home === undefined || judged.input?.session === CANARY_SESSION) return undefined;
  try {
    const record = recordOf(judged, ms, new Date(), source.versionOf);
    if (record === undefined) return undefined;
    const line = `${JSON.stringify(record)}\n`;
    const { file } = logPlaces(source.home);
    const size = appendQuickly(file, line, source.machine);
    if (size === undefined)
      return import("./append-slowly.ts").then((slow) => slow.appendSlowly(line, source), ignore);
    if (size > MOST_BYTES)
      return import("./rotate.ts").then(({ rotate }) => rotate(file, MOST_BYTES)).catch(ignore);
  } catch {
    // Nothing is left to be done: the answer is out.
  }
  return undefined;
}

function ignore(): void {}

/** Undefined for what is not worth a line. */
export function recordOf(
  judged: Judged,
  ms: number,
  now: Date,
  versionOf: LogSource["versionOf"],
): LogRecord | undefined {
  const { harness, input, verdict, lifted, lifts, key } = judged;
  const shown = lifted ?? verdict;
  if (shown.kind === "none") return undefined;
  const rule = "rule" in shown ? shown.rule : "hooks/answer";
  const hook = rule.slice(0, rule.indexOf("/"));
  const version = versionOf(hook);
  const effective = verdict.kind === "rewrite" ? verdict.toolInput : undefined;
  // Keys without a value are left out by JSON.
  return {
    v: 1,
    at: now.toISOString(),
    id: key === undefined ? undefined : idOf(key),
    key,
    harness,
    event: input?.event ?? "unreadable",
    tool: input?.tool || undefined,
    session: input?.session,
    cwd: input?.cwd,
    hook,
    version,
    rule,
    verdict: lifted !== undefined ? "lifted" : shown.kind,
    reason: redact(reasonOf(shown)),
    input: input && (redactValue(input.toolInput) as LogRecord["input"]),
    effective: effective && (redactValue(effective) as LogRecord["input"]),
    lifts: lifts.length > 0 ? lifts : undefined,
    ms: Math.round(ms * 100) / 100,
  };
}

function reasonOf(verdict: Verdict): string {
  if (verdict.kind === "none") return "";
  return verdict.kind === "context" ? verdict.text : verdict.reason;
}

interface NativeFfi {
  dlopen(
    library: string,
    symbols: Readonly<Record<string, { readonly args: readonly string[]; readonly returns: string }>>,
  ): { readonly symbols: { readonly syscall: (...args: number[]) => number | bigint } };
  ptr(view: ArrayBufferView): number;
}

/** `openat`, `write` and `lseek` by number, and O_NOFOLLOW, which differs. */
const CALLS: Readonly<
  Record<string, readonly [openat: number, write: number, lseek: number, noFollow: number]>
> = {
  "linux-x64": [257, 1, 8, 0o400000],
  "linux-arm64": [56, 64, 62, 0o100000],
};

const AT_FDCWD = -100;
/** O_WRONLY, O_CREAT, O_APPEND, O_NONBLOCK (a pipe in the file's place must not hold the call up), O_CLOEXEC. */
const FLAGS = 0o1 | 0o100 | 0o2000 | 0o4000 | 0o2000000;
const SEEK_CUR = 1;

/** The file's size behind the line; undefined when it could not be written this way. */
function appendQuickly(file: string, line: string, machine: string): number | undefined {
  const calls = CALLS[machine];
  const ffi = (Bun as unknown as { readonly FFI?: NativeFfi }).FFI;
  if (calls === undefined || ffi === undefined) return undefined;
  const [openat, write, lseek, noFollow] = calls;
  try {
    const args = ["i64", "i64", "ptr", "i64", "i64"];
    const { syscall } = ffi.dlopen("libc.so.6", { syscall: { args, returns: "i64" } }).symbols;
    const encoder = new TextEncoder();
    const fd = Number(
      syscall(openat, AT_FDCWD, ffi.ptr(encoder.encode(`${file}\0`)), FLAGS | noFollow, 0o600),
    );
    if (fd < 0) return undefined;
    const bytes = encoder.encode(line);
    if (Number(syscall(write, fd, ffi.ptr(bytes), bytes.length, 0)) !== bytes.length) return undefined;
    return Number(syscall(lseek, fd, 0, SEEK_CUR, 0));
  } catch {
    // Another C library, or none that can be opened.
    return undefined;
  }
}
