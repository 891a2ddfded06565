/** The value of a word that needs no shell. */
import { COLON, EQUAL, OPEN_BRACE, OPEN_BRACKET, QUESTION, STAR, TILDE } from "./chars.ts";
import { ReadWord } from "./read-word.ts";
import type { Word } from "./script.ts";

/**
 * The word's one value when the text alone decides it: quotes and escapes taken away, no expansion, no active `*`, `?`,
 * `[`, `{`, `~` or (in zsh) `=` at the start. Undefined for every other word; `runs` goes further and follows variables.
 */
export function staticText(word: Word): string | undefined {
  if (word instanceof ReadWord && word.isPlain) {
    const { source, start, end } = word;
    return isActive(source, start, end, true) ? undefined : word.text;
  }
  const { pieces } = word;
  const only = pieces.length === 1 ? pieces[0] : undefined;
  if (only?.kind === "literal" && only.quoting !== "none") return only.text;
  let text = "";
  for (const piece of pieces) {
    if (piece.kind !== "literal") return undefined;
    if (piece.quoting === "none" && isActive(piece.text, 0, piece.text.length, text === "")) return undefined;
    text += piece.text;
  }
  return text;
}

/** Whether the units from `start` to `end` mean more than themselves; `first`: they begin the word. */
function isActive(text: string, start: number, end: number, first: boolean): boolean {
  for (let at = start; at < end; at++) {
    const c = text.charCodeAt(at);
    if (c === STAR || c === QUESTION || c === OPEN_BRACKET || c === OPEN_BRACE) return true;
    if (c !== TILDE && c !== EQUAL) continue;
    if (at === start) {
      // A tilde or an equals sign counts at the start of a word,
      if (first) return true;
      continue;
    }
    if (c === EQUAL) continue;
    // a tilde behind `=` and `:` too, where the word is an assignment.
    const before = text.charCodeAt(at - 1);
    if (before === EQUAL || before === COLON) return true;
  }
  return false;
}
