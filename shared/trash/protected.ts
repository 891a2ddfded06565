import { type Bytes, raw } from "./bytes.ts";
import { identity, type Stat } from "./disk.ts";
import { unless } from "./fault.ts";
import { realFolder } from "./files.ts";
import type { Machine } from "./machine.ts";
import { baseName, folderOf, isWithin, under } from "./path.ts";
import { homeFromUserDatabase, type Places } from "./places.ts";
import { SECRET_FOLDERS } from "./protected-names.ts";
import { topStoreFolders } from "./store.ts";

/** These folders, and any folder that holds one of them, are never trashed. */
const SYSTEM_FOLDERS: readonly string[] = [
  "/",
  "/bin",
  "/boot",
  "/dev",
  "/dev/shm",
  "/etc",
  "/home",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/media",
  "/mnt",
  "/opt",
  "/proc",
  "/root",
  "/run",
  "/sbin",
  "/srv",
  "/sys",
  "/tmp",
  "/usr",
  "/var",
  "/var/tmp",
  "/Applications",
  "/Library",
  "/System",
  "/Users",
  "/Volumes",
  "/private",
  "/private/tmp",
  "/private/var",
  "/cores",
];

/** Nothing that lies directly in one of these is trashed either. */
const SYSTEM_CONTENTS: readonly string[] = [
  "/bin",
  "/boot",
  "/etc",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/proc",
  "/sbin",
  "/sys",
  "/usr",
  "/System",
  "/Library",
];

export interface Refusal {
  /** Why not, and what to do instead; ends the line that starts with `cannot remove`. */
  readonly reason: string;
}

export interface ProtectedClass {
  /** Judges one operand by its real path and by what it is, so that no spelling, link or mount hides it. */
  judge(real: Bytes, stat: Stat): Refusal | undefined;
}

interface Deep {
  readonly path: Bytes;
  readonly reason: string;
}

/** What the settings add. */
export interface FurtherPlaces {
  readonly protect: readonly Bytes[];
  readonly stores: readonly Bytes[];
}

