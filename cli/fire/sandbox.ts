import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs something with an empty folder of its own, and takes the folder away with whatever was left in it. */
export async function inEmptyFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "hooks-fire-"));
  try {
    return await work(folder);
  } finally {
    // A hook may have locked a folder in it, or still be writing: what the hooks said must be told all the same.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}
