/** Where parts of a code string stand in the source that holds it. */
import type { Frame, Job } from "./job.ts";
import type { Field } from "./run.ts";
import type { Piece, Span, Word } from "./script.ts";
import type { Walk } from "./walk.ts";

/** Units in front of the text of a quoted piece, longest first. */
const openings: readonly string[] = ["$'", '$"', "'", '"', ""];

/**
 * Maps spans of a code text back, through the word that holds it. Only a part with nothing but literal pieces in front
 * has a place: behind an expansion the same characters could be an argument the next time.
 */
export function locator(frame: Frame, word: Word, code: string): (span: Span) => Span | undefined {
  return (span) => {
    let at = 0;
    for (const piece of word.pieces) {
      if (piece.kind !== "literal") return undefined;
      const end = at + piece.text.length;
      if (code.slice(at, Math.min(end, span.end)) !== piece.text.slice(0, span.end - at)) return undefined;
      if (span.end <= end) return span.start < at ? undefined : placeIn(frame, piece, span, at);
      at = end;
    }
    return undefined;
  };
}

function placeIn(
  frame: Frame,
  piece: Extract<Piece, { kind: "literal" }>,
  span: Span,
  at: number,
): Span | undefined {
  // A blank put into a word without quotes would end it.
  if (piece.quoting === "none" || piece.quoting === "escape") return undefined;
  const raw = frame.script.source.slice(piece.span.start, piece.span.end);
  const known = piece.text.slice(0, span.end - at);
  for (const opening of openings) {
    if (!raw.startsWith(opening + known)) continue;
    const start = piece.span.start + opening.length + span.start - at;
    const place = { start, end: start + span.end - span.start };
    return frame.locate === undefined ? (frame.place === "string" ? undefined : place) : frame.locate(place);
  }
  return undefined;
}

/** The word of the frame's script that a field is the whole value of. */
export function wordOf(walk: Walk, job: Job, field: Field): Word | undefined {
  if (job.frame.origin !== undefined) return walk.words.get(field);
  const { words } = job.command;
  let low = 0;
  let high = words.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const word = words[middle];
    if (word === undefined) return undefined;
    if (word.span.start === field.span.start) return word.span.end === field.span.end ? word : undefined;
    if (word.span.start < field.span.start) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
