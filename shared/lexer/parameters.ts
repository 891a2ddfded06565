/** `${…}` in all its forms. */
import { subscript } from "./arithmetic.ts";
import {
  AT,
  BACKSLASH,
  BACKTICK,
  BANG,
  BAR,
  CARET,
  CLOSE_BRACE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DOLLAR,
  DOUBLE_QUOTE,
  EQUAL,
  GREATER,
  HASH,
  isDigit,
  isNameStart,
  isSpecialParameter,
  LESS,
  MINUS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PERCENT,
  PLUS,
  QUESTION,
  SINGLE_QUOTE,
  SLASH,
  SPACE,
  STAR,
  TAB,
  TILDE,
} from "./chars.ts";
import { dollar, nameEnd, nameText, opensExpansion } from "./expansions.ts";
import { BRACE } from "./lists.ts";
import { doubleQuoted, liveAnsiQuotes, liveQuotes } from "./quotes.ts";
import { enter, joined, leave, lose, type Reader, spanOf, unit } from "./reader.ts";
import type { Piece, Word } from "./script.ts";
import { backtick, processSubstitution, substitution } from "./substitutions.ts";
import { live } from "./words.ts";

/**
 * What single quotes do in the operand of an operator:
 * `hide` as usual, `pair` (they keep `}` from closing but hide no expansion), `literal` (an ordinary character).
 */
type Quotes = "hide" | "pair" | "literal";

/** Reads from behind `${` to behind `}`; `start` is where the `$` stands. */
export function bracedParameter(r: Reader, pieces: Piece[], quoted: boolean, start: number): void {
  const first = unit(r, r.at);
  if (first === SPACE || first === TAB || first === NEWLINE || first === BAR) {
    if (first === BAR) r.at++;
    substitution(r, pieces, quoted, start, "brace", BRACE);
    return;
  }
  enter(r);
  let flags = r.zsh ? zshFlags(r) : undefined;
  r.at = joined(r, r.at);
  const indirect = unit(r, r.at) === BANG && isIndirection(r);
  if (indirect) r.at = joined(r, r.at + 1);
  const length = !indirect && unit(r, r.at) === HASH && isLength(r);
  if (length) r.at = joined(r, r.at + 1);
  const name = parameterName(r);
  let index: string | undefined;
  r.at = joined(r, r.at);
  if (name !== "" && unit(r, r.at) === OPEN_BRACKET) {
    r.at++;
    index = subscript(r);
    r.at = joined(r, r.at);
  }
  let operator: string | undefined;
  let operand: Word | undefined;
  if (unit(r, r.at) !== CLOSE_BRACE) {
    operator = operatorAt(r);
    operand = operandOf(r, quoted, quotesUnder(r, operator, quoted));
    flags = operator === undefined ? flags : undefined;
  }
  if (unit(r, r.at) !== CLOSE_BRACE) lose(r, start, "a `${` is never closed");
  r.at++;
  leave(r);
  pieces.push({
    kind: "parameter",
    // Braces around something that no shell knows have no name: what they give is not known.
    name: operator === undefined && operand !== undefined ? "" : name,
    indirect,
    subscript: index,
    operator: operator ?? flags,
    operand,
    length,
    quoted,
    span: spanOf(r, start, r.at),
  });
}

/** `${!x}`; `${!}` and `${!-x}` are the parameter `!`. */
function isIndirection(r: Reader): boolean {
  const c = unit(r, joined(r, r.at + 1));
  return isNameStart(c) || isDigit(c) || c === HASH || c === QUESTION || c === AT || c === STAR;
}

/** `${#x}`; `${#}` and `${#-x}` are the parameter `#`. */
function isLength(r: Reader): boolean {
  const at = joined(r, r.at + 1);
  const c = unit(r, at);
  if (isNameStart(c) || isDigit(c)) return true;
  return isSpecialParameter(c) && unit(r, joined(r, at + 1)) === CLOSE_BRACE;
}

function parameterName(r: Reader): string {
  const start = r.at;
  const c = unit(r, start);
  if (isNameStart(c)) r.at = nameEnd(r, start);
  else if (isDigit(c)) while (isDigit(unit(r, r.at))) r.at++;
  else if (isSpecialParameter(c) && !(c === DOLLAR && opensNested(r))) r.at++;
  return nameText(r, start, r.at);
}

/** zsh: `${$(cmd)#x}` and `${${x}#y}`; other shells call it a bad substitution. */
function opensNested(r: Reader): boolean {
  const c = unit(r, joined(r, r.at + 1));
  return c === OPEN_PAREN || c === OPEN_BRACE;
}

/** zsh: `${(flags)x}` and `${=x}`, `${~x}`, `${^x}`, `${+x}` before the name, as written. */
function zshFlags(r: Reader): string | undefined {
  const start = r.at;
  if (unit(r, r.at) === OPEN_PAREN) {
    while (unit(r, r.at) !== CLOSE_PAREN) {
      if (unit(r, r.at) < 0) lose(r, start, "the flags of a `${(` are never closed");
      r.at++;
    }
    r.at++;
  }
  for (;;) {
    const c = unit(r, r.at);
    if (c !== EQUAL && c !== TILDE && c !== CARET && c !== PLUS) break;
    r.at++;
  }
  return r.at === start ? undefined : r.text.slice(start, r.at);
}

