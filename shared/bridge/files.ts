/** Reading settings files and looking into folders: whatever goes wrong is a value. */
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";

export type FileText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly says: string };

export async function readText(path: string): Promise<FileText> {
  try {
    const about = await stat(path);
    // A pipe would be waited for without end, and /dev/zero never ends.
    const isEmpty = about.isCharacterDevice() && (await realpath(path)) === "/dev/null";
    if (!about.isFile() && !about.isDirectory() && !isEmpty)
      return { kind: "unreadable", says: "it is no file" };
    return { kind: "text", text: await readFile(path, "utf8") };
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    // A dangling link and a file where a folder should be are both no file.
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
    return { kind: "unreadable", says: code ?? message };
  }
}

/** Files in a folder with an ending, sorted by name; none where there is no such folder. */
export async function filesIn(folder: string, ending: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));
}

export async function readJson(path: string): Promise<unknown> {
  const file = await readText(path);
  try {
    return file.kind === "text" ? JSON.parse(file.text) : undefined;
  } catch {
    return undefined;
  }
}
