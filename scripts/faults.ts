/**
 * `bun run faults [RUNS]`: writers that are killed at any moment, in each form of settings, and eight installers at once
 * beside a client that writes too. RUNS (500) of each kind of form; nothing may be lost and no file may be half.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const runs = Number(process.argv[2] ?? "500");
const testing = join(import.meta.dir, "../cli/settings/testing");
const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const problems: string[] = [];

/** One harness a form, with a file that was there before. */
const forms = [
  { id: "claude-code", file: ".claude/settings.json", before: '{\n  "model": "m",\n  "env": {}\n}\n' },
  { id: "cursor", file: ".cursor/hooks.json", before: '{"version":1,"hooks":{}}' },
  { id: "kimi", file: ".kimi-code/config.toml", before: '# mine\nname = "k"\n' },
  { id: "opencode", file: ".config/opencode/plugins/hasna-hooks.js", before: undefined },
] as const;

for (const { id, file, before } of forms) {
  const texts = new Set<string>();
  const home = mkdtempSync(join(memory, "hooks-faults-"));
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  if (before !== undefined) writeFileSync(path, before);
  const script = join(testing, "back-and-forth.ts");
  let killed = 0;
  for (let run = 0; run < runs; run++) {
    const child = Bun.spawn([process.execPath, script, home, "Infinity", id], { stdout: "pipe" });
    await child.stdout.getReader().read();
    // Many kills a start: a start takes ten times as long as a round.
    await Bun.sleep(Math.random() * 150);
    child.kill("SIGKILL");
    await child.exited;
    killed++;
    texts.add(existsSync(path) ? readFileSync(path, "utf8") : "(absent)");
  }
  const last = Bun.spawnSync([process.execPath, script, home, "1", id], { stderr: "pipe" });
  const after = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (last.exitCode !== 0) problems.push(`${id}: the next install failed: ${last.stderr.toString()}`);
  if (after !== before) problems.push(`${id}: it ended with ${JSON.stringify(after)}`);
  if (texts.size > 2) problems.push(`${id}: ${texts.size} texts were seen: ${[...texts].join("\n---\n")}`);
  console.log(`${id}: ${killed} writers killed, ${texts.size} texts seen (with and without our entry)`);
  rmSync(home, { recursive: true, force: true });
}

const names = Array.from({ length: 8 }, (_, index) => `hook-${index}`);
let whole = 0;
for (let run = 0; run < runs; run++) {
  const home = mkdtempSync(join(memory, "hooks-faults-"));
  const path = join(home, ".claude/settings.json");
  mkdirSync(dirname(path));
  writeFileSync(path, '{\n  "count": 0\n}\n');
  let isOver = false;
  const client = clientThatWrites(path, () => isOver);
  const children = names.map((name) =>
    Bun.spawn([process.execPath, join(testing, "install-one.ts"), home, name], {
      stdout: "pipe",
      stderr: "pipe",
    }),
  );
  const codes = await Promise.all(children.map((child) => child.exited));
  isOver = true;
  const count = await client;
  const settings = JSON.parse(readFileSync(path, "utf8"));
  const found = settings.hooks.PreToolUse[0].hooks[0].command.split(" run ")[1].split(" ");
  if (codes.some((code) => code !== 0)) problems.push(`run ${run}: exit codes ${codes.join(" ")}`);
  if (found.join() !== names.join()) problems.push(`run ${run}: ${found.join()} are registered`);
  if (settings.count !== count) problems.push(`run ${run}: the client's ${count} became ${settings.count}`);
  whole++;
  rmSync(home, { recursive: true, force: true });
}
console.log(`${whole} times 8 installers at once beside a client that writes`);

/** A client that rewrites the file through a rename, as they do: reads, counts up, writes what it has read. */
async function clientThatWrites(path: string, isOver: () => boolean): Promise<number> {
  let count = 0;
  // It rests longer than it writes: it knows no lock, so what it has read may be old only for a moment.
  for (; count < 5 && !isOver(); count++) {
    const settings = JSON.parse(readFileSync(path, "utf8"));
    settings.count = count + 1;
    writeFileSync(`${path}.client`, `${JSON.stringify(settings, null, 2)}\n`);
    renameSync(`${path}.client`, path);
    await Bun.sleep(20 + Math.random() * 30);
  }
  return count;
}

for (const problem of problems.slice(0, 10)) console.log(problem);
console.log(problems.length === 0 ? "\nnothing was lost" : `\n${problems.length} faults`);
process.exitCode = problems.length === 0 ? 0 : 1;
