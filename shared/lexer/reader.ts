/** The state of one reading, and the steps that every part of the grammar takes. */
import { BACKSLASH, HASH, NEWLINE, SPACE, TAB } from "./chars.ts";
import { type PendingHereDocument, readHereDocuments } from "./here-documents.ts";
import { MAX_DEPTH } from "./limits.ts";
import { plainTextOf, type ReadCommand, Tape } from "./read-word.ts";
import type { Context, ContextKind, Dialect, Joint, Pipe, Redirection, Span, Word } from "./script.ts";

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Thrown inside the lexer only; `lex` turns it into `Script.lost`. No Error: a stack trace would cost more than the reading. */
export class Loss {
  readonly at: number;
  readonly reason: string;
  constructor(at: number, reason: string) {
    this.at = at;
    this.reason = reason;
  }
}

const NO_PIPE: Pipe = { in: false, out: false };
const PIPE_IN: Pipe = { in: true, out: false };
const PIPE_OUT: Pipe = { in: false, out: true };
const PIPE_BOTH: Pipe = { in: true, out: true };
const NO_REDIRECTIONS: readonly Redirection[] = [];

export function pipeIn(reads: boolean): Pipe {
  return reads ? PIPE_IN : NO_PIPE;
}

export function pipeOut(pipe: Pipe): Pipe {
  return pipe.in ? PIPE_BOTH : PIPE_OUT;
}

/**
 * Positions (`at`, `end`) count units of `text`. `text` is the source itself except inside backticks or here-document
 * bodies whose escapes or line joins are taken away first: there `starts[k]`/`ends[k]` give the source range of unit k.
 */
export class Reader {
  declare text: string;
  declare end: number;
  declare at: number;
  declare starts: Uint32Array | undefined;
  declare ends: Uint32Array | undefined;
  declare depth: number;
  declare context: Mutable<Context>;
  declare commands: ReadCommand[];
  declare functions: Context[];
  /** Here-documents whose operator was read and whose body comes after the next newline. */
  declare pending: PendingHereDocument[] | undefined;
  /** `((` that turned out to open subshells: its position, and the `end` it was judged under. */
  declare subshells: Map<number, number> | undefined;
  /** Units that were read again so far. */
  declare reread: number;
  /** The list that was read last held no command. */
  declare empty: boolean;
  /** The command or compound command that was read last. */
  declare last: ReadCommand | Mutable<Context> | undefined;
  /** The context of the innermost `${ cmd; }`, whose `}` needs no blank behind it. */
  declare braced: Context | undefined;
  /** Arguments like `x=( … )` are arrays: the command is `declare` or one of its kin. */
  declare arrays: boolean;
  /** Where the body of the here-document that was looked at last ends. */
  declare bodyEnd: number;
  declare tape: Tape;
  /** Units of the whole source. */
  declare length: number;
  declare sh: boolean;
  declare zsh: boolean;

  constructor(source: string, dialect: Dialect) {
    this.begin(source, dialect);
  }

  /** Sets everything for a text. */
  begin(source: string, dialect: Dialect): void {
    this.text = source;
    this.end = source.length;
    this.at = 0;
    this.starts = undefined;
    this.ends = undefined;
    this.depth = 0;
    this.context = topContext(source.length);
    this.commands = [];
    this.functions = [];
    this.pending = undefined;
    this.subshells = undefined;
    this.reread = 0;
    this.empty = false;
    this.last = undefined;
    this.braced = undefined;
    this.arrays = false;
    this.bodyEnd = 0;
    this.tape = new Tape(source);
    this.length = source.length;
    this.sh = dialect === "sh";
    this.zsh = dialect === "zsh";
  }
}

function topContext(length: number): Mutable<Context> {
  return {
    kind: "top",
    parent: undefined,
    span: { start: 0, end: length },
    name: undefined,
    words: undefined,
    redirections: NO_REDIRECTIONS,
    pipe: NO_PIPE,
    joint: "first",
    background: false,
  };
}

