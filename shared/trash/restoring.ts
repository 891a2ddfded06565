import type { Bytes } from "./bytes.ts";
import { raw } from "./bytes.ts";
import { carryBack } from "./carrying.ts";
import { infoPath, payloadPath } from "./entry.ts";
import { faultCode, unless, wordsFor } from "./fault.ts";
import { lstatIfThere, makeFolders, withOpen } from "./files.ts";
import { attempt, renameLending } from "./lending.ts";
import type { Entry } from "./listing.ts";
import type { Machine } from "./machine.ts";
import { folderOf, under } from "./path.ts";
import { purgeEntry } from "./purging.ts";
import type { Session } from "./session.ts";

export type Restored =
  | { readonly kind: "restored"; readonly entry: Entry; readonly to: Bytes }
  /** Something is in the way there; nothing was changed. */
  | { readonly kind: "conflict"; readonly entry: Entry; readonly to: Bytes }
  /** Only some of a partial entry came back; the rest is still in the trash. */
  | {
      readonly kind: "partly";
      readonly entry: Entry;
      readonly to: Bytes;
      readonly inTheWay: readonly Bytes[];
    }
  | { readonly kind: "failed"; readonly entry: Entry; readonly to: Bytes; readonly reason: string };

/** Puts an entry back under a name that must be free. The payload moves first, then its info file goes. */
export function restoreEntry(session: Session, entry: Entry, to: Bytes): Restored {
  const { machine } = session;
  const { disk } = machine;
  const payload = payloadPath(entry);
  try {
    makeFolders(disk, folderOf(to), 0o777);
    const present = lstatIfThere(disk, to);
    if (present !== undefined) {
      if (!isMergeable(entry) || present.kind !== "folder") return { kind: "conflict", entry, to };
      const inTheWay = merge(machine, payload, to);
      if (inTheWay.length > 0) return { kind: "partly", entry, to, inTheWay };
    } else {
      const refused = renameLending(machine, payload, entry.stat, to);
      if (refused === "EXDEV") return restoreAcross(session, entry, to);
      if (refused === "EEXIST") return { kind: "conflict", entry, to };
      if (refused !== undefined) return { kind: "failed", entry, to, reason: wordsFor(refused) };
    }
    unless(["ENOENT"], () => disk.unlink(infoPath(entry)));
    return { kind: "restored", entry, to };
  } catch (thrown) {
    return { kind: "failed", entry, to, reason: wordsFor(faultCode(thrown)) };
  }
}

function restoreAcross(session: Session, entry: Entry, to: Bytes): Restored {
  const reason = carryBack(session, payloadPath(entry), to);
  if (reason !== undefined) return { kind: "failed", entry, to, reason };
  purgeEntry(session, entry);
  return { kind: "restored", entry, to };
}

/** A part of a folder goes back into what is left of it. */
export function isMergeable({ info, stat }: Entry): boolean {
  return info.partial && stat.kind === "folder";
}

/** Moves each child whose name is free; gives the names that are not. */
function merge(machine: Machine, from: Bytes, to: Bytes): readonly Bytes[] {
  const { disk } = machine;
  const inTheWay: Bytes[] = [];
  const children = withOpen(disk, from, "folder-itself", (fd) => disk.list(fd));
  for (const { name } of children) {
    const source = under(from, name);
    const target = under(to, name);
    const stat = disk.lstat(source);
    const present = lstatIfThere(disk, target);
    if (present === undefined) {
      const refused = renameLending(machine, source, stat, target);
      if (refused !== undefined) inTheWay.push(target);
    } else if (present.kind === "folder" && stat.kind === "folder")
      inTheWay.push(...merge(machine, source, target));
    else inTheWay.push(target);
  }
  if (inTheWay.length === 0) {
    const before = lstatIfThere(disk, from);
    disk.removeFolder(from);
    if (before !== undefined) attempt(() => disk.setTimes(to, before.accessed, before.modified));
  }
  return inTheWay;
}

/** The first free name of `name`, `name (restored)`, `name (restored 2)` … */
export function freeName({ disk }: Machine, path: Bytes): Bytes {
  for (let count = 0; ; count++) {
    const end = count === 0 ? "" : count === 1 ? " (restored)" : ` (restored ${count})`;
    const candidate = raw(path + end);
    if (lstatIfThere(disk, candidate) === undefined) return candidate;
  }
}
