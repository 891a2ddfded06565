/** Lists, pipelines, and what stands at the start of a command. */
import { assignment } from "./assignments.ts";
import {
  AMPERSAND,
  BANG,
  BAR,
  BREAK,
  CLASS,
  CLOSE_BRACE,
  CLOSE_PAREN,
  classOf,
  EQUAL,
  isNameStart,
  mayBeSpecial,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PLAIN,
  SEMICOLON,
} from "./chars.ts";
import { caseCommand, forCommand, group, ifCommand, subshell, whileCommand } from "./compounds.ts";
import { conditionalCommand } from "./conditionals.ts";
import { coprocess, functionDefinition, functionKeyword } from "./functions.ts";
import { type ReadCommand, ReadWord } from "./read-word.ts";
import {
  blanks,
  forget,
  joined,
  linebreaks,
  lose,
  type Mutable,
  newline,
  pipeIn,
  pipeOut,
  plainText,
  type Reader,
  unit,
} from "./reader.ts";
import { descriptorOf, opensRedirection } from "./redirections.ts";
import type { Context, Joint } from "./script.ts";
import { simpleCommand } from "./simple-commands.ts";
import { closesGroup, endsPlainWord, opensBreakWord, word } from "./words.ts";
import { redirected, zshLoop } from "./zsh.ts";

/** What ends a list, as bits: the caller names those that it takes. */
export const THEN = 1;
export const DO = 2;
export const ELSE = 4;
export const ELIF = 8;
export const FI = 16;
export const DONE = 32;
export const ESAC = 64;
export const BRACE = 128;
export const PAREN = 256;
export const DOUBLE_SEMICOLON = 512;
export const END = 1024;
/** zsh: a `{` behind a condition opens its body, */
export const BODY = 2048;
/** any other word behind a condition is its body, */
export const SHORT = 4096;
/** a body is one list up to a separator, which is left standing, */
export const SUBLIST = 8192;
/** and `end` closes `foreach`. */
export const END_WORD = 16384;

/** What `command` read, when it was no closer. */
export const SIMPLE = 0;
export const COMPOUND = -1;
/** `!` or `time` with nothing behind it. */
const NOTHING = -2;

/** Reads commands up to and with one of `closers`, which is given back. `r.empty` says whether there was none. */
export function list(r: Reader, closers: number): number {
  let joint: Joint = "first";
  let needed = false;
  let any = false;
  /** What stands before the last command in the same and-or list: `&` puts all of it into the background. */
  let members: (ReadCommand | Mutable<Context>)[] | undefined;
  for (;;) {
    linebreaks(r);
    const start = r.at;
    const got = command(r, joint, joint === "pipe");
    if (got > 0) {
      if (needed) lose(r, start, "a command is missing behind `&&`, `||` or `|`");
      return close(r, got, closers, start, any);
    }
    any = true;
    if (!needed) members = undefined;
    needed = false;
    const { last } = r;
    blanks(r);
    const at = r.at;
    const c = unit(r, at);
    const after = joined(r, at + 1);
    if ((closers & SUBLIST) !== 0 && !continuesSublist(r, c, after)) {
      r.empty = false;
      return SUBLIST;
    }
    const next = c === SEMICOLON || c === AMPERSAND || c === BAR ? unit(r, after) : -1;
    if (c === NEWLINE) {
      newline(r);
      joint = "sequence";
    } else if (c === SEMICOLON) {
      if (next === SEMICOLON || next === AMPERSAND || (r.zsh && next === BAR)) {
        caseBreak(r);
        return close(r, DOUBLE_SEMICOLON, closers, at, any);
      }
      r.at = at + 1;
      joint = "sequence";
    } else if (c === AMPERSAND) {
      if (next === AMPERSAND) {
        r.at = after + 1;
        joint = "and";
        needed = true;
      } else {
        r.at = r.zsh && (next === BAR || next === BANG) ? after + 1 : at + 1;
        if (last !== undefined) last.background = true;
        for (const member of members ?? []) member.background = true;
        joint = "background";
      }
    } else if (c === BAR) {
      needed = true;
      if (next === BAR) {
        r.at = after + 1;
        joint = "or";
      } else {
        r.at = next === AMPERSAND && !r.sh ? after + 1 : at + 1;
        joint = "pipe";
        if (last !== undefined) last.pipe = pipeOut(last.pipe);
      }
    } else {
      const closer = closerBehind(r, c, closers);
      return close(r, closer, closers, at, any);
    }
    if (needed && last !== undefined) {
      members ??= [];
      members.push(last);
    }
  }
}

