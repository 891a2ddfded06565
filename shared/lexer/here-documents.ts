/** Here-documents: the operator is read on one line, the body after the newline that ends it. */
import { BACKSLASH, BACKTICK, DOLLAR, NEWLINE, OPEN_PAREN, TAB } from "./chars.ts";
import { quotedText } from "./quotes.ts";
import { bodyWord, ReadHereDocument } from "./read-redirection.ts";
import type { ReadCommand, ReadWord } from "./read-word.ts";
import {
  closeContext,
  forget,
  lose,
  type Mutable,
  openContext,
  plainText,
  type Reader,
  sourceEnd,
  sourceStart,
  spanOf,
  unit,
} from "./reader.ts";
import type { Context, Piece } from "./script.ts";
import { word } from "./words.ts";

/** A here-document whose body is still to come. */
export interface PendingHereDocument {
  readonly document: ReadHereDocument;
  readonly operatorAt: number;
  readonly context: Mutable<Context>;
  /** Index of the command that reads it: the commands in the body start before that one. */
  owner: number;
}

/** Reads the delimiter word, which is given back, and queues the here-document. */
export function openHereDocument(r: Reader, operatorAt: number, stripTabs: boolean): ReadWord {
  const start = r.at;
  if (r.zsh && unit(r, start) === OPEN_PAREN)
    lose(r, start, "a here-document's delimiter is a bracket: zsh runs what is in it");
  const { length } = r.commands;
  const functions = r.functions.length;
  const target = word(r);
  // The delimiter is not expanded: `<<$(a)` waits for the line `$(a)`, and nothing in it runs.
  forget(r, length, functions);
  let delimiter = plainText(target) ?? "";
  let quoted = false;
  if (!target.isPlain) {
    delimiter = "";
    for (const piece of target.pieces) {
      if (piece.kind === "literal") {
        delimiter += piece.text;
        if (piece.quoting !== "none") quoted = true;
      } else {
        if (r.starts !== undefined)
          lose(r, start, "a here-document delimiter inside backticks holds an expansion");
        delimiter += r.text.slice(piece.span.start, piece.span.end);
        if (piece.quoted) quoted = true;
      }
    }
    if (delimiter.includes("\n"))
      lose(r, start, "a here-document delimiter holds a newline and so never matches a line");
  }
  const document = new ReadHereDocument(delimiter, quoted, stripTabs, r.length);
  r.pending ??= [];
  r.pending.push({ document, operatorAt, context: r.context, owner: -1 });
  return target;
}

/** Makes the command that will stand at index `owner` the reader of the here-documents queued since `queued`. */
export function ownHereDocuments(r: Reader, queued: number, owner: number): void {
  const queue = r.pending ?? [];
  for (let i = queued; i < queue.length; i++) (queue[i] as PendingHereDocument).owner = owner;
}

/** Where the operator of the first here-document of the queue stands. */
export function pendingAt(r: Reader): number {
  return r.pending?.[0]?.operatorAt ?? r.at;
}

/** Reads the bodies of the queue; `r.at` stands at the start of the line behind their operators. */
export function readHereDocuments(r: Reader): void {
  const queue = r.pending as PendingHereDocument[];
  r.pending = undefined;
  const { commands } = r;
  const only = queue[0] as PendingHereDocument;
  if (queue.length === 1) {
    const { length } = commands;
    readBody(r, only);
    if (only.owner >= 0 && only.owner < length) rotate(commands, only.owner, length);
    return;
  }
  const blocks: Block[] = [];
  const { length } = commands;
  let owner = length;
  try {
    for (const pending of queue) {
      owner = pending.owner < 0 ? length : pending.owner;
      readBody(r, pending);
      if (commands.length > length) blocks.push({ owner, commands: commands.splice(length) });
    }
  } finally {
    // When the reader loses track in a body, the commands found so far must not go with it.
    if (commands.length > length) blocks.push({ owner, commands: commands.splice(length) });
    if (blocks.length > 0) insert(commands, blocks);
  }
}

/** Commands of a body, and the index of the command that reads it. */
interface Block {
  readonly owner: number;
  readonly commands: ReadCommand[];
}

/** Moves the commands from `owner` up to `length` behind those that follow. */
function rotate(commands: ReadCommand[], owner: number, length: number): void {
  const end = commands.length;
  if (end === length) return;
  const moved = commands.slice(owner, length);
  commands.copyWithin(owner, length, end);
  for (let i = 0; i < moved.length; i++) commands[end - moved.length + i] = moved[i] as ReadCommand;
}

/** Puts the commands of bodies before the commands that read them, in one pass over the tail of the list. */
function insert(commands: ReadCommand[], blocks: Block[]): void {
  blocks.sort((a, b) => a.owner - b.owner);
  const tail = commands.splice((blocks[0] as { owner: number }).owner);
  const first = commands.length;
  let taken = 0;
  for (const block of blocks) {
    while (first + taken < block.owner) commands.push(tail[taken++] as ReadCommand);
    for (const command of block.commands) commands.push(command);
  }
  while (taken < tail.length) commands.push(tail[taken++] as ReadCommand);
}

