/** Compound commands: subshells, groups, conditions, loops, `case`. */
import { arithmeticCommand, arithmeticText } from "./arithmetic.ts";
import {
  BAR,
  BREAK,
  CLOSE_BRACE,
  CLOSE_PAREN,
  classOf,
  isDigit,
  NEWLINE,
  OPEN_BRACE,
  OPEN_PAREN,
  SEMICOLON,
} from "./chars.ts";
import { ownHereDocuments } from "./here-documents.ts";
import {
  BODY,
  BRACE,
  COMPOUND,
  DO,
  DONE,
  DOUBLE_SEMICOLON,
  ELIF,
  ELSE,
  ESAC,
  FI,
  list,
  PAREN,
  SHORT,
  SUBLIST,
  THEN,
} from "./lists.ts";
import {
  blanks,
  closeContext,
  enter,
  forget,
  joined,
  leave,
  linebreaks,
  lose,
  type Mutable,
  newline,
  openContext,
  plainText,
  type Reader,
  unit,
} from "./reader.ts";
import { descriptorOf, opensRedirection, redirection } from "./redirections.ts";
import type { Context, ContextKind, Joint, Pipe, Redirection, Word } from "./script.ts";
import { startsWord, takesWord, word } from "./words.ts";
import { always, shortIf, takesBrace, zshLoopHead } from "./zsh.ts";

/** Opens the context of a compound command. `finish` closes it. */
export function begin(
  r: Reader,
  kind: ContextKind,
  start: number,
  joint: Joint,
  pipe: Pipe,
): Mutable<Context> {
  enter(r);
  return openContext(r, kind, start, joint, pipe);
}

/** Reads the redirections behind a compound command; `mark` is the number of commands before it. */
export function finish(r: Reader, context: Mutable<Context>, mark: number): number {
  const queued = r.pending?.length ?? 0;
  const inner = r.at;
  closeContext(r, context, inner);
  let redirections: Redirection[] | undefined;
  for (;;) {
    blanks(r);
    const { at } = r;
    const c = unit(r, at);
    if (c < 0) break;
    if (opensRedirection(r, c)) {
      redirections ??= [];
      redirections.push(redirection(r, at, undefined));
    } else if (isDigit(c) || (c === OPEN_BRACE && !r.sh)) {
      const { length } = r.commands;
      const functions = r.functions.length;
      const descriptor = descriptorOf(r, word(r));
      if (descriptor === undefined) {
        forget(r, length, functions);
        r.at = at;
        break;
      }
      redirections ??= [];
      redirections.push(redirection(r, at, descriptor));
    } else break;
  }
  if (redirections !== undefined) {
    context.redirections = redirections;
    if (r.pending !== undefined) ownHereDocuments(r, queued, mark);
  }
  r.last = context;
  leave(r);
  return COMPOUND;
}

/** A list that may not be empty, as bash has it. */
export function filled(r: Reader, closers: number): number {
  const { at } = r;
  const closer = list(r, closers);
  if (r.empty && !r.zsh) lose(r, at, "a compound command holds no command");
  return closer;
}

/** `( … )`, or `(( … ))` when `second` is the place of a second parenthesis and the text is arithmetic. */
export function subshell(r: Reader, start: number, joint: Joint, pipe: Pipe, second?: number): number {
  const mark = r.commands.length;
  const context = begin(r, "subshell", start, joint, pipe);
  if (second !== undefined) {
    context.kind = "arithmetic";
    if (arithmeticCommand(r, start, second)) return finish(r, context, mark);
    context.kind = "subshell";
  }
  r.at = start + 1;
  filled(r, PAREN);
  return finish(r, context, mark);
}

export function group(r: Reader, start: number, joint: Joint, pipe: Pipe): number {
  const mark = r.commands.length;
  const context = begin(r, "group", start, joint, pipe);
  filled(r, BRACE);
  if (r.zsh) always(r);
  return finish(r, context, mark);
}

export function ifCommand(r: Reader, start: number, joint: Joint, pipe: Pipe): number {
  const mark = r.commands.length;
  const context = begin(r, "if", start, joint, pipe);
  const opened = filled(r, r.zsh ? THEN | BODY | SHORT : THEN);
  if (opened !== THEN) {
    r.at = shortIf(r, opened);
    return finish(r, context, mark);
  }
  for (;;) {
    const closer = filled(r, ELIF | ELSE | FI);
    if (closer === ELIF) filled(r, THEN);
    else if (closer === ELSE) {
      filled(r, FI);
      break;
    } else break;
  }
  return finish(r, context, mark);
}

export function whileCommand(
  r: Reader,
  kind: "while" | "until",
  start: number,
  joint: Joint,
  pipe: Pipe,
): number {
  const mark = r.commands.length;
  const context = begin(r, kind, start, joint, pipe);
  const opened = filled(r, r.zsh ? DO | BODY | SHORT : DO);
  filled(r, opened === DO ? DONE : opened === BODY ? BRACE : SUBLIST);
  return finish(r, context, mark);
}

