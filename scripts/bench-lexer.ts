/**
 * `bun run bench:lexer [--commands FILE] [--scripts FILE] [--no-build]`: what reading a shell text costs. Every figure
 * stands beside its bound, and the exit code is 1 when one is over. A ratio is of two figures taken in one run, in
 * alternation. The files hold JSON lines with a `command`; without them the project's own cases are the corpus.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { couldDelete, deletionsOf } from "@hasna/hooks-deletes";
import { lex, type Script, staticText } from "@hasna/hooks-lexer";
import { forEachChild, parse, type SyntaxNode } from "unbash";
import { cases as guardCases } from "../hooks/trash-guard/cases.ts";
import { CASES } from "../shared/lexer/cases.ts";
import { RUN_CASES } from "../shared/lexer/run-cases.ts";
import { emptyProgram, median, once, type Row } from "./bench-process.ts";

/** Asked of the reading, in times unbash's speed. */
const ASKED = 5;
const ROUNDS = 21;
const PROCESS_ROUNDS = 40;
const root = join(import.meta.dir, "..");
/** One script of the other collection is 2 MB of data in a here-document: it would be the whole measurement. */
const LONGEST_SCRIPT = 300_000;

const { values } = parseArgs({
  options: {
    commands: { type: "string" },
    scripts: { type: "string" },
    "no-build": { type: "boolean", default: false },
  },
});

const failures: string[] = [];
/** What the loops count, so that no engine leaves them out. */
let sink = 0;

const commands = values.commands === undefined ? ownCommands() : readCorpus(values.commands);
const scripts = values.scripts === undefined ? ownScripts(commands) : readCorpus(values.scripts);
// The least: each round is long enough to pay for what it leaves to collect, and a busy machine only adds to it.
console.log(`load ${loadavg()[0]?.toFixed(1)}; the least of ${ROUNDS} rounds in alternation`);
corpus("commands", commands);
corpus(
  "whole scripts",
  scripts.filter(({ length }) => length < LONGEST_SCRIPT),
);
adversarial();
quickCheck(commands);
await starts();
for (const failure of failures) console.log(`over its bound: ${failure}`);
// Used, so that the loops that feed it can not be left out.
if (Number.isNaN(sink)) failures.push("a reader gave a position that is no number");
process.exit(failures.length === 0 ? 0 : 1);

function readCorpus(file: string): readonly string[] {
  const texts: string[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line === "") continue;
    const { command } = JSON.parse(line) as { readonly command: unknown };
    if (typeof command === "string") texts.push(command);
  }
  return texts;
}

/** The rows of the lexer's and the guard's tables: odd on purpose, so slower than what people type. */
function ownCommands(): readonly string[] {
  const texts = [...CASES, ...RUN_CASES].filter((row) => row.dialect === "bash" || row.dialect === undefined);
  return [...texts.map(({ source }) => source), ...guardCases.map(({ command }) => command)];
}

/** Commands one below the other, as far as both readers read them to the end. */
function ownScripts(lines: readonly string[]): readonly string[] {
  const whole = lines.filter(
    (line) => lex(line).lost === undefined && (parse(line).errors ?? []).length === 0,
  );
  const texts: string[] = [];
  for (let at = 0; at < whole.length; at += 50) texts.push(`${whole.slice(at, at + 50).join("\n")}\n`);
  return texts;
}

/**
 * The same work by both readers, and what each does when it is only called. unbash leaves the words, and with them the
 * commands in substitutions, unread until somebody walks over the nodes; `lex` has found every command when it returns
 * and makes its words when they are asked for.
 */
