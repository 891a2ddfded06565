/** A settings file as text, with the place of everything in it. Nothing here knows what settings mean. */
import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser";

/** A place in a file for people: both count from 1, the column in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One token that is no white space. */
export interface Token {
  readonly kind: "open" | "close" | "comma" | "colon" | "value" | "line-comment" | "block-comment";
  readonly start: number;
  readonly end: number;
}

export interface Document {
  readonly text: string;
  readonly root: Node;
  readonly tokens: readonly Token[];
  /** Starts of comments and trailing commas: what a strict JSON reader stumbles over. */
  readonly laxities: readonly Laxity[];
}

interface Laxity {
  readonly kind: "comment" | "trailing comma";
  readonly offset: number;
}

export type Reading =
  /** No text, or nothing but white space: to every harness the same as an empty object. */
  | { readonly kind: "blank" }
  | { readonly kind: "document"; readonly document: Document }
  | { readonly kind: "problem"; readonly offset: number; readonly says: string };

/** Reads JSON with comments and trailing commas. Anything else that JSON does not allow is a problem. */
export function read(text: string): Reading {
  if (/^[ \t\r\n]*$/.test(text)) return { kind: "blank" };
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) return { kind: "problem", offset: 0, says: "it is nested too deeply" };
    throw error;
  }
  const [first] = errors;
  if (first !== undefined) {
    return { kind: "problem", offset: first.offset, says: complaint(first, text) };
  }
  if (root === undefined) return { kind: "problem", offset: 0, says: "a value is missing" };
  const tokens = tokensOf(text);
  return { kind: "document", document: { text, root, tokens, laxities: laxitiesOf(tokens) } };
}

/** jsonc-parser's error codes, in the order of its `ParseErrorCode`, which TypeScript cannot read at run time. */
const COMPLAINTS: Readonly<Record<number, string>> = {
  1: "this is no JSON value",
  2: "a number is malformed",
  3: "a key in double quotes is expected",
  4: "a value is expected",
  5: "a colon is expected",
  6: "a comma is expected",
  7: "a closing brace is expected",
  8: "a closing bracket is expected",
  9: "there is text after the end of the value",
  11: "a comment is never closed",
  12: "a text is never closed",
  13: "a number is malformed",
  14: "a \\u escape is malformed",
  15: "an escape is malformed",
  16: "a control character stands in a text",
};

function complaint(error: ParseError, text: string): string {
  const says = COMPLAINTS[error.error] ?? "this is no JSON";
  if (error.offset >= text.length) return `${says}, but the file ends`;
  const here = text.slice(error.offset, error.offset + Math.min(Math.max(error.length, 1), 20));
  return `${says} at ${JSON.stringify(here)}`;
}

/** jsonc-parser's `SyntaxKind`, which is an ambient const enum. */
const KINDS: Readonly<Record<number, Token["kind"]>> = {
  1: "open",
  2: "close",
  3: "open",
  4: "close",
  5: "comma",
  6: "colon",
  7: "value",
  8: "value",
  9: "value",
  10: "value",
  11: "value",
  12: "line-comment",
  13: "block-comment",
};
const END_OF_FILE = 17;

function tokensOf(text: string): readonly Token[] {
  const scanner = createScanner(text, false);
  const tokens: Token[] = [];
  for (let code: number = scanner.scan(); code !== END_OF_FILE; code = scanner.scan()) {
    const kind = KINDS[code];
    if (kind === undefined) continue;
    const start = scanner.getTokenOffset();
    tokens.push({ kind, start, end: start + scanner.getTokenLength() });
  }
  return tokens;
}

function laxitiesOf(tokens: readonly Token[]): readonly Laxity[] {
  const found: Laxity[] = [];
  let comma: Token | undefined;
  for (const token of tokens) {
    if (isComment(token)) {
      found.push({ kind: "comment", offset: token.start });
      continue;
    }
    if (token.kind === "close" && comma !== undefined) {
      found.push({ kind: "trailing comma", offset: comma.start });
    }
    comma = token.kind === "comma" ? token : undefined;
  }
  return found.sort((a, b) => a.offset - b.offset);
}

function isComment(token: Token): boolean {
  return token.kind === "line-comment" || token.kind === "block-comment";
}

/** The last token that starts before an offset, and its index. */
export function tokenBefore(document: Document, offset: number): Token | undefined {
  let low = 0;
  let high = document.tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((document.tokens[middle] as Token).start < offset) low = middle + 1;
    else high = middle;
  }
  return document.tokens[low - 1];
}

/** The first token that starts at or after an offset. */
export function tokenFrom(document: Document, offset: number): Token | undefined {
  let low = 0;
  let high = document.tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((document.tokens[middle] as Token).start < offset) low = middle + 1;
    else high = middle;
  }
  return document.tokens[low];
}

/** Line and column of an offset. A CR LF pair ends one line. */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lines = before.split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** Every property of an object by that name, names compared after their escapes are read. */
export function properties(object: Node, key: string): readonly Node[] {
  return (object.children ?? []).filter((property) => property.children?.[0]?.value === key);
}

/** The value of a property node; undefined only for a file that was refused. */
export function propertyValue(property: Node): Node | undefined {
  return property.children?.[1];
}

/** The plain value of a node: last duplicate wins, as in every JSON reader. */
export function plain(node: Node): unknown {
  switch (node.type) {
    case "object": {
      const entries = (node.children ?? []).map(({ children = [] }) => {
        const [key, value] = children;
        return [key?.value as string, value === undefined ? undefined : plain(value)] as const;
      });
      return Object.fromEntries(entries);
    }
    case "array":
      return (node.children ?? []).map(plain);
    default:
      return node.value;
  }
}
