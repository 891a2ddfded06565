/** The hook entries of a settings file in the shape that Claude Code began: event, groups with a matcher, handlers. */
import type { Harness } from "@hasna/hooks-harness";
import type { HookEvent } from "@hasna/hooks-registry";
import type { Node } from "jsonc-parser";
import { type Document, properties, propertyValue } from "./document.ts";
import { type OwnCommand, readOwnCommand } from "./own-command.ts";

/** One handler of a well-formed group. */
export interface Entry {
  readonly event: HookEvent;
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

/** A file that is not of the shape it must have where we would write. */
export interface Misshape {
  readonly offset: number;
  readonly says: string;
}

export type Found =
  | { readonly kind: "entries"; readonly entries: readonly Entry[] }
  | ({ readonly kind: "misshape" } & Misshape);

/** Every handler under the harness's events. Malformed groups are somebody else's and passed over. */
export function entriesOf(document: Document, harness: Harness, ownership: Ownership): Found {
  const { root } = document;
  if (root.type !== "object")
    return misshape(root, `the file holds ${article(root)} where an object is expected`);
  const hooks = single(root, "hooks", "object");
  if (hooks === undefined) return { kind: "entries", entries: [] };
  if ("says" in hooks) return { kind: "misshape", ...hooks };
  const entries: Entry[] = [];
  for (const [event, ownName] of Object.entries(harness.events) as [HookEvent, string][]) {
    const groups = single(hooks, ownName, "array");
    if (groups === undefined) continue;
    if ("says" in groups) return { kind: "misshape", ...groups };
    for (const group of groups.children ?? []) {
      const handlers = group.type === "object" ? single(group, "hooks", "array") : undefined;
      const matcher = group.type === "object" ? single(group, "matcher", "string") : undefined;
      if (handlers === undefined || "says" in handlers || (matcher !== undefined && "says" in matcher))
        continue;
      for (const handler of handlers.children ?? []) {
        const commandNode = handler.type === "object" ? single(handler, "command", "string") : undefined;
        if (commandNode === undefined || "says" in commandNode) continue;
        const command = commandNode.value as string;
        const full = [command, ...argsOf(handler)];
        entries.push({
          event,
          group,
          handler,
          matcher: matcher?.value as string | undefined,
          command,
          commandNode,
          own: ours(full, ownership),
        });
      }
    }
  }
  return { kind: "entries", entries };
}

/** The exec form: `command` is the program, `args` its words; no shell reads them. */
function argsOf(handler: Node): readonly string[] {
  const [args] = properties(handler, "args");
  const items = args === undefined ? [] : (propertyValue(args)?.children ?? []);
  return items.map((item) => String(item.value));
}

function ours(words: readonly string[], ownership: Ownership): OwnCommand | undefined {
  const [first = "", ...args] = words;
  const text =
    args.length === 0 ? first : words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  const own = readOwnCommand(text);
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
