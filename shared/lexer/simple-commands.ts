/** Simple commands: assignments, redirections and words in any order that the shell takes. */
import { assignment } from "./assignments.ts";
import { BREAK, CLASS, CLOSE_BRACE, isNameStart, OPEN_PAREN } from "./chars.ts";
import { functionDefinition, opensFunction } from "./functions.ts";
import { ownHereDocuments } from "./here-documents.ts";
import { SIMPLE } from "./lists.ts";
import { blanks, lose, type Mutable, plainText, type Reader } from "./reader.ts";
import { descriptorOf, opensRedirection, redirection } from "./redirections.ts";
import type { Assignment, Command, Context, Joint, Pipe, Redirection, Span, Word } from "./script.ts";
import { closesGroup, opensBreakWord, word } from "./words.ts";

const NO_ASSIGNMENTS: readonly Assignment[] = [];
const NO_REDIRECTIONS: readonly Redirection[] = [];
const NO_WORDS: readonly Word[] = [];

/** Reads a simple command from `start` on; `first` is what was read of it already, and `r.at` stands behind that. */
export function simpleCommand(
  r: Reader,
  joint: Joint,
  pipe: Pipe,
  start: number,
  first: Assignment | Word | undefined,
): number {
  let assignments: Assignment[] | undefined;
  let words: Word[] | undefined;
  let redirections: Redirection[] | undefined;
  const queued = r.pending?.length ?? 0;
  const { arrays, context } = r;
  let declares = false;
  let next = first;
  let at = start;
  let from: Span | undefined;
  let to: Span | undefined;
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
            from ??= read.span;
            to = read.span;
            continue;
          }
          if (c === OPEN_PAREN && words !== undefined) {
            const bare =
              assignments === undefined && (r.zsh || (words.length === 1 && redirections === undefined));
            if (bare && opensFunction(r)) {
              // The name of a function is no command, even when its body is broken.
              from = undefined;
              return functionDefinition(r, start, words, joint, pipe);
            }
            if (!r.zsh) lose(r, at, "a `(` stands behind a word");
          }
          if (!opensBreakWord(r, c)) break;
        }
        // zsh: a `}` closes wherever it stands.
        if (c === CLOSE_BRACE && r.zsh && closesGroup(r, at)) break;
        if (words === undefined && isNameStart(c)) next = assignment(r);
        r.arrays = declares;
        next ??= word(r, words === undefined ? "command" : "argument");
        r.arrays = arrays;
      }
      const descriptor = "pieces" in next ? descriptorOf(r, next) : undefined;
      if (descriptor !== undefined) {
        const read = redirection(r, at, descriptor);
        redirections ??= [];
        redirections.push(read);
        to = read.span;
      } else {
        to = next.span;
        if (!("pieces" in next)) {
          assignments ??= [];
          assignments.push(next);
        } else if (words === undefined) {
          if (redirections !== undefined && assignments === undefined) rejectMovedWord(r, at, next);
          words = [next];
          declares = !r.sh && takesArrays(plainText(next));
        } else words.push(next);
      }
      from ??= to;
      next = undefined;
    }
  } catch (loss) {
    // A guard must see what was read of the command before the reader lost track.
    if (from !== undefined && to !== undefined) {
      r.commands.push({
        assignments: assignments ?? NO_ASSIGNMENTS,
        words: words ?? NO_WORDS,
        redirections: redirections ?? NO_REDIRECTIONS,
        context,
        pipe,
        joint,
        background: false,
        span: { start: from.start, end: to.end },
      });
    }
    throw loss;
  }
  if (r.pending !== undefined) ownHereDocuments(r, queued, r.commands.length);
  const command: Mutable<Command> = {
    assignments: assignments ?? NO_ASSIGNMENTS,
    words: words ?? NO_WORDS,
    redirections: redirections ?? NO_REDIRECTIONS,
    context,
    pipe,
    joint,
    background: false,
    span: from === to ? (from as Span) : { start: (from as Span).start, end: (to as Span).end },
  };
  r.commands.push(command);
  r.last = command;
  return SIMPLE;
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
function takesArrays(name: string | undefined): boolean {
  switch (name) {
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
