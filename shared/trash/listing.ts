import { type Bytes, percentDecode, raw } from "./bytes.ts";
import { type FileKind, identity, type Stat } from "./disk.ts";
import { faultCode, unless } from "./fault.ts";
import { listIfThere, lstatIfThere, readFileIfThere, statIfThere } from "./files.ts";
import { type Info, type KeepClass, parseInfo } from "./info.ts";
import type { Mount } from "./mounts.ts";
import { type CommandId, readPayloadName, timeOfCommand } from "./names.ts";
import { folderOf, under } from "./path.ts";
import type { Session } from "./session.ts";
import { settingsPaths } from "./settings.ts";
import { FURTHER, isSharedTrashSafe, topStoreFolders } from "./store.ts";
import { furtherStoreAt, type Store, storeAt } from "./store-place.ts";

/** One thing in a trash, ours or another program's. */
export interface Entry {
  readonly store: Store;
  /** Of the payload in `files`. */
  readonly name: Bytes;
  readonly info: Info;
  /** Where it was: absolute. */
  readonly path: Bytes;
  /** When it was deleted, in milliseconds since 1970; 0 when nobody knows. */
  readonly time: number;
  readonly stat: Stat;
  readonly command: CommandId | undefined;
  /** Of the operand within its command. */
  readonly number: number;
  readonly keep: KeepClass;
}

/** Half of an entry: what a crash, or a person, left behind. */
export type Orphan =
  | { readonly kind: "payload"; readonly store: Store; readonly name: Bytes; readonly stat: Stat }
  /** `isReadable` is false for an info file that says nothing, an empty one for instance. */
  | {
      readonly kind: "info";
      readonly store: Store;
      readonly name: Bytes;
      readonly stat: Stat;
      readonly isReadable: boolean;
    };

export interface Listing {
  readonly stores: readonly Store[];
  /** Newest first. */
  readonly entries: readonly Entry[];
  readonly orphans: readonly Orphan[];
  /** Trashes that could not be read, and why. */
  readonly problems: readonly { readonly folder: Bytes; readonly code: string }[];
}

/** File systems that hold no files of users; asking some of them can hang. */
const NO_TRASH: ReadonlySet<string> = new Set([
  "autofs",
  "binfmt_misc",
  "bpf",
  "cgroup",
  "cgroup2",
  "configfs",
  "debugfs",
  "devpts",
  "efivarfs",
  "fusectl",
  "hugetlbfs",
  "mqueue",
  "nsfs",
  "proc",
  "pstore",
  "rpc_pipefs",
  "securityfs",
  "sysfs",
  "tracefs",
]);

/** Every trash of this user that exists now: home, each mount's two, and those used before. */
function allStores(session: Session): readonly Store[] {
  const { machine, places } = session;
  const candidates: Store[] = [];
  if (places.trash !== undefined) candidates.push(storeAt(places.trash, undefined));
  for (const mount of session.mounts() ?? []) candidates.push(...storesOfMount(session, mount));
  for (const folder of settingsPaths(session.settings().stores, places))
    candidates.push(furtherStoreAt(folder));
  candidates.push(...rememberedStores(session));
  const seen = new Set<string>();
  const out: Store[] = [];
  for (const store of candidates) {
    const stat = statIfThere(machine.disk, store.info);
    // The same trash shows under each name of a bind mount.
    if (stat?.kind !== "folder" || seen.has(identity(stat))) continue;
    seen.add(identity(stat));
    out.push(store);
  }
  return out;
}

function storesOfMount({ machine }: Session, mount: Mount): readonly Store[] {
  if (NO_TRASH.has(mount.type)) return [];
  const { shared, own } = topStoreFolders(mount.point, machine.uid);
  const out: Store[] = [];
  try {
    if (isSharedTrashSafe(lstatIfThere(machine.disk, under(mount.point, ".Trash"))))
      out.push(storeAt(shared, mount.point));
    if (lstatIfThere(machine.disk, own)?.kind === "folder") out.push(storeAt(own, mount.point));
  } catch (thrown) {
    // A dead network mount: the others still count.
    faultCode(thrown);
  }
  return out;
}

function rememberedStores({ machine, places }: Session): readonly Store[] {
  if (places.state === undefined) return [];
  const text = readFileIfThere(machine.disk, under(places.state, "stores")) ?? "";
  const out: Store[] = [];
  for (const line of new Set(text.split("\n"))) {
    const [folder, top] = line.split(" ");
    if (!folder || !top) continue;
    const path = percentDecode(folder);
    out.push(top === FURTHER ? furtherStoreAt(path) : storeAt(path, percentDecode(top)));
  }
  return out;
}

export function listTrash(session: Session): Listing {
  const stores = allStores(session);
  const entries: Entry[] = [];
  const orphans: Orphan[] = [];
  const problems: { folder: Bytes; code: string }[] = [];
  for (const store of stores) {
    try {
      readStore(session, store, entries, orphans);
    } catch (thrown) {
      problems.push({ folder: store.folder, code: faultCode(thrown) });
    }
  }
  entries.sort((a, b) => b.time - a.time || compare(b.command, a.command) || a.number - b.number);
  return { stores, entries, orphans, problems };
}

function compare(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  return (a ?? "") < (b ?? "") ? -1 : 1;
}

const SUFFIX = ".trashinfo";

function readStore(session: Session, store: Store, entries: Entry[], orphans: Orphan[]): void {
  const { disk } = session.machine;
  const infos = new Set<string>();
  for (const { name: file } of listIfThere(disk, store.info)) {
    if (!file.endsWith(SUFFIX)) continue;
    const name = raw(file.slice(0, -SUFFIX.length));
    infos.add(name);
    const text = unless(["ENOENT", "EISDIR", "EACCES"], () => readFileIfThere(disk, under(store.info, file)));
    if (text === undefined) continue;
    const info = parseInfo(text);
    const stat = lstatIfThere(disk, under(store.files, name));
    if (info === undefined || stat === undefined) {
      const own = lstatIfThere(disk, under(store.info, file));
      if (own !== undefined)
        orphans.push({ kind: "info", store, name, stat: own, isReadable: info !== undefined });
      if (stat !== undefined) orphans.push({ kind: "payload", store, name, stat });
      continue;
    }
    entries.push(entryOf(store, name, info, stat));
  }
  for (const { name } of listIfThere(disk, store.files)) {
    if (infos.has(name)) continue;
    const stat = lstatIfThere(disk, under(store.files, name));
    if (stat !== undefined) orphans.push({ kind: "payload", store, name, stat });
  }
}

function entryOf(store: Store, name: Bytes, info: Info, stat: Stat): Entry {
  const own = readPayloadName(name);
  // The name and the info file say the same; another program may have copied one of them.
  const command = info.command !== undefined && own?.command === info.command ? info.command : undefined;
  return {
    store,
    name,
    info,
    stat,
    // Relative to the top of the mount, or, in a trash that has none, to the folder that the trash is in.
    path: info.path.startsWith("/") ? info.path : under(store.top ?? folderOf(store.folder), info.path),
    time: command === undefined ? timeOfText(info.deleted) : timeOfCommand(command),
    command,
    number: own?.number ?? 0,
    keep: info.keep ?? "normal",
  };
}

/** Local time, as the specification wants it. */
function timeOfText(text: string | undefined): number {
  const time = text === undefined ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(time) ? 0 : time;
}

/** The kind in a word, for people and for JSON. */
export function kindWord(kind: FileKind): string {
  return kind === "char" || kind === "block" ? "device" : kind;
}
