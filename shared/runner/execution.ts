import { statSync } from "node:fs";
import { Capture } from "./capture.ts";
import { type Feed, noInput, PipeFeed, SocketFeed } from "./feed.ts";
import { Group } from "./group.ts";
import type { RunCause, RunOutcome, SpawnFault, Survivors } from "./outcome.ts";
import { type InputPipe, openInputPipe } from "./pipe.ts";
import type { RunSpec, Sealed } from "./spec.ts";
import { codeOf, type SpillFolder } from "./spill.ts";

/** How long output that is in the pipes already may take to be read. */
const LAST_OUTPUT_MS = 100;

interface OutputReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
}

/** One command from its start to the last byte of its output. */
export class Execution {
  readonly stdout: Capture;
  readonly stderr: Capture;
  /** Never rejects. */
  readonly done: Promise<RunOutcome>;
  readonly #spec: RunSpec;
  readonly #sealed: Sealed;
  readonly #timed: boolean;
  readonly #began: number = performance.now();
  #cause: RunCause | undefined;
  #group: Group | undefined;
  #ending: Promise<void> | undefined;
  #survivors: Survivors = { state: "none", pids: [] };
  #escaped: readonly number[] = [];
  readonly #unkillable: PromiseWithResolvers<void> = Promise.withResolvers();
  /** Called when the output's end need not be awaited any longer. */
  #cut: () => void = () => {};

  constructor(spec: RunSpec, sealed: Sealed, folder: SpillFolder, timed: boolean) {
    const { stdoutBytes, stderrBytes, spillBytes } = spec.limits;
    this.#spec = spec;
    this.#sealed = sealed;
    this.#timed = timed;
    this.stdout = new Capture(stdoutBytes, spillBytes, folder);
    this.stderr = new Capture(stderrBytes, spillBytes, folder);
    this.done = this.#run();
  }

