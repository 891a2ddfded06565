import { fromText } from "./bytes.ts";
import type { Machine } from "./machine.ts";

/** Work shorter than this shows nothing. */
const QUIET_MS = 1000;
const STEP_MS = 100;
const WIDTH = 24;

/** A line on the terminal while something takes longer than a second; silent when stderr is no terminal. */
export interface Progress {
  /** One more step done. */
  step(): void;
  /** Takes the line away. */
  end(): void;
}

export function openProgress(machine: Machine, label: string, total: number | undefined): Progress {
  if (!machine.disk.isTerminal(2)) return { step: () => undefined, end: () => undefined };
  const started = machine.now();
  let shown = 0;
  let count = 0;
  return {
    step() {
      count++;
      const now = machine.now();
      if (now - started < QUIET_MS || now - shown < STEP_MS) return;
      shown = now;
      machine.err(fromText(`\r\x1b[K${label} ${bar(count, total)}`));
    },
    end() {
      if (shown > 0) machine.err(fromText("\r\x1b[K"));
    },
  };
}

function bar(count: number, total: number | undefined): string {
  if (total === undefined || total === 0) return `${count}`;
  const full = Math.min(WIDTH, Math.floor((count / total) * WIDTH));
  return `[${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${count} of ${total}`;
}
