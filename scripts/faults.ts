/**
 * `bun run faults [RUNS]`: what a settings write must bear, in five forms of settings file. RUNS (500) of each of: killed
 * at a named step, killed at any moment, something else happens to the file at a step, eight installers at once beside a
 * client that writes; besides, every amount of room on a small disk. Nothing may be lost and no file may be half.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { withLock } from "../cli/settings/lock.ts";
import { applyToFile, planFileInstall, planFileUninstall } from "../cli/settings/settings-file.ts";
import { BEFORE, oneHook } from "../cli/settings/testing/one-hook.ts";
import type { SmallDiskRun } from "../cli/settings/testing/small-disk.ts";

const runs = Number(process.argv[2] ?? "500");
const testing = join(import.meta.dir, "../cli/settings/testing");
/** A disk in memory where there is one: what counts here is the order of things and not the disk. */
const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const ids = Object.keys(BEFORE);
const problems: string[] = [];
const note = (where: string, says: string) => problems.push(`${where}: ${says}`);

const started = performance.now();
// Each is told when it is done: a whole run takes minutes.
const counts = [
  ["killed at a named step", await told(killedAtSteps)],
  ["killed at any moment", await told(killedAnywhere)],
  ["something else happens at a step", await told(meddledWith)],
  ["a small disk, or one that is read-only", await told(smallDisks)],
  ["8 installers at once beside a client that writes", await told(manyAtOnce)],
] as const;

for (const [name, count] of counts) console.log(`${String(count).padStart(5)}  ${name}`);
const total = counts.reduce((sum, [, count]) => sum + count, 0);
for (const problem of problems.slice(0, 20)) console.log(problem);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${String(total).padStart(5)}  fault runs in ${seconds} s, ${problems.length === 0 ? "nothing lost and no half file" : `${problems.length} faults`}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

async function told(part: () => Promise<number>): Promise<number> {
  const count = await part();
  console.log(`${part.name}: ${count} runs, ${problems.length} faults so far`);
  return count;
}

interface Ground {
  readonly home: string;
  readonly path: string;
  readonly before: string | undefined;
  /** The text with our entry. */
  readonly after: string;
}

async function groundOf(id: string): Promise<Ground> {
  const { file, text: before } = BEFORE[id] ?? { file: "", text: undefined };
  const home = mkdtempSync(join(memory, "hooks-faults-"));
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  if (before !== undefined) writeFileSync(path, before);
  await change(home, id, "install");
  const after = read(path) ?? "";
  await change(home, id, "uninstall");
  return { home, path, before, after };
}

/** In this process: what a fault must not have made impossible. */
async function change(home: string, id: string, verb: "install" | "uninstall"): Promise<string | undefined> {
  const { wanted, target, folder } = oneHook(home, id);
  const plan = verb === "install" ? planFileInstall : planFileUninstall;
  const applied = await withLock(folder, () => applyToFile(target, () => plan(target, wanted)));
  if (applied.kind === "failed") return applied.says;
  return applied.plan.kind === "refuse" ? applied.plan.says : undefined;
}

/** The steps of a whole install or uninstall, as a child process names them. */
function stepsOf(home: string, id: string, verb: string, at = 0, fault = "none", text = ""): string[] {
  const child = Bun.spawnSync(
    [process.execPath, join(testing, "at-step.ts"), home, id, verb, String(at), fault, text],
    { stderr: "inherit" },
  );
  return child.stdout.toString().split("\n").filter(Boolean);
}

/** Once with the entry and once without is what the file may be; then the next install and uninstall must work. */
async function judge({ home, path, before, after }: Ground, id: string, where: string): Promise<void> {
  const text = read(path);
  if (text !== before && text !== after) note(where, `left ${JSON.stringify(text)}`);
  for (const verb of ["install", "uninstall"] as const) {
    const failure = await change(home, id, verb);
    if (failure !== undefined) note(where, `the next ${verb} failed: ${failure}`);
    const wanted = verb === "install" ? after : before;
    if (read(path) !== wanted) note(where, `the next ${verb} left ${JSON.stringify(read(path))}`);
  }
  const old = existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
  for (const name of old.filter((name) => name.includes(".hooks-"))) {
    // What is beside is fresh, or the next write has taken it away.
    if (Date.now() - statSync(join(dirname(path), name)).mtimeMs > 60_000) note(where, `left ${name}`);
  }
}

async function killedAtSteps(): Promise<number> {
  let count = 0;
  const seen = new Set<string>();
  for (let round = 0; count < runs; round++) {
    const id = ids[round % ids.length] as string;
    const ground = await groundOf(id);
    for (const verb of ["install", "uninstall"] as const) {
      for (let at = 1; count < runs; at++) {
        await change(ground.home, id, verb === "install" ? "uninstall" : "install");
        const steps = stepsOf(ground.home, id, verb, at, "kill");
        // Fewer steps than the number: it was not killed any more.
        if (steps.length < at) break;
        seen.add(`${verb} ${steps.at(-1)?.split(":")[0]}`);
        await judge(ground, id, `${id}, ${verb} killed after step ${at} (${steps.at(-1)})`);
        count++;
      }
    }
    rmSync(ground.home, { recursive: true, force: true });
  }
  console.log(`steps: ${[...seen].sort().join(", ")}`);
  return count;
}

