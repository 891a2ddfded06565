/**
 * `bun run bench:self`: what our own path costs, as ratios against an empty program compiled the same way, in one
 * run and in alternation (the machine may be noisy; a ratio of medians is not). Exit code 1 when a budget is broken.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lex } from "@hasna/hooks-lexer";

const ROUNDS = Number(process.argv[2] ?? 50);
const dist = join(import.meta.dir, "../dist");
const work = mkdtempSync(join(tmpdir(), "hooks-bench-"));
const failures: string[] = [];

try {
  const empty = await emptyProgram();
  await processes(empty);
  texts();
} finally {
  rmSync(work, { recursive: true, force: true });
}
for (const failure of failures) console.log(`over budget: ${failure}`);
process.exit(failures.length === 0 ? 0 : 1);

async function emptyProgram(): Promise<string> {
  const source = join(work, "empty.ts");
  writeFileSync(source, "export {};\n");
  const outfile = join(work, "empty");
  const result = await Bun.build({
    entrypoints: [source],
    target: "bun",
    format: "cjs",
    minify: true,
    bytecode: true,
    compile: {
      outfile,
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  if (!result.success) throw new Error(result.logs.join("\n"));
  return outfile;
}

/** Whole processes: the harness waits for these. */
async function processes(empty: string): Promise<void> {
  const hooks = join(dist, "hooks");
  const rows = [
    { name: "empty program", argv: [empty], command: "", budget: 1, says: "" },
    {
      name: "nothing to delete",
      argv: [hooks, "run", "trash-guard"],
      command: "git status --short",
      budget: 1.15,
      says: "",
    },
    {
      name: "lexed, nothing to delete",
      argv: [hooks, "run", "trash-guard"],
      command: "grep -rn 'rm -rf' src | head",
      budget: undefined,
      says: "",
    },
    {
      name: "rewrite",
      argv: [hooks, "run", "trash-guard"],
      command: "cd src && rm -rf build",
      budget: 1.3,
      says: "updatedInput",
    },
    {
      name: "denial",
      argv: [hooks, "run", "trash-guard"],
      command: "rm -rf ~",
      budget: undefined,
      says: "deny",
    },
  ].map((row) => ({ ...row, times: [] as number[], memory: [] as number[] }));
  for (let round = -3; round < ROUNDS; round++) {
    for (const row of rows) {
      const { ms, peak, stdout } = await once(row.argv, row.command);
      if (!stdout.includes(row.says) || (row.says === "") !== (stdout === "")) {
        throw new Error(`${row.name}: expected an answer with "${row.says}", got "${stdout.slice(0, 200)}"`);
      }
      if (round < 0) continue;
      row.times.push(ms);
      row.memory.push(peak);
    }
  }
  const [base] = rows;
  if (base === undefined) return;
  console.log(`whole process, medians of ${ROUNDS}, in alternation`);
  for (const row of rows) {
    const ratio = median(row.times) / median(base.times);
    const more = (median(row.memory) - median(base.memory)) / 2 ** 20;
    const budget = row.budget === undefined ? "" : `  (at most ${row.budget.toFixed(2)})`;
    console.log(
      `  ${row.name.padEnd(26)} ${median(row.times).toFixed(2).padStart(6)} ms  x${ratio.toFixed(2)}${budget}  peak ${more >= 0 ? "+" : ""}${more.toFixed(1)} MiB`,
    );
    if (row.budget !== undefined && ratio > row.budget)
      failures.push(`${row.name}: x${ratio.toFixed(2)}, budget x${row.budget}`);
    if (more > 10)
      failures.push(`${row.name}: ${more.toFixed(1)} MiB more than the empty program, budget 10`);
  }
}

async function once(
  argv: readonly string[],
  command: string,
): Promise<{ ms: number; peak: number; stdout: string }> {
  const payload = JSON.stringify({
    session_id: "00000000-0000-4000-8000-000000000000",
    transcript_path: "/home/u/.claude/projects/p/s.jsonl",
    cwd: "/home/u/project",
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command, description: "Run a command" },
    tool_use_id: "toolu_0",
  });
  const start = Bun.nanoseconds();
  const child = Bun.spawn([...argv], {
    cwd: "/",
    env: { HOME: "/home/u", PATH: "/usr/bin:/bin", SHELL: "/bin/bash" },
    stdin: new TextEncoder().encode(payload),
    stdout: "pipe",
    stderr: "pipe",
  });
  await child.exited;
  const ms = (Bun.nanoseconds() - start) / 1e6;
  return { ms, peak: child.resourceUsage()?.maxRSS ?? 0, stdout: await new Response(child.stdout).text() };
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

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
