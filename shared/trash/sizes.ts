import { type Bytes, percentDecode, percentEncode, raw } from "./bytes.ts";
import { identity, type Stat } from "./disk.ts";
import { payloadPath } from "./entry.ts";
import { faultCode, unless } from "./fault.ts";
import { lstatIfThere, readFileIfThere, replaceFile, withOpen } from "./files.ts";
import type { Entry } from "./listing.ts";
import type { Machine } from "./machine.ts";
import { under } from "./path.ts";
import type { Session } from "./session.ts";
import type { Store } from "./store-place.ts";

/** What the trash's cache file says about one folder: valid while the info file has this time. */
interface Cached {
  readonly size: number;
  readonly infoSeconds: number;
}

function cachePath(store: Store): Bytes {
  return under(store.folder, "directorysizes");
}

/** Format of the specification: `size mtime name`, the name percent-encoded, one line for each folder. */
function readCache(machine: Machine, store: Store): ReadonlyMap<Bytes, Cached> {
  const out = new Map<Bytes, Cached>();
  const text = unless(["EACCES"], () => readFileIfThere(machine.disk, cachePath(store))) ?? "";
  for (const line of text.split("\n")) {
    const match = /^(\d+) (\d+) (\S+)$/.exec(line);
    if (match?.[3] === undefined) continue;
    out.set(percentDecode(match[3]), { size: Number(match[1]), infoSeconds: Number(match[2]) });
  }
  return out;
}

/** Sizes of entries in bytes of disk use; undefined once the time for walking folders is used up. */
export function measurer(
  session: Session,
  stores: readonly Store[],
  budgetMs: number,
): (entry: Entry) => number | undefined {
  const { machine } = session;
  const caches = new Map(stores.map((store) => [store.folder, readCache(machine, store)] as const));
  const end = machine.now() + budgetMs;
  return (entry) => {
    if (entry.stat.kind !== "folder") return entry.stat.space;
    const cached = caches.get(entry.store.folder)?.get(entry.name);
    if (cached !== undefined && cached.infoSeconds === infoSeconds(machine, entry)) return cached.size;
    return treeSize(machine, payloadPath(entry), end);
  };
}

function infoSeconds({ disk }: Machine, { store, name }: Entry): number | undefined {
  return lstatIfThere(disk, under(store.info, `${name}.trashinfo`))?.modified.seconds;
}

/** Disk use of a tree, each file with several links counted once; undefined when `end` (a time in ms) passed. */
function treeSize(machine: Machine, folder: Bytes, end: number): number | undefined {
  const { disk } = machine;
  const seen = new Set<string>();
  let total = 0;
  let count = 0;
  const add = (stat: Stat): void => {
    if (stat.links > 1 && stat.kind !== "folder") {
      const key = identity(stat);
      if (seen.has(key)) return;
      seen.add(key);
    }
    total += stat.space;
  };
  const visit = (path: Bytes): boolean => {
    const names = unless(["EACCES", "ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"], () =>
      withOpen(disk, path, "folder-itself", (fd) => disk.list(fd)),
    );
    for (const { name } of names ?? []) {
      if (++count % 256 === 0 && machine.now() > end) return false;
      const child = under(path, name);
      const stat = unless(["ENOENT", "ENAMETOOLONG"], () => disk.lstat(child));
      if (stat === undefined || stat.mountRoot) continue;
      add(stat);
      if (stat.kind === "folder" && !visit(child)) return false;
    }
    return true;
  };
  const own = unless(["ENOENT"], () => disk.lstat(folder));
  if (own !== undefined) add(own);
  return machine.now() > end || !visit(folder) ? undefined : total;
}

/** Rewrites the cache of one trash for the folders in it, and gives every entry's size. */
export function measureStore(
  machine: Machine,
  store: Store,
  entries: readonly Entry[],
): ReadonlyMap<Entry, number> {
  const old = readCache(machine, store);
  const sizes = new Map<Entry, number>();
  const lines: string[] = [];
  for (const entry of entries) {
    if (entry.stat.kind !== "folder") {
      sizes.set(entry, entry.stat.space);
      continue;
    }
    const seconds = infoSeconds(machine, entry);
    const cached = old.get(entry.name);
    const size =
      cached !== undefined && cached.infoSeconds === seconds
        ? cached.size
        : (treeSize(machine, payloadPath(entry), Number.POSITIVE_INFINITY) ?? 0);
    sizes.set(entry, size);
    if (seconds !== undefined) lines.push(`${size} ${seconds} ${percentEncode(entry.name)}\n`);
  }
  try {
    const text = raw(lines.join(""));
    if (text !== "" || old.size > 0) replaceFile(machine.disk, cachePath(store), text, String(machine.pid));
  } catch (thrown) {
    // Only a cache: without it the next run measures again.
    faultCode(thrown);
  }
  return sizes;
}
