/** Reading a settings file whole, and writing one so that nobody ever sees half of it. */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import {
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rmdir,
  stat,
  unlink,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { exchanger } from "./exchange.ts";

/** A file as it stood at one moment. */
export type FileState =
  | { readonly kind: "absent" }
  | {
      readonly kind: "text";
      readonly text: string;
      readonly bytes: Uint8Array;
      /** Permission bits. */
      readonly mode: number;
      readonly uid: number;
      readonly gid: number;
      /** Names that the file has; more than one for hard links. */
      readonly links: number;
      /** When somebody last wrote it, in milliseconds since 1970. */
      readonly changedAt: number;
    }
  /** There is something, and it cannot be read as text: nothing may be written over it. */
  | { readonly kind: "unreadable"; readonly says: string };

/** How a write ended. */
export type Written =
  | { readonly kind: "done" }
  /** Somebody else changed the file between our reading and our writing: plan again. */
  | { readonly kind: "changed" }
  | { readonly kind: "failed"; readonly says: string };

/** Links from one to the next that are followed before a circle is assumed: Linux's own limit. */
const MOST_LINKS = 40;

/** Swaps against a program that writes at that very moment, before it is given up. */
const MOST_SWAPS = 20;

/** The file behind a path, through symbolic links, also through one whose end does not exist yet. */
export async function targetOf(path: string): Promise<string> {
  let current = resolve(path);
  for (let count = 0; count < MOST_LINKS; count++) {
    const link = await readlink(current).catch(() => undefined);
    if (link === undefined) break;
    current = resolve(dirname(current), link);
  }
  const folder = await realpath(dirname(current)).catch(() => undefined);
  return folder === undefined ? current : join(folder, basename(current));
}

export async function readState(path: string): Promise<FileState> {
  try {
    const facts = await stat(path);
    if (!facts.isFile()) return { kind: "unreadable", says: "it is not a file" };
    const bytes = await readFile(path);
    const { mode, uid, gid, nlink: links, mtimeMs: changedAt } = facts;
    return { kind: "text", text: decode(bytes), bytes, mode: mode & 0o7777, uid, gid, links, changedAt };
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT")
      return (await isLink(path))
        ? { kind: "unreadable", says: "it is a link that leads nowhere" }
        : { kind: "absent" };
    if (code === "ELOOP") return { kind: "unreadable", says: "it is a link that leads nowhere" };
    if (code === "ENOTDIR")
      return { kind: "unreadable", says: "a part of its path is a file and not a folder" };
    if (code === "EACCES") return { kind: "unreadable", says: "you may not read it" };
    if (error instanceof TypeError) return { kind: "unreadable", says: "it is not UTF-8 text" };
    return { kind: "unreadable", says: messageOf(error) };
  }
}

export async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

async function isLink(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => undefined);
  return facts?.isSymbolicLink() === true;
}

/** Throws a TypeError for bytes that are no UTF-8: decoding them anyway would lose them on the way back. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** The steps of a write, in their order; the last two replace the four before them when a file goes away. */
type Step =
  | "folder made"
  | "text written"
  | "text synced"
  | "compared"
  | "in place"
  | "old one dropped"
  | "folder synced"
  | "taken away"
  | "dropped";

/** Told of each step when it is done. Only tests listen: they end the process there, or meddle with the file. */
export type Watch = (step: Step, path: string) => void | Promise<void>;

const nobody: Watch = () => undefined;

/**
 * Puts new text in the place of a file that still is in the state it was planned from. Written beside it, synced, then
 * swapped in: at every moment there is the old file or the new one, whole. Mode and owner stay.
 */
export async function replaceFile(
  path: string,
  before: FileState,
  text: string,
  watch: Watch = nobody,
): Promise<Written> {
  if (before.kind === "unreadable") return { kind: "failed", says: before.says };
  if (before.kind === "text" && (before.mode & 0o222) === 0) {
    return {
      kind: "failed",
      says: `it is write-protected (mode ${before.mode.toString(8)}); run chmod u+w on it first`,
    };
  }
  const folder = dirname(path);
  const beside = besideOf(path);
  try {
    await mkdir(folder, { recursive: true });
    await watch("folder made", path);
    await removeLeftovers(path);
    await writeSynced(beside, text, before, () => watch("text written", path));
    await watch("text synced", path);
    const isUntouched = isSame(await readState(path), before);
    await watch("compared", path);
    const isIn = isUntouched && (await putIn(beside, path, before));
    await watch("in place", path);
    await unlink(beside).catch(() => undefined);
    await watch("old one dropped", path);
    if (!isIn) return { kind: "changed" };
    await syncFolder(folder);
    await watch("folder synced", path);
    const after = await readState(path);
    return after.kind === "text" && after.text === text ? { kind: "done" } : { kind: "changed" };
  } catch (error) {
    await unlink(beside).catch(() => undefined);
    // Somebody took the folder away in between: a fresh plan makes it again, or finds what stands there now.
    if (codeOf(error) === "ENOENT") return { kind: "changed" };
    return { kind: "failed", says: explain(error) };
  }
}

