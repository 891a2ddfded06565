/** The lock on disk, of the user or of a project, and the locks it was before. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { EMPTY_LOCK, type Lock, lockText, parseLock } from "@hasna/hooks-catalog";
import type { Context } from "../context.ts";
import { ownPlaces } from "../install/places.ts";
import { type FileState, readState, replaceFile } from "../settings/file.ts";
import { Trouble } from "./trouble.ts";

/** Which lock: the user's own for all projects, or the one that a project shares. */
export type LockScope = "user" | "project";

const LOCK_NAME = "hooks.lock";

/** Former locks that are kept. */
const MOST_KEPT = 20;

export interface LockFile {
  readonly scope: LockScope;
  /** Absolute. */
  readonly path: string;
  /** Folder of our state, with the store and the former locks. */
  readonly state: string;
  readonly lock: Lock;
  readonly before: FileState;
}

/** Reads a lock; one that is not there is empty. @throws Trouble for one that cannot be read. */
export async function readLockFile(
  scope: LockScope,
  { home, cwd }: Pick<Context, "home" | "cwd">,
): Promise<LockFile> {
  if (home === undefined)
    throw new Trouble("HOME is not set, so there is no place for hooks", "Set HOME and try again.");
  const { state } = ownPlaces(home);
  const path = scope === "user" ? join(state, LOCK_NAME) : join(cwd, LOCK_NAME);
  const before = await readState(path);
  if (before.kind === "absent") return { scope, path, state, lock: EMPTY_LOCK, before };
  if (before.kind === "unreadable")
    throw new Trouble(`${path} cannot be read: ${before.says}`, "Nothing was changed.");
  const reading = parseLock(before.text);
  if (reading.kind === "problems") {
    throw new Trouble(
      `${path} cannot be used: ${reading.says.join("; ")}`,
      "Nothing was changed. Correct it, or take it back from version control.",
    );
  }
  return { scope, path, state, lock: reading.lock, before };
}

/** Writes a lock whose former state was read before, and keeps that one for a way back. */
export async function writeLockFile({ path, state, before }: LockFile, lock: Lock): Promise<void> {
  const text = lockText(lock);
  if (before.kind === "text" && before.text === text) return;
  if (before.kind === "absent" && Object.keys(lock.hooks).length === 0) return;
  await remember(state, path, before);
  const written = await replaceFile(path, before, text);
  if (written.kind === "changed")
    throw new Trouble(`${path} was changed by somebody else meanwhile`, "Run the same again.");
  if (written.kind === "failed")
    throw new Trouble(`${path} cannot be written: ${written.says}`, "Nothing was changed.");
}

function historyOf(state: string, path: string): string {
  return join(state, "locks", createHash("sha256").update(path).digest("hex").slice(0, 16));
}

async function numbers(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((a, b) => a - b);
}

async function remember(state: string, path: string, before: FileState): Promise<void> {
  const folder = historyOf(state, path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const kept = await numbers(folder);
  const text = before.kind === "text" ? before.text : lockText(EMPTY_LOCK);
  await writeFile(join(folder, `${(kept.at(-1) ?? 0) + 1}.json`), text);
  for (const number of kept.slice(0, Math.max(0, kept.length + 1 - MOST_KEPT))) {
    await unlink(join(folder, `${number}.json`));
  }
}

/** The lock before the last change, and how to forget that it was kept; undefined when there is none. */
export async function formerLock({
  state,
  path,
}: LockFile): Promise<{ readonly lock: Lock; readonly forget: () => Promise<void> } | undefined> {
  const folder = historyOf(state, path);
  const last = (await numbers(folder)).at(-1);
  if (last === undefined) return undefined;
  const file = join(folder, `${last}.json`);
  const reading = parseLock(await readFile(file, "utf8"));
  if (reading.kind === "problems")
    throw new Trouble(`${file} cannot be used: ${reading.says.join("; ")}`, "Remove it to go further back.");
  return { lock: reading.lock, forget: () => unlink(file) };
}

/** Puts a former lock in the place of the one that is there, without keeping that one: going back twice goes back two steps. */
export async function putBack({ path, before }: LockFile, lock: Lock): Promise<void> {
  const written = await replaceFile(path, before, lockText(lock));
  if (written.kind !== "done") throw new Trouble(`${path} cannot be written`, "Run the same again.");
}

/** The folder that paths in the lock are relative to; undefined where they are absolute. */
export function lockFolder({ scope, path }: LockFile): string | undefined {
  return scope === "project" ? dirname(path) : undefined;
}
