/** Texts of hooks and settings, made safe and short for a terminal. */

/** UTF-16 units of one line of a sentence, and of what a hook printed. */
const WIDEST = 300;
const WIDEST_OUTPUT = 160;
/** Lines of one block. */
const MOST_LINES = 12;

/** Control characters as escapes: what a hook prints must not steer the terminal. Line ends stay. */
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g,
    (character) =>
      character === "\t" ? "  " : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** One line of a length that can be read. */
export function clipped(text: string, widest: number = WIDEST): string {
  const line = visible(text).replaceAll("\n", "\\n");
  if (line.length <= widest) return line;
  return `${line.slice(0, widest)} ... (${line.length - widest} more; --json shows all)`;
}

/** A named block of text, indented below a hook. */
export function block(name: string, text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const shown = lines.slice(0, MOST_LINES).map((line) => clipped(line, WIDEST_OUTPUT));
  if (lines.length > MOST_LINES)
    shown.push(`... (${lines.length - MOST_LINES} more lines; --json shows all)`);
  const [first = "", ...rest] = shown;
  const indent = " ".repeat(5 + name.length + 2);
  return `     ${name}  ${first}\n${rest.map((line) => `${indent}${line}\n`).join("")}`;
}

export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

export function milliseconds(ms: number): string {
  return ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`;
}
