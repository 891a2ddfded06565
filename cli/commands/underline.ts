/** A command with the judged parts underlined, safe to print in a terminal. */
import type { Span } from "@hasna/hooks-registry";

/**
 * The lines of `command`, indented, each followed by a line of `^` under what `spans` cover. Control characters are
 * shown as Unicode control pictures: a command must not move the cursor of the person who reads it.
 */
export function underline(command: string, spans: readonly Span[]): string {
  const lines: string[] = [];
  let start = 0;
  for (const line of command.split("\n")) {
    let shown = "";
    let marks = "";
    for (let at = 0; at < line.length; ) {
      const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
      const marked = spans.some((span) => start + at >= span.start && start + at < span.end);
      const columns = Math.max(1, Bun.stringWidth(printable(character)));
      shown += printable(character);
      marks += (marked ? "^" : " ").repeat(columns);
      at += character.length;
    }
    lines.push(`  ${shown}`);
    if (marks.includes("^")) lines.push(`  ${marks.trimEnd()}`);
    start += line.length + 1;
  }
  return lines.join("\n");
}

function printable(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  // C1 controls, bidirectional controls and lone surrogates would change what the reader sees.
  if (
    (code >= 0x80 && code < 0xa0) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e)
  )
    return "\ufffd";
  if ((code >= 0x2066 && code <= 0x2069) || (code >= 0xd800 && code <= 0xdfff)) return "\ufffd";
  return character;
}
