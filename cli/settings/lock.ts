/** One writer at a time, held by the system itself: a writer that is killed holds nothing. */
import { Database } from "bun:sqlite";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

/** Milliseconds to wait for other installs: each takes some tens of them, and seconds on a machine that is overloaded. */
const PATIENCE = 60_000;

/** The lock's file in its folder. */
export const LOCK = "lock";

/** Runs `work` while no other process runs something under the same folder's lock. */
export async function withLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const database = openLock(join(folder, LOCK));
  try {
    database.run(`PRAGMA busy_timeout = ${PATIENCE}`);
    try {
      database.run("BEGIN EXCLUSIVE");
    } catch (error) {
      const isBusy = (error as { readonly code?: string }).code === "SQLITE_BUSY";
      throw new Error(
        isBusy
          ? 'another "hooks" command is still changing settings; try again when it is done'
          : unusable(join(folder, LOCK), error),
      );
    }
    return await work();
  } finally {
    database.close();
  }
}

/** An empty database: only its lock is used, which the kernel drops when the process ends in whatever way. */
function openLock(path: string): Database {
  try {
    return new Database(path, { create: true });
  } catch (error) {
    throw new Error(unusable(path, error));
  }
}

function unusable(path: string, error: unknown): string {
  return `${path} cannot be locked: ${(error as Error).message}. Nothing was changed. It holds nothing of value: move it away, or make room, and run the same again`;
}
