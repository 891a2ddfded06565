/** Redirections: anywhere before, between and after the words of a command. */
import {
  AMPERSAND,
  BACKSLASH,
  BANG,
  BAR,
  BREAK,
  classOf,
  GREATER,
  isDigit,
  isNameStart,
  isNameUnit,
  LESS,
  MINUS,
} from "./chars.ts";
import { openHereDocument } from "./here-documents.ts";
import { type ReadHereDocument, ReadRedirection } from "./read-redirection.ts";
import type { ReadWord } from "./read-word.ts";
import { blanks, joined, lose, plainText, type Reader, sourceStart, unit } from "./reader.ts";
import type { Word } from "./script.ts";
import { opensBreakWord, word } from "./words.ts";

/** The descriptor that a word before `<` or `>` names, if it is one: `2`, `{fd}`. `r.at` stands behind the word. */
export function descriptorOf(r: Reader, candidate: Word): string | undefined {
  const c = r.at < r.end ? r.text.charCodeAt(r.at) : -1;
  if (c !== LESS && c !== GREATER) return undefined;
  // Between the word and the operator there may be no blank, and the word holds no quote.
  const text = plainText(candidate);
  if (text === undefined) return undefined;
  if (isDigit(text.charCodeAt(0))) {
    for (let i = 1; i < text.length; i++) if (!isDigit(text.charCodeAt(i))) return undefined;
    return text.length <= 10 && Number(text) <= 0x7fffffff ? text : undefined;
  }
  if (text.length < 3 || text[0] !== "{" || text[text.length - 1] !== "}") return undefined;
  const name = text.slice(1, -1);
  if (!isNameStart(name.charCodeAt(0))) return undefined;
  for (let i = 1; i < name.length; i++) {
    if (isNameUnit(name.charCodeAt(i))) continue;
    return name[i] === "[" && name.endsWith("]") ? name : undefined;
  }
  return name;
}

/** Whether a redirection begins at `r.at`: `<` or `>` outside a process substitution, or `&>`. */
export function opensRedirection(r: Reader, c: number): boolean {
  if (c === AMPERSAND) return !r.sh && unit(r, joined(r, r.at + 1)) === GREATER;
  return (c === LESS || c === GREATER) && !opensBreakWord(r, c);
}

/** Reads the redirection at `r.at`; `start` is where its descriptor begins, if it has one. */
export function redirection(r: Reader, start: number, descriptor: string | undefined): ReadRedirection {
  const operator = operatorAt(r);
  blanks(r);
  const c = unit(r, r.at);
  if (c < 0 || (classOf(c) === BREAK && !opensBreakWord(r, c)))
    lose(r, r.at, `\`${operator}\` names no file`);
  const arrays = r.arrays;
  r.arrays = false;
  let hereDocument: ReadHereDocument | undefined;
  let target: ReadWord;
  if (operator === "<<" || operator === "<<-") {
    target = openHereDocument(r, start, operator === "<<-");
    hereDocument = r.pending?.at(-1)?.document;
  } else target = word(r);
  r.arrays = arrays;
  return new ReadRedirection(operator, descriptor, target, hereDocument, sourceStart(r, start), target.end);
}

function operatorAt(r: Reader): string {
  const plain = plainOperator(r);
  if (plain !== undefined) return plain;
  let operator = r.text[r.at] as string;
  r.at++;
  for (;;) {
    const at = joined(r, r.at);
    const c = unit(r, at);
    if (!continues(r, operator, c)) return operator;
    operator += String.fromCharCode(c);
    r.at = at + 1;
  }
}

/** `<`, `>` or `>&` when that is clear from the next unit: putting an operator together makes a string for each. */
function plainOperator(r: Reader): string | undefined {
  const first = r.text.charCodeAt(r.at);
  const second = unit(r, r.at + 1);
  if (first === AMPERSAND || second === BACKSLASH) return undefined;
  if (first === GREATER && second === AMPERSAND && !r.zsh) {
    if (unit(r, r.at + 2) === BACKSLASH) return undefined;
    r.at += 2;
    return ">&";
  }
  if (second === LESS || second === GREATER || second === AMPERSAND || second === BAR || second === BANG)
    return undefined;
  r.at++;
  return first === GREATER ? ">" : "<";
}

function continues(r: Reader, operator: string, c: number): boolean {
  switch (operator) {
    case "&":
      return c === GREATER;
    case "&>":
      return c === GREATER || (r.zsh && (c === BAR || c === BANG));
    case "<":
      return c === LESS || c === GREATER || c === AMPERSAND;
    case "<<":
      return c === MINUS || (c === LESS && !r.sh);
    case ">":
      return c === GREATER || c === BAR || c === AMPERSAND || (r.zsh && c === BANG);
    case ">>":
    case ">&":
    case "&>>":
      return r.zsh && (c === BAR || c === BANG);
    default:
      return false;
  }
}
