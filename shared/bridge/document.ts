/** A settings file as a value, with the place of everything in it. */
import type { JsonForm } from "@hasna/hooks-harness";
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

export interface Position {
  readonly line: number;
  readonly column: number;
}

export type Path = readonly (string | number)[];

interface SettingsDocument {
  readonly value: unknown;
  /** Of the value at a path, or of the nearest container that is there. */
  position(path: Path): Position;
  /** Whether an object key stands twice in the map at a path: some readers take the last, some refuse the file. */
  isTwice(path: Path, key: string): boolean;
}

export type DocumentReading =
  | { readonly kind: "document"; readonly document: SettingsDocument }
  | ({ readonly kind: "problem"; readonly says: string } & Position);

/** Reads JSON as strictly as the harness does. Blank text is an empty object, as it is for all of them. */
export function readDocument(text: string, tolerates: JsonForm["tolerates"]): DocumentReading {
  const marked = text.startsWith("\uFEFF");
  if (marked && !tolerates.bom) {
    return { kind: "problem", line: 1, column: 1, says: "it begins with a byte order mark" };
  }
  const body = marked ? text.slice(1) : text;
  if (body.trim() === "") return { kind: "document", document: documentOf({}, undefined, body) };
  const errors: ParseError[] = [];
  let root: Node | undefined;
  let value: unknown;
  try {
    root = parseTree(body, errors, {
      disallowComments: !tolerates.comments,
      allowTrailingComma: tolerates.trailingCommas,
    });
    if (errors.length === 0 && root !== undefined) value = getNodeValue(root);
  } catch (error) {
    // The parser calls itself for every level.
    if (!(error instanceof RangeError)) throw error;
    return { kind: "problem", line: 1, column: 1, says: "it is nested too deep to be read" };
  }
  const [first] = errors;
  if (first !== undefined || root === undefined) {
    const says = first === undefined ? "it is no JSON" : words(printParseErrorCode(first.error));
    return { kind: "problem", ...positionIn(body, first?.offset ?? 0), says };
  }
  return { kind: "document", document: documentOf(value, root, body) };
}

/** `PropertyNameExpected` as `property name expected`. */
function words(code: string): string {
  return code.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function documentOf(value: unknown, root: Node | undefined, text: string): SettingsDocument {
  const starts = lineStarts(text);
  return {
    value,
    position: (path) => {
      let node = root;
      for (const key of path) node = (node && child(node, key)) ?? node;
      return placeOf(starts, node?.offset ?? 0);
    },
    isTwice: (path, key) => {
      let node = root;
      for (const step of path) node = node && child(node, step);
      return (node?.children ?? []).filter((property) => property.children?.[0]?.value === key).length > 1;
    },
  };
}

function child(node: Node, key: string | number): Node | undefined {
  if (typeof key === "number") return node.type === "array" ? node.children?.[key] : undefined;
  // The last of two equal keys counts.
  return node.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
}

function positionIn(text: string, offset: number): Position {
  return placeOf(lineStarts(text), offset);
}

/** Taken down once: a file of thousands of entries is not to be counted through for each of them. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

function placeOf(starts: readonly number[], offset: number): Position {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] as number) + 1 };
}
