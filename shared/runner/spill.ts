import { closeSync, mkdtempSync, openSync, rmdirSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Spill } from "./outcome.ts";

/** Where spill files go: a folder made at the first need, for this user alone. */
export class SpillFolder {
  readonly #base: string;
  #folder: string | undefined;
  #count = 0;

  /** `base` must exist; the system's folder for temporary files, as a rule. */
  constructor(base: string) {
    this.#base = base;
  }

  /** Opens a new file; throws what the system says when it cannot. */
  create(): SpillFile {
    const name = `${this.#count++}-${crypto.randomUUID()}`;
    try {
      return new SpillFile(join(this.#made(), name));
    } catch (error) {
      // Cleaners of temporary folders take an old one away under a program that runs for weeks.
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      this.#folder = undefined;
      return new SpillFile(join(this.#made(), name));
    }
  }

  /** Removes the folder when no spill file is left in it: an outcome may still point to one. */
  removeWhenEmpty(): void {
    if (this.#folder === undefined) return;
    try {
      rmdirSync(this.#folder);
    } catch {
      return;
    }
    this.#folder = undefined;
  }

  #made(): string {
    this.#folder ??= mkdtempSync(join(this.#base, "hooks-runner-"));
    return this.#folder;
  }
}

/** One spill file, for one stream. A fault of the disk ends the file, never the run. */
export class SpillFile {
  readonly path: string;
  #descriptor: number | undefined;
  #bytes = 0;
  #discarded: Spill | undefined;

  /** Exclusive: a file or a link that stands there already is never written to. */
  constructor(path: string) {
    this.#descriptor = openSync(path, "wx", 0o600);
    this.path = path;
  }

  write(bytes: Uint8Array, cap: number): void {
    if (this.#descriptor === undefined) return;
    if (this.#bytes + bytes.length > cap) {
      this.discard("over-cap");
      return;
    }
    try {
      for (let done = 0; done < bytes.length; )
        done += writeSync(this.#descriptor, bytes, done, bytes.length - done);
      this.#bytes += bytes.length;
    } catch (error) {
      this.discard("failed", codeOf(error));
    }
  }

  /** Closes the file and takes it away: half a stream under the name of the whole one misleads. */
  discard(why: "over-cap" | "failed", code?: string): void {
    this.#discarded = { kind: "discarded", why, ...(code === undefined ? {} : { code }) };
    this.#close();
    try {
      unlinkSync(this.path);
    } catch {
      // Gone already, which is what was wanted.
    }
  }

  finish(): Spill {
    const fault = this.#close();
    // A late write fault shows at close only (network file systems): the file may lack its end.
    if (fault !== undefined && this.#discarded === undefined) this.discard("failed", fault);
    return this.#discarded ?? { kind: "kept", path: this.path, bytes: this.#bytes };
  }

  #close(): string | undefined {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return undefined;
    this.#descriptor = undefined;
    try {
      closeSync(descriptor);
      return undefined;
    } catch (error) {
      return codeOf(error);
    }
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "EIO";
}