/** Takes the operator at `r.at` and gives it back as written, or takes nothing where there is none. */
function operatorAt(r: Reader): string | undefined {
  const c = unit(r, r.at);
  const at = joined(r, r.at + 1);
  const next = unit(r, at);
  let twice = false;
  if (c === COLON) twice = next === MINUS || next === EQUAL || next === QUESTION || next === PLUS;
  else if (c === SLASH) twice = next === SLASH || next === HASH || next === PERCENT;
  else if (c === HASH || c === PERCENT || c === CARET || c === COMMA || c === TILDE) twice = next === c;
  else if (c !== MINUS && c !== EQUAL && c !== QUESTION && c !== PLUS && c !== AT && c !== STAR)
    return undefined;
  r.at = twice ? at + 1 : r.at + 1;
  return twice ? String.fromCharCode(c, next) : String.fromCharCode(c);
}

function quotesUnder(r: Reader, operator: string | undefined, quoted: boolean): Quotes {
  if (operator === ":") return "pair";
  if (!quoted) return "hide";
  const c = operator === undefined ? -1 : operator.charCodeAt(0);
  if (c === HASH || c === PERCENT || c === SLASH || c === CARET || c === COMMA) return "hide";
  return r.sh || r.zsh ? "literal" : "pair";
}

/** Reads the operand up to the `}` that closes; undefined when there is none. */
function operandOf(r: Reader, quoted: boolean, quotes: Quotes): Word | undefined {
  const start = r.at;
  const pieces: Piece[] = [];
  let from = start;
  for (;;) {
    const at = r.at;
    const c = unit(r, at);
    if (c === CLOSE_BRACE || c < 0) break;
    const plain = plainUnits(r, c, quoted, quotes);
    if (plain > 0) {
      r.at = at + plain;
      continue;
    }
    pushRun(r, pieces, from, at, quoted);
    if (c === DOLLAR) quotedDollar(r, pieces, quoted, quotes);
    else if (c === DOUBLE_QUOTE) doubleQuoted(r, pieces, at);
    else if (c === BACKTICK) backtick(r, pieces, quoted, quoted);
    else if (c === BACKSLASH) operandEscape(r, pieces);
    else if (c === SINGLE_QUOTE && quotes === "pair") liveQuotes(r, pieces);
    else if (c === SINGLE_QUOTE) live(r, c, pieces);
    else processSubstitution(r, pieces, c === LESS ? "process-in" : "process-out");
    from = r.at;
  }
  pushRun(r, pieces, from, r.at, quoted);
  return { pieces, span: spanOf(r, start, r.at) };
}

/** How many units from `r.at` on are ordinary text; 0 when something begins there. */
function plainUnits(r: Reader, c: number, quoted: boolean, quotes: Quotes): number {
  const next = unit(r, r.at + 1);
  if (c === BACKSLASH) {
    if (next < 0) return 1;
    const escapes =
      !quoted ||
      next === DOLLAR ||
      next === BACKTICK ||
      next === BACKSLASH ||
      next === DOUBLE_QUOTE ||
      next === CLOSE_BRACE ||
      next === NEWLINE;
    // The backslash stays, but the unit behind it opens and closes nothing: `"${x:-\'}"`.
    return escapes ? 0 : 2;
  }
  if (c === SINGLE_QUOTE) return quotes === "literal" ? 1 : 0;
  if (c === LESS || c === GREATER) return !quoted && !r.sh && next === OPEN_PAREN ? 0 : 1;
  if (c === DOLLAR) {
    if (opensExpansion(r, quoted)) return 0;
    return quotes !== "literal" && !r.sh && unit(r, joined(r, r.at + 1)) === SINGLE_QUOTE ? 0 : 1;
  }
  return c === DOUBLE_QUOTE || c === BACKTICK ? 0 : 1;
}

function quotedDollar(r: Reader, pieces: Piece[], quoted: boolean, quotes: Quotes): void {
  if (opensExpansion(r, quoted)) dollar(r, pieces, quoted);
  else if (quotes === "pair") {
    r.at = joined(r, r.at + 1);
    liveAnsiQuotes(r, pieces);
  } else live(r, DOLLAR, pieces);
}

function operandEscape(r: Reader, pieces: Piece[]): void {
  const start = r.at;
  r.at += 2;
  if (unit(r, start + 1) === NEWLINE) return;
  pieces.push({
    kind: "literal",
    text: r.text.slice(start + 1, r.at),
    quoting: "escape",
    span: spanOf(r, start, r.at),
  });
}

function pushRun(r: Reader, pieces: Piece[], start: number, end: number, quoted: boolean): void {
  if (end === start) return;
  const quoting = quoted ? "double" : "none";
  pieces.push({ kind: "literal", text: r.text.slice(start, end), quoting, span: spanOf(r, start, end) });
}
