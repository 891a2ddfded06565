/** Arithmetic: `$(( ))`, `$[ ]`, `(( ))` and subscripts. Only the expansions inside are of interest. */
import {
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  DOLLAR,
  DOUBLE_QUOTE,
  OPEN_BRACKET,
  OPEN_PAREN,
  SINGLE_QUOTE,
} from "./chars.ts";
import { dollar, opensExpansion } from "./expansions.ts";
import { MAX_REREAD } from "./limits.ts";
import { PAREN } from "./lists.ts";
import { doubleQuoted, liveAnsiQuotes, liveQuotes } from "./quotes.ts";
import {
  closeContext,
  enter,
  forget,
  joined,
  leave,
  lose,
  openContext,
  type Reader,
  unit,
} from "./reader.ts";
import type { Piece } from "./script.ts";
import { backtick, substitution } from "./substitutions.ts";

/**
 * Reads on to the closing bracket that balances and leaves `r.at` on it. Quotes keep brackets from counting, but they
 * do not hide expansions: the shell expands the whole text as if it stood in double quotes.
 */
export function arithmeticText(r: Reader, open: number, close: number, pieces: Piece[] = []): void {
  const start = r.at;
  let level = 0;
  for (;;) {
    const at = r.at;
    const c = unit(r, at);
    if (c < 0) lose(r, start, "the brackets of an arithmetic text or a subscript are never closed");
    if (c === close && level-- === 0) return;
    if (c === open) level++;
    if (c === BACKSLASH) r.at = at + 2;
    else if (c === SINGLE_QUOTE) liveQuotes(r, pieces);
    else if (c === DOUBLE_QUOTE) doubleQuoted(r, pieces, at);
    else if (c === BACKTICK) backtick(r, pieces, true, false);
    else if (c !== DOLLAR) r.at = at + 1;
    else if (opensExpansion(r, true)) dollar(r, pieces, true);
    else {
      r.at = joined(r, at + 1);
      if (unit(r, r.at) === SINGLE_QUOTE) liveAnsiQuotes(r, pieces);
    }
  }
}

/** Reads a subscript from behind its `[` to behind its `]` and gives back the text between them. */
export function subscript(r: Reader, pieces: Piece[] = []): string {
  enter(r);
  const start = r.at;
  const context = openContext(r, "arithmetic", start - 1);
  arithmeticText(r, OPEN_BRACKET, CLOSE_BRACKET, pieces);
  const text = r.text.slice(start, r.at);
  r.at++;
  closeContext(r, context, r.at);
  leave(r);
  return text;
}

/**
 * What `$(` or `$[` from `start` begins; `r.at` stands behind the bracket. `$((` is arithmetic when the parentheses
 * close side by side, else a substitution that begins with a subshell: `$((a); (b))`.
 */
export function arithmeticExpansion(
  r: Reader,
  pieces: Piece[],
  quoted: boolean,
  start: number,
  open: number,
): void {
  const inner = r.at;
  const second = joined(r, inner);
  let end = -1;
  if (open === OPEN_PAREN) {
    if (unit(r, second) !== OPEN_PAREN) {
      substitution(r, pieces, quoted, start, "dollar", PAREN);
      return;
    }
    end = r.subshells?.get(second) ?? -1;
  }
  if (end < 0 || end > r.end) {
    const { length } = r.commands;
    const functions = r.functions.length;
    enter(r);
    const context = openContext(r, "arithmetic", start);
    let adjacent = true;
    if (open === OPEN_BRACKET) arithmeticText(r, OPEN_BRACKET, CLOSE_BRACKET);
    else {
      r.at = second + 1;
      arithmeticText(r, OPEN_PAREN, CLOSE_PAREN);
      const close = joined(r, r.at + 1);
      adjacent = unit(r, close) === CLOSE_PAREN;
      if (adjacent) r.at = close;
      else {
        r.at++;
        arithmeticText(r, OPEN_PAREN, CLOSE_PAREN);
      }
    }
    r.at++;
    closeContext(r, context, r.at);
    leave(r);
    if (adjacent) {
      refuseCase(r, start);
      pieces.push({ kind: "arithmetic", quoted, span: context.span });
      return;
    }
    end = r.at;
    remember(r, second, end);
    forget(r, length, functions);
  }
  r.at = inner;
  substitution(r, pieces, quoted, start, "dollar", PAREN);
  // bash takes the parentheses that balance as the end and only then reads the commands between them.
  if (r.at !== end)
    lose(r, start, "a substitution that begins with `((` ends at another parenthesis than it balances at");
}

/** Reads `(( … ))` whose first parenthesis stands at `start`; false, and nothing read, when it opens subshells. */
export function arithmeticCommand(r: Reader, start: number, second: number): boolean {
  const known = r.subshells?.get(second);
  if (known !== undefined && known <= r.end) return false;
  const { length } = r.commands;
  const functions = r.functions.length;
  r.at = second + 1;
  arithmeticText(r, OPEN_PAREN, CLOSE_PAREN);
  r.at++;
  if (unit(r, r.at) === CLOSE_PAREN) {
    r.at++;
    refuseCase(r, start);
    return true;
  }
  if (r.zsh && r.text.slice(start, r.at).includes("\\\n"))
    lose(r, start, "a line is continued between brackets that zsh may take for arithmetic");
  remember(r, second, r.at);
  forget(r, length, functions);
  r.at = start;
  return false;
}

/** bash counts the brackets of arithmetic without regard to `case`: what looks like arithmetic is then a subshell. */
function refuseCase(r: Reader, start: number): void {
  if (r.text.slice(start, r.at).includes("esac"))
    lose(r, start, "a `case` stands in arithmetic: bash balances its brackets in another way");
}

function remember(r: Reader, second: number, end: number): void {
  r.reread += end - second;
  if (r.reread > MAX_REREAD)
    lose(r, second, "the brackets `((` must be read too often to tell arithmetic from subshells");
  r.subshells ??= new Map();
  r.subshells.set(second, end);
}
