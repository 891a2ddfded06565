import { type Bytes, percentEncode, raw } from "./bytes.ts";
import type { Stat } from "./disk.ts";
import { faultCode, isFault, unless } from "./fault.ts";
import { lstatIfThere, makeFolders, statIfThere, withOpen, writeNew } from "./files.ts";
import type { Machine } from "./machine.ts";
import { type Mount, mountOf } from "./mounts.ts";
import { under } from "./path.ts";
import type { Places } from "./places.ts";
import type { Session } from "./session.ts";
import { settingsPaths } from "./settings.ts";
import { furtherStoreAt, type Store, storeAt } from "./store-place.ts";

/** In the list of trashes in the place of a top folder, which starts with a slash: one that the settings named. */
export const FURTHER = "=";

/** Released when the disk is full, so that an info file can still be written. */
export const BALLAST_NAME = ".trash-guard-ballast";
/** One block on most file systems would do; a few spare ones cost nothing. */
const BALLAST_SIZE = 16384;

type StoreChoice =
  | { readonly kind: "store"; readonly store: Store; readonly home: boolean }
  /** No trash can be used for files on that mount. */
  | { readonly kind: "none"; readonly mount: Bytes };

export interface StoreChooser {
  /** The trash for a file: the home trash on its own mount, else one at the top of the file's mount. */
  choose(stat: Stat, real: Bytes): StoreChoice;
  /** The home trash, made when it is missing; undefined when it cannot be. */
  homeStore(): Store | undefined;
  /** The trash at the top of the mount that the file is on, whatever the home trash could do. */
  topStore(stat: Stat, real: Bytes): StoreChoice;
}

export function storeChooser(session: Session): StoreChooser {
  const { machine, places } = session;
  const { disk } = machine;
  let home: { readonly store: Store; readonly stat: Stat } | undefined | "unknown" = "unknown";
  const tops = new Map<Bytes, StoreChoice>();

  function openHome(): { readonly store: Store; readonly stat: Stat } | undefined {
    if (home !== "unknown") return home;
    home = undefined;
    if (places.trash === undefined) return undefined;
    const store = storeAt(places.trash, undefined);
    let stat = statIfThere(disk, store.info);
    if (stat === undefined) {
      if (!prepareStore(machine, places, store)) return undefined;
      stat = statIfThere(disk, store.info);
    }
    if (stat?.kind === "folder") home = { store, stat };
    return home;
  }

  function topStore(stat: Stat, real: Bytes): StoreChoice {
    const top = topOf(machine, session.mounts(), stat, real);
    const known = tops.get(top);
    if (known !== undefined) return known;
    const store = usableTopStore(machine, places, top) ?? furtherStore(session, stat);
    const choice: StoreChoice =
      store === undefined ? { kind: "none", mount: top } : { kind: "store", store, home: false };
    tops.set(top, choice);
    return choice;
  }

  return {
    choose(stat, real) {
      const found = openHome();
      if (found !== undefined && isOnSameMount(found.stat, stat))
        return { kind: "store", store: found.store, home: true };
      return topStore(stat, real);
    },
    homeStore: () => openHome()?.store,
    topStore,
  };
}

/** A trash that the settings name, on the file's own mount: for a mount whose top the user cannot write to. */
function furtherStore(session: Session, stat: Stat): Store | undefined {
  const { machine, places } = session;
  for (const folder of settingsPaths(session.settings().stores, places)) {
    const store = furtherStoreAt(folder);
    if (!prepareStore(machine, places, store)) continue;
    const found = statIfThere(machine.disk, store.info);
    if (found !== undefined && isOnSameMount(found, stat)) return store;
  }
  return undefined;
}

/** The kernel compares mounts, not devices: a bind mount of the same device refuses the rename all the same. */
function isOnSameMount(a: Stat, b: Stat): boolean {
  if (a.mount !== undefined && b.mount !== undefined) return a.mount === b.mount;
  return a.device === b.device;
}

function topOf({ disk }: Machine, mounts: readonly Mount[] | undefined, stat: Stat, real: Bytes): Bytes {
  const mount = mounts && mountOf(mounts, stat, real);
  if (mount !== undefined) return mount.point;
  // No mount table: climb while the device stays the same.
  let top = real;
  for (;;) {
    const slash = top.lastIndexOf("/");
    const above = raw(slash <= 0 ? "/" : top.slice(0, slash));
    if (disk.lstat(above).device !== stat.device) return top;
    if (above === "/") return above;
    top = above;
  }
}

