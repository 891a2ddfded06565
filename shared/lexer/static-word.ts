/** The value of a word that needs no shell. */
import type { Word } from "./script.ts";

/**
 * The word's one value when the text alone decides it: quotes and escapes taken away, no expansion, no active `*`, `?`,
 * `[`, `{`, `~` or (in zsh) `=` at the start. Undefined for every other word; `runs` goes further and follows variables.
 */
export function staticText(word: Word): string | undefined {
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
    const char = text[at];
    if (char === "*" || char === "?" || char === "[" || char === "{") return true;
    // A tilde counts at the start of a word, and behind `=` and `:` where the word is an assignment.
    if (char === "~" && (at > 0 ? text[at - 1] === "=" || text[at - 1] === ":" : first)) return true;
    if (char === "=" && at === 0 && first) return true;
  }
  return false;
}
