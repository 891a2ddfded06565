/**
 * Puts the running program where it stays. `bunx` starts it from a cache that goes away; what harnesses call must not.
 * Each version has a folder, and one link names the version in use: switching is one rename, and sessions that still
 * run the old version find it in its place.
 */
import { createHash, randomUUID } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SIDECAR_NAME, sidecarText } from "@hasna/trash";
import { compare, valid } from "semver";
import { LOCK } from "../settings/lock.ts";
import { receiptsIn } from "../settings/receipt.ts";
import { type OwnPlaces, WISHES } from "./places.ts";

export type Placement =
  /** What is running is in place already. */
  | { readonly kind: "present"; readonly version: string }
  | {
      readonly kind: "place";
      readonly from: string;
      readonly version: string;
      /** Its folder below `versions`: the version, with a part of its hash where another build has that name. */
      readonly folder: string;
      /** The folder of the version in use until now. */
      readonly replaces: string | undefined;
    }
  /** A newer program is in place and stays, or this one cannot be placed and the one in place will do. */
  | { readonly kind: "keep"; readonly installed: string; readonly why: string }
  | { readonly kind: "refuse"; readonly says: string; readonly next: string };

export interface Running {
  /** The compiled program; undefined when started from source. */
  readonly binary: string | undefined;
  readonly version: string;
  readonly force: boolean;
}

export async function planPlacement(places: OwnPlaces, running: Running): Promise<Placement> {
  const installed = await installedVersion(places);
  const { binary, version } = running;
  if (binary === undefined) {
    if (installed !== undefined) {
      return { kind: "keep", installed, why: "this is hooks from source, which cannot be placed" };
    }
    return {
      kind: "refuse",
      says: "hooks is running from source, and harnesses need the built program in a place that stays",
      next: "Run `bun run build`, then `dist/hooks install` with the same words.",
    };
  }
  const occupant = await lstat(places.bin).catch(() => undefined);
  if (occupant !== undefined && !occupant.isSymbolicLink()) {
    return {
      kind: "refuse",
      says: `${places.bin} is there and is not the link that hooks keeps there`,
      next: "Move it away and install again.",
    };
  }
  const placing = { kind: "place", from: binary, version } as const;
  if (installed === undefined) {
    return { ...placing, folder: await folderName(places.versions, placing), replaces: undefined };
  }
  if (await sameFile(binary, places.program)) return { kind: "present", version: installed };
  if (
    valid(version) !== null &&
    valid(installed) !== null &&
    compare(installed, version) > 0 &&
    !running.force
  ) {
    return { kind: "keep", installed, why: `it is newer than this ${version}; --force replaces it` };
  }
  return { ...placing, folder: await folderName(places.versions, placing), replaces: installed };
}

/** The version that the link names; undefined when there is none that could be started. */
async function installedVersion(places: OwnPlaces): Promise<string | undefined> {
  const target = await readlink(places.bin).catch(() => undefined);
  const program = await stat(places.program).catch(() => undefined);
  if (target === undefined || program === undefined || !program.isFile() || (program.mode & 0o111) === 0)
    return undefined;
  return basename(target);
}

async function sameFile(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([stat(a), stat(b)]);
  if (left.dev === right.dev && left.ino === right.ino) return true;
  return left.size === right.size && (await digest(a)) === (await digest(b));
}

async function digest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}

/** Beside the programs: the SHA-256 of what was placed, so that a later look can tell whether it is still that. */
const HASH_NAME = "program.sha256";

/** The program in use, and what it is made of. */
export interface PlacedProgram {
  /** Its own folder, links resolved. */
  readonly folder: string;
  /** The folder's name. */
  readonly version: string;
  /** SHA-256 as it was placed; undefined for one placed by a version that kept no record. */
  readonly recorded: string | undefined;
  /** SHA-256 as it is now; undefined where the file is gone. */
  readonly hooks: string | undefined;
  readonly trash: string | undefined;
}

/** Undefined when none is placed. */
export async function placedProgram(places: OwnPlaces): Promise<PlacedProgram | undefined> {
  const version = await installedVersion(places);
  if (version === undefined) return undefined;
  const folder = await realpath(places.bin);
  const [recorded, hooks, trash] = await Promise.all([
    readFile(join(folder, HASH_NAME), "utf8").catch(() => undefined),
    digest(join(folder, "hooks")).catch(() => undefined),
    digest(join(folder, "trash")).catch(() => undefined),
  ]);
  return { folder, version, recorded: recorded?.trim(), hooks, trash };
}

