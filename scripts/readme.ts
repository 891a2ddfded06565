/**
 * `bun run readme`: writes the tables of hooks, harnesses and exit codes into README.md; with `--check` it only says
 * whether one is stale. They come from what the program itself uses, so they cannot promise what it does not do.
 */
import { join, resolve } from "node:path";
import type { Hook } from "@hasna/hooks-registry";
import { discover } from "@hasna/hooks-registry/discover";
import { exitCodes } from "../cli/exit-codes.ts";
import { harnessRows } from "./harness-table.ts";

/** A table's place in README.md: its name between these. */
const start = (name: string): string => `<!-- ${name}: made by \`bun run readme\` -->`;
const end = (name: string): string => `<!-- /${name} -->`;

const root = resolve(import.meta.dir, "..");
const file = join(root, "README.md");

const text = await Bun.file(file).text();
const withHooks = withTable(text, "hooks", await table());
const wanted = withTable(withTable(withHooks, "harnesses", harnessTable()), "exit codes", exitCodeTable());
if (process.argv.includes("--check")) {
  if (text === wanted) console.log("README.md is up to date");
  else {
    console.error("A table in README.md is stale: run `bun run readme` and commit the change.");
    process.exitCode = 1;
  }
} else if (text !== wanted) {
  await Bun.write(file, wanted);
  console.log("README.md: its tables are new");
} else console.log("README.md is up to date");

async function table(): Promise<string> {
  const rows: string[][] = [["hook", "what it does", "watches", "kind"]];
  for (const { name, version, file: source } of discover(join(root, "hooks"))) {
    const { hook }: { hook: Hook } = await import(source);
    const watches = `${hook.events.join(", ")} of ${hook.matcher === "" ? "every tool" : hook.matcher}`;
    rows.push([`[${name}](hooks/${name}/README.md) ${version}`, hook.summary, watches, hook.kind]);
  }
  return aligned(rows.map((cells) => cells.map(escaped)));
}

function harnessTable(): string {
  return aligned(harnessRows().map((cells) => cells.map(escaped)));
}

function exitCodeTable(): string {
  const rows = exitCodes.map(({ command, code, means }) => [
    command === "" ? "every command" : `\`hooks ${command}\``,
    String(code),
    means,
  ]);
  return aligned([["command", "code", "what it means"], ...rows].map((cells) => cells.map(escaped)));
}

/** A `|` would end the cell. */
function escaped(words: string): string {
  return words.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** A Markdown table, its columns padded as the formatter of the repository wants them. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[], fill: string): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths?.[column] ?? 0, fill)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  const rule = line(
    head.map(() => ""),
    "-",
  );
  return [line(head, " "), rule, ...body.map((cells) => line(cells, " "))].join("\n");
}

function withTable(readme: string, name: string, rows: string): string {
  const [first, last] = [start(name), end(name)];
  const from = readme.indexOf(first);
  const to = readme.indexOf(last, from);
  if (from === -1 || to === -1) {
    throw new Error(`${file} has no place for a table: put the lines ${first} and ${last} where it belongs`);
  }
  return `${readme.slice(0, from + first.length)}\n\n${rows}\n\n${readme.slice(to)}`;
}
