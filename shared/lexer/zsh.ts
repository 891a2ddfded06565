/** What only zsh has: short forms of loops and conditions, `repeat`, `foreach`, `always`. */
import { CLOSE_PAREN, isDigit, NEWLINE, OPEN_BRACE, OPEN_PAREN, SEMICOLON } from "./chars.ts";
import { begin, filled, finish, loopBody } from "./compounds.ts";
import { BODY, BRACE, command, END_WORD, SHORT, SIMPLE, SUBLIST } from "./lists.ts";
import {
  blanks,
  forget,
  linebreaks,
  lose,
  type Mutable,
  newline,
  pipeIn,
  plainText,
  type Reader,
  unit,
} from "./reader.ts";
import { descriptorOf, opensRedirection, redirection } from "./redirections.ts";
import type { Context, Joint, Pipe, Redirection, Word } from "./script.ts";
import { simpleCommand } from "./simple-commands.ts";
import { startsWord, takesWord, word } from "./words.ts";

/** Takes the `{` at `r.at`, if one stands there; zsh needs no blank behind it. */
export function takesBrace(r: Reader): boolean {
  if (unit(r, r.at) !== OPEN_BRACE) return false;
  r.at++;
  return true;
}

/** `{ … } always { … }`, behind the first group. */
export function always(r: Reader): void {
  const { at } = r;
  blanks(r);
  if (!takesWord(r, "always")) {
    r.at = at;
    return;
  }
  linebreaks(r);
  if (!takesBrace(r)) lose(r, r.at, "`always` has no group");
  filled(r, BRACE);
}

/** Reads `if` on behind a condition without `then`: `{ … } elif … { … } else { … }` or one command. Gives the end. */
export function shortIf(r: Reader, opened: number): number {
  let body = opened;
  for (;;) {
    if (body === SHORT) {
      filled(r, SUBLIST);
      return r.at;
    }
    filled(r, BRACE);
    const end = r.at;
    blanks(r);
    if (takesWord(r, "elif")) {
      body = filled(r, BODY | SHORT);
      continue;
    }
    if (!takesWord(r, "else")) return end;
    linebreaks(r);
    if (takesBrace(r)) filled(r, BRACE);
    else filled(r, SUBLIST);
    return r.at;
  }
}

/** `NAME… [in WORDS]` or `NAME… (WORDS)`, and what separates them from the body. */
export function zshLoopHead(r: Reader, context: Mutable<Context>): void {
  if (!startsWord(r)) lose(r, r.at, `\`${context.kind}\` names no variable`);
  context.name = plainText(word(r));
  for (;;) {
    blanks(r);
    const { at } = r;
    const c = unit(r, at);
    if (c === OPEN_PAREN) {
      context.words = parenthesised(r);
      break;
    }
    if (c === SEMICOLON || c === NEWLINE) {
      separators(r);
      if (context.words === undefined && takesWord(r, "in")) {
        context.words = wordsOfLine(r);
      }
      return;
    }
    if (!startsWord(r)) break;
    if (takesWord(r, "in")) {
      context.words = wordsOfLine(r);
      break;
    }
    if (c === OPEN_BRACE) return;
    if (takesWord(r, "do")) {
      r.at = at;
      return;
    }
    word(r);
  }
  separators(r);
}

function parenthesised(r: Reader): Word[] {
  const open = r.at;
  r.at++;
  const words: Word[] = [];
  for (;;) {
    linebreaks(r);
    if (unit(r, r.at) === CLOSE_PAREN) break;
    if (!startsWord(r)) lose(r, open, "the parenthesis of a loop is never closed");
    words.push(word(r));
  }
  r.at++;
  return words;
}

function wordsOfLine(r: Reader): Word[] {
  const words: Word[] = [];
  for (;;) {
    blanks(r);
    if (!startsWord(r)) return words;
    words.push(word(r));
  }
}

function separators(r: Reader): void {
  for (;;) {
    blanks(r);
    const c = unit(r, r.at);
    if (c === SEMICOLON) r.at++;
    else if (c === NEWLINE) newline(r);
    else return;
  }
}

/** `foreach NAME (WORDS) … end` and `repeat COUNT …`, behind the keyword. */
export function zshLoop(
  r: Reader,
  kind: "foreach" | "repeat",
  start: number,
  joint: Joint,
  pipe: Pipe,
): number {
  const mark = r.commands.length;
  const context = begin(r, "for", start, joint, pipe);
  blanks(r);
  if (kind === "foreach") {
    zshLoopHead(r, context);
    filled(r, END_WORD);
  } else {
    if (!startsWord(r)) lose(r, r.at, "`repeat` has no count");
    context.words = [word(r)];
    separators(r);
    loopBody(r);
  }
  return finish(r, context, mark);
}

/** Redirections before a command: unlike other shells, zsh still takes a compound command or a reserved word then. */
export function redirected(r: Reader, start: number, joint: Joint, piped: boolean): number {
  const { length } = r.commands;
  const functions = r.functions.length;
  const queued = r.pending?.length ?? 0;
  const redirections: Redirection[] = [];
  r.at = start;
  readRedirections(r, redirections);
  const own = r.pending?.length ?? 0;
  if (!opensReserved(r)) {
    forget(r, length, functions);
    if (r.pending !== undefined) {
      r.pending.length = queued;
      if (queued === 0) r.pending = undefined;
    }
    r.at = start;
    return simpleCommand(r, joint, pipeIn(piped), start, undefined);
  }
  const got = command(r, joint, piped);
  if (got > 0) lose(r, r.at, "a redirection stands before a word that closes");
  for (let i = queued; i < own; i++) (r.pending?.[i] ?? { owner: 0 }).owner = length;
  const { last } = r;
  if (last !== undefined) {
    last.redirections = [...redirections, ...last.redirections];
    const first = redirections[0] as Redirection;
    if (got === SIMPLE) last.span = { start: first.span.start, end: last.span.end };
  }
  return got;
}

function readRedirections(r: Reader, redirections: Redirection[]): void {
  for (;;) {
    blanks(r);
    const { at } = r;
    const c = unit(r, at);
    if (opensRedirection(r, c)) redirections.push(redirection(r, at, undefined));
    else if (isDigit(c)) {
      const descriptor = descriptorOf(r, word(r));
      if (descriptor === undefined) {
        r.at = at;
        return;
      }
      redirections.push(redirection(r, at, descriptor));
    } else return;
  }
}

/** A compound command, or a reserved word that goes before a command, at `r.at`. */
function opensReserved(r: Reader): boolean {
  const { at } = r;
  const c = unit(r, at);
  if (c === OPEN_PAREN || c === OPEN_BRACE) return true;
  const found =
    takesWord(r, "if") ||
    takesWord(r, "for") ||
    takesWord(r, "while") ||
    takesWord(r, "until") ||
    takesWord(r, "case") ||
    takesWord(r, "select") ||
    takesWord(r, "repeat") ||
    takesWord(r, "foreach") ||
    takesWord(r, "function") ||
    takesWord(r, "[[") ||
    takesWord(r, "time") ||
    takesWord(r, "coproc") ||
    takesWord(r, "nocorrect");
  r.at = at;
  return found;
}