/** The candidates of the specification in their order, each with its checks; see `usableTopStore`. */
export function topStoreFolders(top: Bytes, uid: number): { readonly shared: Bytes; readonly own: Bytes } {
  return { shared: under(under(top, ".Trash"), String(uid)), own: under(top, `.Trash-${uid}`) };
}

/** `.Trash` counts only as a real folder with the sticky bit: elsewhere others could move our entries. */
export function isSharedTrashSafe(stat: Stat | undefined): boolean {
  return stat?.kind === "folder" && (stat.mode & 0o1000) !== 0;
}

function usableTopStore(machine: Machine, places: Places, top: Bytes): Store | undefined {
  const { disk, uid } = machine;
  const { shared, own } = topStoreFolders(top, uid);
  if (isSharedTrashSafe(lstatIfThere(disk, under(top, ".Trash")))) {
    const store = storeAt(shared, top);
    if (prepareStore(machine, places, store)) return store;
  }
  const store = storeAt(own, top);
  return prepareStore(machine, places, store) ? store : undefined;
}

/**
 * Makes what is missing and checks what is there. In a top folder the three folders must be real ones, ours, and
 * writable by nobody else: a planted link would send the user's files to another person.
 */
function prepareStore(machine: Machine, places: Places, store: Store): boolean {
  const { disk } = machine;
  const isNew = lstatIfThere(disk, store.files) === undefined || lstatIfThere(disk, store.info) === undefined;
  if (isNew) {
    try {
      if (store.top === undefined) makeFolders(disk, store.folder);
      else unless(["EEXIST"], () => disk.makeFolder(store.folder, 0o700));
      if (store.top !== undefined && !isOwnFolder(machine, store.folder)) return false;
      unless(["EEXIST"], () => disk.makeFolder(store.files, 0o700));
      unless(["EEXIST"], () => disk.makeFolder(store.info, 0o700));
    } catch (thrown) {
      const code = faultCode(thrown);
      if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "ELOOP", "ENOENT", "EOPNOTSUPP"].includes(code))
        return false;
      throw thrown;
    }
  }
  const safe =
    (store.top === undefined && store.isFurther !== true) ||
    [store.folder, store.files, store.info].every((folder) => isOwnFolder(machine, folder));
  if (safe && isNew) furnish(machine, places, store);
  return safe;
}

function isOwnFolder({ disk, uid }: Machine, folder: Bytes): boolean {
  const stat = lstatIfThere(disk, folder);
  return stat?.kind === "folder" && stat.uid === uid && (stat.mode & 0o022) === 0;
}

/** What a new trash gets besides its folders; nothing here may stop a delete. */
function furnish(machine: Machine, places: Places, store: Store): void {
  const { disk } = machine;
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (thrown) {
      faultCode(thrown);
    }
  };
  attempt(() => makeBallast(machine, store));
  if (store.top !== undefined)
    // A mount's top is often a repository: the trash must not show up in its `git status`.
    attempt(() => writeNew(disk, under(store.folder, ".gitignore"), raw("*\n")));
  attempt(() => rememberStore(machine, places, store));
}

export function makeBallast({ disk }: Machine, store: Store): void {
  unless(["EEXIST"], () => writeNew(disk, under(store.folder, BALLAST_NAME), raw("\0".repeat(BALLAST_SIZE))));
}

/** True when there was one. */
export function dropBallast({ disk }: Machine, store: Store): boolean {
  try {
    disk.unlink(under(store.folder, BALLAST_NAME));
    return true;
  } catch (thrown) {
    if (isFault(thrown)) return false;
    throw thrown;
  }
}

/** One line for each trash ever used: a mount may be away when someone looks for it. */
function rememberStore({ disk }: Machine, { state }: Places, store: Store): void {
  if (state === undefined) return;
  makeFolders(disk, state);
  const top = store.isFurther === true ? FURTHER : store.top === undefined ? "" : percentEncode(store.top);
  const line = `${percentEncode(store.folder)} ${top}\n`;
  withOpen(disk, under(state, "stores"), "append", (fd) => disk.write(fd, raw(line)));
}
