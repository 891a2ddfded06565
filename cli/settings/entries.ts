/** The hook entries of a settings file in JSON, in each of the layouts that harnesses have. */
import type { Harness, JsonForm } from "@hasna/hooks-harness";
import type { Node } from "jsonc-parser";
import { type Document, properties, propertyValue } from "./document.ts";
import { type OwnCommand, readOwnCommand } from "./own-command.ts";

/** One well-formed handler. */
export interface Entry {
  /** The harness's own event name. */
  readonly key: string;
  /** What goes when the handler was alone in it: a group, or the handler itself where there are no groups. */
  readonly group: Node;
  readonly handler: Node;
  readonly matcher: string | undefined;
  readonly command: string;
  /** The command's value node. */
  readonly commandNode: Node;
  /** Set when the entry is ours. */
  readonly own: OwnCommand | undefined;
}

/** What makes an entry with our program's name ours: it runs a hook that we know, or a program that we placed. */
export interface Ownership {
  readonly names: readonly string[];
  /** Folder of installed programs, without a trailing slash. */
  readonly folder: string;
}

/** Where hooks stand in a file, and in which layout. */
export interface Ground {
  readonly harness: Harness;
  /** Keys from the root to the events. */
  readonly root: readonly string[];
}

/** A file that is not of the shape it must have where we would write. */
export interface Misshape {
  readonly offset: number;
  readonly says: string;
}

export type Found =
  | { readonly kind: "entries"; readonly entries: readonly Entry[] }
  | ({ readonly kind: "misshape" } & Misshape);

/** The form of a harness whose settings are JSON; a fault of ours for any other. */
export function jsonForm(harness: Harness): JsonForm {
  if (harness.form.kind !== "json") throw new Error(`${harness.label} has no settings in JSON`);
  return harness.form;
}

/** Every handler under the harness's events. Malformed groups are somebody else's and passed over. */
export function entriesOf(document: Document, ground: Ground, ownership: Ownership): Found {
  const { root } = document;
  if (root.type !== "object")
    return misshape(root, `the file holds ${article(root)} where an object is expected`);
  const { layout } = jsonForm(ground.harness);
  const container = containerAt(root, ground.root, layout === "triggers" ? "array" : "object");
  if (container === undefined) return { kind: "entries", entries: [] };
  if ("says" in container) return { kind: "misshape", ...container };
  if (layout === "triggers") {
    return {
      kind: "entries",
      entries: (container.children ?? []).flatMap((item) => trigger(item, ownership)),
    };
  }
  const entries: Entry[] = [];
  const known = new Set(Object.values(ground.harness.events));
  for (const key of new Set(
    (container.children ?? []).map(({ children }) => children?.[0]?.value as string),
  )) {
    const list = single(container, key, "array");
    if (list === undefined) continue;
    if ("says" in list) {
      // An event that the harness does not know may hold anything.
      if (known.has(key)) return { kind: "misshape", ...list };
      continue;
    }
    for (const item of list.children ?? []) {
      entries.push(...(layout === "flat" ? flat(key, item, ownership) : grouped(key, item, ownership)));
    }
  }
  return { kind: "entries", entries };
}

function containerAt(root: Node, path: readonly string[], last: Node["type"]): Node | Misshape | undefined {
  let node = root;
  for (const [index, key] of path.entries()) {
    const next = single(node, key, index === path.length - 1 ? last : "object");
    if (next === undefined || "says" in next) return next;
    node = next;
  }
  return node;
}

function grouped(key: string, group: Node, ownership: Ownership): readonly Entry[] {
  const handlers = text(group, "hooks", "array");
  const matcher = matcherIn(group);
  if (handlers === undefined || matcher === null) return [];
  return (handlers.children ?? []).flatMap((handler) =>
    entry(key, group, handler, matcher, text(handler, "command", "string"), ownership),
  );
}

function flat(key: string, handler: Node, ownership: Ownership): readonly Entry[] {
  const matcher = matcherIn(handler);
  if (matcher === null) return [];
  return entry(key, handler, handler, matcher, text(handler, "command", "string"), ownership);
}

function trigger(item: Node, ownership: Ownership): readonly Entry[] {
  const key = text(item, "trigger", "string")?.value as string | undefined;
  const matcher = matcherIn(item);
  const action = text(item, "action", "object");
  if (key === undefined || matcher === null || action === undefined) return [];
  return entry(key, item, item, matcher, text(action, "command", "string"), ownership);
}

function entry(
  key: string,
  group: Node,
  handler: Node,
  matcher: string | undefined,
  commandNode: Node | undefined,
  ownership: Ownership,
): readonly Entry[] {
  if (commandNode === undefined) return [];
  const command = commandNode.value as string;
  const own = ours([command, ...argsOf(handler)], ownership);
  return [{ key, group, handler, matcher, command, commandNode, own }];
}

/** The value under a key when it stands there once and is of that type. */
function text(object: Node, key: string, type: Node["type"]): Node | undefined {
  if (object.type !== "object") return undefined;
  const node = single(object, key, type);
  return node === undefined || "says" in node ? undefined : node;
}

/** Null for a matcher that is none: the entry is somebody else's. */
function matcherIn(object: Node): string | undefined | null {
  if (object.type !== "object") return null;
  const node = single(object, "matcher", "string");
  if (node === undefined) return undefined;
  return "says" in node ? null : (node.value as string);
}

/** The exec form: `command` is the program, `args` its words; no shell reads them. */
function argsOf(handler: Node): readonly string[] {
  const [args] = properties(handler, "args");
  const items = args === undefined ? [] : (propertyValue(args)?.children ?? []);
  return items.map((item) => String(item.value));
}

/** The words as a command of ours; undefined when they are somebody else's. */
export function ours(words: readonly string[], ownership: Ownership): OwnCommand | undefined {
  const [first = "", ...args] = words;
  const line =
    args.length === 0 ? first : words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const own = readOwnCommand(line);
  if (own === undefined || own.names.length === 0) return undefined;
  const known = own.names.some((name) => ownership.names.includes(name));
  return known || own.program.startsWith(`${ownership.folder}/`) ? own : undefined;
}

/** The one value under a key; a doubled key or a value of another type cannot be written into. */
export function single(object: Node, key: string, type: Node["type"]): Node | Misshape | undefined {
  const [first, second] = properties(object, key);
  if (first === undefined) return undefined;
  if (second !== undefined) {
    return { offset: second.offset, says: `the key "${key}" stands here a second time in the same object` };
  }
  const value = propertyValue(first);
  if (value === undefined || value.type === type) return value;
  return {
    offset: value.offset,
    says: `"${key}" holds ${article(value)} where ${articles[type]} is expected`,
  };
}

const articles: Readonly<Record<string, string>> = {
  object: "an object",
  array: "a list",
  string: "a text",
  number: "a number",
  boolean: "true or false",
  null: "null",
};

function article(node: Node): string {
  return articles[node.type] ?? "something else";
}

function misshape(node: Node, says: string): Found {
  return { kind: "misshape", offset: node.offset, says };
}
