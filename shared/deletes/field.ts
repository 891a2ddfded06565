import type { Field, Segment, Span } from "@hasna/hooks-lexer";

/** The argument as one text; undefined when a part of it is a pattern or not known. */
export function textOf(field: Field): string | undefined {
  const [only] = field.segments;
  if (field.segments.length === 1 && only !== undefined) return only.kind === "text" ? only.text : undefined;
  let text = "";
  for (const segment of field.segments) {
    if (segment.kind !== "text") return undefined;
    text += segment.text;
  }
  return text;
}

/** The known text at the start of an argument, up to its first pattern or unknown part. */
export function headOf(field: Field): string {
  let text = "";
  for (const segment of field.segments) {
    if (segment.kind !== "text") return text;
    text += segment.text;
  }
  return text;
}

/** The argument as far as the text shows it: patterns as written, a space for what is not known. */
export function sketchOf(field: Pick<Field, "segments">): string {
  return field.segments
    .map((part) => (part.kind === "text" ? part.text : part.kind === "glob" ? part.pattern : " "))
    .join("");
}

/** The argument without its first `length` characters, which must be known text. */
export function tailOf(field: Field, length: number): Field {
  let left = length;
  const segments: Segment[] = [];
  for (const segment of field.segments) {
    if (left > 0 && segment.kind === "text") {
      const cut = Math.min(left, segment.text.length);
      left -= cut;
      if (cut < segment.text.length) segments.push({ kind: "text", text: segment.text.slice(cut) });
    } else segments.push(segment);
  }
  return { ...field, segments };
}

/** A known argument. */
export function fieldOf(text: string, span: Span): Field {
  return { segments: [{ kind: "text", text }], span, mayVanish: false, maySplit: false };
}