export function forCommand(
  r: Reader,
  kind: "for" | "select",
  start: number,
  joint: Joint,
  pipe: Pipe,
): number {
  const mark = r.commands.length;
  const context = begin(r, kind, start, joint, pipe);
  blanks(r);
  const second = joined(r, r.at + 1);
  if (kind === "for" && !r.sh && unit(r, r.at) === OPEN_PAREN && unit(r, second) === OPEN_PAREN) {
    r.at = second + 1;
    arithmeticText(r, OPEN_PAREN, CLOSE_PAREN);
    if (unit(r, r.at + 1) !== CLOSE_PAREN) lose(r, r.at, "the `((` of a `for` is not closed by `))`");
    r.at += 2;
    blanks(r);
    if (unit(r, r.at) === SEMICOLON) r.at++;
    linebreaks(r);
  } else if (r.zsh) zshLoopHead(r, context);
  else loopHead(r, context);
  loopBody(r);
  return finish(r, context, mark);
}

/** `NAME [in WORDS]` and the separator behind it. */
function loopHead(r: Reader, context: Mutable<Context>): void {
  if (!startsWord(r)) lose(r, r.at, `\`${context.kind}\` names no variable`);
  context.name = plainText(word(r));
  blanks(r);
  if (unit(r, r.at) === SEMICOLON) {
    r.at++;
    linebreaks(r);
    return;
  }
  linebreaks(r);
  if (!takesWord(r, "in")) return;
  const words: Word[] = [];
  for (;;) {
    blanks(r);
    if (!startsWord(r)) break;
    words.push(word(r));
  }
  context.words = words;
  const c = unit(r, r.at);
  if (c === NEWLINE) newline(r);
  else if (c === SEMICOLON) r.at++;
  else lose(r, r.at, `the words of \`${context.kind}\` are not ended by a newline or a \`;\``);
  linebreaks(r);
}

/** `do … done` or `{ … }`. */
export function loopBody(r: Reader): void {
  const { at } = r;
  if (takesWord(r, "do")) filled(r, DONE);
  else if (r.zsh ? takesBrace(r) : !r.sh && takesWord(r, "{")) filled(r, BRACE);
  else if (r.zsh) filled(r, SUBLIST);
  else lose(r, at, "the body of a loop does not begin with `do`");
}

export function caseCommand(r: Reader, start: number, joint: Joint, pipe: Pipe): number {
  const mark = r.commands.length;
  const context = begin(r, "case", start, joint, pipe);
  blanks(r);
  if (!startsWord(r)) lose(r, r.at, "`case` has no word");
  context.words = [word(r)];
  linebreaks(r);
  const { at } = r;
  const braced = r.zsh && takesBrace(r);
  if (!braced && !takesWord(r, "in")) lose(r, at, "`in` is missing behind the word of `case`");
  for (;;) {
    linebreaks(r);
    if (casePatterns(r, braced)) break;
    if (list(r, DOUBLE_SEMICOLON | (braced ? BRACE : ESAC)) !== DOUBLE_SEMICOLON) break;
  }
  return finish(r, context, mark);
}

/** Reads the patterns of a clause with the `)` behind them; true when `esac` stands there instead. */
function casePatterns(r: Reader, braced: boolean): boolean {
  const parenthesised = unit(r, r.at) === OPEN_PAREN && !(r.zsh && opensPattern(r));
  if (parenthesised) {
    r.at++;
    blanks(r);
  }
  for (let first = true; ; first = false) {
    if (braced && first && !parenthesised && unit(r, r.at) === CLOSE_BRACE) {
      r.at++;
      return true;
    }
    if (!startsWord(r)) lose(r, r.at, "a pattern of `case` is missing");
    const { at } = r;
    const text = plainText(word(r));
    if (text === "esac" && first && !braced) {
      if (!parenthesised) return true;
      // bash prints the text of a substitution anew without this parenthesis and then reads something else.
      if (isInSubstitution(r)) lose(r, at, "`esac` is a pattern inside a substitution");
    }
    blanks(r);
    const c = unit(r, r.at);
    r.at++;
    if (c === CLOSE_PAREN) return false;
    if (c !== BAR) lose(r, at, "a pattern of `case` is not closed by `)`");
    blanks(r);
  }
}

/** zsh: the parenthesis of `(a|b)c)` belongs to the pattern, as more of it follows behind the one that closes it. */
function opensPattern(r: Reader): boolean {
  let level = 0;
  for (let i = r.at; i < r.end; i++) {
    const c = unit(r, i);
    if (c === OPEN_PAREN) level++;
    else if (c === CLOSE_PAREN && --level === 0) {
      const next = unit(r, i + 1);
      return next >= 0 && (next === CLOSE_PAREN || classOf(next) !== BREAK);
    } else if (c === NEWLINE) return false;
  }
  return false;
}

function isInSubstitution(r: Reader): boolean {
  for (let context: Context | undefined = r.context; context !== undefined; context = context.parent) {
    if (context.kind === "substitution" || context.kind === "process-substitution") return true;
  }
  return false;
}
