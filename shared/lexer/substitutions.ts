/** `$( )`, backticks, `<( )` and `>( )`, `${ cmd; }`: lists inside words. */
import { BACKSLASH, BACKTICK, DOLLAR, DOUBLE_QUOTE } from "./chars.ts";
import { pendingAt, readHereDocuments } from "./here-documents.ts";
import { END, list, PAREN } from "./lists.ts";
import {
  closeContext,
  enter,
  joined,
  leave,
  lose,
  type Mutable,
  openContext,
  type Reader,
  sourceEnd,
  sourceStart,
  unit,
} from "./reader.ts";
import type { Piece, Span } from "./script.ts";

type Style = Extract<Piece, { kind: "command" }>["style"];

/** Reads a list with here-documents of its own up to a closer, as the content of a substitution from `start`. */
export function substitution(
  r: Reader,
  pieces: Piece[],
  quoted: boolean,
  start: number,
  style: Style,
  closers: number,
  opened: number = sourceStart(r, start),
): void {
  enter(r);
  const { pending, arrays, braced } = r;
  const process = style === "process-in" || style === "process-out" || style === "process-file";
  const context = openContext(r, process ? "process-substitution" : "substitution", start);
  const span = context.span as Mutable<Span>;
  span.start = opened;
  span.end = opened;
  r.pending = undefined;
  r.braced = style === "brace" ? context : undefined;
  list(r, closers);
  if (r.pending !== undefined) {
    if (closers !== END) {
      lose(r, pendingAt(r), "the substitution ends before the here-document that it opens is read");
    }
    readHereDocuments(r);
  }
  r.pending = pending;
  r.arrays = arrays;
  r.braced = braced;
  closeContext(r, context, r.at);
  leave(r);
  pieces.push({ kind: "command", style, quoted, context, span: context.span });
}

/** `<( )`, `>( )`, `=( )` at `r.at`. */
export function processSubstitution(r: Reader, pieces: Piece[], style: Style): void {
  const start = r.at;
  r.at = joined(r, start + 1) + 1;
  substitution(r, pieces, false, start, style, PAREN);
}

/**
 * Backticks. Their text is read twice by the shell: the first pass takes away the backslash before `` ` ``, `$` and `\`
 * (inside double quotes before `"` too), so where there is one the rest is read from an unescaped copy that knows the
 * source position of every unit.
 */
export function backtick(r: Reader, pieces: Piece[], quoted: boolean, inDoubleQuotes: boolean): void {
  const start = r.at;
  let escapes = 0;
  let close = start + 1;
  for (; ; close++) {
    const c = unit(r, close);
    if (c < 0) lose(r, start, "a backtick is never closed");
    if (c === BACKTICK) break;
    if (c !== BACKSLASH) continue;
    if (isDropped(unit(r, close + 1), inDoubleQuotes)) escapes++;
    close++;
  }
  const opened = sourceStart(r, start);
  const { text, starts, ends, end, subshells } = r;
  if (escapes === 0) {
    r.at = start + 1;
    r.end = close;
  } else readUnescaped(r, start + 1, close, escapes, inDoubleQuotes);
  const count = pieces.length;
  substitution(r, pieces, quoted, r.at, "backtick", END, opened);
  r.text = text;
  r.starts = starts;
  r.ends = ends;
  r.end = end;
  r.subshells = subshells;
  r.at = close + 1;
  const piece = pieces[count] as Extract<Piece, { kind: "command" }>;
  (piece.span as Mutable<Span>).end = sourceEnd(r, r.at);
}

function isDropped(escaped: number, inDoubleQuotes: boolean): boolean {
  return (
    escaped === BACKTICK ||
    escaped === DOLLAR ||
    escaped === BACKSLASH ||
    (inDoubleQuotes && escaped === DOUBLE_QUOTE)
  );
}

function readUnescaped(r: Reader, from: number, to: number, escapes: number, inDoubleQuotes: boolean): void {
  const length = to - from - escapes;
  const starts = new Uint32Array(length + 1);
  const ends = new Uint32Array(length);
  const parts: string[] = [];
  let written = 0;
  let run = from;
  for (let i = from; i < to; i++) {
    const first = i;
    if (r.text.charCodeAt(i) === BACKSLASH) {
      if (isDropped(unit(r, i + 1), inDoubleQuotes)) {
        parts.push(r.text.slice(run, i));
        run = ++i;
      } else if (i + 1 < to) {
        starts[written] = sourceOf(r.starts, i);
        ends[written++] = endOf(r.ends, i);
        i++;
        starts[written] = sourceOf(r.starts, i);
        ends[written++] = endOf(r.ends, i);
        continue;
      }
    }
    starts[written] = sourceOf(r.starts, first);
    ends[written++] = endOf(r.ends, i);
  }
  parts.push(r.text.slice(run, to));
  starts[length] = sourceOf(r.starts, to);
  r.text = parts.join("");
  r.starts = starts;
  r.ends = ends;
  r.at = 0;
  r.end = length;
  r.subshells = undefined;
}

function sourceOf(starts: Uint32Array | undefined, i: number): number {
  return starts === undefined ? i : (starts[i] as number);
}

function endOf(ends: Uint32Array | undefined, i: number): number {
  return ends === undefined ? i + 1 : (ends[i] as number);
}