async function killedAnywhere(): Promise<number> {
  let count = 0;
  for (const id of ids) {
    const ground = await groundOf(id);
    for (let run = 0; run < runs / ids.length; run++) {
      const child = Bun.spawn(
        [process.execPath, join(testing, "back-and-forth.ts"), ground.home, "Infinity", id],
        {
          stdout: "pipe",
        },
      );
      await child.stdout.getReader().read();
      await Bun.sleep(Math.random() * 100);
      child.kill("SIGKILL");
      await child.exited;
      await judge(ground, id, `${id}, killed at some moment`);
      count++;
    }
    rmSync(ground.home, { recursive: true, force: true });
  }
  return count;
}

async function meddledWith(): Promise<number> {
  const faults = ["file vanishes", "folder vanishes", "file becomes a folder", "somebody writes"] as const;
  let count = 0;
  for (let round = 0; count < runs; round++) {
    const id = ids[round % ids.length] as string;
    const ground = await groundOf(id);
    const { home, path, before } = ground;
    const steps = stepsOf(home, id, "install").filter((step) => !step.startsWith("failed"));
    for (const fault of faults) {
      for (let at = 1; at <= steps.length && count < runs; at++) {
        rmSync(path, { recursive: true, force: true });
        mkdirSync(dirname(path), { recursive: true });
        if (before !== undefined) writeFileSync(path, before);
        const theirs = before?.replace(/\}\s*$/, "") === before ? `${before}# theirs\n` : theirsOf(before);
        const said = stepsOf(home, id, "install", at, fault, theirs);
        const where = `${id}, ${fault} after step ${at} (${steps[at - 1]})`;
        count++;
        const failure = said.find((line) => line.startsWith("failed"));
        if (fault === "file becomes a folder") {
          if (!statSync(path).isDirectory()) note(where, "the folder is gone");
          rmSync(path, { recursive: true, force: true });
          continue;
        }
        const text = read(path);
        if (failure !== undefined) note(where, failure);
        // A generated file is ours alone: what somebody else puts there is not taken for ours.
        else if (id === "opencode" && fault === "somebody writes") continue;
        else if (!text?.includes("trash-guard")) note(where, `there is no entry: ${JSON.stringify(text)}`);
        else if (fault === "somebody writes" && !text.includes("theirs"))
          note(where, `theirs is lost: ${text}`);
        const left = await change(home, id, "uninstall");
        if (left !== undefined || read(path)?.includes("trash-guard"))
          note(where, `uninstall: ${left ?? read(path)}`);
      }
    }
    rmSync(home, { recursive: true, force: true });
  }
  return count;
}

/** The same settings with a key more. */
function theirsOf(before: string | undefined): string {
  return before === undefined
    ? "// theirs\n"
    : before.replace(/\}(\s*)$/, (_, end: string) => `,"x-theirs":1}${end}`);
}

async function smallDisks(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "hooks-disk-"));
  const asUser = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const child = Bun.spawn(
    ["unshare", ...asUser, "--mount", process.execPath, join(testing, "small-disk.ts"), folder, "16", ...ids],
    { stdout: "pipe", stderr: "pipe" },
  );
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  rmSync(folder, { recursive: true, force: true });
  const lines = out.split("\n").filter(Boolean);
  if (child.exitCode !== 0) note("small disks", err);
  for (const line of lines) {
    const { id, kind, room, problems } = JSON.parse(line) as SmallDiskRun;
    for (const problem of problems) note(`${id}, ${kind} with ${room} pages of room`, problem);
  }
  return lines.length;
}

async function manyAtOnce(): Promise<number> {
  const names = Array.from({ length: 8 }, (_, index) => `hook-${index}`);
  const installers = names.map((name) => {
    const child = Bun.spawn([process.execPath, join(testing, "install-one.ts"), name], {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    const reader = child.stdout.getReader();
    const install = async (home: string): Promise<string> => {
      child.stdin.write(`${home}\n`);
      await child.stdin.flush();
      let said = "";
      while (!said.endsWith("\n")) {
        const { done, value } = await reader.read();
        if (done) return `the installer of ${name} has ended`;
        said += new TextDecoder().decode(value);
      }
      return said.trim();
    };
    return { install, end: () => child.kill() };
  });
  for (let run = 0; run < runs; run++) {
    const home = mkdtempSync(join(memory, "hooks-faults-"));
    const path = join(home, ".claude/settings.json");
    mkdirSync(dirname(path));
    writeFileSync(path, '{\n  "count": 0\n}\n');
    let isOver = false;
    const client = clientThatWrites(path, () => isOver);
    const said = await Promise.all(installers.map(({ install }) => install(home)));
    isOver = true;
    const count = await client;
    const settings = JSON.parse(readFileSync(path, "utf8"));
    const found: readonly string[] = settings.hooks.PreToolUse[0].hooks[0].command
      .split(" run ")[1]
      .split(" ");
    if (said.some((line) => line !== "ok")) note(`run ${run}`, said.join("; "));
    if (names.some((name) => !found.includes(name))) note(`run ${run}`, `${found.join()} are registered`);
    if (settings.count !== count)
      note(`run ${run}`, `the client's ${count} became ${String(settings.count)}`);
    rmSync(home, { recursive: true, force: true });
  }
  for (const { end } of installers) end();
  return runs;
}

/** A client that rewrites the file through a rename, as they do: reads, counts up, writes what it has read. */
async function clientThatWrites(path: string, isOver: () => boolean): Promise<number> {
  let count = 0;
  // It rests longer than it writes: it knows no lock, so what it has read may be old only for a moment.
  for (; count < 8 && !isOver(); count++) {
    const settings = JSON.parse(readFileSync(path, "utf8"));
    settings.count = count + 1;
    writeFileSync(`${path}.client`, `${JSON.stringify(settings, null, 2)}\n`);
    renameSync(`${path}.client`, path);
    await Bun.sleep(20 + Math.random() * 30);
  }
  return count;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
