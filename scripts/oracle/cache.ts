/** What real shells did, kept in a file: a command is asked once, and a changed guard is judged again in seconds. */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { comparable } from "./judge.ts";
import { type Outcome, type Sandbox, type Shell, shells } from "./sandbox.ts";

/** Runs commands: a sandbox, or one that remembers. */
export interface Runner {
  /** `attempt` counts the runs of one command: what may come out otherwise the next time is asked again. */
  run(
    command: string,
    shell: Shell,
    answer: 0 | 1,
    limitMs: number,
    attempt?: number,
  ): Promise<Omit<Outcome, "err">>;
}

/** Longer output is kept as a beginning and a hash of what the judge compares. */
const longestOutput = 2000;
/** Outcomes held back before they are written, so that one write serves many. */
const batch = 200;

/**
 * Outcomes by shell, text, answer of the recorders and number of the attempt. An entry counts only for the sandbox and
 * the shells that made it: their bytes are part of the key. Runs that were cut off are not kept, since they say as much
 * about the machine's load as about the command.
 */
export class Cache {
  readonly #file: string;
  readonly #version: string;
  readonly #kept: Map<string, string> = new Map();
  #waiting: string[] = [];
  hits = 0;
  asked = 0;

  constructor(file: string) {
    this.#file = file;
    this.#version = judgeVersion();
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, "utf8").split("\n")) {
      // The last line of a run that was stopped may be cut.
      if (!line.endsWith("}")) continue;
      this.#kept.set(line.slice(0, keyLength), line.slice(keyLength + 1));
    }
  }

  /** A sandbox that asks the file first. */
  over(sandbox: Sandbox): Runner {
    return {
      run: async (command, shell, answer, limitMs, attempt = 0) => {
        const key = this.#keyOf(command, shell, answer, attempt);
        const held = this.#kept.get(key);
        this.asked += 1;
        if (held !== undefined) {
          this.hits += 1;
          return JSON.parse(held);
        }
        const { err: _, ...outcome } = await sandbox.run(command, shell, answer, limitMs);
        const kept = { ...outcome, out: shortened(outcome.out) };
        if (!outcome.timedOut) this.#keep(key, JSON.stringify(kept));
        return kept;
      },
    };
  }

  /** Writes what is held back. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    appendFileSync(this.#file, this.#waiting.join(""));
    this.#waiting = [];
  }

  #keep(key: string, text: string): void {
    this.#kept.set(key, text);
    this.#waiting.push(`${key} ${text}\n`);
    if (this.#waiting.length >= batch) this.flush();
  }

  #keyOf(command: string, shell: Shell, answer: 0 | 1, attempt: number): string {
    return digest(`${this.#version}\0${shell}\0${answer}\0${attempt}\0${command}`);
  }
}

const keyLength = 32;

function digest(...parts: readonly (string | Uint8Array)[]): string {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const part of parts) hasher.update(part);
  return hasher.digest("hex").slice(0, keyLength);
}

/** The sandbox's own sources and the shells of this machine. */
function judgeVersion(): string {
  const sources = ["sandbox.c", "recorder.c"].map((name) => join(import.meta.dir, "sandbox", name));
  const programs = shells.flatMap((shell) => Bun.which(shell) ?? []);
  return digest(...[...sources, ...programs].map((file) => readFileSync(file)));
}

function shortened(out: string): string {
  if (out.length <= longestOutput) return out;
  const text = comparable(out);
  return `${text.slice(0, 200)}\n... ${digest(text)}`;
}
