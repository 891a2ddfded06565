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
  const root = parseTree(body, errors, {
    disallowComments: !tolerates.comments,
    allowTrailingComma: tolerates.trailingCommas,
  });
  const [first] = errors;
  if (first !== undefined || root === undefined) {
    const says = first === undefined ? "it is no JSON" : words(printParseErrorCode(first.error));
    return { kind: "problem", ...positionIn(body, first?.offset ?? 0), says };
  }
  return { kind: "document", document: documentOf(getNodeValue(root), root, body) };
}

/** `PropertyNameExpected` as `property name expected`. */
function words(code: string): string {
  return code.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function documentOf(value: unknown, root: Node | undefined, text: string): SettingsDocument {
  return {
    value,
    position: (path) => {
      let node = root;
      for (const key of path) node = (node && child(node, key)) ?? node;
      return positionIn(text, node?.offset ?? 0);
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
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