/** Carries a `place` out. The caller holds the lock. */
export async function place(places: OwnPlaces, plan: Placement & { readonly kind: "place" }): Promise<void> {
  await mkdir(places.versions, { recursive: true, mode: 0o755 });
  const versions = await realpath(places.versions);
  const name = plan.folder;
  const folder = join(versions, name);
  if ((await stat(folder).catch(() => undefined)) === undefined) await fill(folder, plan.from);
  await prove(join(folder, "hooks"));
  await switchLink(places, name);
  await prune(versions, [name, plan.replaces]);
}

/** The version, unless another build of it is there: that one may be running, so it is not touched. */
async function folderName(
  versions: string,
  { from, version }: { readonly from: string; readonly version: string },
): Promise<string> {
  const program = join(versions, version, "hooks");
  const isThere = (await stat(join(versions, version)).catch(() => undefined)) !== undefined;
  if (!isThere || (await sameFile(from, program).catch(() => false))) return version;
  return `${version}+${(await digest(from)).slice(0, 8)}`;
}

async function fill(folder: string, from: string): Promise<void> {
  const building = join(folder, "..", `.placing-${randomUUID()}`);
  try {
    await mkdir(building, { mode: 0o755 });
    const program = join(building, "hooks");
    const trash = join(building, "trash");
    await copyFile(from, program, constants.COPYFILE_FICLONE);
    await chmod(program, 0o755);
    // One program under two names; file systems without hard links get a copy.
    await link(program, trash).catch(() => copyFile(program, trash));
    await writeFile(join(building, SIDECAR_NAME), sidecarText(join(folder, "trash")), { mode: 0o644 });
    await writeFile(join(building, HASH_NAME), `${await digest(program)}\n`, { mode: 0o644 });
    for (const name of ["hooks", "trash", SIDECAR_NAME, HASH_NAME]) await sync(join(building, name));
    await rename(building, folder);
    await sync(join(folder, ".."));
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    throw new Error(`the program cannot be placed in ${folder}: ${(error as Error).message}`);
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** Starts it once, from another folder: a home that is mounted `noexec` shows now and not at the first denial. */
async function prove(program: string): Promise<void> {
  try {
    const child = Bun.spawn([program, "--version"], {
      cwd: "/",
      env: {},
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    const [text, code] = await Promise.all([child.stderr.text(), child.exited]);
    if (code !== 0) throw new Error(`it ended with code ${code}: ${text.slice(0, 200)}`);
  } catch (error) {
    throw new Error(
      `${program} was placed and does not run (${(error as Error).message}); nothing was registered`,
    );
  }
}

async function switchLink(places: OwnPlaces, name: string): Promise<void> {
  const next = `${places.bin}.${randomUUID()}`;
  await symlink(join("versions", name), next);
  try {
    await rename(next, places.bin);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  await sync(places.state);
}

/** Keeps the version in use and the one before it; a version is a hundred megabytes. */
async function prune(versions: string, kept: readonly (string | undefined)[]): Promise<void> {
  for (const name of await readdir(versions)) {
    const isLeftover = name.startsWith(".placing-");
    if (
      kept.includes(name) ||
      !(isLeftover || valid(name) !== null || valid(name.split("+")[0] ?? "") !== null)
    )
      continue;
    await rm(join(versions, name), { recursive: true, force: true });
  }
}

/** Takes the programs away: after this nothing that is registered can run. */
export async function removePrograms(places: OwnPlaces): Promise<void> {
  const occupant = await lstat(places.bin).catch(() => undefined);
  if (occupant?.isSymbolicLink()) await rm(places.bin);
  await rm(places.versions, { recursive: true, force: true });
  await rm(join(places.state, WISHES), { force: true });
  // Records of files that are gone.
  await rm(receiptsIn(places.state).folder, { recursive: true, force: true });
}

/** Takes away what is left when nothing of ours is registered or placed any more; folders with something in them stay. */
export async function removeState(places: OwnPlaces): Promise<void> {
  // Not rm with force: below a file in the place of a folder it fails with EFAULT (Bun 1.4.5).
  await unlink(join(places.state, LOCK)).catch(() => undefined);
  for (const folder of [receiptsIn(places.state).folder, places.state, dirname(places.state)]) {
    await rmdir(folder).catch(() => undefined);
  }
}
