import { shownBytes } from "./amounts.ts";
import { type Bytes, raw, toReadable } from "./bytes.ts";
import type { Stat } from "./disk.ts";
import { isFault, unless, wordsFor } from "./fault.ts";
import { lstatIfThere, withOpen } from "./files.ts";
import { folderOf, under } from "./path.ts";
import type { Session } from "./session.ts";
import type { Store } from "./store-place.ts";
import { deleteTree, leftoverReason } from "./tree-delete.ts";
import { emergencyFloor, volumeOf } from "./volumes.ts";

/** Why a file or tree could not be carried to another file system; nothing was lost. */
export type CarryRefusal =
  | { readonly kind: "refused"; readonly words: string }
  /** The copy is whole and in place; some of the source could not be deleted. */
  | { readonly kind: "left"; readonly words: string };

interface Seen {
  readonly size: number;
  readonly modified: Stat["modified"];
  readonly changed: Stat["changed"];
}

/**
 * Copies to another file system with everything `cp -a` keeps, compares the copy with the source, makes sure the
 * source did not change meanwhile, and only then deletes it. Gives undefined when all went well.
 */
export function carryOver(session: Session, store: Store, from: Bytes, to: Bytes): CarryRefusal | undefined {
  const { machine } = session;
  const { disk } = machine;
  // A copy whose source cannot be deleted afterwards would only be in the way.
  const kept = unremovable(session, from);
  if (kept !== undefined) return { kind: "refused", words: wordsFor(kept) };
  const before = measure(session, from);
  const refusal = tooLarge(session, store, from, before);
  if (refusal !== undefined) return { kind: "refused", words: refusal };
  unless(["EEXIST"], () => disk.makeFolder(store.expunged, 0o700));
  // In `expunged` a copy that a crash cut short is rubbish by its place: the next collection deletes it.
  const part = under(store.expunged, partName(session));
  const problem = copyInPlace(session, from, part, to, before);
  if (problem !== undefined) return { kind: "refused", words: problem };
  const left = deleteTree(machine, from)[0];
  return left === undefined
    ? undefined
    : {
        kind: "left",
        words: `its copy is in the trash, but ${toReadable(left.path)} stays: ${leftoverReason(left, wordsFor)}`,
      };
}

/** Brings a payload back to another file system; words when it cannot, and then nothing changed. */
export function carryBack(session: Session, from: Bytes, to: Bytes): string | undefined {
  return copyInPlace(session, from, under(folderOf(to), `.${partName(session)}`), to, measure(session, from));
}

function partName({ machine }: Session): string {
  return `trash-part-${machine.pid}-${Math.floor(machine.random() * 1e12)}`;
}

/** Copies beside the place, compares, and takes the place at once. */
function copyInPlace(
  session: Session,
  from: Bytes,
  part: Bytes,
  to: Bytes,
  before: ReadonlyMap<Bytes, Seen>,
): string | undefined {
  const { machine } = session;
  try {
    const problem = copyVerified(session, from, part, before);
    if (problem === undefined) machine.disk.renameNew(part, to);
    return problem;
  } catch (thrown) {
    if (!isFault(thrown)) throw thrown;
    return `it cannot be copied to another file system: ${wordsFor(thrown.code)}`;
  } finally {
    deleteTree(machine, part);
  }
}

/** Why the name cannot be taken out of its folder; undefined when it can. */
function unremovable({ machine }: Session, path: Bytes): string | undefined {
  const { disk, uid } = machine;
  const folder = folderOf(path);
  const refusal = disk.writeRefusal(folder);
  if (refusal !== undefined || uid === 0) return refusal;
  const above = disk.lstat(folder);
  const isSticky = (above.mode & 0o1000) !== 0;
  return isSticky && above.uid !== uid && disk.lstat(path).uid !== uid ? "EPERM" : undefined;
}

