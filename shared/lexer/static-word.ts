/** The value of a word that needs no shell. */
import { COLON, EQUAL, OPEN_BRACE, OPEN_BRACKET, QUESTION, STAR, TILDE } from "./chars.ts";
import { plainTextOf } from "./read-word.ts";
import type { Word } from "./script.ts";

/**
 * The word's one value when the text alone decides it: quotes and escapes taken away, no expansion, no active `*`, `?`,
 * `[`, `{`, `~` or (in zsh) `=` at the start. Undefined for every other word; `runs` goes further and follows variables.
 */
export function staticText(word: Word): string | undefined {
  const plain = plainTextOf(word);
  if (plain !== undefined) return isActive(plain, true) ? undefined : plain;
  let text = "";
  for (const piece of word.pieces) {
    if (piece.kind !== "literal") return undefined;
    if (piece.quoting === "none" && isActive(piece.text, text === "")) return undefined;
    text += piece.text;
  }
  return text;
}

function isActive(text: string, first: boolean): boolean {
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === STAR || c === QUESTION || c === OPEN_BRACKET || c === OPEN_BRACE) return true;
    if (c !== TILDE && c !== EQUAL) continue;
    if (at === 0) {
      // A tilde counts at the start of a word,
      if (first) return true;
      continue;
    }
    if (c === EQUAL) continue;
    // and behind `=` and `:` where the word is an assignment.
    const before = text.charCodeAt(at - 1);
    if (before === EQUAL || before === COLON) return true;
  }
  return false;
}
