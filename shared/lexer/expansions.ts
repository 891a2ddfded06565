/** What a `$` begins. */
import { arithmeticExpansion } from "./arithmetic.ts";
import {
  DOLLAR,
  isDigit,
  isNameStart,
  isNameUnit,
  isSpecialParameter,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
} from "./chars.ts";
import { bracedParameter } from "./parameters.ts";
import { joined, type Reader, spanOf, unit } from "./reader.ts";
import type { Piece } from "./script.ts";

/** Whether the `$` at `r.at` begins an expansion (quotations `$'…'` and `$"…"` are none). */
export function opensExpansion(r: Reader, _quoted: boolean): boolean {
  const c = unit(r, joined(r, r.at + 1));
  return (
    isNameStart(c) ||
    c === OPEN_PAREN ||
    c === OPEN_BRACE ||
    isDigit(c) ||
    isSpecialParameter(c) ||
    (c === OPEN_BRACKET && !r.sh)
  );
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
    r.at = isNameStart(c) ? nameEnd(r, at) : at + 1;
    const name = c === DOLLAR ? "$" : nameText(r, at, r.at);
    pieces.push({
      kind: "parameter",
      name,
      indirect: false,
      subscript: undefined,
      operator: undefined,
      operand: undefined,
      length: false,
      quoted,
      span: spanOf(r, start, r.at),
    });
  }
}

/** The end of the name that begins at `i`; line continuations may stand inside it. */
export function nameEnd(r: Reader, i: number): number {
  for (let at = i; ; ) {
    while (at < r.end && isNameUnit(r.text.charCodeAt(at))) at++;
    const next = joined(r, at);
    if (next === at || !isNameUnit(unit(r, next))) return at;
    at = next;
  }
}

export function nameText(r: Reader, start: number, end: number): string {
  const text = r.text.slice(start, end);
  return text.includes("\\") ? text.replaceAll("\\\n", "") : text;
}
