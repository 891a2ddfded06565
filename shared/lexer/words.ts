/** Words: unquoted text with everything that may stand in it. */
import { arrayItems, isArrayAssignment } from "./assignments.ts";
import {
  AMPERSAND,
  AT,
  BACKSLASH,
  BACKTICK,
  BANG,
  BAR,
  BREAK,
  CLASS,
  CLOSE_BRACE,
  CLOSE_PAREN,
  classOf,
  DOLLAR,
  DOUBLE_QUOTE,
  EQUAL,
  GREATER,
  isDigit,
  isNameStart,
  isNameUnit,
  isSpecialParameter,
  LESS,
  LIVE,
  MINUS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_PAREN,
  PLAIN,
  PLUS,
  QUESTION,
  SEMICOLON,
  SINGLE_QUOTE,
  SPACE,
  STAR,
  TAB,
} from "./chars.ts";
import { dollar, opensExpansion } from "./expansions.ts";
import { ansiQuoted, doubleQuoted, singleQuoted } from "./quotes.ts";
import { ReadWord } from "./read-word.ts";
import { enter, joined, leave, lose, type Reader, spanOf, unit } from "./reader.ts";
import type { Piece } from "./script.ts";
import { backtick, processSubstitution } from "./substitutions.ts";

/** How parentheses are taken inside a word. */
export type WordMode = "command" | "argument" | "regex";

/** Reads the word at `r.at`; the caller has seen that a unit other than a break, `<(` or `>(` stands there. */
export function word(r: Reader, mode: WordMode = "argument"): ReadWord {
  const start = r.at;
  // Where the text is not the source, a word is told from its pieces alone.
  if (r.starts === undefined && mode !== "regex") {
    const stop = simpleWordEnd(r, start);
    if (stop > 0) {
      r.at = stop;
      return new ReadWord(r.text, start, stop, undefined);
    }
  }
  return restOfWord(r, start, [], mode);
}

/**
 * The end of the word at `start` when it is one run of plain units, one quotation without expansions or one `$name`,
 * quoted or not, and nothing else can follow; else -1. Nine words of ten are like that, and `ReadWord` makes their piece.
 */
export function simpleWordEnd(r: Reader, start: number): number {
  const { text, end } = r;
  let i = plainEnd(text, start, end);
  if (i === start) {
    if (i === end) return -1;
    const c = text.charCodeAt(start);
    if (c === SINGLE_QUOTE) i = simpleQuoteEnd(text, start, end);
    else if (c === DOUBLE_QUOTE) i = simpleDoubleQuoteEnd(text, start, end);
    else if (c === DOLLAR) i = simpleParameterEnd(text, start, end);
    else return -1;
    if (i < 0) return -1;
  } else if (r.zsh && hasBrace(text, start, i)) return -1;
  return i === end || endsPlainWord(text.charCodeAt(i)) ? i : -1;
}

function simpleQuoteEnd(text: string, start: number, end: number): number {
  for (let i = start + 1; i < end; i++) if (text.charCodeAt(i) === SINGLE_QUOTE) return i + 1;
  return -1;
}

function simpleDoubleQuoteEnd(text: string, start: number, end: number): number {
  for (let i = start + 1; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c >= 128 || CLASS[c] !== LIVE || c === SINGLE_QUOTE) continue;
    if (c === DOUBLE_QUOTE) return i + 1;
    if (c !== DOLLAR || i > start + 1) return -1;
    const stop = simpleParameterEnd(text, i, end);
    return stop > 0 && stop < end && text.charCodeAt(stop) === DOUBLE_QUOTE ? stop + 1 : -1;
  }
  return -1;
}

/** Behind `$name`, `$1` or `$@`; -1 where something else follows the `$`. */
function simpleParameterEnd(text: string, start: number, end: number): number {
  let i = start + 1;
  if (i >= end) return -1;
  const c = text.charCodeAt(i);
  i++;
  if (!isNameStart(c)) return isDigit(c) || isSpecialParameter(c) ? i : -1;
  while (i < end && isNameUnit(text.charCodeAt(i))) i++;
  return i;
}

