/** Assignments before the words of a command, and the arrays that they and `declare` take. */
import { subscript } from "./arithmetic.ts";
import { CLOSE_PAREN, EQUAL, isNameStart, OPEN_BRACKET, OPEN_PAREN, PLUS } from "./chars.ts";
import { nameEnd, nameText } from "./expansions.ts";
import type { ReadWord } from "./read-word.ts";
import { enter, joined, leave, linebreaks, lose, type Reader, spanOf, unit } from "./reader.ts";
import type { Assignment, Piece, Word } from "./script.ts";
import { restOfWord, startsWord, word, wordOf } from "./words.ts";

/**
 * Reads an assignment at `r.at`, where a name begins. Without one it gives back undefined and has read nothing, except
 * for `name[…]` without `=`: the brackets belong to an ordinary word there, blanks included.
 */
export function assignment(r: Reader): Assignment | ReadWord | undefined {
  const start = r.at;
  const stop = nameEnd(r, start);
  let at = joined(r, stop);
  let index: string | undefined;
  let c = unit(r, at);
  if (c === OPEN_BRACKET && !r.sh) {
    const pieces: Piece[] = [];
    r.at = at + 1;
    index = subscript(r, pieces);
    at = joined(r, r.at);
    c = unit(r, at);
    if (c !== EQUAL && !(c === PLUS && unit(r, joined(r, at + 1)) === EQUAL)) {
      return restOfWord(r, start, bracketed(r, start, pieces), "command");
    }
  }
  const append = c === PLUS;
  if (append) at = joined(r, at + 1);
  if (unit(r, at) !== EQUAL) {
    r.at = start;
    return undefined;
  }
  const name = nameText(r, start, stop);
  r.at = joined(r, at + 1);
  if (unit(r, r.at) === OPEN_PAREN && !r.sh) {
    const items = arrayItems(r);
    // `a=(x)y` is one token: what is glued to the array belongs to the assignment and never becomes the command.
    if (startsWord(r) && !r.zsh) restOfWord(r, r.at, [], "argument");
    return { name, append, subscript: index, value: undefined, items, span: spanOf(r, start, r.at) };
  }
  const value = !startsWord(r) ? wordOf(r, r.at, r.at, []) : word(r);
  return { name, append, subscript: index, value, items: undefined, span: spanOf(r, start, r.at) };
}

/** The word pieces of `name[…]` from `start` to `r.at`; expansions keep their places between the two brackets. */
function bracketed(r: Reader, start: number, inner: readonly Piece[]): Piece[] {
  if (inner.every((piece) => piece.kind === "literal")) {
    return [
      { kind: "literal", text: r.text.slice(start, r.at), quoting: "none", span: spanOf(r, start, r.at) },
    ];
  }
  const name = nameEnd(r, start);
  return [
    { kind: "literal", text: r.text.slice(start, name), quoting: "none", span: spanOf(r, start, name) },
    ...inner,
    { kind: "literal", text: "]", quoting: "none", span: spanOf(r, r.at - 1, r.at) },
  ];
}

/** Whether the pieces read so far are `name=`, `name+=` or `name[…]=`, so that an array may follow. */
export function isArrayAssignment(pieces: readonly Piece[]): boolean {
  const first = pieces[0];
  if (first?.kind !== "literal" || first.quoting !== "none") return false;
  const { text } = first;
  if (!isNameStart(text.charCodeAt(0))) return false;
  return pieces.length === 1 ? /^\w+(?:\[[^\]]*\])?\+?=$/.test(text) : /^\w+\[/.test(text);
}

/** Reads `( … )` at `r.at`: words, comments and newlines, and `[key]=value` items. */
export function arrayItems(r: Reader): Word[] {
  const open = r.at;
  const { arrays } = r;
  enter(r);
  r.arrays = false;
  r.at++;
  const items: Word[] = [];
  for (;;) {
    linebreaks(r);
    const c = unit(r, r.at);
    if (c < 0) lose(r, open, "the parenthesis of an array is never closed");
    if (c === CLOSE_PAREN) break;
    if (c === OPEN_BRACKET) items.push(keyedItem(r));
    else if (!startsWord(r)) lose(r, r.at, "an operator stands inside the parentheses of an array");
    else items.push(word(r));
  }
  r.at++;
  r.arrays = arrays;
  leave(r);
  return items;
}

/** `[key]=value`: the key may hold blanks. */
function keyedItem(r: Reader): Word {
  const start = r.at;
  const pieces: Piece[] = [];
  r.at++;
  subscript(r, pieces);
  return restOfWord(r, start, bracketed(r, start, pieces), "argument");
}