  /** Ends the command and its group: TERM, then KILL after the grace. False when it has ended already. */
  end(cause: "timeout" | "abort"): boolean {
    if (this.#group === undefined) return false;
    const first = this.#cause === undefined;
    this.#cause ??= cause;
    this.#ending ??= this.#terminate(this.#group);
    this.#cut();
    return first;
  }

  /** KILL, at once and without waiting: for a host that is ending. */
  endNow(): void {
    this.#group?.signal("SIGKILL");
  }

  async #run(): Promise<RunOutcome> {
    const { spec, sealed } = { spec: this.#spec, sealed: this.#sealed };
    if (sealed.signal?.aborted) return this.#outcome("abort", null, null, undefined);
    const stdin = sealed.stdin;
    const pipe = stdin !== undefined && spec.stdinAs === "pipe" ? openInputPipe(stdin.length) : undefined;
    let child: Bun.Subprocess<"pipe" | "ignore" | number, "pipe", "pipe">;
    try {
      child = Bun.spawn([spec.program, ...spec.args], {
        cwd: spec.cwd,
        env: sealed.environment.entries,
        stdin: stdin === undefined ? "ignore" : (pipe?.readEnd ?? "pipe"),
        stdout: "pipe",
        stderr: "pipe",
        detached: true,
      });
    } catch (error) {
      pipe?.close();
      return this.#outcome("spawn-error", null, null, undefined, spawnFault(spec, error));
    }
    const group = new Group(child.pid);
    this.#group = group;
    const feed = feedOf(stdin, pipe, child.stdin);
    void feed?.run();
    const readers = [child.stdout.getReader(), child.stderr.getReader()] as const;
    const ended = { stdout: false, stderr: false };
    const drained = Promise.all([
      drain(readers[0], this.stdout).then(() => {
        ended.stdout = true;
      }),
      drain(readers[1], this.stderr).then(() => {
        ended.stderr = true;
      }),
    ]);
    const timer = this.#timed ? setTimeout(() => this.end("timeout"), spec.timeoutMs) : undefined;
    const abort = (): void => {
      this.end("abort");
    };
    sealed.signal?.addEventListener("abort", abort, { once: true });

    await Promise.race([child.exited, this.#unkillable.promise]);
    clearTimeout(timer);
    this.#cause ??= child.signalCode === null ? "exit" : "signal";
    await this.#ending;
    await this.#drained(drained, spec.limits.drainMs);
    if (this.#ending === undefined && spec.leftovers === "kill" && group.alive()) {
      this.#survivors = { state: "killed", pids: [] };
      this.#ending = this.#terminate(group);
    }
    if (this.#ending !== undefined) {
      await this.#ending;
      // What held the output is dead: what it wrote last is in the pipe.
      await this.#drained(drained, LAST_OUTPUT_MS);
    }
    sealed.signal?.removeEventListener("abort", abort);
    // Taken down now: to cancel a reader ends its stream as well.
    const whole = { ...ended };
    this.#look(group, whole.stdout && whole.stderr);
    await Promise.all(readers.map((reader) => reader.cancel().catch(() => {})));
    await feed?.stop();
    const { exitCode, signalCode } = child;
    const outcome = this.#outcome(this.#cause, exitCode, signalName(signalCode), feed, undefined, whole);
    const cpu = child.resourceUsage()?.cpuTime.total;
    return cpu === undefined ? outcome : { ...outcome, cpuMs: Number(cpu) / 1000 };
  }

  async #terminate(group: Group): Promise<void> {
    this.#escaped = group.escaped();
    group.signal("SIGTERM");
    if (await group.emptied(this.#spec.limits.graceMs)) return;
    const pids = await group.killed();
    this.#survivors = { state: pids.length === 0 ? "killed" : "left", pids };
    // One that waits for a disk takes no signal: the run ends without it rather than never.
    if (pids.includes(group.id)) this.#unkillable.resolve();
  }

  /** Until the output ends, at most for the time that it may be held open by what the command left behind. */
  async #drained(drained: Promise<unknown>, withinMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const cut = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, withinMs);
      this.#cut = resolve;
    });
    await Promise.race([drained, cut]);
    clearTimeout(timer);
  }

  /** Who is left. One system call where the output ended and the group is empty, as after most commands. */
  #look(group: Group, ended: boolean): void {
    if (this.#ending === undefined && ended && !group.alive()) return;
    const pids = [...new Set([...group.left(), ...this.#escaped.filter(isRunning)])];
    if (pids.length > 0 || !ended) this.#survivors = { state: "left", pids };
  }

  #outcome(
    cause: RunCause,
    exitCode: number | null,
    signal: string | null,
    feed: Feed | undefined,
    fault?: SpawnFault,
    ended: { readonly stdout: boolean; readonly stderr: boolean } = { stdout: true, stderr: true },
  ): RunOutcome {
    this.#group = undefined;
    const given = this.#sealed.stdin?.length;
    const unread = given === undefined ? noInput : ({ state: "refused", taken: 0, given } as const);
    return {
      cause,
      exitCode,
      signal,
      stdin: feed?.report() ?? unread,
      stdout: this.stdout.finish(ended.stdout),
      stderr: this.stderr.finish(ended.stderr),
      survivors: this.#survivors,
      ...(fault === undefined ? {} : { fault }),
      durationMs: performance.now() - this.#began,
    };
  }
}

async function drain(reader: OutputReader, capture: Capture): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) return;
    capture.add(value);
  }
}

function feedOf(
  stdin: Uint8Array | undefined,
  pipe: InputPipe | undefined,
  sink: Bun.FileSink | number | undefined,
): Feed | undefined {
  if (stdin === undefined) return undefined;
  if (pipe !== undefined) return new PipeFeed(pipe, stdin);
  return typeof sink === "object" ? new SocketFeed(sink, stdin) : undefined;
}

/** A real-time signal has no name, only a number. */
function signalName(signal: string | number | null): string | null {
  return typeof signal === "number" ? `SIG${signal}` : signal;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The system says only what failed, not which of the two paths it means. */
function spawnFault(spec: RunSpec, error: unknown): SpawnFault {
  const code = codeOf(error);
  const folder = statSync(spec.cwd, { throwIfNoEntry: false });
  if (folder === undefined) {
    return { code, part: "cwd", message: `The folder ${spec.cwd} is not there.` };
  }
  if (!folder.isDirectory()) return { code, part: "cwd", message: `${spec.cwd} is not a folder.` };
  if (code === "ENOENT" || code === "EACCES" || code === "ENOEXEC" || code === "ENOTDIR") {
    return { code, part: "program", message: `${spec.program} cannot be started (${code}).` };
  }
  return { code, part: "system", message: `${spec.program} could not be started (${code}).` };
}