/** A word of pieces from `start` to `end`. */
export function wordOf(r: Reader, start: number, end: number, pieces: readonly Piece[]): ReadWord {
  if (r.starts === undefined) return new ReadWord(r.text, start, end, pieces);
  const span = spanOf(r, start, end);
  return new ReadWord(r.text, span.start, span.end, pieces);
}

/** Where the plain units from `start` on end. */
function plainEnd(text: string, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c < 128 && CLASS[c] !== PLAIN) return i;
  }
  return end;
}

/** Units behind which a plain word is whole, whatever follows. */
export function endsPlainWord(c: number): boolean {
  return (
    c === SPACE ||
    c === NEWLINE ||
    c === SEMICOLON ||
    c === TAB ||
    c === CLOSE_PAREN ||
    c === AMPERSAND ||
    c === BAR
  );
}

/** Whether a word begins at `r.at`; unlike in a word, a `(` begins none outside zsh. */
export function startsWord(r: Reader): boolean {
  const c = unit(r, r.at);
  if (c < 0 || (c === CLOSE_BRACE && r.zsh && closesGroup(r, r.at))) return false;
  return classOf(c) !== BREAK || opensBreakWord(r, c);
}

/** Takes the unquoted word `text` at `r.at`, if exactly that stands there. */
export function takesWord(r: Reader, text: string): boolean {
  let i = r.at;
  for (let k = 0; k < text.length; k++) {
    i = joined(r, i);
    if (unit(r, i) !== text.charCodeAt(k)) return false;
    i++;
  }
  const after = joined(r, i);
  const next = unit(r, after);
  const ends = next < 0 || next === OPEN_PAREN || (next === CLOSE_BRACE && r.zsh);
  if (!ends && (classOf(next) !== BREAK || opensBreakWord(r, next, after))) return false;
  r.at = i;
  return true;
}

/** Whether a break unit at `r.at` begins a word all the same: `<(`, `>(`, in zsh `<1-9>` and a pattern in parentheses. */
export function opensBreakWord(r: Reader, c: number, at: number = r.at): boolean {
  if (c === LESS || c === GREATER) {
    if (r.sh) return false;
    return unit(r, joined(r, at + 1)) === OPEN_PAREN || (r.zsh && c === LESS && numberRangeEnd(r, at) > 0);
  }
  return r.zsh && c === OPEN_PAREN;
}

/** Reads on behind the pieces already read; `start` is where the word began. */
export function restOfWord(r: Reader, start: number, pieces: Piece[], mode: WordMode): ReadWord {
  let end = r.at;
  let level = 0;
  for (;;) {
    const at = r.at;
    const c = unit(r, at);
    if (c < 0) break;
    const kind = classOf(c);
    if (kind === PLAIN) {
      if (r.zsh) {
        level = zshRun(r, pieces, level);
        if (level < 0) {
          end = r.at;
          break;
        }
      } else plainRun(r, pieces);
    } else if (kind === BREAK) {
      if (!parenthesis(r, c, pieces, start, mode)) break;
    } else if (c === BACKSLASH) {
      if (unit(r, at + 1) === NEWLINE) {
        r.at += 2;
        continue;
      }
      escaped(r, pieces);
    } else live(r, c, pieces);
    end = r.at;
  }
  return wordOf(r, start, end, pieces);
}

function plainRun(r: Reader, pieces: Piece[]): void {
  const start = r.at;
  const { text, end } = r;
  const i = plainEnd(text, start + 1, end);
  r.at = i;
  pushPlain(r, pieces, start, i);
}

function hasBrace(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (text.charCodeAt(i) === CLOSE_BRACE) return true;
  return false;
}

/** zsh: a `}` that no `{` of its word opened closes a group when it ends the word; else it is an ordinary character. */
export function closesGroup(r: Reader, at: number): boolean {
  const after = joined(r, at + 1);
  const next = unit(r, after);
  return next < 0 || (classOf(next) === BREAK && !opensBreakWord(r, next, after));
}