/** Reads the body at `r.at` and moves behind its last line. */
function readBody(r: Reader, pending: PendingHereDocument): void {
  const { document } = pending;
  const start = r.at;
  const altered = findEnd(r, document);
  const after = r.at;
  const end = r.bodyEnd;
  if (document.quoted || !(altered || isLive(r, start, end))) {
    if (r.starts === undefined) document.setPlain(r.text, start, end);
    else document.setWord(bodyWord(r.text.slice(start, end), document, spanOf(r, start, end)));
    return;
  }
  const pieces: Piece[] = [];
  document.setWord({ pieces, span: spanOf(r, start, end) });
  r.at = start;
  readExpansions(r, pending, pieces, end, altered);
  r.at = after;
}

/** Whether a body holds anything that is not plain text. */
function isLive(r: Reader, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = r.text.charCodeAt(i);
    if (c === DOLLAR || c === BACKTICK || c === BACKSLASH) return true;
  }
  return false;
}

function readExpansions(
  r: Reader,
  pending: PendingHereDocument,
  pieces: Piece[],
  bodyEnd: number,
  altered: boolean,
): void {
  const { text, starts, ends, end, subshells, context, pending: queue, arrays } = r;
  r.context = pending.context;
  const inner = openContext(r, "here-document", r.at);
  r.pending = undefined;
  if (altered) alter(r, r.at, bodyEnd, pending.document.stripTabs);
  else r.end = bodyEnd;
  quotedText(r, pieces, -1);
  r.text = text;
  r.starts = starts;
  r.ends = ends;
  r.end = end;
  r.subshells = subshells;
  r.pending = queue;
  r.arrays = arrays;
  closeContext(r, inner, bodyEnd);
  r.context = context;
}

/**
 * Looks for the line that ends the body at `r.at`, leaves the end of the body in `r.bodyEnd` and moves behind the line.
 * True when line joins or stripped tabs make the text of the body differ from the source.
 */
function findEnd(r: Reader, document: ReadHereDocument): boolean {
  const { delimiter, quoted, stripTabs } = document;
  const inSubstitution = isInSubstitution(r);
  let altered = false;
  let line = r.at;
  while (line < r.end) {
    let from = line;
    if (stripTabs) while (unit(r, from) === TAB) from++;
    let stop = lineEnd(r, from);
    let ends = false;
    let joins = false;
    if (!quoted && isContinued(r, from, stop)) {
      // The shell joins continued lines before it compares them with the delimiter.
      joins = true;
      let joinedLine = r.text.slice(from, stop - 1);
      while (stop < r.end) {
        const next = stop + 1;
        stop = lineEnd(r, next);
        const more = isContinued(r, next, stop);
        if (joinedLine.length <= delimiter.length) joinedLine += r.text.slice(next, more ? stop - 1 : stop);
        if (!more) break;
      }
      ends = joinedLine === delimiter;
      if (ends && r.sh)
        lose(r, from, "a here-document ends with a line that is put together: shells differ on it");
    } else ends = stop - from === delimiter.length && r.text.startsWith(delimiter, from);
    if (ends) {
      document.closed = true;
      r.bodyEnd = line;
      r.at = Math.min(stop + 1, r.end);
      return altered;
    }
    if (joins || from > line) altered = true;
    if (inSubstitution && stop > from + delimiter.length && r.text.startsWith(delimiter, from)) {
      if (r.text.slice(from + delimiter.length, stop).includes(")"))
        lose(r, from, "a line begins like the end of a here-document and holds a `)`: shells differ on it");
    }
    line = stop + 1;
  }
  r.bodyEnd = r.end;
  r.at = r.end;
  return altered;
}

function isInSubstitution(r: Reader): boolean {
  for (let context: Context | undefined = r.context; context !== undefined; context = context.parent) {
    if (context.kind === "substitution" || context.kind === "process-substitution") return true;
    if (context.kind === "here-document") return false;
  }
  return false;
}

function lineEnd(r: Reader, from: number): number {
  let i = from;
  while (i < r.end && r.text.charCodeAt(i) !== NEWLINE) i++;
  return i;
}

/** The line ends in an odd number of backslashes. */
function isContinued(r: Reader, from: number, stop: number): boolean {
  if (stop >= r.end) return false;
  let i = stop;
  while (i > from && r.text.charCodeAt(i - 1) === BACKSLASH) i--;
  return (stop - i) % 2 === 1;
}

/** Makes `r` read the body without line joins and leading tabs, every unit with its source position. */
function alter(r: Reader, start: number, end: number, stripTabs: boolean): void {
  const starts = new Uint32Array(end - start + 1);
  const ends = new Uint32Array(end - start);
  const parts: string[] = [];
  let written = 0;
  let fresh = true;
  let run = start;
  let i = start;
  while (i < end) {
    const c = r.text.charCodeAt(i);
    if (fresh && stripTabs && c === TAB) {
      parts.push(r.text.slice(run, i));
      run = ++i;
      continue;
    }
    fresh = c === NEWLINE;
    if (c === BACKSLASH && i + 1 < end) {
      if (r.text.charCodeAt(i + 1) === NEWLINE) {
        parts.push(r.text.slice(run, i));
        i += 2;
        run = i;
        continue;
      }
      starts[written] = sourceStart(r, i);
      ends[written++] = sourceEnd(r, i + 1);
      i++;
    }
    starts[written] = sourceStart(r, i);
    ends[written++] = sourceEnd(r, i + 1);
    i++;
  }
  parts.push(r.text.slice(run, end));
  starts[written] = sourceStart(r, end);
  r.text = parts.join("");
  r.starts = starts;
  r.ends = ends;
  r.at = 0;
  r.end = written;
  r.subshells = undefined;
}
