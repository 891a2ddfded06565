/** What a `$` begins. */
import { arithmeticExpansion, subscript } from "./arithmetic.ts";
import {
  BACKSLASH,
  CARET,
  DOLLAR,
  DOUBLE_QUOTE,
  EQUAL,
  HASH,
  isDigit,
  isNameStart,
  isNameUnit,
  isSpecialParameter,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PLUS,
  SINGLE_QUOTE,
  TILDE,
} from "./chars.ts";
import { bracedParameter } from "./parameters.ts";
import { joined, lose, type Reader, spanOf, unit } from "./reader.ts";
import type { Piece } from "./script.ts";

/** Whether the `$` at `r.at` begins an expansion (quotations `$'…'` and `$"…"` are none). */
export function opensExpansion(r: Reader, quoted: boolean): boolean {
  const next = joined(r, r.at + 1);
  const c = unit(r, next);
  if (r.zsh && !quoted && (c === EQUAL || c === TILDE || c === CARET || c === PLUS)) {
    const behind = unit(r, next + 1);
    if (behind === SINGLE_QUOTE || behind === DOUBLE_QUOTE)
      lose(r, r.at, "a flag of zsh stands between `$` and a quote");
  }
  return (
    isNameStart(c) ||
    c === OPEN_PAREN ||
    c === OPEN_BRACE ||
    isDigit(c) ||
    isSpecialParameter(c) ||
    (c === OPEN_BRACKET && !r.sh) ||
    (r.zsh && zshFlagEnd(r, joined(r, r.at + 1)) > 0)
  );
}

/** zsh: the name behind `$=`, `$~`, `$^`, `$+` or `$#`; 0 when there is none. */
function zshFlagEnd(r: Reader, at: number): number {
  let i = at;
  for (;;) {
    const c = unit(r, i);
    if (c !== EQUAL && c !== TILDE && c !== CARET && c !== PLUS && c !== HASH) break;
    i++;
  }
  return i > at && isNameStart(unit(r, i)) ? i : 0;
}

/** Reads the expansion at `r.at`, of which `opensExpansion` is true. */
export function dollar(r: Reader, pieces: Piece[], quoted: boolean): void {
  const start = r.at;
  const at = joined(r, start + 1);
  const c = unit(r, at);
  if (c === OPEN_BRACE) {
    r.at = at + 1;
    bracedParameter(r, pieces, quoted, start);
  } else if (c === OPEN_PAREN || c === OPEN_BRACKET) {
    r.at = at + 1;
    arithmeticExpansion(r, pieces, quoted, start, c);
  } else {
    const flagged = r.zsh ? zshFlagEnd(r, at) : 0;
    const from = flagged > 0 ? flagged : at;
    r.at = isNameStart(unit(r, from)) ? nameEnd(r, from) : at + 1;
    const name = c === DOLLAR ? "$" : nameText(r, from, r.at);
    let index: string | undefined;
    if (r.zsh && unit(r, r.at) === OPEN_BRACKET) {
      r.at++;
      index = subscript(r);
    }
    pieces.push({
      kind: "parameter",
      name,
      indirect: false,
      subscript: index,
      operator: flagged > 0 ? r.text.slice(at, flagged) : undefined,
      operand: undefined,
      length: false,
      quoted,
      span: spanOf(r, start, r.at),
    });
  }
}

/** The end of the name that begins at `i`; line continuations may stand inside it. */
export function nameEnd(r: Reader, i: number): number {
  const { text, end } = r;
  for (let at = i; ; ) {
    while (at < end && isNameUnit(text.charCodeAt(at))) at++;
    const next = joined(r, at);
    if (next === at || !isNameUnit(unit(r, next))) return at;
    at = next;
  }
}

export function nameText(r: Reader, start: number, end: number): string {
  const { text } = r;
  const name = text.slice(start, end);
  for (let i = start; i < end; i++) if (text.charCodeAt(i) === BACKSLASH) return name.replaceAll("\\\n", "");
  return name;
}