/** zsh: reads the plain run at `r.at` up to a `}` that closes a group; gives the braces still open, -1 at such a `}`. */
function zshRun(r: Reader, pieces: Piece[], open: number): number {
  const start = r.at;
  let level = open;
  let i = start;
  for (; i < r.end; i++) {
    const c = r.text.charCodeAt(i);
    if (classOf(c) !== PLAIN) break;
    if (c === OPEN_BRACE) level++;
    else if (c === CLOSE_BRACE) {
      if (level > 0) level--;
      else if (closesGroup(r, i)) {
        level = -1;
        break;
      }
    }
  }
  r.at = i;
  if (i > start) pushPlain(r, pieces, start, i);
  return level;
}

function pushPlain(r: Reader, pieces: Piece[], start: number, end: number): void {
  pieces.push({
    kind: "literal",
    text: r.text.slice(start, end),
    quoting: "none",
    span: spanOf(r, start, end),
  });
}

function escaped(r: Reader, pieces: Piece[]): void {
  const start = r.at;
  // A backslash at the very end of the text stands for itself; zsh drops it.
  const length = start + 1 < r.end ? unitsAt(r, start + 1) : 0;
  r.at = start + 1 + length;
  const text = length === 0 ? (r.zsh ? "" : "\\") : r.text.slice(start + 1, r.at);
  pieces.push({ kind: "literal", text, quoting: "escape", span: spanOf(r, start, r.at) });
}

/** 2 for a surrogate pair, so that no piece holds half a character. */
function unitsAt(r: Reader, i: number): number {
  const c = unit(r, i);
  const next = unit(r, i + 1);
  return c >= 0xd800 && c < 0xdc00 && next >= 0xdc00 && next < 0xe000 ? 2 : 1;
}

/** A quotation, an expansion or a lone `$`. */
export function live(r: Reader, c: number, pieces: Piece[]): void {
  const start = r.at;
  if (c === SINGLE_QUOTE) singleQuoted(r, pieces);
  else if (c === DOUBLE_QUOTE) doubleQuoted(r, pieces, start);
  else if (c === BACKTICK) backtick(r, pieces, false, false);
  else if (opensExpansion(r, false)) dollar(r, pieces, false);
  else {
    const next = joined(r, start + 1);
    const quote = r.sh ? -1 : unit(r, next);
    r.at = next;
    if (quote === SINGLE_QUOTE) ansiQuoted(r, pieces, start);
    else if (quote === DOUBLE_QUOTE && !r.zsh) doubleQuoted(r, pieces, start);
    else {
      r.at = start + 1;
      pushPlain(r, pieces, start, r.at);
    }
  }
}

/** What a break unit begins inside a word: a process substitution, an extended pattern, an array. False: the word ends. */
function parenthesis(r: Reader, c: number, pieces: Piece[], start: number, mode: WordMode): boolean {
  if (c === LESS || c === GREATER) {
    if (!opensBreakWord(r, c)) return false;
    if (unit(r, joined(r, r.at + 1)) !== OPEN_PAREN) {
      const from = r.at;
      r.at = numberRangeEnd(r, from);
      pushPlain(r, pieces, from, r.at);
    } else processSubstitution(r, pieces, c === LESS ? "process-in" : "process-out");
    return true;
  }
  if (mode === "regex" && c === BAR) {
    r.at++;
    pushPlain(r, pieces, r.at - 1, r.at);
    return true;
  }
  if (c !== OPEN_PAREN) return false;
  if (mode === "regex") return pattern(r, pieces);
  const last = r.at > start ? pieces[pieces.length - 1] : undefined;
  if (r.zsh) return zshParenthesis(r, pieces, last, mode);
  if (last === undefined || last.kind !== "literal" || last.quoting !== "none") return false;
  const before = last.text.charCodeAt(last.text.length - 1);
  if (before === EQUAL) {
    if (!r.arrays || !isArrayAssignment(pieces)) return false;
    flatArray(r, pieces);
    return true;
  }
  const patterned =
    before === QUESTION || before === STAR || before === PLUS || before === AT || before === BANG;
  // `@()` and its kin are function names when nothing stands in the parentheses.
  return patterned && !r.sh && !(mode === "command" && closesAtOnce(r)) && pattern(r, pieces);
}

