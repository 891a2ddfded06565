/** Function definitions in every form, and coprocesses. */
import { CLOSE_PAREN, OPEN_BRACE, OPEN_PAREN } from "./chars.ts";
import { COMPOUND, command } from "./lists.ts";
import {
  blanks,
  closeContext,
  enter,
  forget,
  joined,
  leave,
  linebreaks,
  lose,
  openContext,
  plainText,
  type Reader,
  unit,
} from "./reader.ts";
import type { Joint, Pipe, Word } from "./script.ts";
import { startsWord, word } from "./words.ts";

/** Whether `( )` stands at `r.at`. */
export function opensFunction(r: Reader): boolean {
  const { at } = r;
  r.at++;
  blanks(r);
  const closes = unit(r, r.at) === CLOSE_PAREN;
  r.at = at;
  return closes;
}

/** `name ( ) body`; `r.at` stands on the parenthesis. */
export function functionDefinition(
  r: Reader,
  start: number,
  names: readonly Word[],
  joint: Joint,
  pipe: Pipe,
): number {
  r.at++;
  blanks(r);
  r.at++;
  return functionBody(r, start, names, joint, pipe);
}

/** `function name [( )] body`; `r.at` stands behind the keyword. zsh takes several names, or none. */
export function functionKeyword(r: Reader, start: number, joint: Joint, pipe: Pipe): number {
  const names: Word[] = [];
  for (;;) {
    blanks(r);
    const { at } = r;
    if (!startsWord(r) || unit(r, at) === OPEN_PAREN) break;
    if (r.zsh && unit(r, at) === OPEN_BRACE) break;
    names.push(word(r, "command"));
    if (!r.zsh) break;
  }
  if (names.length === 0 && !r.zsh) lose(r, r.at, "`function` names no function");
  blanks(r);
  if (unit(r, r.at) === OPEN_PAREN && opensFunction(r))
    return functionDefinition(r, start, names, joint, pipe);
  return functionBody(r, start, names, joint, pipe);
}

function functionBody(r: Reader, start: number, names: readonly Word[], joint: Joint, pipe: Pipe): number {
  enter(r);
  const context = openContext(r, "function", start, joint, pipe);
  const name = names[0];
  if (name !== undefined) context.name = plainText(name) ?? nameOf(name);
  r.functions.push(context);
  linebreaks(r);
  const got = command(r, "first", false);
  if (got !== COMPOUND && (got > 0 || !(r.sh || r.zsh)))
    lose(r, r.at, "the body of a function is no compound command");
  closeContext(r, context, r.at);
  r.last = context;
  leave(r);
  // zsh: `f g () { … }` gives one body to several names.
  for (const other of names.slice(1))
    r.functions.push({ ...context, name: plainText(other) ?? nameOf(other) });
  // zsh: a function without a name runs at once, with the words behind it as arguments.
  while (names.length === 0) {
    blanks(r);
    if (!startsWord(r)) break;
    word(r);
  }
  return COMPOUND;
}

function nameOf(word: Word): string {
  return word.pieces.map((piece) => (piece.kind === "literal" ? piece.text : "")).join("");
}

/** `coproc [NAME] command`; `r.at` stands behind the keyword. */
export function coprocess(r: Reader, start: number, joint: Joint, pipe: Pipe): number {
  enter(r);
  const context = openContext(r, "coproc", start, joint, pipe);
  blanks(r);
  const { at } = r;
  if (startsWord(r)) {
    const { length } = r.commands;
    const functions = r.functions.length;
    const first = word(r, "command");
    blanks(r);
    if (!isCompoundWord(plainText(first)) && opensCompound(r)) {
      context.name = plainText(first) ?? nameOf(first);
    } else {
      r.at = at;
      forget(r, length, functions);
    }
  }
  const got = command(r, "first", false);
  if (got > 0) lose(r, r.at, "`coproc` has no command");
  closeContext(r, context, r.at);
  r.last = context;
  leave(r);
  return COMPOUND;
}

function isCompoundWord(text: string | undefined): boolean {
  switch (text) {
    case "if":
    case "while":
    case "until":
    case "for":
    case "select":
    case "case":
    case "{":
    case "[[":
    case "function":
      return true;
    default:
      return false;
  }
}

function opensCompound(r: Reader): boolean {
  const { at } = r;
  if (unit(r, joined(r, at)) === OPEN_PAREN) return !opensFunction(r);
  if (!startsWord(r)) return false;
  const { length } = r.commands;
  const functions = r.functions.length;
  const opens = isCompoundWord(plainText(word(r)));
  forget(r, length, functions);
  r.at = at;
  return opens;
}
