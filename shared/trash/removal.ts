import { type Bytes, raw } from "./bytes.ts";
import type { Named, Stat } from "./disk.ts";
import { Fault, faultCode, unless } from "./fault.ts";
import { lstatIfThere, withOpen } from "./files.ts";
import { attempt, renameLending } from "./lending.ts";
import type { Machine } from "./machine.ts";
import { isWithin, under } from "./path.ts";

/** What the user agreed to for one file or tree: all of it, none, or some of a folder's content but not the folder. */
export type Consent = "all" | "none" | ReadonlyMap<Bytes, Consent>;

/**
 * What became of a file or a tree. `partly`: some of a folder is in the trash, the rest in place. `gone`: somebody else
 * was faster.
 */
export type Fate = "moved" | "partly" | "kept" | "gone";

export type Carried =
  | { readonly kind: "carried" }
  | { readonly kind: "refused"; readonly words: string }
  /** The copy is in the trash, and some of the source stays. */
  | { readonly kind: "left"; readonly words: string }
  /** What it takes is not loaded: the caller comes back with it. */
  | { readonly kind: "later" };

/** How a move tells about each file, in the order in which `rm` would. */
export interface RemovalReport {
  removed(shown: Bytes, isFolder: boolean): void;
  /** The words of `rm` for it: `cannot remove 'x': Permission denied`. */
  failed(shown: Bytes, code: string): void;
  /** A refusal of ours, in words that end the same line. */
  refused(shown: Bytes, words: string): void;
  /** A mount inside a tree, which stays. */
  otherDevice(shown: Bytes): void;
}

export interface Removal {
  readonly machine: Machine;
  readonly report: RemovalReport;
  /** True when each file of a tree is to be reported, which costs a walk. */
  readonly verbose: boolean;
  /** A missing file is nothing to complain about (`rm -f`, or another process was faster). */
  readonly ignoreMissing: boolean;
  /** Judge the permissions inside a tree as `rm` would, which costs a walk. */
  readonly isStrict: boolean;
  /** A tree that holds a mount is taken apart around it; otherwise it is refused. */
  readonly isAroundMounts: boolean;
  holdsMount(folder: Bytes): boolean | undefined;
  /** The real path of the current folder; undefined when it is gone. */
  currentFolder(): Bytes | undefined;
  /** Called once, before a tree is taken apart: from here on the entry may hold only a part. */
  beforeAssembly(): void;
  /** The device that the trash is on. */
  device(): number | undefined;
  /** Moves a file or a whole tree to another file system. */
  carryOver(item: Item, to: Bytes): Carried;
}

export interface Item {
  /** For system calls: as typed, or below it. */
  readonly path: Bytes;
  /** For messages. */
  readonly shown: Bytes;
  /** Absolute and without links. */
  readonly real: Bytes;
  readonly stat: Stat;
  /** `link/`: a folder by its target, which cannot be moved under this name; only its content can. */
  readonly isThroughLink?: boolean;
}

/** Refusals of a rename for which a folder can still be taken apart: each of its files may move where it cannot. */
const ASSEMBLE_ON: readonly string[] = ["EXDEV", "EACCES", "EPERM", "EBUSY"];

/**
 * The one algorithm: one rename if the kernel allows it; otherwise a new folder in the trash, the children moved into
 * it by the same rule, and the emptied source removed.
 */
export function relocate(removal: Removal, item: Item, to: Bytes, consent: Consent): Fate {
  if (consent === "none") return "kept";
  return item.stat.kind === "folder"
    ? relocateFolder(removal, item, to, consent)
    : relocateFile(removal, item, to);
}

function relocateFile(removal: Removal, item: Item, to: Bytes): Fate {
  const { report, machine } = removal;
  try {
    machine.disk.renameNew(item.path, to);
  } catch (thrown) {
    const code = faultCode(thrown);
    if (code === "EEXIST") throw thrown;
    if (code === "ENOENT" || code === "ENOTDIR") return gone(removal, item, code);
    if (code === "EXDEV") return carry(removal, item, to);
    report.failed(item.shown, code);
    return "kept";
  }
  report.removed(item.shown, false);
  return "moved";
}

function carry(removal: Removal, item: Item, to: Bytes): Fate {
  const { report } = removal;
  const isFolder = item.stat.kind === "folder";
  const inside = isFolder && removal.verbose ? walk(removal.machine, item.path, item.shown) : [];
  const result = removal.carryOver(item, to);
  if (result.kind === "later") return "kept";
  if (result.kind !== "carried") {
    report.refused(item.shown, result.words);
    return result.kind === "left" ? "partly" : "kept";
  }
  for (const seen of inside) report.removed(seen.shown, seen.isFolder);
  report.removed(item.shown, isFolder);
  return "moved";
}

