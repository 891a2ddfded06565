import { fromText } from "./bytes.ts";
import { faultCode } from "./fault.ts";
import type { Machine } from "./machine.ts";

/** Work shorter than this shows nothing. */
const QUIET_MS = 1000;
const STEP_MS = 100;
const WIDTH = 24;

/** A line on the terminal while something takes longer than a second; silent when stderr is no terminal. */
export interface Progress {
  /** One more file or folder of the item in work. */
  step(): void;
  /** The item in work is done. */
  advance(): void;
  /** Takes the line away. */
  end(): void;
}

const SILENT: Progress = { step: () => undefined, advance: () => undefined, end: () => undefined };

/** `items` of which each may hold many files. */
export function openProgress(machine: Machine, label: string, items: number): Progress {
  if (!machine.disk.isTerminal(2)) return SILENT;
  const started = machine.now();
  let shown = 0;
  let done = 0;
  let files = 0;
  let isGone = false;
  return {
    step() {
      files++;
      const now = machine.now();
      if (isGone || now - started < QUIET_MS || now - shown < STEP_MS) return;
      shown = now;
      isGone = !print(machine, `${label} ${bar(done, items)}, ${files} files`);
    },
    advance() {
      done++;
    },
    end() {
      if (shown > 0) print(machine, "");
    },
  };
}

/** In the place of the last. False when the terminal is gone: the work goes on to its end without it. */
function print(machine: Machine, line: string): boolean {
  try {
    machine.err(fromText(`\r\x1b[K${line}`));
    return true;
  } catch (thrown) {
    faultCode(thrown);
    return false;
  }
}

function bar(done: number, items: number): string {
  const full = Math.min(WIDTH, Math.floor((done / Math.max(1, items)) * WIDTH));
  return `[${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${done} of ${items}`;
}