/** A name beside a file that nobody else has; `removeLeftovers` knows it again. */
function besideOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.hooks-${randomUUID()}`);
}

/**
 * Puts the new file where the old one is, and nothing else: a compare and a rename alone would leave a moment between them
 * in which another program's text is lost. False when there was another text; that text is in place then.
 */
async function putIn(fresh: string, path: string, before: FileState): Promise<boolean> {
  if (before.kind === "absent") return await putNew(fresh, path);
  const exchange = await exchanger();
  const ours = await readState(fresh);
  if (!exchange(fresh, path)) {
    // Where it cannot be swapped in one step: compared once more, so that only a moment is left in which a text can be lost.
    if ((await isLink(path)) || !isSame(await readState(path), before)) return false;
    await rename(fresh, path);
    return true;
  }
  let held = await readState(fresh);
  // A link that somebody put there since is news too, also one to the same text.
  if (!(await isLink(fresh)) && isSame(held, before)) return true;
  // What was taken out is news, so it goes back. Should that take out yet other news, then that is newer still.
  let put = ours;
  for (let count = 0; count < MOST_SWAPS && exchange(fresh, path); count++) {
    const taken = await readState(fresh);
    if (isSame(taken, put)) break;
    put = held;
    held = taken;
  }
  return false;
}

/** A new name for it fails where there is a file already; a rename would take that one's place. */
async function putNew(fresh: string, path: string): Promise<boolean> {
  try {
    await link(fresh, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    // A file system without hard links.
    if ((await readState(path)).kind !== "absent") return false;
    await rename(fresh, path);
    return true;
  }
}

async function writeSynced(
  path: string,
  text: string,
  like: FileState,
  written: () => void | Promise<void>,
): Promise<void> {
  // A settings file may hold keys: until it has the mode of the old one, nobody else may read it.
  const mode = like.kind === "text" ? 0o600 : 0o666;
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
  try {
    await file.writeFile(text);
    await written();
    if (like.kind === "text") {
      const own = await file.stat();
      if (own.uid !== like.uid || own.gid !== like.gid) {
        // By the open file, not by its name: in a folder of somebody else the name may lead elsewhere by now.
        await file.chown(like.uid, like.gid).catch(() => {
          throw new Error("its owner cannot be kept; run this as the owner of the file");
        });
      }
      // After chown, which may clear bits.
      await file.chmod(like.mode);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes a file that still is in the state it was planned from, and these folders, in order, while they are empty. */
export async function removeFile(
  path: string,
  before: FileState,
  folders: readonly string[],
  watch: Watch = nobody,
): Promise<Written> {
  const aside = besideOf(path);
  try {
    if (!isSame(await readState(path), before)) return { kind: "changed" };
    await watch("compared", path);
    // Taken aside and looked at: what somebody wrote since the comparison is put back.
    await rename(path, aside);
    await watch("taken away", path);
    if (!isSame(await readState(aside), before)) {
      await putNew(aside, path);
      await unlink(aside).catch(() => undefined);
      return { kind: "changed" };
    }
    await unlink(aside);
    await watch("dropped", path);
    for (const folder of folders) await rmdir(folder).catch(() => undefined);
    if (folders.length === 0) await syncFolder(dirname(path));
    await watch("folder synced", path);
    return { kind: "done" };
  } catch (error) {
    // Somebody else took it away in between.
    if (codeOf(error) === "ENOENT") return { kind: "changed" };
    return { kind: "failed", says: explain(error) };
  }
}

function isSame(a: FileState, b: FileState): boolean {
  if (a.kind === "absent" || b.kind === "absent") return a.kind === b.kind;
  return a.kind === "text" && b.kind === "text" && Buffer.compare(a.bytes, b.bytes) === 0;
}

/** A writer that was killed leaves its text beside the file; after a minute nobody can still be at work on it. */
async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`.${basename(path)}.hooks-`)) continue;
    const facts = await stat(join(folder, name)).catch(() => undefined);
    if (facts !== undefined && Date.now() - facts.mtimeMs > 60_000)
      await unlink(join(folder, name)).catch(() => undefined);
  }
}

/** Makes the rename itself last. Some file systems cannot sync a folder; the text is safe there all the same. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const CAUSES: Readonly<Record<string, string>> = {
  EACCES: "you may not write in its folder",
  EPERM: "the system does not permit it (an immutable file, or a folder of somebody else)",
  EBUSY: "something is mounted on it (a file that a container is given, say); change it where it comes from",
  EROFS: "it is on a read-only file system",
  ENOSPC: "the disk is full",
  EDQUOT: "your disk quota is used up",
  ENOTDIR: "a part of its path is a file and not a folder",
  EEXIST: "a part of its path is a file and not a folder",
};

/** Why a write failed, as a clause for people. */
export function explain(error: unknown): string {
  return CAUSES[codeOf(error) ?? ""] ?? messageOf(error);
}

function codeOf(error: unknown): string | undefined {
  return (error as { readonly code?: string }).code;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
