/** A change to a text as people read it: a unified diff. */

/** Lines of unchanged text around each change. */
const CONTEXT = 3;

/** Cells of the comparison table: two middles of 2,000 lines each. Above that the middle is shown as replaced whole. */
const MOST_CELLS = 4_000_000;

interface Line {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** The diff of a file; empty when nothing changes. `undefined` stands for a file that is not there. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return "";
  const lines = compare(linesOf(before ?? ""), linesOf(after ?? ""));
  const from = before === undefined ? "/dev/null" : path;
  const to = after === undefined ? "/dev/null" : path;
  return `--- ${from}\n+++ ${to}\n${hunks(lines).join("")}`;
}

/** Each with its own line end, so that a change of line ends shows as one. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
}

function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  const keep = (lines: readonly string[]) => lines.map((text): Line => ({ sign: " ", text }));
  const middle = compareMiddle(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
  );
  return [...keep(before.slice(0, head)), ...middle, ...keep(before.slice(before.length - tail))];
}

/** Longest common subsequence; removals stand before additions. */
function compareMiddle(before: readonly string[], after: readonly string[]): readonly Line[] {
  const width = after.length + 1;
  const isLarge = (before.length + 1) * width > MOST_CELLS;
  const common = new Uint32Array(isLarge ? 0 : (before.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = isLarge ? -1 : before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: Line[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (!isLarge && i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ sign: " ", text: before[i++] as string });
      j++;
    } else if (i < before.length && (j === after.length || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: "-", text: before[i++] as string });
    } else {
      lines.push({ sign: "+", text: after[j++] as string });
    }
  }
  return lines;
}

function hunks(lines: readonly Line[]): readonly string[] {
  const changed = lines.flatMap((line, index) => (line.sign === " " ? [] : [index]));
  const ranges: { start: number; end: number }[] = [];
  for (const index of changed) {
    const last = ranges.at(-1);
    const start = Math.max(0, index - CONTEXT);
    const end = Math.min(lines.length, index + CONTEXT + 1);
    if (last !== undefined && start <= last.end) last.end = end;
    else ranges.push({ start, end });
  }
  return ranges.map(({ start, end }) => hunk(lines, start, end));
}

function hunk(lines: readonly Line[], start: number, end: number): string {
  const count = (from: number, to: number, sign: "-" | "+") =>
    lines.slice(from, to).filter((line) => line.sign === " " || line.sign === sign).length;
  const range = (sign: "-" | "+") => {
    const length = count(start, end, sign);
    return `${count(0, start, sign) + (length === 0 ? 0 : 1)},${length}`;
  };
  const body = lines.slice(start, end).map(({ sign, text }) => {
    const hasEnd = /[\r\n]$/.test(text);
    return `${sign}${text.replace(/[\r\n]+$/, "")}\n${hasEnd ? "" : "\\ No newline at end of file\n"}`;
  });
  return `@@ -${range("-")} +${range("+")} @@\n${body.join("")}`;
}