function closerWithoutWord(r: Reader, c: number): number {
  if (c < 0) return END;
  if (c !== CLOSE_PAREN) lose(r, r.at, "a `(` stands where no command can begin");
  r.at++;
  return PAREN;
}

function continuesSublist(r: Reader, c: number, after: number): boolean {
  return c === BAR || (c === AMPERSAND && unit(r, after) === AMPERSAND);
}

/** Behind a compound command a reserved word may close the list without a separator: `if (a) then`. */
function closerBehind(r: Reader, c: number, closers: number): number {
  if (c < 0 || (classOf(c) === BREAK && !opensBreakWord(r, c))) return closerWithoutWord(r, c);
  const { at } = r;
  if (c === CLOSE_BRACE && r.zsh && closesGroup(r, at)) {
    r.at++;
    return BRACE;
  }
  if (c === OPEN_BRACE && (closers & BODY) !== 0) {
    r.at++;
    return BODY;
  }
  const { length } = r.commands;
  const functions = r.functions.length;
  const closer = closerOf(plainText(word(r)), r.zsh);
  if (closer !== 0 && (closer & closers) !== 0) return closer;
  if ((closers & SHORT) !== 0) {
    forget(r, length, functions);
    r.at = at;
    return SHORT;
  }
  if (closer === 0) lose(r, at, "a word stands behind a compound command");
  return closer;
}

function close(r: Reader, closer: number, closers: number, at: number, any: boolean): number {
  if ((closer & closers) === 0) {
    if (closer === END) lose(r, r.end, "the text ends inside a compound command or a substitution");
    lose(r, at, `\`${closerText(closer)}\` closes nothing here`);
  }
  r.empty = !any;
  return closer;
}

/** Takes `;;`, `;&`, `;;&` or zsh's `;|`. */
function caseBreak(r: Reader): void {
  const at = joined(r, r.at + 1);
  const double = unit(r, at) === SEMICOLON;
  r.at = at + 1;
  if (!double) return;
  const third = joined(r, r.at);
  if (unit(r, third) === AMPERSAND) r.at = third + 1;
}

function closerOf(text: string | undefined, zsh: boolean): number {
  switch (text) {
    case "end":
      return zsh ? END_WORD : 0;
    case "then":
      return THEN;
    case "do":
      return DO;
    case "else":
      return ELSE;
    case "elif":
      return ELIF;
    case "fi":
      return FI;
    case "done":
      return DONE;
    case "esac":
      return ESAC;
    case "}":
      return BRACE;
    default:
      return 0;
  }
}

function closerText(closer: number): string {
  switch (closer) {
    case THEN:
      return "then";
    case DO:
      return "do";
    case ELSE:
      return "else";
    case ELIF:
      return "elif";
    case FI:
      return "fi";
    case DONE:
      return "done";
    case ESAC:
      return "esac";
    case BRACE:
      return "}";
    case PAREN:
      return ")";
    case END_WORD:
      return "end";
    default:
      return ";;";
  }
}

/**
 * Reads one command with the `!` and `time` before it. Gives back `SIMPLE`, `COMPOUND` or `NOTHING`, or the bit of a
 * closer that stands there instead of a command.
 */
export function command(r: Reader, joint: Joint, piped: boolean): number {
  let prefixed = false;
  let timed = false;
  const pipe = pipeIn(piped);
  for (;;) {
    blanks(r);
    const start = r.at;
    const c = unit(r, start);
    if (c < 0) return prefixed ? nothing(r) : END;
    const verbEnd = timed || r.starts !== undefined ? -1 : plainVerbEnd(r, start);
    if (verbEnd > 0) {
      r.at = verbEnd;
      return simpleCommand(r, joint, pipe, start, undefined, verbEnd);
    }
    let first: ReturnType<typeof assignment>;
    if (classOf(c) === BREAK) {
      if (c === OPEN_PAREN) {
        if (r.zsh && unit(r, start + 1) === CLOSE_PAREN) return functionDefinition(r, start, [], joint, pipe);
        return parenthesis(r, start, joint, pipe);
      }
      if (opensRedirection(r, c)) {
        if (r.zsh) return redirected(r, start, joint, piped);
        return simpleCommand(r, joint, pipe, start, undefined);
      }
      if (!opensBreakWord(r, c)) {
        if (prefixed) return nothing(r);
        if (c === SEMICOLON && r.zsh && isEmptyCommand(r)) {
          r.at++;
          linebreaks(r);
          continue;
        }
        return closingBreak(r, c);
      }
    } else if (isNameStart(c)) first = assignment(r);
    else if (c === CLOSE_BRACE && (r.context === r.braced || (r.zsh && closesGroup(r, start)))) {
      r.at++;
      return BRACE;
    } else if (c === OPEN_BRACE && r.zsh) {
      // zsh needs no blank behind the brace.
      r.at++;
      return group(r, start, joint, pipe);
    }
    if (first !== undefined && !(first instanceof ReadWord))
      return simpleCommand(r, joint, pipe, start, first);
    if (c === BANG && !r.zsh && unit(r, joined(r, start + 1)) === OPEN_PAREN) {
      // `!(` negates a subshell; only with extglob switched on would it be a pattern.
      r.at = start + 1;
      prefixed = true;
      continue;
    }
    const verb = first ?? word(r, "command");
    if (r.zsh && descriptorOf(r, verb) !== undefined) return redirected(r, start, joint, piped);
    const text = plainText(verb);
    if (text === "!") {
      if (piped && !prefixed) lose(r, start, "a `!` stands behind a `|`");
      prefixed = true;
      continue;
    }
    if (text === "time" && isTimeWord(r, piped && !prefixed)) {
      prefixed = true;
      timed = true;
      continue;
    }
    if (timed && (text === "-p" || text === "--") && !r.zsh) {
      // `--` ends the options of `time`, so only `-p` may be followed by another one.
      timed = text === "-p";
      continue;
    }
    if (text === "nocorrect" && r.zsh) continue;
    return reserved(r, text, start, joint, pipe, verb);
  }
}

