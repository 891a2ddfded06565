/** Character codes by name, and the two questions that the scanning loops ask of every unit. */

export const TAB = 9;
export const NEWLINE = 10;
export const SPACE = 32;
export const BANG = 33;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const DOLLAR = 36;
export const PERCENT = 37;
export const AMPERSAND = 38;
export const SINGLE_QUOTE = 39;
export const OPEN_PAREN = 40;
export const CLOSE_PAREN = 41;
export const STAR = 42;
export const PLUS = 43;
export const COMMA = 44;
export const MINUS = 45;
export const SLASH = 47;
export const ZERO = 48;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS = 60;
export const EQUAL = 61;
export const GREATER = 62;
export const QUESTION = 63;
export const AT = 64;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const CARET = 94;
export const BACKTICK = 96;
export const OPEN_BRACE = 123;
export const BAR = 124;
export const CLOSE_BRACE = 125;
export const TILDE = 126;

/** What a unit means inside an unquoted word. */
export const PLAIN = 0;
/** Ends the word, unless a parenthesis makes more of it. */
export const BREAK = 1;
/** Opens a quotation, an escape or an expansion. */
export const LIVE = 2;

// Tables are written out, sixteen units a row: filling them by loops took a third of a millisecond of every cold start.
// chars.test.ts holds them to what they are said to be.

/** What the units below 128 mean; loops read it themselves, as a call for each unit costs more than the reading. */
// biome-ignore format: sixteen units a row
export const CLASS: Uint8Array = new Uint8Array([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  1, 0, 2, 0, 2, 0, 1, 2, 1, 1, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0,
  2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
]);

/**
 * For each unit the lengths, as bits, of the words that the reader knows by name and that begin with it; sixteen bits
 * higher those of the words that have it as second unit, or as their only one.
 */
// biome-ignore format: sixteen units a row
const SPECIAL: Uint32Array = new Uint32Array([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 131074, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 262148, 0, 0, 0, 0,
  0, 1048608, 0, 80, 148, 29884504, 262572, 0, 3145728, 1310852, 0, 0, 3145768, 0, 11010560, 50069504,
  0, 0, 320, 1048640, 144, 16777248, 1048576, 32, 4194304, 8388608, 0, 131074, 0, 131074, 0, 0,
]);

/** Whether the word from `start` to `end` could be a reserved word or a builtin whose arguments are special. */
export function mayBeSpecial(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length > 9) return false;
  const first = text.charCodeAt(start);
  const second = length > 1 ? text.charCodeAt(start + 1) : first;
  if (first >= 128 || second >= 128) return false;
  return ((SPECIAL[first] as number) & ((SPECIAL[second] as number) >>> 16) & (1 << length)) !== 0;
}

/** `PLAIN`, `BREAK` or `LIVE`; only blank and tab are blanks, so U+00A0 and carriage return are plain. */
export function classOf(c: number): number {
  return c < 128 ? (CLASS[c] as number) : PLAIN;
}

export function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

export function isNameStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95;
}

export function isNameUnit(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || (c >= 48 && c <= 57);
}

/** `$@`, `$*`, `$#`, `$?`, `$-`, `$$`, `$!`. */
export function isSpecialParameter(c: number): boolean {
  return c === AT || c === STAR || c === HASH || c === QUESTION || c === MINUS || c === DOLLAR || c === BANG;
}
