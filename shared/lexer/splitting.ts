/** From expanded stretches of a word to arguments: splitting and globbing. */
import type { Field, Segment } from "./run.ts";
import type { Chunk, Scope } from "./scope.ts";
import type { Span } from "./script.ts";
import { segmentsText } from "./value.ts";

/** The value as one text: nothing is split, and what would glob later stays text. */
export function joinChunks(chunks: readonly Chunk[]): Segment[] {
  const segments: Segment[] = [];
  for (const chunk of chunks) {
    if (chunk.kind === "unknown") segments.push({ kind: "unknown", name: chunk.name, quoted: true });
    else if (chunk.kind === "fields") {
      for (const field of chunk.fields) for (const segment of field.segments) addSegment(segments, segment);
    } else addSegment(segments, { kind: "text", text: chunk.text });
  }
  return segments;
}

function addSegment(segments: Segment[], segment: Segment): void {
  const last = segments[segments.length - 1];
  if (segment.kind === "text") {
    if (segment.text === "") return;
    if (last?.kind === "text") {
      segments[segments.length - 1] = { kind: "text", text: last.text + segment.text };
      return;
    }
  }
  segments.push(segment);
}

/** Splits and globs what the chunks hold into arguments. */
export function buildFields(chunks: readonly Chunk[], scope: Scope, span: Span): readonly Field[] {
  const fields: Field[] = [];
  let segments: Segment[] = [];
  /** Something keeps the argument even when every expansion in it is empty. */
  let present = false;
  let maySplit = false;
  const finish = (): void => {
    if (present || segments.length > 0) {
      fields.push({
        segments: segments.length === 0 ? [{ kind: "text", text: "" }] : segments,
        span,
        mayVanish: !present,
        maySplit,
      });
    }
    segments = [];
    present = false;
    maySplit = false;
  };
  const glob = (text: string, last: boolean): void => {
    if (text === "") return;
    present = true;
    for (const segment of globSegments(text, last)) {
      addSegment(segments, segment);
      if (segment.kind === "text") continue;
      maySplit = true;
      if (scope.nullglob) present = false;
    }
  };
  chunks.forEach((chunk, index) => {
    const last = index === chunks.length - 1;
    switch (chunk.kind) {
      case "literal":
        glob(chunk.text, last);
        break;
      case "quoted":
        present = true;
        addSegment(segments, { kind: "text", text: chunk.text });
        break;
      case "expanded":
        (chunk.split === true ? chunk.text.split(/[ \t\n]+/) : splitText(chunk.text, scope)).forEach(
          (part, position) => {
            if (position > 0) finish();
            if (scope.dialect === "zsh") {
              if (part !== "") present = true;
              addSegment(segments, { kind: "text", text: part });
            } else glob(part, last);
          },
        );
        break;
      case "unknown":
        segments.push({ kind: "unknown", name: chunk.name, quoted: chunk.quoted });
        if ((chunk.quoted && !chunk.list) || chunk.solid) present = true;
        if (
          (!chunk.quoted && (!chunk.solid || chunk.splits === true) && scope.dialect !== "zsh") ||
          chunk.list
        )
          maySplit = true;
        break;
      case "fields":
        chunk.fields.forEach((field, position) => {
          if (position > 0) finish();
          for (const segment of field.segments) {
            if (segment.kind !== "text" || chunk.quoted) {
              addSegment(segments, segment);
              if (segment.kind === "text" || !field.mayVanish) present = true;
              continue;
            }
            splitText(segment.text, scope).forEach((part, at) => {
              if (at > 0) finish();
              glob(part, false);
            });
          }
          if (chunk.quoted && !field.mayVanish) present = true;
          maySplit ||= field.maySplit;
        });
        break;
    }
  });
  finish();
  return fields;
}

/** Word splitting by IFS; zsh splits no parameter. The first and last part are empty where the text has blanks at its ends. */
function splitText(text: string, scope: Scope): readonly string[] {
  if (scope.dialect === "zsh") return [text];
  const value = scope.variable("IFS");
  if (value === undefined) return hasBlank(text) ? text.split(/[ \t\n]+/) : [text];
  const only = value.kind === "scalar" && value.alternatives.length === 1 ? value.alternatives[0] : undefined;
  const separators = only === undefined ? undefined : segmentsText(only);
  if (separators === undefined) return text.split(/[ \t\n]+/);
  if (separators === "") return [text];
  const parts: string[] = [""];
  for (const character of text) {
    if (separators.includes(character)) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function hasBlank(text: string): boolean {
  return text.includes(" ") || text.includes("\n") || text.includes("\t");
}

/** Text, `*`, `?`, `[…]` and extended patterns of unquoted text. `last`: nothing follows in the word. */
function globSegments(text: string, last: boolean): Segment[] {
  if (!text.includes("*") && !text.includes("?") && !text.includes("[") && !text.includes("(")) {
    return [{ kind: "text", text }];
  }
  const segments: Segment[] = [];
  let from = 0;
  let index = 0;
  const flush = (end: number): void => {
    if (end > from) segments.push({ kind: "text", text: text.slice(from, end) });
  };
  while (index < text.length) {
    const character = text.charAt(index);
    let end = index;
    if ("*?+@!".includes(character) && text.charAt(index + 1) === "(") end = closing(text, index + 1);
    if (end > index) {
      // An extended pattern that closes.
    } else if (character === "*" || character === "?") end = index + 1;
    else if (character === "[") {
      end = bracketEnd(text, index);
      if (end < 0 && !last) {
        // The bracket may close behind a quoted part: what the rest matches is not worked out.
        flush(index);
        segments.push({ kind: "unknown", name: undefined, quoted: true });
        return segments;
      }
    }
    if (end <= index) {
      index += 1;
      continue;
    }
    flush(index);
    segments.push({ kind: "glob", pattern: text.slice(index, end) });
    index = end;
    from = end;
  }
  flush(text.length);
  return segments;
}

/** One behind the bracket expression that opens at `open`, or -1 when it never closes: then `[` is a character. */
function bracketEnd(text: string, open: number): number {
  let index = open + 1;
  if (text.charAt(index) === "!" || text.charAt(index) === "^") index += 1;
  const close = text.indexOf("]", index + 1);
  if (close < 0 || text.slice(open, close).includes("/")) return -1;
  return close + 1;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return -1;
}

/** Unquoted text is one stretch however many pieces it was read in: `@` and `(a|b)` are one pattern. */
export function addChunk(list: Chunk[], chunk: Chunk): void {
  const last = list[list.length - 1];
  if (chunk.kind === "literal" && last?.kind === "literal") {
    list[list.length - 1] = { kind: "literal", text: last.text + chunk.text };
  } else list.push(chunk);
}