function tooLarge(
  session: Session,
  store: Store,
  from: Bytes,
  before: ReadonlyMap<Bytes, Seen>,
): string | undefined {
  let total = 0;
  for (const { size } of before.values()) total += size;
  const { copyMaxBytes } = session.settings();
  if (total > copyMaxBytes)
    return `it is on another file system than the trash, and ${shownBytes(total)} is more than one delete may copy (${shownBytes(copyMaxBytes)}; 'trash config set copyMaxBytes SIZE', or make ${toReadable(topOf(from))}/.Trash-${session.machine.uid} yours)`;
  const volume = volumeOf(session.machine, store);
  if (volume !== undefined && volume.available - total < emergencyFloor(volume, session.settings()))
    return `it would have to be copied to the trash, and the disk there has no room for ${shownBytes(total)} ('trash gc' frees some)`;
  return undefined;
}

function topOf(path: Bytes): Bytes {
  const second = path.indexOf("/", 1);
  return raw(second < 0 ? path : path.slice(0, second));
}

/** Every file of a tree with what changes when it is written to. */
function measure({ machine }: Session, root: Bytes): ReadonlyMap<Bytes, Seen> {
  const { disk } = machine;
  const out = new Map<Bytes, Seen>();
  const visit = (path: Bytes): void => {
    const stat = disk.lstat(path);
    out.set(path, {
      size: stat.kind === "file" ? stat.space : 0,
      modified: stat.modified,
      changed: stat.changed,
    });
    if (stat.kind !== "folder") return;
    for (const { name } of withOpen(disk, path, "folder-itself", (fd) => disk.list(fd)))
      visit(under(path, name));
  };
  visit(root);
  return out;
}

/** Words when the copy is not as good as the source. A source that changed meanwhile is copied once more. */
function copyVerified(
  session: Session,
  from: Bytes,
  part: Bytes,
  before: ReadonlyMap<Bytes, Seen>,
): string | undefined {
  const { machine } = session;
  for (let round = 0, known = before; ; round++) {
    // The one place where a program is run: the runtime's own copy loses attributes, links and holes.
    const status = machine.run([raw("cp"), raw("-a"), raw("--"), from, part], "drop");
    if (status !== 0) return "it is on another file system than the trash, and 'cp -a' cannot copy it";
    const difference = firstDifference(session, from, part);
    const now = measure(session, from);
    const isQuiet = isSameTree(known, now);
    if (difference === undefined && isQuiet) return undefined;
    if (round === 1)
      return isQuiet
        ? `its copy on the other file system came out different (${toReadable(difference ?? from)})`
        : "it changed while it was copied to another file system; try again when nothing writes to it";
    deleteTree(machine, part);
    known = now;
  }
}

function isSameTree(a: ReadonlyMap<Bytes, Seen>, b: ReadonlyMap<Bytes, Seen>): boolean {
  if (a.size !== b.size) return false;
  for (const [path, seen] of a) {
    const other = b.get(path);
    if (other === undefined || other.size !== seen.size) return false;
    if (other.changed.seconds !== seen.changed.seconds || other.changed.nanos !== seen.changed.nanos)
      return false;
  }
  return true;
}

/** The path of the first file whose copy differs in kind, size, mode, time, link target or content. */
function firstDifference(session: Session, from: Bytes, copy: Bytes): Bytes | undefined {
  const { disk } = session.machine;
  const a = disk.lstat(from);
  const b = lstatIfThere(disk, copy);
  if (b === undefined || a.kind !== b.kind || a.mode !== b.mode) return from;
  if (a.modified.seconds !== b.modified.seconds || a.modified.nanos !== b.modified.nanos) return from;
  if (a.kind === "link") return disk.readLink(from) === disk.readLink(copy) ? undefined : from;
  if (a.kind === "file") return a.size === b.size && disk.sameContent(from, copy) ? undefined : from;
  if (a.kind !== "folder") return undefined;
  const names = (path: Bytes): readonly Bytes[] =>
    withOpen(disk, path, "folder-itself", (fd) => disk.list(fd)).map(({ name }) => name);
  const own = names(from);
  if (own.length !== names(copy).length) return from;
  for (const name of own) {
    const found = firstDifference(session, under(from, name), under(copy, name));
    if (found !== undefined) return found;
  }
  return undefined;
}