/** zsh: `=( )`, an array, or a pattern whose last parenthesis may hold qualifiers that run code. */
function zshParenthesis(r: Reader, pieces: Piece[], last: Piece | undefined, mode: WordMode): boolean {
  if (last?.kind === "literal" && last.quoting === "none" && last.text.endsWith("=")) {
    if (pieces.length === 1 && last.text === "=") {
      pieces.length = 0;
      r.at--;
      processSubstitution(r, pieces, "process-file");
      return true;
    }
    if (r.arrays && isArrayAssignment(pieces)) {
      flatArray(r, pieces);
      return true;
    }
  }
  if (mode === "command" && (last === undefined || closesAtOnce(r))) return false;
  const from = r.at;
  pattern(r, pieces);
  const group = r.text.slice(from, r.at);
  if (runsCode(group)) lose(r, from, "the qualifiers of a pattern may run code");
  return true;
}

/**
 * zsh: `*(e:code:)` and `*(+name)` run code for every file. A `|` makes the parentheses alternatives unless `#q` says
 * that they hold qualifiers.
 */
function runsCode(group: string): boolean {
  if (group.includes("|") && !group.startsWith("(#q")) return false;
  for (let i = 1; i + 1 < group.length; i++) {
    const next = group[i + 1] as string;
    if (group[i] === "+" && isNameStart(next.charCodeAt(0))) return true;
    // The character behind the `e` ends the code too; brackets end it by their partners.
    const close = next === "(" ? ")" : next === "[" ? "]" : next === "{" ? "}" : next === "<" ? ">" : next;
    if (group[i] === "e" && group.indexOf(close, i + 2) > 0) return true;
  }
  return false;
}

/** zsh: behind `<1-9>`, `<->`; 0 when a redirection stands there. */
function numberRangeEnd(r: Reader, at: number): number {
  let i = at + 1;
  while (isDigit(unit(r, i))) i++;
  if (unit(r, i) !== MINUS) return 0;
  i++;
  while (isDigit(unit(r, i))) i++;
  return unit(r, i) === GREATER ? i + 1 : 0;
}

function closesAtOnce(r: Reader): boolean {
  let i = r.at + 1;
  while (unit(r, i) === SPACE || unit(r, i) === TAB) i++;
  return unit(r, i) === CLOSE_PAREN;
}

/** A parenthesised pattern: everything up to the parenthesis that balances, quotations and expansions alive. */
function pattern(r: Reader, pieces: Piece[]): true {
  const start = r.at;
  let level = 0;
  let from = start;
  for (;;) {
    const c = unit(r, r.at);
    if (c < 0) lose(r, start, "a parenthesis of a pattern is never closed");
    if (c === OPEN_PAREN) level++;
    else if (c === CLOSE_PAREN && --level === 0) break;
    if (classOf(c) !== LIVE) {
      r.at++;
      continue;
    }
    if (r.at > from) pushPlain(r, pieces, from, r.at);
    if (c !== BACKSLASH) {
      enter(r);
      live(r, c, pieces);
      leave(r);
    } else if (unit(r, r.at + 1) === NEWLINE) r.at += 2;
    else escaped(r, pieces);
    from = r.at;
  }
  r.at++;
  pushPlain(r, pieces, from, r.at);
  return true;
}

/** The array of `declare x=( … )` as pieces of the argument: its text is what the builtin gets to read. */
function flatArray(r: Reader, pieces: Piece[]): void {
  const open = r.at;
  const items = arrayItems(r);
  let from = open;
  const base = r.starts === undefined;
  pushPlain(r, pieces, open, open + 1);
  for (const item of items) {
    if (base && item.span.start > from + 1) pushPlain(r, pieces, item.span.start - 1, item.span.start);
    pieces.push(...item.pieces);
    from = item.span.end - 1;
  }
  pushPlain(r, pieces, r.at - 1, r.at);
}
