/** Quotations: `'…'`, `"…"`, `$'…'`, and text that is read as if inside double quotes. */

import { decodeAnsi } from "./ansi-c.ts";
import { BACKSLASH, BACKTICK, DOLLAR, DOUBLE_QUOTE, NEWLINE, SINGLE_QUOTE } from "./chars.ts";
import { dollar, opensExpansion } from "./expansions.ts";
import { lose, type Mutable, type Reader, spanOf, unit } from "./reader.ts";
import type { Piece } from "./script.ts";
import { backtick } from "./substitutions.ts";

/** Where the quotation that opens at `r.at` closes; the lexer is lost when it does not. */
function closingQuote(r: Reader): number {
  const close = r.text.indexOf("'", r.at + 1);
  if (close < 0 || close >= r.end) lose(r, r.at, "a single quote is never closed");
  return close;
}

export function singleQuoted(r: Reader, pieces: Piece[]): void {
  const start = r.at;
  const close = closingQuote(r);
  r.at = close + 1;
  pieces.push({
    kind: "literal",
    text: r.text.slice(start + 1, close),
    quoting: "single",
    span: spanOf(r, start, r.at),
  });
}

/** `$'…'` from `start`; `r.at` stands on the quote. */
export function ansiQuoted(r: Reader, pieces: Piece[], start: number): void {
  const open = r.at;
  const close = closingAnsiQuote(r);
  r.at = close + 1;
  const raw = r.text.slice(open + 1, close);
  const text = decodeAnsi(raw);
  // bash ends the quotes at a NUL, zsh the whole argument: what stands behind them would be read as part of the name.
  if (r.zsh && raw.includes("\\") && !decodeAnsi(`${raw}!`).endsWith("!"))
    lose(r, open, "a NUL stands in a word: zsh hands on only what is in front of it");
  pieces.push({ kind: "literal", text, quoting: "ansi-c", span: spanOf(r, start, r.at) });
}

function closingAnsiQuote(r: Reader): number {
  for (let i = r.at + 1; i < r.end; i++) {
    const c = r.text.charCodeAt(i);
    if (c === BACKSLASH) i++;
    else if (c === SINGLE_QUOTE) return i;
  }
  return lose(r, r.at, "a single quote is never closed");
}

/** `"…"` or `$"…"` from `start`; `r.at` stands on the quote. */
export function doubleQuoted(r: Reader, pieces: Piece[], start: number): void {
  const open = r.at;
  const count = pieces.length;
  r.at++;
  quotedText(r, pieces, DOUBLE_QUOTE);
  if (unit(r, r.at) !== DOUBLE_QUOTE) lose(r, open, "a double quote is never closed");
  r.at++;
  const only = pieces[count];
  const span = spanOf(r, start, r.at);
  if (only === undefined) pieces.push({ kind: "literal", text: "", quoting: "double", span });
  else if (pieces.length === count + 1 && only.kind === "literal") (only as Mutable<typeof only>).span = span;
}

/** Reads as inside double quotes up to `closer` (a unit, or -1 for the end of what may be read). */
export function quotedText(r: Reader, pieces: Piece[], closer: number): void {
  let start = r.at;
  let from = start;
  let text = "";
  for (;;) {
    const at = r.at;
    const c = unit(r, at);
    if (c === closer || c < 0) break;
    if (c === BACKSLASH) {
      const next = unit(r, at + 1);
      if (next === NEWLINE) {
        text += r.text.slice(from, at);
        from = r.at = at + 2;
      } else if (
        next === BACKSLASH ||
        next === DOLLAR ||
        next === BACKTICK ||
        (next === closer && next >= 0)
      ) {
        text += r.text.slice(from, at);
        from = at + 1;
        r.at = at + 2;
      } else r.at = at + 1;
    } else if (c === BACKTICK || (c === DOLLAR && opensExpansion(r, true))) {
      pushQuoted(r, pieces, text, start, from, at);
      if (c === DOLLAR) dollar(r, pieces, true);
      else backtick(r, pieces, true, closer === DOUBLE_QUOTE);
      start = from = r.at;
      text = "";
    } else r.at = at + 1;
  }
  pushQuoted(r, pieces, text, start, from, r.at);
}

function pushQuoted(
  r: Reader,
  pieces: Piece[],
  head: string,
  start: number,
  from: number,
  end: number,
): void {
  if (end === start) return;
  const tail = r.text.slice(from, end);
  pieces.push({
    kind: "literal",
    text: head === "" ? tail : head + tail,
    quoting: "double",
    span: spanOf(r, start, end),
  });
}

/**
 * A pair of single quotes that does not hide expansions: inside arithmetic, subscripts and `"${x:-…}"` the quotes only
 * keep the closing bracket from being seen.
 */
export function liveQuotes(r: Reader, pieces: Piece[]): void {
  const close = closingQuote(r);
  const { end } = r;
  r.end = close + 1;
  quotedText(r, pieces, -1);
  r.end = end;
  r.at = close + 1;
}

/** The same for `$'…'`, whose escapes may even spell the opening of a substitution. `r.at` stands on the quote. */
export function liveAnsiQuotes(r: Reader, pieces: Piece[]): void {
  const { at, end } = r;
  const close = closingAnsiQuote(r);
  const raw = r.text.slice(at + 1, close);
  if (raw.includes("\\")) {
    const decoded = decodeAnsi(raw);
    if (decoded.includes("$") || decoded.includes("`"))
      lose(r, at, "an escape in a place where quotes do not hide substitutions may spell one");
  }
  r.at++;
  r.end = close;
  quotedText(r, pieces, -1);
  r.end = end;
  r.at = close + 1;
}
