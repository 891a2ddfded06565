import type { Bytes } from "./bytes.ts";
import type { FileKind, Stat } from "./disk.ts";
import { faultCode } from "./fault.ts";
import { attempt } from "./lending.ts";
import type { Machine } from "./machine.ts";
import { under } from "./path.ts";

/** What could not be deleted, and why. `EXDEV` marks a mount, which is never entered. */
export interface Leftover {
  readonly path: Bytes;
  readonly code: string;
}

export interface DeleteOptions {
  /** Called once for each file and folder that is gone. */
  onDeleted?(): void;
  /**
   * A folder on the same file system where deep subtrees are moved to, so that a tree of any depth needs few open
   * folders; without one, depth is bounded by the limit of open files.
   */
  readonly shallows?: Bytes;
}

/** Open folders at once; far below the usual limit of 1,024 files. */
const MOST_OPEN = 128;

interface Work {
  readonly machine: Machine;
  readonly root: Stat;
  readonly options: DeleteOptions;
  readonly leftovers: Leftover[];
  /** Subtrees that were moved out of a deep place, still to be deleted. */
  readonly moved: Bytes[];
}

/**
 * Deletes a file or tree for good, step by step from open folders: no link is ever followed, no mount ever entered, and
 * paths may be longer than the system allows in one call. Folders of ours that forbid it are opened up first.
 */
export function deleteTree(machine: Machine, path: Bytes, options: DeleteOptions = {}): readonly Leftover[] {
  const { disk } = machine;
  const leftovers: Leftover[] = [];
  let root: Stat;
  try {
    root = disk.lstat(path);
  } catch (thrown) {
    const code = faultCode(thrown);
    return code === "ENOENT" ? [] : [{ path, code }];
  }
  if (root.mountRoot) return [{ path, code: "EXDEV" }];
  const work: Work = { machine, root, options, leftovers, moved: [] };
  deleteOne(work, undefined, path, root.kind, path, 0);
  for (let next = work.moved.pop(); next !== undefined; next = work.moved.pop())
    deleteOne(work, undefined, next, "folder", next, 0);
  return leftovers;
}

/** True when nothing is left under the name. */
function deleteOne(
  work: Work,
  at: number | undefined,
  name: Bytes,
  kind: FileKind | undefined,
  shown: Bytes,
  depth: number,
): boolean {
  const { disk } = work.machine;
  try {
    const actual = kind ?? disk.lstat(name, at).kind;
    if (actual !== "folder") disk.unlink(name, at);
    else if (!deleteFolder(work, at, name, shown, depth)) return false;
  } catch (thrown) {
    const code = faultCode(thrown);
    if (code !== "ENOENT") {
      work.leftovers.push({ path: shown, code });
      return false;
    }
  }
  work.options.onDeleted?.();
  return true;
}

function deleteFolder(work: Work, at: number | undefined, name: Bytes, shown: Bytes, depth: number): boolean {
  const { machine, options, root } = work;
  const { disk } = machine;
  if (depth >= MOST_OPEN && options.shallows !== undefined) {
    const place = under(options.shallows, `deep-${machine.pid}-${Math.floor(machine.random() * 1e12)}`);
    disk.renameNew(name, place, at);
    work.moved.push(place);
    return true;
  }
  const fd = openForDeleting(work, at, name);
  let isEmpty = true;
  try {
    const stat = disk.fstat(fd);
    if (stat.device !== root.device || stat.mount !== root.mount) {
      work.leftovers.push({ path: shown, code: "EXDEV" });
      return false;
    }
    // Without these bits its files cannot be unlinked; it is on its way out, so they may be set.
    if (machine.uid !== 0 && (stat.mode & 0o700) !== 0o700)
      attempt(() => disk.chmod(name, stat.mode | 0o700, at));
    for (const child of disk.list(fd))
      if (!deleteOne(work, fd, child.name, child.kind, under(shown, child.name), depth + 1)) isEmpty = false;
  } finally {
    disk.close(fd);
  }
  if (isEmpty) disk.removeFolder(name, at);
  return isEmpty;
}

function openForDeleting({ machine }: Work, at: number | undefined, name: Bytes): number {
  const { disk } = machine;
  try {
    return disk.open(name, "folder-itself", at);
  } catch (thrown) {
    if (faultCode(thrown) !== "EACCES") throw thrown;
    const stat = disk.lstat(name, at);
    if (stat.kind !== "folder") throw thrown;
    disk.chmod(name, stat.mode | 0o700, at);
    return disk.open(name, "folder-itself", at);
  }
}

/** What a person reads about a leftover. */
export function leftoverReason({ code }: Leftover, words: (code: string) => string): string {
  return code === "EXDEV" ? "a mounted file system is in it, which is never deleted" : words(code);
}
