/**
 * `bun scripts/picture.ts`: docs/start.svg, a picture of what `bun scripts/start.ts` prints in a terminal. The text is
 * captured, not written: run this again when the output changes.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** Columns of the terminal that is drawn; longer lines go on in the next row. */
const COLUMNS = 118;
const CHAR_WIDTH = 7.23;
const LINE_HEIGHT = 17;
const MARGIN = 18;

interface Run {
  readonly text: string;
  readonly style: "plain" | "bold" | "dim";
}

const root = resolve(import.meta.dir, "..");

const child = Bun.spawn([process.execPath, join(root, "scripts/start.ts")], {
  env: { ...process.env, FORCE_COLOR: "1" },
  stdin: "ignore",
  stdout: "pipe",
  stderr: "inherit",
});
const [output, code] = await Promise.all([child.stdout.text(), child.exited]);
if (code !== 0) process.exit(code);
mkdirSync(join(root, "docs"), { recursive: true });
await Bun.write(join(root, "docs/start.svg"), draw(output));

function draw(text: string): string {
  const rows = text
    .trim()
    .split("\n")
    .flatMap((line) => wrap(runsOf(line)));
  const width = Math.ceil(COLUMNS * CHAR_WIDTH + 2 * MARGIN);
  const height = rows.length * LINE_HEIGHT + 2 * MARGIN;
  const lines = rows.map((row, number) => {
    const y = MARGIN + 12 + number * LINE_HEIGHT;
    const spans = row.map(({ text: part, style }) =>
      style === "plain" ? xml(part) : `<tspan class="${style}">${xml(part)}</tspan>`,
    );
    return row.length === 0 || row.every(({ text: part }) => part === "")
      ? ""
      : `<text x="${MARGIN}" y="${y}">${spans.join("")}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" xml:space="preserve" role="img" aria-label="Terminal output of npm start">
<style>
text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d7dae0 }
.bold { font-weight: bold; fill: #ffffff }
.dim { fill: #8b93a1 }
</style>
<rect width="100%" height="100%" rx="8" fill="#1b1e24"/>
${lines.join("")}</svg>
`;
}

/** The only escapes that start.ts prints: bold, dim, and back. */
function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  let style: Run["style"] = "plain";
  for (const [, escapeCode, text] of line.matchAll(/\x1b\[(\d+)m|([^\x1b]+)/g)) {
    if (text !== undefined) runs.push({ text, style });
    else style = escapeCode === "1" ? "bold" : escapeCode === "2" ? "dim" : "plain";
  }
  return runs;
}

/** Breaks at a space where there is one, and keeps the indentation, so that the picture reads like the text. */
function wrap(runs: readonly Run[]): Run[][] {
  const rows: Run[][] = [];
  const indent = /^ */.exec(runs.map(({ text }) => text).join(""))?.[0] ?? "";
  let rest = runs;
  for (let room = COLUMNS; ; room = COLUMNS - indent.length) {
    const text = rest.map((run) => run.text).join("");
    const lead = rows.length === 0 ? [] : [{ text: indent, style: "plain" } as const];
    if (text.length <= room) return [...rows, [...lead, ...rest]];
    const space = text.lastIndexOf(" ", room - 1) + 1;
    const end = space > room / 2 ? space : room;
    rows.push([...lead, ...cut(rest, 0, end)]);
    rest = cut(rest, end, text.length);
  }
}

/** The part of a row between two columns. */
function cut(runs: readonly Run[], start: number, end: number): Run[] {
  let at = 0;
  return runs.flatMap(({ text, style }) => {
    const part = text.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += text.length;
    return part === "" ? [] : [{ text: part, style }];
  });
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
