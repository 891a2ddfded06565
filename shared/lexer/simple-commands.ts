/** Simple commands: assignments, redirections and words in any order that the shell takes. */
import { assignment } from "./assignments.ts";
import { BREAK, CLASS, CLOSE_BRACE, GREATER, isDigit, isNameStart, LESS, OPEN_PAREN, ZERO } from "./chars.ts";
import { functionDefinition, opensFunction } from "./functions.ts";
import { ownHereDocuments } from "./here-documents.ts";
import { SIMPLE } from "./lists.ts";
import { ReadCommand, ReadWord } from "./read-word.ts";
import { blanks, lose, plainText, type Reader, unit } from "./reader.ts";
import { descriptorOf, opensRedirection, redirection } from "./redirections.ts";
import type { Assignment, Context, Joint, Pipe, Redirection, Word } from "./script.ts";
import { closesGroup, opensBreakWord, simpleWordEnd, word } from "./words.ts";

const DIGITS = "0123456789";
const NO_ASSIGNMENTS: readonly Assignment[] = [];
const NO_REDIRECTIONS: readonly Redirection[] = [];

/**
 * Reads a simple command from `start` on. `first` is what was read of it already, and `r.at` stands behind that; a plain
 * verb that means nothing to the reader is given as its end alone, `verbEnd`.
 */
export function simpleCommand(
  r: Reader,
  joint: Joint,
  pipe: Pipe,
  start: number,
  first: Assignment | ReadWord | undefined,
  verbEnd = -1,
): number {
  let assignments: Assignment[] | undefined;
  let redirections: Redirection[] | undefined;
  const queued = r.pending === undefined ? 0 : r.pending.length;
  const { arrays, context, tape } = r;
  const { mark } = tape;
  let count = 0;
  let declares = false;
  let next = first;
  let at = start;
  /** The source range of what was read. */
  let from = -1;
  let to = -1;
  if (verbEnd >= 0) {
    tape.plain(start, verbEnd);
    count = 1;
    from = start;
    to = verbEnd;
  }
  try {
    for (;;) {
      if (next === undefined) {
        blanks(r);
        at = r.at;
        if (at >= r.end) break;
        const c = r.text.charCodeAt(at);
        if (c < 128 && CLASS[c] === BREAK) {
          if (opensRedirection(r, c)) {
            const read = redirection(r, at, undefined);
            redirections ??= [];
            redirections.push(read);
            if (from < 0) from = read.start;
            to = read.end;
            continue;
          }
          if (c === OPEN_PAREN && count > 0) {
            const bare = assignments === undefined && (r.zsh || (count === 1 && redirections === undefined));
            if (bare && opensFunction(r)) {
              // The name of a function is no command, even when its body is broken.
              from = -1;
              return functionDefinition(r, start, tape.forget(mark), joint, pipe);
            }
            if (!r.zsh) lose(r, at, "a `(` stands behind a word");
          }
          if (!opensBreakWord(r, c)) break;
        }
        // zsh: a `}` closes wherever it stands.
        if (c === CLOSE_BRACE && r.zsh && closesGroup(r, at)) break;
        if (count > 0) {
          if (isDigit(c) && namesDescriptor(r, at)) {
            r.at = at + 1;
            const read = redirection(r, at, DIGITS[c - ZERO]);
            redirections ??= [];
            redirections.push(read);
            to = read.end;
            continue;
          }
          const stop = r.starts === undefined ? simpleWordEnd(r, at) : -1;
          if (stop > 0) {
            r.at = stop;
            to = stop;
            tape.plain(at, stop);
            count++;
            continue;
          }
          r.arrays = declares;
          next = word(r, "argument");
        } else {
          if (isNameStart(c)) next = assignment(r);
          r.arrays = declares;
          next ??= word(r, "command");
        }
        r.arrays = arrays;
      }
      if (next instanceof ReadWord) {
        const descriptor = descriptorOf(r, next);
        if (descriptor !== undefined) {
          const read = redirection(r, at, descriptor);
          redirections ??= [];
          redirections.push(read);
          if (from < 0) from = read.start;
          to = read.end;
        } else {
          if (from < 0) from = next.start;
          to = next.end;
          count++;
          if (count === 1) {
            if (redirections !== undefined && assignments === undefined) rejectMovedWord(r, at, next);
            declares = !r.sh && takesArrays(next);
          }
          tape.word(next);
        }
      } else {
        assignments ??= [];
        assignments.push(next);
        if (from < 0) from = next.span.start;
        to = next.span.end;
      }
      next = undefined;
    }
  } catch (loss) {
    // A guard must see what was read of the command before the reader lost track.
    if (from >= 0) {
      const place = tape.command(mark, from, to);
      r.commands.push(
        new ReadCommand(
          assignments ?? NO_ASSIGNMENTS,
          redirections ?? NO_REDIRECTIONS,
          context,
          pipe,
          joint,
          tape,
          place,
        ),
      );
    }
    throw loss;
  }
  if (r.pending !== undefined) ownHereDocuments(r, queued, r.commands.length);
  const command = new ReadCommand(
    assignments ?? NO_ASSIGNMENTS,
    redirections ?? NO_REDIRECTIONS,
    context,
    pipe,
    joint,
    tape,
    tape.command(mark, from, to),
  );
  r.commands.push(command);
  r.last = command;
  return SIMPLE;
}

/** Whether the digit at `at` is the descriptor of a redirection right behind it. */
function namesDescriptor(r: Reader, at: number): boolean {
  const c = unit(r, at + 1);
  return (c === LESS || c === GREATER) && !opensBreakWord(r, c, at + 1);
}

/**
 * bash 5.2 prints the text of a `$( )` anew before it runs it, with the redirections behind the words: `$(>o ! rm x)`
 * then runs `rm`. Which reading holds depends on the version.
 */
function rejectMovedWord(r: Reader, at: number, first: Word): void {
  const text = plainText(first);
  if (text !== "!" && text !== "time" && text !== "coproc") return;
  for (let context: Context | undefined = r.context; context !== undefined; context = context.parent) {
    if (context.kind === "substitution" || context.kind === "process-substitution")
      lose(r, at, `\`${text}\` stands behind a redirection inside a substitution`);
  }
}

/** The builtins whose arguments may be arrays: `declare x=( … )`. */
function takesArrays(verb: ReadWord): boolean {
  // Cutting the text of every verb from the source would cost more than the rest of its reading.
  if (verb.isPlain && !verb.mayBeSpecial) return false;
  switch (plainText(verb)) {
    case "declare":
    case "typeset":
    case "local":
    case "export":
    case "readonly":
    case "eval":
    case "alias":
    case "let":
    case "float":
    case "integer":
      return true;
    default:
      return false;
  }
}
