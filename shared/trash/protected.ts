import { type Bytes, raw } from "./bytes.ts";
import { identity, type Stat } from "./disk.ts";
import { Fault, unless } from "./fault.ts";
import { lstatIfThere, realFolder, statIfThere } from "./files.ts";
import type { Machine } from "./machine.ts";
import { baseName, folderOf, isWithin, normalised, under } from "./path.ts";
import { homeFromUserDatabase, type Places } from "./places.ts";
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

/** Below the home folder; protected with everything in them. */
const SECRET_FOLDERS: readonly string[] = [".hasna", ".ssh", ".aws", ".gnupg"];

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

export function protectedClass(machine: Machine, places: Places, more: readonly Bytes[]): ProtectedClass {
  const { disk } = machine;
  let deep: readonly Deep[] | undefined;
  let deepIdentities: ReadonlyMap<string, Deep> | undefined;
  let wholeIdentities: ReadonlySet<string> | undefined;
  let contentFolders: ReadonlySet<Bytes> | undefined;
  const chains = new Map<Bytes, readonly string[]>();

  /** The path through links, or itself when it does not exist. */
  function resolved(path: Bytes): Bytes {
    return unless(["ENOENT", "ENOTDIR", "EACCES", "ELOOP"], () => realFolder(disk, path)) ?? path;
  }

  function deepPlaces(): readonly Deep[] {
    if (deep !== undefined) return deep;
    const out: Deep[] = [];
    const add = (path: Bytes | undefined, reason: string): void => {
      if (path === undefined) return;
      out.push({ path: normalised(path), reason });
      const real = resolved(path);
      if (real !== path) out.push({ path: real, reason });
    };
    if (places.home !== undefined)
      for (const name of SECRET_FOLDERS)
        add(
          under(places.home, name),
          `~/${name} and what is in it is protected; if it must go, a person deletes it outside of the agent`,
        );
    add(places.trash, "it is part of the trash; use 'trash purge' or 'trash empty'");
    add(places.state, "it is the trash's own record; use 'trash gc' or 'trash doctor --fix'");
    if (places.settings !== undefined)
      add(folderOf(places.settings), "it holds the settings of trash; use 'trash config'");
    for (const path of more)
      add(path, "it is protected by the settings of trash ('trash config get protect')");
    deep = out;
    return out;
  }

  function deepById(): ReadonlyMap<string, Deep> {
    if (deepIdentities !== undefined) return deepIdentities;
    const out = new Map<string, Deep>();
    for (const place of deepPlaces()) {
      const stat = statIfThere(disk, place.path);
      if (stat !== undefined) out.set(identity(stat), place);
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
        const stat = statIfThere(disk, at);
        if (stat !== undefined) out.add(identity(stat));
      }
    };
    for (const path of SYSTEM_FOLDERS) add(raw(path));
    for (const home of [places.home, homeFromUserDatabase(machine)]) {
      add(home);
      if (home !== undefined) add(resolved(home));
    }
    for (const { path } of deepPlaces()) add(path);
    wholeIdentities = out;
    return out;
  }

  /** The identities of a folder and of all above it. */
  function chainOf(folder: Bytes): readonly string[] {
    const known = chains.get(folder);
    if (known !== undefined) return known;
    let own: string | undefined;
    try {
      own = identity(disk.lstat(folder));
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
    }
    const above = folder === "/" ? [] : chainOf(folderOf(folder));
    const chain = own === undefined ? above : [own, ...above];
    chains.set(folder, chain);
    return chain;
  }

  function systemContents(): ReadonlySet<Bytes> {
    if (contentFolders !== undefined) return contentFolders;
    const out = new Set<Bytes>();
    for (const path of SYSTEM_CONTENTS) {
      out.add(raw(path));
      if (lstatIfThere(disk, raw(path))?.kind === "link") out.add(resolved(raw(path)));
    }
    contentFolders = out;
    return out;
  }

  function insideDeep(real: Bytes, stat: Stat): Deep | undefined {
    const byPath = deepPlaces().find(({ path }) => isWithin(real, path));
    if (byPath !== undefined) return byPath;
    const ids = deepById();
    const own = stat.kind === "folder" ? ids.get(identity(stat)) : undefined;
    if (own !== undefined) return own;
    for (const id of chainOf(folderOf(real))) {
      const place = ids.get(id);
      if (place !== undefined) return place;
    }
    return undefined;
  }

  return {
    judge(real, stat) {
      const place = insideDeep(real, stat);
      if (place !== undefined) return { reason: place.reason };
      const folder = folderOf(real);
      if (isTopTrash(machine, real))
        return { reason: "it is part of the trash; use 'trash purge' or 'trash empty'" };
      // A link in a system folder's place (`/bin` on most systems) is as needed as the folder.
      if (SYSTEM_FOLDERS.includes(real)) return systemRefusal;
      if (real !== "/" && systemContents().has(folder)) return systemRefusal;
      if (stat.kind !== "folder") return undefined;
      if (whole().has(identity(stat))) return real === places.home ? homeRefusal : systemRefusal;
      return undefined;
    },
  };
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
