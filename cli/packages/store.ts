/**
 * Packages on this machine: one folder for each archive, named by its hash and never changed. The archive stays beside
 * its files, so that what is installed can be compared with it, and an older version is there without a network.
 */
import { createHash, randomUUID } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Manifest, parseManifest, problemLine } from "@hasna/hooks-catalog";
import { readTar, type TarFile } from "./tar.ts";
import { Trouble } from "./trouble.ts";

/** One package in the store. */
export interface StoredPackage {
  readonly manifest: Manifest;
  readonly integrity: string;
  /** Folder of its files, absolute. Read it, never write into it. */
  readonly folder: string;
  /** Folder of its own for what is made of it (a bundle); gone with the package. */
  readonly made: string;
}

/** `sha512-` and the hash in base64, as npm writes it. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

function placeOf(state: string, integrity: string): string {
  const hash = Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex");
  return join(state, "packages", hash.slice(0, 40));
}

/** The files of an archive without their common first folder, and the manifest in them. */
export function openArchive(
  bytes: Uint8Array,
  what: string,
): { readonly files: readonly TarFile[]; readonly manifest: Manifest } {
  const files = readTar(bytes).map((file) => {
    const cut = file.path.indexOf("/");
    if (cut === -1)
      throw new Trouble(
        `${what} is no package: "${file.path}" lies beside its folder`,
        "Nothing of it was kept.",
      );
    return { ...file, path: file.path.slice(cut + 1) };
  });
  const packageJson = files.find(({ path }) => path === "package.json");
  if (packageJson === undefined)
    throw new Trouble(`${what} is no package: it has no package.json`, "Nothing of it was kept.");
  const reading = parseManifest(new TextDecoder().decode(packageJson.bytes));
  if (reading.kind === "problems") {
    const lines = reading.problems.map((problem) => `\n  ${problemLine(problem)}`).join("");
    throw new Trouble(
      `${what} is no hook that this version knows:${lines}\n`,
      "Nothing of it was kept. Tell its publisher.",
    );
  }
  return { files, manifest: reading.manifest };
}

/**
 * Puts an archive into the store, once. Written beside and renamed: there is the whole package or none.
 * @throws Trouble for bytes that do not have the hash that was promised.
 */
export async function keep(
  state: string,
  bytes: Uint8Array,
  what: string,
  promised: string | undefined,
): Promise<StoredPackage> {
  const integrity = integrityOf(bytes);
  if (promised !== undefined && promised !== integrity) {
    throw new Trouble(
      `${what} is not what it should be: its hash is ${integrity}, and ${promised} was promised`,
      "Nothing of it was kept. Somebody changed it on its way, or the registry replaced a version: ask its publisher.",
    );
  }
  const { files, manifest } = openArchive(bytes, what);
  const place = placeOf(state, integrity);
  const stored: StoredPackage = {
    manifest,
    integrity,
    folder: join(place, "files"),
    made: join(place, "made"),
  };
  if ((await faultsIn(state, integrity)).length === 0) return stored;
  const beside = join(state, "packages", `.new-${randomUUID()}`);
  try {
    await mkdir(join(beside, "files"), { recursive: true, mode: 0o755 });
    await mkdir(join(beside, "made"));
    const folders = new Set(files.map(({ path }) => dirname(path)));
    for (const folder of folders) await mkdir(join(beside, "files", folder), { recursive: true });
    for (const { path, bytes: content, isExecutable } of files) {
      const file = join(beside, "files", path);
      // wx: a second entry for a file cannot write through the first.
      await writeFile(file, content, { flag: "wx" });
      if (isExecutable) await chmod(file, 0o755);
    }
    await writeFile(join(beside, "package.tgz"), bytes);
    // A damaged folder in its place goes; a whole one that another process just made is as good as ours.
    await rm(place, { recursive: true, force: true });
    await rename(beside, place).catch(async (error) => {
      if ((await faultsIn(state, integrity)).length > 0) throw error;
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
  return stored;
}

/** A package of the store, its manifest read from the archive and not from files that somebody may have changed. */
export async function stored(state: string, integrity: string): Promise<StoredPackage | undefined> {
  const place = placeOf(state, integrity);
  const bytes = await readFile(join(place, "package.tgz")).catch(() => undefined);
  if (bytes === undefined || integrityOf(bytes) !== integrity) return undefined;
  const { manifest } = openArchive(bytes, place);
  return { manifest, integrity, folder: join(place, "files"), made: join(place, "made") };
}

/** The archive as it was fetched; undefined when it is not in the store or not what it was. */
export async function storedArchive(state: string, integrity: string): Promise<Uint8Array | undefined> {
  const bytes = await readFile(join(placeOf(state, integrity), "package.tgz")).catch(() => undefined);
  return bytes !== undefined && integrityOf(bytes) === integrity ? bytes : undefined;
}

/** What is not as it was installed, a clause each; empty for a package that is whole. */
export async function faultsIn(state: string, integrity: string): Promise<readonly string[]> {
  const place = placeOf(state, integrity);
  const bytes = await readFile(join(place, "package.tgz")).catch(() => undefined);
  if (bytes === undefined) return ["it is not in the store"];
  if (integrityOf(bytes) !== integrity)
    return [`${join(place, "package.tgz")} does not have the hash in the lock`];
  const faults: string[] = [];
  const { files } = openArchive(bytes, place);
  const expected = new Map(files.map((file) => [file.path, file]));
  for (const { path, bytes: content } of files) {
    const file = join(place, "files", path);
    const facts = await lstat(file).catch(() => undefined);
    if (facts === undefined) faults.push(`${file} is missing`);
    else if (!facts.isFile()) faults.push(`${file} is no regular file`);
    else if (facts.size !== content.length || Buffer.compare(await readFile(file), content) !== 0) {
      faults.push(`${file} was changed`);
    }
  }
  const found = await readdir(join(place, "files"), { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of found) {
    const path = join(entry.parentPath, entry.name);
    const inner = path.slice(join(place, "files").length + 1);
    if (!entry.isDirectory() && !expected.has(inner)) faults.push(`${path} was added`);
  }
  return faults;
}