function corpus(name: string, texts: readonly string[]): void {
  const units = texts.reduce((sum, { length }) => sum + length, 0);
  console.log(`\n${name}: ${texts.length} texts, ${(units / 1e6).toFixed(2)} MB`);
  const own = inTurn(texts, {
    found: (text) => {
      sink += lex(text).commands.length;
    },
    listed: (text) => countWords(lex(text)),
    texts: (text) => countTexts(lex(text)),
    verdict,
    parsed: (text) => {
      sink += parse(text).commands.length;
    },
    walked: (text) => walk(parse(text)),
    read: (text) => readTexts(parse(text)),
  });
  const show = (what: string, ms: number, other: number | undefined, bound: number | undefined): void => {
    const each = `${((ms * 1000) / texts.length).toFixed(2).padStart(8)} us each`;
    const speed = `${(units / 1000 / ms).toFixed(1).padStart(6)} MB/s`;
    const times = other === undefined ? "" : `  ${(other / ms).toFixed(2)} times as fast`;
    const asked = bound === undefined ? "" : `  (asked ${bound})`;
    console.log(`  ${what.padEnd(58)}${each} ${speed}${times}${asked}`);
    if (other !== undefined && bound !== undefined && other / ms < bound)
      failures.push(`${name}, ${what}: ${(other / ms).toFixed(2)} times as fast as unbash, asked ${bound}`);
  };
  show("unbash, parse alone: words, substitutions unread", own.parsed, undefined, undefined);
  show("unbash, walked: every command in any nesting", own.walked, undefined, undefined);
  show("lex: every command in any nesting, against walked", own.found, own.walked, ASKED);
  show("lex and every word of every command, against walked", own.listed, own.walked, ASKED);
  show("unbash, walked, with the text of every word", own.read, undefined, undefined);
  show("lex, with the text of every word, against the same", own.texts, own.read, undefined);
  show("lex: every command in any nesting, against parse alone", own.found, own.parsed, undefined);
  show("the guard's reading: quick check, then all that is deleted", own.verdict, own.walked, undefined);
}

/** Milliseconds for all texts, each way in turn in every round. */
function inTurn<Name extends string>(
  texts: readonly string[],
  ways: Readonly<Record<Name, (text: string) => void>>,
): Record<Name, number> {
  const names = Object.keys(ways) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const name of names) {
      const way = ways[name];
      const start = Bun.nanoseconds();
      for (const text of texts) way(text);
      if (round >= 0) times.get(name)?.push((Bun.nanoseconds() - start) / 1e6);
    }
  }
  return Object.fromEntries(names.map((name) => [name, Math.min(...(times.get(name) ?? []))])) as Record<
    Name,
    number
  >;
}

function countWords({ commands: found }: Script): void {
  for (const { words, context } of found) {
    sink += context.kind.length;
    for (const { span } of words) sink += span.end;
  }
}

function countTexts({ commands: found }: Script): void {
  for (const { assignments, words, redirections } of found) {
    for (const word of words) sink += staticText(word)?.length ?? 0;
    for (const { value } of assignments) if (value !== undefined) sink += staticText(value)?.length ?? 0;
    for (const { target } of redirections) if (target !== undefined) sink += staticText(target)?.length ?? 0;
  }
}

function walk(node: SyntaxNode): void {
  sink += node.end;
  forEachChild(node, walk);
}

function readTexts(node: SyntaxNode): void {
  if (node.type === "Word") sink += node.value.length;
  forEachChild(node, readTexts);
}

function verdict(text: string): void {
  if (!couldDelete(text)) return;
  sink += deletionsOf(text, { home: "/home/u", cwd: "/home/u/p", dialect: "bash" }).deletions.length;
}

/** Texts made to tire a reader: time must grow with the length and no faster. */
function adversarial(): void {
  console.log(
    "\ntexts made to tire a reader, least of 3: milliseconds for 256 KiB and 1 MiB (asked: at most 100, linear)",
  );
  const rows: readonly (readonly [name: string, make: (size: number) => string])[] = [
    ["rm x; repeated", (size) => "rm x;".repeat(size / 5)],
    ["nested $( )", (size) => "$(".repeat(size / 2)],
    ['nested "$( )"', (size) => 'echo "$('.repeat(size / 8)],
    [
      "nested, 200 deep, side by side",
      (size) => `echo ${"$(a ".repeat(200)}${")".repeat(200)}\n`.repeat(size / 1006),
    ],
    ["nested ( )", (size) => "(".repeat(size)],
    ["nested { }", (size) => "{ ".repeat(size / 2)],
    ["nested default values", (size) => "${a:-".repeat(size / 5)],
    ["backticks", (size) => "`a` ".repeat(size / 4)],
    ["here-documents", (size) => "cat <<A <<B\nx\nA\ny\nB\n".repeat(size / 20)],
    ["here-documents with expansions", (size) => "cat <<A\n$x `y` \\\nA\nA\n".repeat(size / 20)],
    ["unclosed here-documents", (size) => "cat <<A;".repeat(size / 8)],
    ["arithmetic or subshell", (size) => "((a);".repeat(size / 5)],
    ["one long word", (size) => "x".repeat(size)],
    ["operands", (size) => `rm ${"x ".repeat(size / 2)}`],
    ["quotes", (size) => "'a'\"b\"".repeat(size / 6)],
    ["an open quote", (size) => `'${"a ".repeat(size / 2)}`],
    ["open quotes in words", (size) => "a\\'b".repeat(size / 4)],
    ["assignments", (size) => "a=b ".repeat(size / 4)],
    ["pipes", (size) => "a|".repeat(size / 2)],
  ];
  for (const [name, make] of rows) {
    const small = leastTime(make(2 ** 18));
    const large = leastTime(make(2 ** 20));
    const times = large / small;
    console.log(
      `  ${name.padEnd(34)} ${small.toFixed(1).padStart(7)} ${large.toFixed(1).padStart(7)}  x${times.toFixed(1)}`,
    );
    if (large > 100) failures.push(`${name}: 1 MiB took ${large.toFixed(0)} ms, asked 100`);
    if (large > 20 && times > 8)
      failures.push(`${name}: four times the text took ${times.toFixed(1)} times as long`);
  }
}