export function protectedClass(machine: Machine, places: Places, more: FurtherPlaces): ProtectedClass {
  const { disk } = machine;
  let deep: readonly Deep[] | undefined;
  let deepIdentities: ReadonlyMap<string, Deep> | undefined;
  let wholeIdentities: ReadonlySet<string> | undefined;
  let contentFolders: ReadonlySet<Bytes> | undefined;
  const above = new Map<Bytes, { readonly place: Deep | undefined }>();

  /** The path through links, or itself when it does not exist. */
  function resolved(path: Bytes): Bytes {
    return unless(["ENOENT", "ENOTDIR", "EACCES", "ELOOP"], () => realFolder(disk, path)) ?? path;
  }

  /** By path, as the environment spells it and with the home folder's links resolved. */
  function deepPlaces(): readonly Deep[] {
    if (deep !== undefined) return deep;
    const out: Deep[] = [];
    const { home } = places;
    const realHome = home === undefined ? undefined : resolved(home);
    const add = (path: Bytes | undefined, reason: string): void => {
      if (path === undefined) return;
      out.push({ path, reason });
      if (home !== undefined && realHome !== undefined && realHome !== home && isWithin(path, home))
        out.push({ path: under(realHome, path.slice(home.length + 1)), reason });
    };
    if (home !== undefined) for (const name of SECRET_FOLDERS) add(under(home, name), secretReason(name));
    add(places.trash, TRASH_REASON);
    add(places.state, "it is the trash's own record; use 'trash gc' or 'trash doctor --fix'");
    if (places.settings !== undefined)
      add(folderOf(places.settings), "it holds the settings of trash; use 'trash config'");
    for (const path of more.stores) add(path, TRASH_REASON);
    for (const path of more.protect)
      add(path, "it is protected by the settings of trash ('trash config get protect')");
    deep = out;
    return out;
  }

  function deepById(): ReadonlyMap<string, Deep> {
    if (deepIdentities !== undefined) return deepIdentities;
    const out = new Map<string, Deep>();
    for (const place of deepPlaces()) {
      const id = disk.identityOf(place.path);
      if (id !== undefined) out.set(id, place);
    }
    deepIdentities = out;
    return out;
  }

  /** Everything that is protected as a whole, with every folder above it. */
  function whole(): ReadonlySet<string> {
    if (wholeIdentities !== undefined) return wholeIdentities;
    const out = new Set<string>();
    const seen = new Set<Bytes>();
    const add = (path: Bytes | undefined): void => {
      for (let at = path; at !== undefined && !seen.has(at); at = at === "/" ? undefined : folderOf(at)) {
        seen.add(at);
        const id = disk.identityOf(at);
        if (id !== undefined) out.add(id);
      }
    };
    for (const path of SYSTEM_FOLDERS) add(raw(path));
    for (const home of [places.home, homeFromUserDatabase(machine)]) {
      add(home);
      if (home !== undefined) add(resolved(home));
    }
    for (const { path } of deepPlaces()) {
      add(path);
      add(resolved(path));
    }
    wholeIdentities = out;
    return out;
  }

  /** The protected place that holds this folder, under whatever name it was reached. */
  function placeAbove(folder: Bytes): Deep | undefined {
    const known = above.get(folder);
    if (known !== undefined) return known.place;
    const ids = deepById();
    let place: Deep | undefined;
    for (let at = folder; place === undefined; at = folderOf(at)) {
      const id = disk.identityOf(at);
      if (id !== undefined) place = ids.get(id);
      if (at === "/") break;
    }
    above.set(folder, { place });
    return place;
  }

  function isSystemContent(folder: Bytes): boolean {
    if (SYSTEM_CONTENTS.includes(folder)) return true;
    // `/bin` and its like may be links, to one level below `/usr`.
    if (folder.indexOf("/", folder.indexOf("/", 1) + 1) > 0) return false;
    contentFolders ??= new Set(SYSTEM_CONTENTS.map((path) => resolved(raw(path))));
    return contentFolders.has(folder);
  }

  function insideDeep(real: Bytes, stat: Stat): Deep | undefined {
    for (const place of deepPlaces()) if (isWithin(real, place.path)) return place;
    const own = stat.kind === "folder" ? deepById().get(identity(stat)) : undefined;
    return own ?? placeAbove(folderOf(real));
  }

  return {
    judge(real, stat) {
      const place = insideDeep(real, stat);
      if (place !== undefined) return { reason: place.reason };
      if (isTopTrash(machine, real)) return { reason: TRASH_REASON };
      // A link in a system folder's place (`/bin` on most systems) is as needed as the folder.
      if (SYSTEM_FOLDERS.includes(real)) return systemRefusal;
      if (isSystemContent(folderOf(real))) return systemRefusal;
      if (stat.kind !== "folder") return undefined;
      if (whole().has(identity(stat))) return real === places.home ? homeRefusal : systemRefusal;
      return undefined;
    },
  };
}

const TRASH_REASON = "it is part of the trash; use 'trash purge' or 'trash empty'";

function secretReason(name: string): string {
  return `~/${name} and what is in it is protected; if it must go, a person deletes it outside of the agent`;
}

const systemRefusal: Refusal = {
  reason:
    "it is protected (it is or holds a system folder, a home folder or the trash); name what is inside it instead",
};

const homeRefusal: Refusal = {
  reason: "it is your home folder; name what is inside it instead",
};

/** By its place and name, since the trash of a mount can be met from any folder on it. */
function isTopTrash({ disk, uid }: Machine, real: Bytes): boolean {
  if (!real.includes("/.Trash")) return false;
  for (let at = real; at !== "/"; at = folderOf(at)) {
    if (!baseName(at).startsWith(".Trash")) continue;
    const top = folderOf(at);
    const { shared, own } = topStoreFolders(top, uid);
    if (at !== own && at !== folderOf(shared)) continue;
    const stat = disk.lstat(top);
    if (stat.mountRoot || stat.mount === undefined) return true;
  }
  return false;
}
