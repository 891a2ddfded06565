import type { StdinReport } from "./outcome.ts";
import type { InputPipe } from "./pipe.ts";

/** Between two tries to write into a full pipe, in milliseconds. */
const FULL_PIPE_MS = 2;
/** Small enough to count closely how much was taken, large enough for one write a payload. */
const PIECE_BYTES = 64 * 1024;

interface Sink {
  write(bytes: Uint8Array): number | Promise<number>;
  flush(): number | Promise<number>;
  end(): number | Promise<number>;
}

export const noInput: StdinReport = { state: "none", taken: 0, given: 0 };

/** Writes the input to the command and closes it. What is not read is an outcome, never an error. */
export interface Feed {
  /** Never rejects, and need not be awaited: a command that never reads ends all the same. */
  run(): Promise<void>;
  /** Gives up what is not taken yet: nobody is left to read it. */
  stop(): Promise<void>;
  report(): StdinReport;
}

/** Through a pipe. Knows to the byte what was read: the host keeps the reading end open and looks what is left in it. */
export class PipeFeed implements Feed {
  readonly #pipe: InputPipe;
  readonly #bytes: Uint8Array;
  #written = 0;
  #taken = 0;
  #stopped = false;
  #wake: () => void = () => {};

  constructor(pipe: InputPipe, bytes: Uint8Array) {
    this.#pipe = pipe;
    this.#bytes = bytes;
  }

  async run(): Promise<void> {
    try {
      while (!this.#stopped) {
        this.#written += this.#pipe.write(this.#bytes.subarray(this.#written));
        if (this.#written === this.#bytes.length) break;
        await this.#room();
      }
    } catch {
      // The system refused a write: the report says how far it came.
    }
    if (!this.#stopped) this.#pipe.end();
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#taken = this.#written - this.#pipe.unread();
    this.#pipe.close();
    this.#wake();
  }

  report(): StdinReport {
    return reportOf(this.#taken, this.#bytes.length);
  }

  /** No event tells of room in a pipe that is written without waiting. */
  async #room(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FULL_PIPE_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Through the engine's socket. */
export class SocketFeed implements Feed {
  readonly #sink: Sink;
  readonly #bytes: Uint8Array;
  #taken = 0;
  #stopped = false;

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
    } catch {
      // The reading end is closed (EPIPE, ECONNRESET): the report says how far it came.
    }
    await this.stop();
  }

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
    return reportOf(this.#taken, this.#bytes.length);
  }
}

function reportOf(taken: number, given: number): StdinReport {
  if (taken >= given) return { state: "delivered", taken: given, given };
  return { state: taken === 0 ? "refused" : "partial", taken, given };
}
