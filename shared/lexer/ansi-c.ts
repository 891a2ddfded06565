/** The escapes of `$'…'`. */
import { isDigit } from "./chars.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "?": "?",
};

/** Decodes the text between the quotes of `$'…'`. A NUL escape cuts off the rest, as bash does. */
export function decodeAnsi(raw: string): string {
  let at = raw.indexOf("\\");
  if (at < 0) return raw;
  let text = "";
  let from = 0;
  while (at >= 0 && at + 1 < raw.length) {
    text += raw.slice(from, at);
    const letter = raw[at + 1] as string;
    const simple = SIMPLE[letter];
    from = at + 2;
    if (simple !== undefined) text += simple;
    else if (letter === "c" && from < raw.length) text += String.fromCharCode(raw.charCodeAt(from++) & 0x1f);
    else {
      const base = letter === "x" || letter === "u" || letter === "U" ? 16 : 8;
      const digits = digitsOf(raw, letter, at + 1);
      if (digits === undefined) text += `\\${letter}`;
      else {
        const code = Number.parseInt(raw.slice(digits.start, digits.end), base);
        const value = letter === "u" || letter === "U" ? code : code & 0xff;
        if (value === 0) return text;
        text += value <= 0x10ffff ? String.fromCodePoint(value) : "\ufffd";
        from = digits.after;
      }
    }
    at = raw.indexOf("\\", from);
  }
  return text + raw.slice(from);
}

/** The digits of a numeric escape whose letter or first digit stands at `at`. */
function digitsOf(
  raw: string,
  letter: string,
  at: number,
): { start: number; end: number; after: number } | undefined {
  if (isDigit(letter.charCodeAt(0))) {
    const end = runEnd(raw, at, 3, false);
    return end === at ? undefined : { start: at, end, after: end };
  }
  const most = letter === "x" ? 2 : letter === "u" ? 4 : letter === "U" ? 8 : 0;
  if (most === 0) return undefined;
  const braced = letter === "x" && raw[at + 1] === "{";
  const start = at + (braced ? 2 : 1);
  const end = runEnd(raw, start, braced ? 8 : most, true);
  if (end === start) return undefined;
  return { start, end, after: braced && raw[end] === "}" ? end + 1 : end };
}

function runEnd(raw: string, start: number, most: number, hex: boolean): number {
  let i = start;
  while (i < raw.length && i < start + most) {
    const c = raw.charCodeAt(i) | 0x20;
    const digit = raw.charCodeAt(i);
    if (!(hex ? isDigit(digit) || (c >= 97 && c <= 102) : digit >= 48 && digit <= 55)) break;
    i++;
  }
  return i;
}
