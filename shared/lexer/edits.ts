/** Putting other text in the place of spans, and reading the result again. */
import { lex } from "./lex.ts";
import type { Script, Span } from "./script.ts";

/** Other text for a span of UTF-16 units of the source. */
export interface Edit extends Span {
  readonly text: string;
}

/** What `splice` gives back: the new text as read again, or the first edit that cannot be made and why. */
export type Spliced =
  | { readonly kind: "spliced"; readonly script: Script }
  | { readonly kind: "refused"; readonly reason: string; readonly edit: Edit | undefined };

/**
 * Puts edits into the source of a script and reads the result, in the same dialect. It refuses edits that overlap or
 * lie outside, and a result that cannot be read although the source could: a replacement with a quote in it must not
 * change what the rest of the text means unseen. Edits may come in any order; an insertion is an empty span.
 */
export function splice(script: Script, edits: readonly Edit[]): Spliced {
  const { source, dialect } = script;
  const ordered = edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
  let at = 0;
  for (const edit of ordered) {
    const fits = Number.isInteger(edit.start) && Number.isInteger(edit.end) && edit.start <= edit.end;
    if (!fits || edit.start < 0 || edit.end > source.length)
      return { kind: "refused", reason: "the span lies outside the source", edit };
    if (edit.start < at) return { kind: "refused", reason: "the span overlaps the one before it", edit };
    at = edit.end;
  }
  const again = lex(applied(source, ordered), { dialect });
  if (again.lost !== undefined && script.lost === undefined)
    return { kind: "refused", reason: `the result cannot be read: ${again.lost.reason}`, edit: undefined };
  return { kind: "spliced", script: again };
}

function applied(source: string, ordered: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of ordered) {
    parts.push(source.slice(at, start), text);
    at = end;
  }
  parts.push(source.slice(at));
  return parts.join("");
}