function leastTime(text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    Bun.gc(true);
    const start = Bun.nanoseconds();
    sink += lex(text).commands.length;
    least = Math.min(least, (Bun.nanoseconds() - start) / 1e6);
  }
  return least;
}

/** The share that passes without being read; asked of commands as people and agents type them. */
function quickCheck(texts: readonly string[]): void {
  const passed = texts.filter((text) => !couldDelete(text)).length / texts.length;
  const share = `${(passed * 100).toFixed(1)} %`;
  const real = values.commands !== undefined;
  console.log(
    `\nquick check: ${share} of ${texts.length} commands pass unread ${real ? "(asked: at least 80 %)" : "(of the project's own cases, most of which delete; give --commands for real ones)"}`,
  );
  if (real && passed < 0.8) failures.push(`quick check: ${share} pass unread, asked 80 %`);
}

/** Whole processes of the compiled program, and how much longer than a program of nothing each takes. */
async function starts(): Promise<void> {
  if (!values["no-build"]) {
    const built = Bun.spawnSync([process.execPath, "scripts/build.ts"], { cwd: root, stdout: "ignore" });
    if (!built.success) throw new Error("the build failed: run `bun run build` to see why");
  }
  const work = mkdtempSync(join(tmpdir(), "hooks-bench-"));
  try {
    const empty = await emptyProgram(work);
    // Both as files written just now and the same way: how a file came into the page cache moves its start by 40 %.
    const own = join(work, "own");
    mkdirSync(own);
    for (const name of ["hooks", "trash"]) copyFileSync(join(root, "dist", name), join(own, name));
    copyFileSync(empty, join(own, "empty"));
    await timeStarts(join(own, "empty"), [join(own, "hooks"), "run", "trash-guard"]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function timeStarts(empty: string, guard: readonly string[]): Promise<void> {
  const bare: Row = { name: "empty program", argv: [empty], command: "", says: "" };
  const rows: readonly (Row & { readonly bound: number })[] = [
    { name: "quick check lets pass", argv: guard, command: "git status --short", says: "", bound: 0.5 },
    {
      name: "full reading, passes",
      argv: guard,
      command: "grep -rn 'rm -rf' src | head",
      says: "",
      bound: 3,
    },
    { name: "rewrite", argv: guard, command: "cd src && rm -rf build", says: "updatedInput", bound: 3 },
    { name: "refusal", argv: guard, command: "rm -rf ~", says: "deny", bound: 3 },
  ];
  const base: number[] = [];
  const more = rows.map((): number[] => []);
  for (let round = -3; round < PROCESS_ROUNDS; round++) {
    const { ms } = await once(bare);
    if (round >= 0) base.push(ms);
    for (const [index, row] of rows.entries()) {
      const taken = await once(row);
      if (round >= 0) more[index]?.push(taken.ms);
    }
  }
  const least = Math.min(...base);
  const middle = median(base);
  console.log(
    `\nstart-up of the compiled program, ${PROCESS_ROUNDS} rounds in alternation: medians (and least) of the whole process`,
  );
  console.log(`  ${bare.name.padEnd(26)} ${middle.toFixed(2)} ms (${least.toFixed(2)})`);
  for (const [index, { name, bound }] of rows.entries()) {
    const over = median(more[index] ?? []) - middle;
    const overLeast = Math.min(...(more[index] ?? [])) - least;
    console.log(
      `  ${name.padEnd(26)} +${over.toFixed(2)} ms (+${overLeast.toFixed(2)})  at most +${bound.toFixed(1)}`,
    );
    if (over > bound) failures.push(`start-up, ${name}: +${over.toFixed(2)} ms, asked +${bound}`);
  }
}
