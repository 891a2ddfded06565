/** `[[ … ]]`. */
import {
  AMPERSAND,
  BAR,
  BREAK,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  classOf,
  GREATER,
  LESS,
  NEWLINE,
  OPEN_PAREN,
} from "./chars.ts";
import { finish } from "./compounds.ts";
import {
  blanks,
  enter,
  joined,
  linebreaks,
  lose,
  openContext,
  plainText,
  type Reader,
  unit,
} from "./reader.ts";
import type { Joint, Pipe } from "./script.ts";
import { word } from "./words.ts";

/** Reads from behind `[[` on. */
export function conditionalCommand(r: Reader, start: number, joint: Joint, pipe: Pipe): number {
  const mark = r.commands.length;
  enter(r);
  const context = openContext(r, "conditional", start, joint, pipe);
  let level = 0;
  for (;;) {
    // A term: `( … )`, `! term`, `-x word`, `word`, or `word operator word`.
    linebreaks(r);
    if (unit(r, r.at) === OPEN_PAREN) {
      r.at++;
      level++;
      continue;
    }
    const first = operand(r, start);
    if (first === "!") continue;
    blanks(r);
    let lone = false;
    if (first !== undefined && /^-[a-zA-Z]$/.test(first) && startsOperand(r)) operand(r, start);
    else lone = !binary(r, start);
    // Behind a word without an operator bash takes no newline.
    if (lone && !r.zsh) blanks(r);
    else linebreaks(r);
    while (unit(r, r.at) === CLOSE_PAREN) {
      if (level-- === 0) lose(r, r.at, "a `)` inside `[[` closes nothing");
      r.at++;
      linebreaks(r);
    }
    const c = unit(r, r.at);
    const next = joined(r, r.at + 1);
    if ((c === AMPERSAND || c === BAR) && unit(r, next) === c) {
      r.at = next + 1;
      continue;
    }
    const { at } = r;
    if (level > 0 || c < 0 || classOf(c) === BREAK || plainText(word(r)) !== "]]")
      lose(r, at, "an expression between `[[` and `]]` does not go on as it must");
    return finish(r, context, mark);
  }
}

function startsOperand(r: Reader, regex = false): boolean {
  const c = unit(r, r.at);
  if (c < 0) return false;
  if (classOf(c) !== BREAK) return !isEnd(r);
  if (c === OPEN_PAREN && (regex || r.zsh)) return true;
  if (c === BAR && regex) return true;
  return (c === LESS || c === GREATER) && unit(r, joined(r, r.at + 1)) === OPEN_PAREN;
}

/** `]]` as a whole word at `r.at`. */
function isEnd(r: Reader): boolean {
  if (unit(r, r.at) !== CLOSE_BRACKET || unit(r, joined(r, r.at + 1)) !== CLOSE_BRACKET) return false;
  const after = unit(r, joined(r, joined(r, r.at + 1) + 1));
  return after < 0 || classOf(after) === BREAK;
}

/** Reads a word and gives back its text when it is plain. */
function operand(r: Reader, start: number, mode: "argument" | "regex" = "argument"): string | undefined {
  if (!startsOperand(r, mode === "regex"))
    lose(r, r.at < r.end ? r.at : start, "a word is missing between `[[` and `]]`");
  return plainText(word(r, mode));
}

/** Reads `operator word` behind the first word of a term; false when there is none. */
function binary(r: Reader, start: number): boolean {
  const c = unit(r, r.at);
  if (c === LESS || c === GREATER) {
    r.at++;
    blanks(r);
    operand(r, start);
    return true;
  }
  if (c < 0 || c === NEWLINE || !startsOperand(r)) return false;
  const { at } = r;
  const operator = plainText(word(r));
  if (operator === undefined || !isOperator(operator))
    lose(r, at, "a word between `[[` and `]]` is no operator");
  blanks(r);
  operand(r, start, operator === "=~" ? "regex" : "argument");
  return true;
}

function isOperator(text: string): boolean {
  switch (text) {
    case "=":
    case "==":
    case "!=":
    case "=~":
    case "-eq":
    case "-ne":
    case "-lt":
    case "-le":
    case "-gt":
    case "-ge":
    case "-nt":
    case "-ot":
    case "-ef":
      return true;
    default:
      return false;
  }
}