/** Missing by now: to `rm -f` that is as good as removed, but there is nothing in the trash. */
function gone(removal: Removal, item: Item, code: string): Fate {
  if (!removal.ignoreMissing) removal.report.failed(item.shown, code);
  return "gone";
}

function relocateFolder(removal: Removal, item: Item, to: Bytes, consent: Consent): Fate {
  const { report } = removal;
  if (item.stat.mountRoot) {
    report.otherDevice(item.shown);
    return "kept";
  }
  const hasMount = holdsMount(removal, item);
  if (hasMount && !removal.isAroundMounts) {
    report.refused(item.shown, MOUNT_REFUSAL);
    return "kept";
  }
  if (consent !== "all" || item.isThroughLink || hasMount || mustStayApart(removal, item))
    return assemble(removal, item, to, consent);
  const inside = removal.verbose ? walk(removal.machine, item.path, item.shown) : [];
  const refused = renameLending(removal.machine, item.path, item.stat, to);
  if (refused === undefined) {
    for (const { shown, isFolder } of inside) report.removed(shown, isFolder);
    report.removed(item.shown, true);
    return "moved";
  }
  if (refused === "EEXIST") throw new Fault(refused, "rename", to);
  if (refused === "ENOENT" || refused === "ENOTDIR") return gone(removal, item, refused);
  // On another device none of its files could be renamed either: one copy of the whole is better than one of each.
  if (refused === "EXDEV" && item.stat.device !== removal.device()) return carry(removal, item, to);
  if (ASSEMBLE_ON.includes(refused)) return assemble(removal, item, to, consent);
  report.failed(item.shown, refused);
  return "kept";
}

const MOUNT_REFUSAL =
  "a file system is mounted in it; unmount that first (or 'trash config set crossMounts around' trashes the rest)";

/** A rename would carry the mount into the trash. */
function holdsMount(removal: Removal, { real, path }: Item): boolean {
  return removal.holdsMount(real) ?? holdsOtherDevice(removal.machine, path);
}

/** A rename would leave the caller's shell standing in the trash, or move what `rm` may not unlink. */
function mustStayApart(removal: Removal, { real, path }: Item): boolean {
  const current = removal.currentFolder();
  if (current !== undefined && isWithin(current, real)) return true;
  return removal.isStrict && removal.machine.uid !== 0 && holdsForbidden(removal.machine, path);
}

/** Is there a file below that `rm` could not unlink, although one rename of the whole tree could move it? */
function holdsForbidden(machine: Machine, folder: Bytes): boolean {
  const { disk } = machine;
  const own = lstatIfThere(disk, folder);
  if (own === undefined) return false;
  const names = unless(["ENOENT", "EACCES"], () =>
    withOpen(disk, folder, "folder-itself", (fd) => disk.list(fd)),
  );
  if (names === undefined) return true;
  if (names.length === 0) return false;
  if (disk.writeRefusal(folder) !== undefined) return true;
  return names.some(({ name }) => {
    const path = under(folder, name);
    const stat = unless(["ENOENT", "EACCES"], () => disk.lstat(path));
    // Not searchable: nothing in it can be named.
    if (stat === undefined) return true;
    const isSticky = (own.mode & 0o1000) !== 0;
    if (isSticky && stat.uid !== machine.uid && own.uid !== machine.uid) return true;
    return stat.kind === "folder" && holdsForbidden(machine, path);
  });
}

/** Without a mount table the tree itself must be asked. */
function holdsOtherDevice({ disk }: Machine, folder: Bytes): boolean {
  const { device } = disk.lstat(folder);
  const names = unless(["EACCES", "ENOENT"], () =>
    withOpen(disk, folder, "folder-itself", (fd) => disk.list(fd)),
  );
  return (names ?? []).some(({ name, kind }) => {
    if (kind !== undefined && kind !== "folder") return false;
    const path = under(folder, name);
    const stat = lstatIfThere(disk, path);
    if (stat?.kind !== "folder") return false;
    return stat.device !== device || holdsOtherDevice({ disk } as Machine, path);
  });
}

