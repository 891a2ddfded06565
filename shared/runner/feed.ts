import type { StdinReport } from "./outcome.ts";

/** Small enough to count closely how much was taken, large enough for one write a payload. */
const PIECE_BYTES = 64 * 1024;

interface Sink {
  write(bytes: Uint8Array): number | Promise<number>;
  flush(): number | Promise<number>;
  end(): number | Promise<number>;
}

export const noInput: StdinReport = { state: "none", taken: 0, given: 0 };

/**
 * Writes the input to the command's stdin and closes it. A reader that goes away is an outcome, never an error: a hook
 * need not read its payload.
 */
export class Feed {
  readonly #sink: Sink;
  readonly #bytes: Uint8Array;
  #taken = 0;
  #stopped = false;
  #finished = false;

  constructor(sink: Sink, bytes: Uint8Array) {
    this.#sink = sink;
    this.#bytes = bytes;
  }

  async run(): Promise<void> {
    try {
      while (this.#taken < this.#bytes.length && !this.#stopped) {
        const piece = this.#bytes.subarray(this.#taken, this.#taken + PIECE_BYTES);
        await this.#sink.write(piece);
        await this.#sink.flush();
        this.#taken += piece.length;
      }
      this.#finished = this.#taken === this.#bytes.length;
    } catch {
      // The reading end is closed (EPIPE, ECONNRESET): the report says how far it came.
    }
    await this.stop();
  }

  /** Gives up what is not taken yet: nobody is left to read it. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    try {
      await this.#sink.end();
    } catch {
      // Same as above.
    }
  }

  report(): StdinReport {
    const given = this.#bytes.length;
    if (this.#finished) return { state: "delivered", taken: given, given };
    return { state: this.#taken === 0 ? "refused" : "partial", taken: this.#taken, given };
  }
}
