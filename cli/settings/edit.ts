/**
 * Changes to JSON text that touch nothing but what they change: comments, order, spacing and line ends stay. Each
 * function gives back edits of the document's own text. jsonc-parser's `modify` is not used: it corrupts one-line arrays
 * and drops comments.
 */
import type { Json } from "@hasna/hooks-harness";
import type { Node } from "jsonc-parser";
import { type Document, type Token, tokenBefore, tokenFrom } from "./document.ts";
import { type Layout, render, type Style, styleOf } from "./style.ts";

/** Edits of one change are sorted and never overlap. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const edit of edits) {
    if (edit.start < at) throw new Error("edits overlap");
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** Puts a property behind the last one of an object. */
export function addProperty(document: Document, object: Node, key: string, value: Json): readonly Edit[] {
  const style = styleOf(document);
  return append(
    document,
    object,
    style,
    (layout) => `${JSON.stringify(key)}${style.colon}${render(value, style, layout)}`,
  );
}

/** Puts an item behind the last one of an array: foreign items keep their index, which some harnesses trust by. */
export function addItem(document: Document, array: Node, value: Json): readonly Edit[] {
  const style = styleOf(document);
  return append(document, array, style, (layout) => render(value, style, layout));
}

/** Writes another value in place of one. */
export function replaceValue(document: Document, node: Node, value: Json): readonly Edit[] {
  const style = styleOf(document);
  const old = document.text.slice(node.offset, node.offset + node.length);
  const layout: Layout = /[\r\n]/.test(old)
    ? { kind: "lines", indent: indentOfLine(document.text, node.offset) }
    : { kind: "line" };
  return [{ start: node.offset, end: node.offset + node.length, text: render(value, style, layout) }];
}

function append(
  document: Document,
  container: Node,
  style: Style,
  child: (layout: Layout) => string,
): readonly Edit[] {
  const { text } = document;
  const open = container.offset;
  const close = container.offset + container.length - 1;
  const outer = indentOfLine(text, open);
  // Behind every comment in the container: a comment belongs to what stands before it.
  const tail = tokenBefore(document, close) as Token;
  const last = container.children?.at(-1);

  if (last === undefined) {
    const inner: Layout = { kind: "lines", indent: outer + style.unit };
    if (tail.start > open) {
      if (!/[\r\n]/.test(text.slice(open, close))) return insert(tail.end, ` ${child({ kind: "line" })}`);
      return insert(tail.end, `${style.eol}${inner.indent}${child(inner)}`);
    }
    const lines = container.parent === undefined || /[\r\n]/.test(text.slice(0, close));
    const filled = lines
      ? `${style.eol}${inner.indent}${child(inner)}${style.eol}${outer}`
      : child({ kind: "line" });
    return [{ start: open + 1, end: close, text: filled }];
  }

  const lastEnd = last.offset + last.length;
  const next = tokenFrom(document, lastEnd) as Token;
  const trailing = next.kind === "comma" ? next : commaBehind(document, lastEnd, close);
  const separator = gap(document, container, style);
  const layout: Layout = separator.lines
    ? { kind: "lines", indent: separator.indent }
    : /[\r\n]/.test(text.slice(last.offset, lastEnd))
      ? { kind: "lines", indent: indentOfLine(text, last.offset) }
      : { kind: "line" };
  const lead = separator.lines ? `${style.eol}${separator.indent}` : separator.blank;
  const added = `${lead}${child(layout)}${trailing === undefined ? "" : ","}`;
  if (trailing !== undefined) return insert(tail.end, added);
  if (tail.end === lastEnd) return insert(lastEnd, `,${added}`);
  return [...insert(lastEnd, ","), ...insert(tail.end, added)];
}

function insert(at: number, text: string): readonly Edit[] {
  return [{ start: at, end: at, text }];
}

/** A comma between an offset and the container's end, with comments before it. */
function commaBehind(document: Document, from: number, close: number): Token | undefined {
  let token = tokenFrom(document, from);
  while (token !== undefined && token.start < close) {
    if (token.kind === "comma") return token;
    token = tokenFrom(document, token.end);
  }
  return undefined;
}

/** How the children of a container are set apart: on lines of their own, or by what stands behind a comma. */
function gap(
  document: Document,
  container: Node,
  style: Style,
): { readonly lines: true; readonly indent: string } | { readonly lines: false; readonly blank: string } {
  const { text } = document;
  const children = container.children ?? [];
  const last = children.at(-1) as Node;
  if (startsItsLine(text, last.offset)) return { lines: true, indent: indentOfLine(text, last.offset) };
  const close = container.offset + container.length - 1;
  if (/[\r\n]/.test(text.slice(last.offset + last.length, close))) {
    return { lines: true, indent: indentOfLine(text, container.offset) + style.unit };
  }
  const before = children.length > 1 ? /[ \t]*$/.exec(text.slice(0, last.offset)) : null;
  return { lines: false, blank: before === null ? style.comma.slice(1) : before[0] };
}

/** Takes a child (a property of an object, an item of an array) out, with exactly one comma. Comments stay. */
export function removeChild(document: Document, child: Node): readonly Edit[] {
  const { text } = document;
  const container = child.parent as Node;
  const siblings = container.children ?? [];
  const index = siblings.indexOf(child);
  const end = child.offset + child.length;
  const close = container.offset + container.length - 1;
  const before = tokenBefore(document, child.offset) as Token;
  const follower = siblings[index + 1];
  const comma = commaBehind(document, end, follower?.offset ?? close);

  if (siblings.length === 1) {
    const behind = tokenFrom(document, comma?.end ?? end) as Token;
    if (
      before.start === container.offset &&
      behind.start === close &&
      (comma === undefined || touches(text, end, comma))
    ) {
      return [{ start: container.offset + 1, end: close, text: "" }];
    }
    return cut(before.end, end, comma);
  }
  if (follower !== undefined) {
    if (startsItsLine(text, child.offset)) return cut(before.end, end, comma);
    const behind = tokenFrom(document, (comma as Token).end) as Token;
    if (behind.start === follower.offset && touches(text, end, comma as Token)) {
      return [{ start: child.offset, end: follower.offset, text: "" }];
    }
    return cut(child.offset, end, comma);
  }
  if (comma !== undefined) return cut(before.end, end, comma);
  // The comma that set it apart goes too; comments between the two stay.
  const previous = siblings[index - 1] as Node;
  const lead = commaBehind(document, previous.offset + previous.length, child.offset) as Token;
  if (lead === before || lead.end === before.end) return [{ start: lead.start, end, text: "" }];
  return [
    { start: lead.start, end: lead.end, text: "" },
    { start: before.end, end, text: "" },
  ];
}

function cut(start: number, end: number, comma: Token | undefined): readonly Edit[] {
  if (comma === undefined) return [{ start, end, text: "" }];
  if (comma.start === end) return [{ start, end: comma.end, text: "" }];
  return [
    { start, end, text: "" },
    { start: comma.start, end: comma.end, text: "" },
  ];
}

function touches(text: string, end: number, comma: Token): boolean {
  return text.slice(end, comma.start).trim() === "";
}

function lineStart(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

/** The white space that the line of an offset begins with. */
function indentOfLine(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function startsItsLine(text: string, offset: number): boolean {
  const start = lineStart(text, offset);
  return start > 0 && text.slice(start, offset).trim() === "";
}
