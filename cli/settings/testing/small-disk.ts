/**
 * Started in a mount namespace of its own with an empty FOLDER: a small file system is mounted there, and an install and an
 * uninstall take place while it is nearly full, or read-only. Prints one JSON line a run. For each form of settings that is
 * named, and COUNT amounts of room from none on, a page more each.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withLock } from "../lock.ts";
import { type Applied, applyToFile, planFileInstall, planFileUninstall } from "../settings-file.ts";
import { BEFORE, oneHook } from "./one-hook.ts";

export interface SmallDiskRun {
  readonly id: string;
  readonly kind: "full" | "read-only";
  /** Pages of 4096 bytes that were free when the install began. */
  readonly room: number;
  readonly says: string;
  readonly problems: readonly string[];
}

const PAGE = 4096;
const [folder = "", count = "8", ...ids] = process.argv.slice(2);

for (const id of ids) {
  for (let room = 0; room < Number(count); room++) console.log(JSON.stringify(await run(id, "full", room)));
  console.log(JSON.stringify(await run(id, "read-only", 100)));
}

async function run(id: string, kind: SmallDiskRun["kind"], room: number): Promise<SmallDiskRun> {
  mount("-t", "tmpfs", "-o", "size=4m", "tmpfs", folder);
  try {
    const { file, text } = BEFORE[id] ?? { file: "", text: "" };
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    // Large enough that a part of it could be written where the whole does not fit.
    const before = text?.replace('"m"', JSON.stringify("m".repeat(3 * PAGE)));
    if (before !== undefined) writeFileSync(path, before);
    const { wanted, target, folder: state } = oneHook(folder, id);
    // Size 0 would be no limit at all. The lock is there already, as after any first install.
    await withLock(state, async () => undefined);
    if (kind === "full") mount("-o", `remount,size=${Math.max(pagesUsed() + room, 1) * PAGE}`, folder);
    else mount("-o", "remount,ro", folder);
    const install = () => withLock(state, () => applyToFile(target, () => planFileInstall(target, wanted)));
    const applied = await install().catch(failed);
    const problems = whole(path, before, applied);
    const beside = readdirSync(dirname(path)).filter((name) => name.includes(".hooks-"));
    if (beside.length > 0) problems.push(`left beside: ${beside.join()}`);
    mount("-o", "remount,rw,size=4m", folder);
    // With room again it goes on from there.
    for (const again of [
      await install(),
      await withLock(state, () => applyToFile(target, () => planFileUninstall(target, wanted))),
    ]) {
      if (again.kind === "failed") problems.push(`with room again: ${again.says}`);
    }
    if (read(path) !== before) problems.push(`in the end it is ${JSON.stringify(read(path))}`);
    return { id, kind, room, says: applied.kind === "failed" ? applied.says : "done", problems };
  } finally {
    spawnSync("umount", [folder]);
  }
}

function whole(path: string, before: string | undefined, applied: Applied): string[] {
  const text = read(path);
  if (applied.kind === "failed") return text === before ? [] : [`it failed and left ${JSON.stringify(text)}`];
  return text?.includes("trash-guard") ? [] : [`it said done and left ${JSON.stringify(text)}`];
}

function failed(error: unknown): Applied {
  return { kind: "failed", says: error instanceof Error ? error.message : String(error) };
}

function pagesUsed(): number {
  const { stdout } = spawnSync("df", ["--output=used", "--block-size=4096", folder], { encoding: "utf8" });
  return Number(stdout.trim().split("\n").at(-1));
}

function mount(...words: readonly string[]): void {
  const { status, stderr } = spawnSync("mount", words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`mount ${words.join(" ")}: ${stderr}`);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
