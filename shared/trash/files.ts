import { type Bytes, raw } from "./bytes.ts";
import type { Disk, Named, OpenHow, Stat } from "./disk.ts";
import { faultCode, unless } from "./fault.ts";
import { folderOf } from "./path.ts";

/** What many calls together do with a disk; each is built from the seam alone, so a failing disk fails them too. */

export function withOpen<T>(disk: Disk, path: Bytes, how: OpenHow, work: (fd: number) => T, at?: number): T {
  const fd = disk.open(path, how, at);
  try {
    return work(fd);
  } finally {
    disk.close(fd);
  }
}

export function readFile(disk: Disk, path: Bytes): Bytes {
  return withOpen(disk, path, "read", (fd) => {
    let out = "";
    for (;;) {
      const part = disk.read(fd);
      if (part === "") return raw(out);
      out += part;
    }
  });
}

/** The whole content, or undefined when there is no such file. */
export function readFileIfThere(disk: Disk, path: Bytes): Bytes | undefined {
  return unless(["ENOENT", "ENOTDIR"], () => readFile(disk, path));
}

/** What the name stands for, or undefined when there is nothing. */
export function lstatIfThere(disk: Disk, path: Bytes): Stat | undefined {
  return unless(["ENOENT", "ENOTDIR"], () => disk.lstat(path));
}

/** The same through links. */
export function statIfThere(disk: Disk, path: Bytes): Stat | undefined {
  return unless(["ENOENT", "ENOTDIR", "ELOOP", "EACCES"], () => disk.statFollowing(path));
}

/** Empty when the folder is not there. */
export function listIfThere(disk: Disk, path: Bytes): readonly Named[] {
  const named = unless(["ENOENT", "ENOTDIR"], () => withOpen(disk, path, "folder", (fd) => disk.list(fd)));
  return named ?? [];
}

/** Makes a new file whole: on any fault nothing is left under the name. */
export function writeNew(disk: Disk, path: Bytes, data: Bytes, after?: (fd: number) => void): void {
  const fd = disk.open(path, "new");
  let written = false;
  try {
    disk.write(fd, data);
    after?.(fd);
    written = true;
  } finally {
    disk.close(fd);
    // A half-written file would be read as a whole one by every other program.
    if (!written) unless(["ENOENT"], () => disk.unlink(path));
  }
}

/** Puts new content under a name at once: readers see the old or the new, never a part. */
export function replaceFile(disk: Disk, path: Bytes, data: Bytes, mark: string): void {
  const beside = raw(`${path}.${mark}.new`);
  writeNew(disk, beside, data);
  try {
    disk.renameOver(beside, path);
  } catch (thrown) {
    unless(["ENOENT"], () => disk.unlink(beside));
    throw thrown;
  }
}

/** Makes the folder and those above it that are missing; for the user alone unless `mode` says otherwise. */
export function makeFolders(disk: Disk, path: Bytes, mode = 0o700): void {
  try {
    disk.makeFolder(path, mode);
  } catch (thrown) {
    const code = faultCode(thrown);
    if (code === "EEXIST") return;
    // Read-only and unwritable places answer so for folders that are there.
    if (code !== "ENOENT" && statIfThere(disk, path)?.kind === "folder") return;
    if (code !== "ENOENT") throw thrown;
    makeFolders(disk, folderOf(path), mode);
    unless(["EEXIST"], () => disk.makeFolder(path, mode));
  }
}

/** The absolute path without links in its folder part; by text alone where the system does not tell. */
export function realFolder(disk: Disk, folder: Bytes): Bytes {
  return withOpen(disk, folder, "folder-place", (fd) => disk.pathOf(fd));
}
