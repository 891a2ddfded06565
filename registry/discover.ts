/** Finds hooks by folder. Development and build only: the compiled binary carries the list that the build made. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface FoundHook {
  /** The folder's name, which is the hook's name. */
  readonly name: string;
  readonly version: string;
  /** Absolute path of its `hook.ts`. */
  readonly file: string;
  readonly folder: string;
}

/**
 * Every hook below `hooksFolder`, sorted by name: a folder with a `hook.ts` and a `package.json` with a version.
 * Folders whose name starts with `_` or `.` are no hooks (templates).
 * @throws Error naming the folder when a hook's `package.json` is missing or has no version.
 */
export function discover(hooksFolder: string): readonly FoundHook[] {
  const found: FoundHook[] = [];
  for (const name of readdirSync(hooksFolder).sort()) {
    const folder = join(hooksFolder, name);
    const file = join(folder, "hook.ts");
    if (/^[_.]/.test(name) || !existsSync(file)) continue;
    const manifest = join(folder, "package.json");
    if (!existsSync(manifest)) {
      throw new Error(`${folder}: a hook needs a package.json; copy one from hooks/_template`);
    }
    const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version?: unknown };
    if (typeof version !== "string") {
      throw new Error(`${manifest}: "version" is missing; write for example "version": "0.1.0"`);
    }
    found.push({ name, version, file, folder });
  }
  return found;
}
