/** The sealed world in which the judge runs commands: a server in C (`sandbox/sandbox.c`), many commands a process. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `eval` is the form of a coding harness: bash reads the user's aliases and functions, then evaluates the text. */
export const shells = ["bash", "sh", "dash", "zsh", "eval"] as const;
export type Shell = (typeof shells)[number];

/** One start of a program that a recorder stands for. */
export interface Start {
  /** The program covered: `rm`, `rmdir`, `unlink`, `shred`, `trash`, or one that only reaches out (`ssh`). */
  readonly program: string;
  readonly argv: readonly string[];
}

/** What one command did. */
export interface Outcome {
  /** Exit status; 128 and more for a signal. */
  readonly status: number;
  readonly timedOut: boolean;
  readonly starts: readonly Start[];
  /** Files of the world, by their path in the folder of the call, that were destroyed without a recorder's doing. */
  readonly gone: readonly string[];
  /** Standard output, cut at 64 KiB. */
  readonly out: string;
  readonly err: string;
}

/** Programs compiled for this process, in a folder that `close` takes away. */
export interface Programs {
  readonly sandbox: string;
  readonly recorder: string;
  close(): void;
}

/** Compiles the two programs, or says why this machine cannot. */
export function compile(): Programs | { readonly problem: string } {
  if (process.platform !== "linux") return { problem: "the sandbox needs Linux namespaces" };
  const compiler = ["cc", "gcc", "clang"].find((name) => Bun.which(name) !== null);
  if (compiler === undefined)
    return { problem: "no C compiler is installed (cc, gcc or clang; Debian: gcc libc6-dev)" };
  const folder = mkdtempSync(join(tmpdir(), "hooks-oracle-"));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const sources = join(import.meta.dir, "sandbox");
  for (const [name, flags] of [
    // Static: a recorder must start where the libraries are out of reach, and it starts faster.
    ["recorder", ["-static"]],
    ["sandbox", []],
  ] as const) {
    const run = Bun.spawnSync([
      compiler,
      "-O2",
      "-w",
      ...flags,
      "-o",
      join(folder, name),
      join(sources, `${name}.c`),
    ]);
    if (run.exitCode === 0) continue;
    close();
    return { problem: `${compiler} does not compile ${name}.c: ${run.stderr.toString().slice(0, 400)}` };
  }
  return { sandbox: join(folder, "sandbox"), recorder: join(folder, "recorder"), close };
}

/** One server. Commands go in one after the other; each finds the same files. */
export class Sandbox {
  readonly #programs: Programs;
  #process: Bun.Subprocess<"pipe", "pipe", "pipe"> | undefined;
  #bytes: Bytes | undefined;

  constructor(programs: Programs) {
    this.#programs = programs;
  }

  /** Starts the server; the reason when the machine does not allow it. */
  async open(): Promise<string | undefined> {
    const server = Bun.spawn([this.#programs.sandbox, this.#programs.recorder], {
      cwd: "/",
      env: { PATH: "/usr/bin:/bin" },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.#process = server;
    this.#bytes = new Bytes(server.stdout);
    const greeting = await this.#bytes.line();
    if (greeting === "ready") return undefined;
    this.close();
    return (await new Response(server.stderr).text()).trim() || "the sandbox ended before it was ready";
  }

  /**
   * Runs one command. `answer` is the exit status of every recorder, `limitMs` the time the command may take.
   * Throws when the text cannot be an argument (a NUL, half a character) or the server is gone.
   */
  async run(command: string, shell: Shell, answer: 0 | 1, limitMs: number): Promise<Outcome> {
    if (!isRunnable(command)) throw new Error("a NUL or half a character cannot be handed to a shell");
    const server = this.#process;
    const bytes = this.#bytes;
    if (server === undefined || bytes === undefined) throw new Error("the sandbox is not open");
    const text = Buffer.from(shell === "eval" ? harnessForm(command) : command);
    const program = shell === "eval" ? "bash" : shell;
    server.stdin.write(
      Buffer.concat([Buffer.from(`${program} ${answer} ${limitMs} ${text.length}\n`), text]),
    );
    server.stdin.flush();
    const head = await bytes.line();
    if (head === undefined) throw new Error(`the sandbox ended: ${await new Response(server.stderr).text()}`);
    const [status = -1, timedOut = 0, , log = 0, gone = 0, out = 0, err = 0] = head.split(" ").map(Number);
    return {
      status,
      timedOut: timedOut === 1,
      starts: readLog((await bytes.take(log)).toString()),
      gone: fieldsOf((await bytes.take(gone)).toString()),
      out: (await bytes.take(out)).toString(),
      err: (await bytes.take(err)).toString(),
    };
  }

  close(): void {
    const server = this.#process;
    this.#process = undefined;
    server?.stdin.end();
    server?.kill("SIGKILL");
  }
}

/** Whether a text can be an argument of a program. */
export function isRunnable(command: string): boolean {
  return !command.includes("\0") && command.isWellFormed() && Buffer.byteLength(command) < 120_000;
}

function harnessForm(command: string): string {
  const quoted = `'${command.replaceAll("'", "'\\''")}'`;
  return `source ~/.snapshot.sh && eval ${quoted} < /dev/null && pwd -P >| /tmp/.folder`;
}

function fieldsOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\0$/, "").split("\0");
}

function readLog(log: string): readonly Start[] {
  const fields = fieldsOf(log);
  const starts: Start[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const count = Number(fields[at + 1]);
    starts.push({ program: fields[at] ?? "", argv: fields.slice(at + 2, at + 2 + count) });
    at += 2 + count;
  }
  return starts;
}

/** Lines and runs of bytes out of a stream. */
class Bytes {
  readonly #reader: { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> };
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#held.indexOf(10);
      if (end >= 0) {
        const line = this.#held.subarray(0, end).toString();
        this.#held = this.#held.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return undefined;
    }
  }

  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count && (await this.#more()));
    const taken = this.#held.subarray(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (done || value === undefined) return false;
    this.#held = this.#held.length === 0 ? Buffer.from(value) : Buffer.concat([this.#held, value]);
    return true;
  }
}
