import type { Captured, Spill } from "./outcome.ts";
import { codeOf, type SpillFile, type SpillFolder } from "./spill.ts";

/** The end of one output stream, kept in memory; the whole of it in a spill file once it is longer. */
export class Capture {
  readonly #keep: number;
  readonly #spillCap: number;
  readonly #folder: SpillFolder;
  #chunks: Uint8Array[] = [];
  #kept = 0;
  #total = 0;
  #file: SpillFile | undefined;
  #spill: Spill | undefined;

  constructor(keep: number, spillCap: number, folder: SpillFolder) {
    this.#keep = keep;
    this.#spillCap = spillCap;
    this.#folder = folder;
  }

  add(chunk: Uint8Array): void {
    const fits = this.#total + chunk.length <= this.#keep;
    // Before anything is dropped: the spill file holds the stream from its first byte.
    if (!fits) this.#spillChunk(chunk);
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    this.#total += chunk.length;
    this.#dropFront(this.#kept - this.#keep);
  }

  /** What is kept from a place in the stream on, counted in bytes since its beginning. */
  since(place: number): { readonly bytes: Uint8Array; readonly missed: number; readonly next: number } {
    const start = this.#total - this.#kept;
    const from = Math.min(Math.max(place, start), this.#total);
    return {
      bytes: this.#joined().subarray(from - start),
      missed: Math.max(0, start - place),
      next: this.#total,
    };
  }

  finish(ended: boolean): Captured {
    const bytes = this.#joined();
    const truncated = this.#total > this.#kept;
    const spill = this.#file?.finish() ?? this.#spill;
    this.#file = undefined;
    this.#spill = spill;
    return {
      bytes,
      text: textOf(truncated ? bytes.subarray(splitCharacter(bytes)) : bytes),
      total: this.#total,
      truncated,
      ended,
      ...(spill === undefined ? {} : { spill }),
    };
  }

  #spillChunk(chunk: Uint8Array): void {
    if (this.#spillCap === 0 || this.#spill !== undefined) return;
    if (this.#file === undefined) {
      try {
        this.#file = this.#folder.create();
      } catch (error) {
        this.#spill = { kind: "discarded", why: "failed", code: codeOf(error) };
        return;
      }
      for (const earlier of this.#chunks) this.#file.write(earlier, this.#spillCap);
    }
    this.#file.write(chunk, this.#spillCap);
  }

  #dropFront(excess: number): void {
    let left = excess;
    while (left > 0) {
      const first = this.#chunks[0];
      if (first === undefined) return;
      if (first.length <= left) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(left);
      const dropped = Math.min(left, first.length);
      left -= dropped;
      this.#kept -= dropped;
    }
  }

  #joined(): Uint8Array {
    const [only, ...more] = this.#chunks;
    if (only === undefined) return new Uint8Array(0);
    if (more.length === 0) return only;
    const all = new Uint8Array(this.#kept);
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    this.#chunks = [all];
    return all;
  }
}

function textOf(bytes: Uint8Array): string {
  // A byte order mark is part of what was written: whether it is forgiven is for the reader of the text to say.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** How many bytes at the front are the rest of a character that was cut in two: at most 3. */
function splitCharacter(bytes: Uint8Array): number {
  let at = 0;
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}
