/** Puts a full log aside: `verdicts.jsonl` becomes `.1`, `.1` becomes `.2`, and the oldest goes. */
import { mkdirSync, renameSync, rmdirSync, statSync } from "node:fs";

/** Files that are kept besides the one in use. */
export const KEPT = 3;

/** Milliseconds after which a lock belongs to a process that was killed. */
const STALE_MS = 10_000;

/** Two calls at once must not put two files aside: the second finds the lock, or a file that is small again. */
export function rotate(file: string, mostBytes: number): void {
  const lock = `${file}.rotating`;
  if (!take(lock)) return;
  try {
    const facts = statSync(file, { throwIfNoEntry: false });
    if (facts === undefined || facts.size <= mostBytes) return;
    for (let number = KEPT - 1; number >= 1; number -= 1) {
      try {
        renameSync(`${file}.${number}`, `${file}.${number + 1}`);
      } catch {
        // There are not that many yet.
      }
    }
    renameSync(file, `${file}.1`);
  } finally {
    rmdirSync(lock);
  }
}

function take(lock: string): boolean {
  try {
    mkdirSync(lock, { mode: 0o700 });
    return true;
  } catch {
    try {
      if (Date.now() - statSync(lock).mtimeMs < STALE_MS) return false;
      rmdirSync(lock);
      mkdirSync(lock, { mode: 0o700 });
      return true;
    } catch {
      return false;
    }
  }
}
