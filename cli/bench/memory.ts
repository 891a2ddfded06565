/**
 * Peak memory of what this process starts. The system's own figure for an ended child is of no use: on Linux a child
 * counts as at least as large as the process that started it. So its high-water mark is read while it lives.
 */
import { readFileSync } from "node:fs";

/** Milliseconds between two looks. */
const LOOK_MS = 0.5;

/** KiB of the largest process below this one during `work`; undefined where the system does not tell. */
export async function peakDuring(work: () => Promise<unknown>): Promise<number | undefined> {
  const before = new Set(childrenOf(process.pid));
  let peak: number | undefined;
  let isOver = false;
  const done = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const pid of childrenOf(process.pid)) {
      if (before.has(pid)) continue;
      const seen = peakBelow(pid);
      if (seen !== undefined) peak = Math.max(peak ?? 0, seen);
    }
    await Bun.sleep(LOOK_MS);
  }
  await done;
  return peak;
}

function peakBelow(pid: number): number | undefined {
  const own = highWater(pid);
  const below = childrenOf(pid).map(peakBelow);
  const known = [own, ...below].filter((one) => one !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

function childrenOf(pid: number): readonly number[] {
  return (text(`/proc/${pid}/task/${pid}/children`) ?? "").split(" ").filter(Boolean).map(Number);
}

function highWater(pid: number): number | undefined {
  const status = text(`/proc/${pid}/status`);
  // Between fork and exec it still is this program.
  if (status === undefined || isOurself(pid)) return undefined;
  const found = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return found === undefined ? undefined : Number(found);
}

const ownCommandLine = text("/proc/self/cmdline");

function isOurself(pid: number): boolean {
  return text(`/proc/${pid}/cmdline`) === ownCommandLine;
}

function text(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