/** The end of the verb at `start` when nothing but a simple command can begin with it, as most do; else -1. */
function plainVerbEnd(r: Reader, start: number): number {
  const { text, end } = r;
  let i = start;
  for (; i < end; i++) {
    const c = text.charCodeAt(i);
    // What follows may be an assignment, or in zsh a group.
    if (c === EQUAL || c === OPEN_BRACKET || c === OPEN_BRACE || c === CLOSE_BRACE) return -1;
    if (c < 128 && CLASS[c] !== PLAIN) break;
  }
  if (i === start || (i < end && !endsPlainWord(text.charCodeAt(i)))) return -1;
  return mayBeSpecial(text, start, i) ? -1 : i;
}

function nothing(r: Reader): number {
  r.last = undefined;
  return NOTHING;
}

/** Behind a pipe, and in sh, `time` is a program. */
function isTimeWord(r: Reader, behindPipe: boolean): boolean {
  return !r.sh && (r.zsh || !behindPipe);
}

/** zsh: a `;` with nothing before it. */
function isEmptyCommand(r: Reader): boolean {
  const next = unit(r, joined(r, r.at + 1));
  return next !== SEMICOLON && next !== AMPERSAND && next !== BAR;
}

function closingBreak(r: Reader, c: number): number {
  if (c === CLOSE_PAREN) {
    r.at++;
    return PAREN;
  }
  if (c === SEMICOLON) {
    const next = unit(r, joined(r, r.at + 1));
    if (next === SEMICOLON || next === AMPERSAND || (r.zsh && next === BAR)) {
      caseBreak(r);
      return DOUBLE_SEMICOLON;
    }
  }
  return lose(r, r.at, `a command is missing before \`${String.fromCharCode(c)}\``);
}

function parenthesis(r: Reader, start: number, joint: Joint, pipe: ReturnType<typeof pipeIn>): number {
  const second = joined(r, start + 1);
  if (unit(r, second) !== OPEN_PAREN || r.sh) return subshell(r, start, joint, pipe);
  return subshell(r, start, joint, pipe, second);
}

function reserved(
  r: Reader,
  text: string | undefined,
  start: number,
  joint: Joint,
  pipe: ReturnType<typeof pipeIn>,
  verb: ReadWord,
): number {
  switch (text) {
    case "{":
      return group(r, start, joint, pipe);
    case "if":
      return ifCommand(r, start, joint, pipe);
    case "while":
    case "until":
      return whileCommand(r, text, start, joint, pipe);
    case "for":
      return forCommand(r, text, start, joint, pipe);
    case "case":
      return caseCommand(r, start, joint, pipe);
    case "select":
      if (r.sh) break;
      return forCommand(r, text, start, joint, pipe);
    case "[[":
      if (r.sh) break;
      return conditionalCommand(r, start, joint, pipe);
    case "function":
      if (r.sh) break;
      return functionKeyword(r, start, joint, pipe);
    case "foreach":
    case "repeat":
      if (!r.zsh) break;
      return zshLoop(r, text, start, joint, pipe);
    case "coproc":
      if (r.sh) break;
      return coprocess(r, start, joint, pipe);
    default: {
      const closer = closerOf(text, r.zsh);
      if (closer !== 0) return closer;
    }
  }
  return simpleCommand(r, joint, pipe, start, verb);
}
