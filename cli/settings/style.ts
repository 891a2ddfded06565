/** How a file is written, read off its text, so that what we add looks like the rest. */
import type { Json } from "@hasna/hooks-harness";
import type { Node } from "jsonc-parser";
import type { Document } from "./document.ts";

export interface Style {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** Between a key and its value: `: `, `:`, ` : `. */
  readonly colon: string;
  /** Between two values on one line: `, ` or `,`. */
  readonly comma: string;
}

/** Where a value stands: on one line, or over several from a given indentation. */
export type Layout = { readonly kind: "line" } | { readonly kind: "lines"; readonly indent: string };

/** For a file that shows nothing to go by: what Claude Code itself writes. */
const PLAIN_STYLE: Style = { eol: "\n", unit: "  ", colon: ": ", comma: ", " };

export function styleOf(document: Document): Style {
  const { text, root } = document;
  const colon = colonOf(document) ?? PLAIN_STYLE.colon;
  return {
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? PLAIN_STYLE.eol,
    unit: unitOf(text, root) ?? PLAIN_STYLE.unit,
    colon,
    comma: colon.endsWith(" ") ? ", " : ",",
  };
}

function colonOf({ text, root }: Document): string | undefined {
  for (const node of breadthFirst(root)) {
    const [key, value] = node.type === "property" ? (node.children ?? []) : [];
    if (key === undefined || value === undefined) continue;
    const between = text.slice(key.offset + key.length, value.offset);
    if (/^[ \t]*:[ \t]*$/.test(between)) return between;
  }
  return undefined;
}

/** The step from a container's line to the line of its first child. */
function unitOf(text: string, root: Node): string | undefined {
  for (const node of breadthFirst(root)) {
    const [child] = node.type === "property" ? [] : (node.children ?? []);
    if (child === undefined) continue;
    const inner = indentAt(text, child.offset);
    if (inner === undefined) continue;
    const outer = /^[ \t]*/.exec(text.slice(startOfLine(text, node.offset)))?.[0] ?? "";
    if (inner.length > outer.length && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return undefined;
}

function indentAt(text: string, offset: number): string | undefined {
  const start = startOfLine(text, offset);
  const before = text.slice(start, offset);
  return start > 0 && before.trim() === "" ? before : undefined;
}

function startOfLine(text: string, offset: number): number {
  return Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
}

function* breadthFirst(root: Node): Generator<Node> {
  const queue: Node[] = [root];
  for (const node of queue) {
    yield node;
    for (const child of node.children ?? []) queue.push(child);
  }
}

/** A value as text; the first line is not indented. */
export function render(value: Json, style: Style, layout: Layout): string {
  const isArray = Array.isArray(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const brackets = isArray ? "[]" : "{}";
  const inner: Layout =
    layout.kind === "lines" ? { kind: "lines", indent: layout.indent + style.unit } : layout;
  const items = isArray
    ? value.map((item: Json) => render(item, style, inner))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}${style.colon}${render(item, style, inner)}`,
      );
  if (items.length === 0) return brackets;
  if (inner.kind === "line") return `${brackets[0]}${items.join(style.comma)}${brackets[1]}`;
  const lines = items.map((item) => `${inner.indent}${item}`).join(`,${style.eol}`);
  return `${brackets[0]}${style.eol}${lines}${style.eol}${(layout as { indent: string }).indent}${brackets[1]}`;
}
