/**
 * `bun run bench:self`: what our own path costs, as ratios against an empty program compiled the same way, in one
 * run and in alternation (the machine may be noisy; a ratio of medians is not). Exit code 1 when a budget is broken.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { lex } from "@hasna/hooks-lexer";
import { benchEnvironment, emptyProgram, median, once, payload, type Row } from "./bench-process.ts";

const ROUNDS = Number(process.argv[2] ?? 50);
const dist = join(import.meta.dir, "../dist");
const work = mkdtempSync(join(tmpdir(), "hooks-bench-"));
const failures: string[] = [];
const env = benchEnvironment;

try {
  const empty = await emptyProgram(work);
  await processes(empty);
  await lines();
  texts();
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const failure of failures) console.log(`over budget: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

/** Whole processes: the harness waits for these. */
async function processes(empty: string): Promise<void> {
  // Both programs as files written just now and the same way: how a file came into the page cache moves its start by 40 %.
  const own = join(work, "own");
  mkdirSync(own);
  for (const name of ["hooks", "trash"]) copyFileSync(join(dist, name), join(own, name));
  const bare = join(own, "empty");
  copyFileSync(empty, bare);
  const guard = [join(own, "hooks"), "run", "trash-guard"];
  const rows: readonly Row[] = [
    { name: "empty program", argv: [bare], command: "", says: "" },
    { name: "nothing to delete", argv: guard, command: "git status --short", budget: 1.15, says: "" },
    { name: "read, nothing to delete", argv: guard, command: "grep -rn 'rm -rf' src | head", says: "" },
    { name: "rewrite", argv: guard, command: "cd src && rm -rf build", budget: 1.3, says: "updatedInput" },
    { name: "denial", argv: guard, command: "rm -rf ~", says: "deny" },
  ];
  const times = rows.map((): number[] => []);
  const cpuTimes = rows.map((): number[] => []);
  for (let round = -3; round < ROUNDS; round++) {
    for (const [index, row] of rows.entries()) {
      const { ms, cpu } = await once(row);
      if (round < 0) continue;
      times[index]?.push(ms);
      cpuTimes[index]?.push(cpu);
    }
  }
  const base = median(times[0] ?? []);
  const baseCpu = Math.min(...(cpuTimes[0] ?? []));
  const basePeak = await peak(rows[0]);
  // On a machine that is busy the median says how long the queue was; the least CPU time says what the call costs.
  console.log(
    `whole process, medians of ${ROUNDS} and least CPU time, in alternation (load ${loadavg()[0]?.toFixed(1)})`,
  );
  for (const [index, row] of rows.entries()) {
    const ms = median(times[index] ?? []);
    const cpu = Math.min(...(cpuTimes[index] ?? [])) / baseCpu;
    const more = ((await peak(row)) - basePeak) / 1024;
    const memory = Number.isNaN(more)
      ? "(GNU time is not installed)"
      : `${more.toFixed(1).padStart(5)} MiB more`;
    const bound = row.budget === undefined ? "" : `at most x${row.budget.toFixed(2)}`;
    console.log(
      `  ${row.name.padEnd(26)} ${ms.toFixed(2).padStart(6)} ms  x${(ms / base).toFixed(2)}  CPU x${cpu.toFixed(2)}  ${memory}  ${bound}`,
    );
    if (row.budget !== undefined && ms / base > row.budget) {
      failures.push(`${row.name}: x${(ms / base).toFixed(2)}, budget x${row.budget}`);
    }
    if (more > 10)
      failures.push(`${row.name}: ${more.toFixed(1)} MiB more than the empty program, budget 10`);
  }
}

/** Peak memory in KiB, by GNU time: Bun's own figure for a child starts at the size of this process. */
async function peak(row: Row | undefined): Promise<number> {
  if (row === undefined || !(await Bun.file("/usr/bin/time").exists())) return Number.NaN;
  const peaks: number[] = [];
  for (let round = 0; round < 5; round++) {
    const argv = ["/usr/bin/time", "-f", "%M", ...row.argv];
    const child = Bun.spawn(argv, {
      cwd: "/",
      env,
      stdin: payload(row.command),
      stdout: "ignore",
      stderr: "pipe",
    });
    peaks.push(Number((await new Response(child.stderr).text()).trim().split("\n").at(-1)));
  }
  return median(peaks);
}

/** `explain --jsonl`, whole process, over lines of every kind. */
async function lines(): Promise<void> {
  const commands = [
    "git status",
    "rm -rf build",
    "cd a && rm x",
    "rm -rf ~",
    "grep -rn 'rm' src | head",
    "find . -delete",
    "ls -la",
  ];
  const count = 50_000;
  const input = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ command: commands[index % commands.length] }),
  ).join("\n");
  const start = Bun.nanoseconds();
  const child = Bun.spawn(
    [join(dist, "hooks"), "explain", "--jsonl", "--trash", "/opt/trash", "--shell", "bash"],
    {
      cwd: "/",
      env,
      stdin: new TextEncoder().encode(`${input}\n`),
      stdout: "pipe",
    },
  );
  const answers = (await new Response(child.stdout).text()).trimEnd().split("\n").length;
  const perSecond = Math.round(count / ((Bun.nanoseconds() - start) / 1e9));
  console.log(`explain --jsonl: ${perSecond} lines a second, both hooks (at least 10000)`);
  if (answers !== count) failures.push(`explain --jsonl answered ${answers} of ${count} lines`);
  if (perSecond < 10_000) failures.push(`explain --jsonl: ${perSecond} lines a second, budget 10000`);
}

/** Long texts in one process: time must grow with the length and no faster. */
function texts(): void {
  console.log("lexing, one process, cold");
  const rows: readonly (readonly [name: string, make: (size: number) => string])[] = [
    ["rm x; repeated", (size) => "rm x;".repeat(size / 5)],
    ["nested $( )", (size) => "$(".repeat(size / 2)],
    ['nested "$( )"', (size) => 'echo "$('.repeat(size / 8)],
    ["backticks", (size) => "`a` ".repeat(size / 4)],
    ["here-documents", (size) => "cat <<A <<B\nx\nA\ny\nB\n".repeat(size / 20)],
    ["unclosed here-documents", (size) => "cat <<A;".repeat(size / 8)],
    ["arithmetic or subshell", (size) => "((a);".repeat(size / 5)],
    ["one long word", (size) => "x".repeat(size)],
    ["operands", (size) => `rm ${"x ".repeat(size / 2)}`],
    ["quotes", (size) => "'a'\"b\"".repeat(size / 6)],
  ];
  for (const [name, make] of rows) {
    const small = timed(make(2 ** 18));
    const large = timed(make(2 ** 20));
    console.log(
      `  ${name.padEnd(26)} 256 KiB ${small.toFixed(1).padStart(7)} ms   1 MiB ${large.toFixed(1).padStart(7)} ms  (at most 200)`,
    );
    if (large > 200) failures.push(`${name}: 1 MiB took ${large.toFixed(0)} ms, budget 200`);
    if (large > 40 && large > small * 8)
      failures.push(`${name}: four times the text took ${(large / small).toFixed(1)} times as long`);
  }
}

function timed(text: string): number {
  const start = Bun.nanoseconds();
  lex(text);
  return (Bun.nanoseconds() - start) / 1e6;
}