function assemble(removal: Removal, item: Item, to: Bytes, consent: Consent): Fate {
  const { machine, report } = removal;
  const { disk } = machine;
  removal.beforeAssembly();
  const children = listOrRefusal(machine, item);
  disk.makeFolder(to, 0o700);
  let moved = 0;
  let kept = 0;
  if (typeof children !== "string")
    for (const { name } of children) {
      const fate = relocateChild(removal, item, to, name, consentFor(consent, name));
      if (fate === "moved" || fate === "partly") moved++;
      if (fate === "kept" || fate === "partly") kept++;
    }
  attempt(() => disk.copyAttributes(placeOf(item), to));
  // An unreadable folder can still be removed when it is empty: only trying tells.
  // Without consent for all of it the folder itself stays, empty or not: that question had a no, or was not asked.
  const isRemoved =
    consent === "all" &&
    kept === 0 &&
    removeEmptied(removal, item, typeof children === "string" ? children : undefined);
  if (!isRemoved && moved === 0) {
    attempt(() => disk.removeFolder(to));
    return "kept";
  }
  dress(machine, item, to);
  if (!isRemoved) return "partly";
  report.removed(item.shown, true);
  return "moved";
}

/** Where the content of a folder is reached. */
function placeOf({ path, real, isThroughLink }: Item): Bytes {
  return isThroughLink ? real : path;
}

function consentFor(consent: Consent, name: Bytes): Consent {
  if (typeof consent === "string") return consent;
  return consent.get(name) ?? "none";
}

function relocateChild(removal: Removal, parent: Item, to: Bytes, name: Bytes, consent: Consent): Fate {
  // Not through the link: it may lie in the folder itself, and then it goes before the rest.
  const path = under(placeOf(parent), name);
  const shown = under(parent.shown, name);
  let stat: Stat;
  try {
    stat = removal.machine.disk.lstat(path);
  } catch (thrown) {
    const code = faultCode(thrown);
    if (code === "ENOENT") return "gone";
    removal.report.failed(shown, code);
    return "kept";
  }
  return relocate(removal, { path, shown, real: under(parent.real, name), stat }, under(to, name), consent);
}

function listOrRefusal({ disk }: Machine, { path, stat, isThroughLink }: Item): readonly Named[] | string {
  try {
    // A link with a slash behind it is a folder by its target; without one a link must not be followed.
    return withOpen(disk, path, isThroughLink ? "folder" : "folder-itself", (fd) => {
      const opened = disk.fstat(fd);
      // Swapped for another folder since it was judged.
      if (opened.inodeLow !== stat.inodeLow || opened.device !== stat.device) return "ENOENT";
      return disk.list(fd);
    });
  } catch (thrown) {
    return faultCode(thrown);
  }
}

/** `unreadable`: why the folder could not be listed, which is what `rm` complains about when it cannot go. */
function removeEmptied(
  { machine, report, ignoreMissing }: Removal,
  { path, shown, isThroughLink }: Item,
  unreadable: string | undefined,
): boolean {
  try {
    machine.disk.removeFolder(path);
    return true;
  } catch (thrown) {
    const code = faultCode(thrown);
    if (code === "ENOENT" && !isThroughLink) return true;
    // `link/` under -f: the content is gone, the link and the folder stay, and that is no error.
    if (["ENOTDIR", "ENOENT"].includes(code) && unreadable === undefined && ignoreMissing) return false;
    report.failed(shown, unreadable !== undefined && code === "ENOTEMPTY" ? unreadable : code);
    return false;
  }
}

/** Gives the new folder what the old one had. Times last: everything before changes them. */
function dress(machine: Machine, { stat }: Item, to: Bytes): void {
  const { disk } = machine;
  if (stat.uid !== machine.uid || machine.uid === 0) attempt(() => disk.chown(to, stat.uid, stat.gid));
  attempt(() => disk.chmod(to, stat.mode));
  attempt(() => disk.setTimes(to, stat.accessed, stat.modified));
}

interface Seen {
  readonly shown: Bytes;
  readonly isFolder: boolean;
}

/** What is inside a folder, each folder after its content, as `rm -v` names it. What cannot be read is left out. */
function walk({ disk }: Machine, folder: Bytes, shown: Bytes): readonly Seen[] {
  const out: Seen[] = [];
  const visit = (path: Bytes, prefix: Bytes): void => {
    const names = unless(["EACCES", "ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"], () =>
      withOpen(disk, path, "folder-itself", (fd) => disk.list(fd)),
    );
    for (const { name, kind } of names ?? []) {
      const child = under(path, name);
      const isFolder = (kind ?? lstatIfThere(disk, child)?.kind) === "folder";
      if (isFolder) visit(child, under(prefix, name));
      out.push({ shown: under(prefix, name), isFolder });
    }
  };
  visit(withoutSlash(folder), shown);
  return out;
}

function withoutSlash(path: Bytes): Bytes {
  return path.length > 1 && path.endsWith("/") ? raw(path.slice(0, -1)) : path;
}
