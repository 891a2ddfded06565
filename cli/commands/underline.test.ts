import { expect, test } from "bun:test";
import type { Span } from "@hasna/hooks-registry";
import { underline } from "./underline.ts";

const rows: readonly (readonly [name: string, command: string, spans: readonly Span[], shown: string])[] = [
  ["nothing marked", "ls", [], "  ls"],
  ["one word", "cd x; rm y", [{ start: 6, end: 8 }], "  cd x; rm y\n        ^^"],
  ["two lines, the second marked", "a\nrm b", [{ start: 2, end: 4 }], "  a\n  rm b\n  ^^"],
  ["a mark over a line's end", "rm \\\nx", [{ start: 0, end: 6 }], "  rm \\\n  ^^^^\n  x\n  ^"],
  ["a wide character takes two columns", "日 rm", [{ start: 2, end: 4 }], "  日 rm\n     ^^"],
  ["an escape sequence cannot move the cursor", "\x1b[2J rm", [{ start: 5, end: 7 }], "  ␛[2J rm\n       ^^"],
  ["text that runs the other way is shown as it is", "\u202erm", [{ start: 1, end: 3 }], "  �rm\n   ^^"],
  ["a lone surrogate", "\ud800 rm", [{ start: 2, end: 4 }], "  � rm\n    ^^"],
];

test.each(rows)("%s", (_, command, spans, shown) => {
  expect(underline(command, spans)).toBe(shown);
});