/** The unit at `i`, or -1 at the end of what may be read. */
export function unit(r: Reader, i: number): number {
  return i < r.end ? r.text.charCodeAt(i) : -1;
}

/** `i`, moved over line continuations: they may stand even inside an operator or a name. */
export function joined(r: Reader, i: number): number {
  const { text, end } = r;
  while (i + 1 < end && text.charCodeAt(i) === BACKSLASH && text.charCodeAt(i + 1) === NEWLINE) i += 2;
  return i;
}

export function sourceStart(r: Reader, i: number): number {
  return r.starts === undefined ? i : (r.starts[i] as number);
}

export function sourceEnd(r: Reader, i: number): number {
  return r.ends === undefined ? i : i === 0 ? (r.starts?.[0] as number) : (r.ends[i - 1] as number);
}

export function spanOf(r: Reader, start: number, end: number): Span {
  if (r.starts === undefined) return { start, end };
  // An empty span stands behind what precedes it, not behind a line join or stripped tabs that follow.
  const from = end > start ? sourceStart(r, start) : sourceEnd(r, start);
  return { start: from, end: end > start ? sourceEnd(r, end) : from };
}

export function lose(r: Reader, at: number, reason: string): never {
  throw new Loss(sourceStart(r, Math.min(at, r.end)), reason);
}

export function enter(r: Reader): void {
  if (++r.depth > MAX_DEPTH) lose(r, r.at, `the nesting is deeper than ${MAX_DEPTH} levels`);
}

export function leave(r: Reader): void {
  r.depth--;
}

/** Opens a context below the current one and makes it the current one. */
export function openContext(
  r: Reader,
  kind: ContextKind,
  start: number,
  joint: Joint = "first",
  pipe: Pipe = NO_PIPE,
): Mutable<Context> {
  const from = sourceStart(r, start);
  const context: Mutable<Context> = {
    kind,
    parent: r.context,
    span: { start: from, end: from },
    name: undefined,
    words: undefined,
    redirections: NO_REDIRECTIONS,
    pipe,
    joint,
    background: false,
  };
  r.context = context;
  return context;
}

/** Closes the current context at `end` and goes back to its parent. */
export function closeContext(r: Reader, context: Mutable<Context>, end: number): void {
  (context.span as Mutable<Span>).end = sourceEnd(r, end);
  r.context = context.parent as Mutable<Context>;
}

/** Takes back the commands and functions found since there were so many: the reading that found them proved wrong. */
export function forget(r: Reader, commands: number, functions: number): void {
  if (r.commands.length > commands) r.commands.length = commands;
  if (r.functions.length > functions) r.functions.length = functions;
}

/** Moves over blanks, line continuations and, as this is always the start of a token, a comment. */
export function blanks(r: Reader): void {
  const { text, end } = r;
  let i = r.at;
  for (; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === SPACE || c === TAB) continue;
    if (c === BACKSLASH && i + 1 < end && text.charCodeAt(i + 1) === NEWLINE) {
      i++;
      continue;
    }
    if (c === HASH) {
      i++;
      while (i < end && text.charCodeAt(i) !== NEWLINE) i++;
    }
    break;
  }
  r.at = i;
}

/** Takes a newline token; the bodies of the here-documents of the line follow it. */
export function newline(r: Reader): void {
  r.at++;
  if (r.pending !== undefined) readHereDocuments(r);
}

/** Moves over blanks, comments and newlines. */
export function linebreaks(r: Reader): void {
  for (;;) {
    blanks(r);
    if (unit(r, r.at) !== NEWLINE) return;
    newline(r);
  }
}

/** The text of a word without quotes and expansions, else undefined. */
export function plainText(word: Word): string | undefined {
  const plain = plainTextOf(word);
  if (plain !== undefined) return plain;
  const first = word.pieces[0];
  if (first === undefined || first.kind !== "literal" || first.quoting !== "none") return undefined;
  if (word.pieces.length === 1) return first.text;
  let text = "";
  for (const piece of word.pieces) {
    if (piece.kind !== "literal" || piece.quoting !== "none") return undefined;
    text += piece.text;
  }
  return text;
}
