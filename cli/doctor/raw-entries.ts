/** Every entry of a settings file in JSON or TOML as it stands, well-formed or not: doctor reports what planners pass over. */
import type { Harness } from "@hasna/hooks-harness";
import type { Node } from "jsonc-parser";
import { plain, positionOf, properties, propertyValue } from "../settings/document.ts";
import { type Ownership, ours } from "../settings/entries.ts";
import type { OwnCommand } from "../settings/own-command.ts";
import type { TomlDocument } from "../settings/toml-document.ts";

/** A place in the file's text. */
interface At {
  readonly line: number;
  readonly column: number;
}

/** One handler, with what stands around it. */
export interface RawEntry {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly matcherAt: At;
  readonly command: string;
  /** The words of the exec form, in which no shell reads the command. */
  readonly args: readonly string[];
  /** Every key of the handler. */
  readonly handler: Readonly<Record<string, unknown>>;
  readonly at: At;
  /** Set when the entry is ours. */
  readonly own: OwnCommand | undefined;
}

/** An event key, or the name in a list of triggers. */
interface RawEvent {
  readonly name: string;
  readonly at: At;
}

/** An item that is not of the harness's layout. */
interface Misplaced {
  readonly kind: "flat-in-groups" | "group-in-flat";
  readonly event: string;
  readonly at: At;
}

export interface RawHooks {
  readonly entries: readonly RawEntry[];
  readonly events: readonly RawEvent[];
  readonly misplaced: readonly Misplaced[];
}

const NONE: RawHooks = { entries: [], events: [], misplaced: [] };

/** What stands in a JSON file below `path`. */
export function rawHooks(
  root: Node,
  text: string,
  path: readonly string[],
  harness: Harness,
  ownership: Ownership,
): RawHooks {
  let container: Node | undefined = root;
  for (const key of path) container = container === undefined ? undefined : valueUnder(container, key);
  if (container === undefined || harness.form.kind !== "json") return NONE;
  const at = (node: Node): At => positionOf(text, node.offset);
  const { layout } = harness.form;
  if (layout === "triggers") return triggers(container, at, ownership);
  if (container.type !== "object") return NONE;
  const entries: RawEntry[] = [];
  const events: RawEvent[] = [];
  const misplaced: Misplaced[] = [];
  for (const property of container.children ?? []) {
    const [key, list] = property.children ?? [];
    if (key === undefined) continue;
    const event = String(key.value);
    events.push({ name: event, at: at(key) });
    if (list?.type !== "array") continue;
    for (const item of list.children ?? []) {
      if (item.type !== "object") continue;
      const inner = valueUnder(item, "hooks");
      if (layout === "flat") {
        if (inner !== undefined && valueUnder(item, "command") === undefined) {
          misplaced.push({ kind: "group-in-flat", event, at: at(item) });
          continue;
        }
        entries.push(...entry(event, item, item, at, ownership));
        continue;
      }
      if (inner === undefined && (valueUnder(item, "command") ?? valueUnder(item, "type")) !== undefined) {
        misplaced.push({ kind: "flat-in-groups", event, at: at(item) });
        continue;
      }
      for (const handler of inner?.children ?? [])
        entries.push(...entry(event, item, handler, at, ownership));
    }
  }
  return { entries, events, misplaced };
}

function triggers(container: Node, at: (node: Node) => At, ownership: Ownership): RawHooks {
  const entries: RawEntry[] = [];
  const events: RawEvent[] = [];
  for (const item of container.type === "array" ? (container.children ?? []) : []) {
    const trigger = item.type === "object" ? valueUnder(item, "trigger") : undefined;
    if (trigger === undefined) continue;
    events.push({ name: String(trigger.value), at: at(trigger) });
    const action = valueUnder(item, "action");
    if (action === undefined) continue;
    const [found] = entry(String(trigger.value), item, action, at, ownership);
    if (found !== undefined) entries.push({ ...found, handler: asRecord(plain(item)) });
  }
  return { entries, events, misplaced: [] };
}

function entry(
  event: string,
  group: Node,
  handler: Node,
  at: (node: Node) => At,
  ownership: Ownership,
): readonly RawEntry[] {
  if (handler.type !== "object") return [];
  const commandNode = valueUnder(handler, "command");
  if (commandNode?.type !== "string") return [];
  const matcherNode = valueUnder(group, "matcher");
  const args = (valueUnder(handler, "args")?.children ?? []).map(({ value }) => String(value));
  const command = String(commandNode.value);
  return [
    {
      event,
      matcher: matcherNode?.type === "string" ? String(matcherNode.value) : undefined,
      matcherAt: at(matcherNode ?? group),
      command,
      args,
      handler: asRecord(plain(handler)),
      at: at(commandNode),
      own: ours([command, ...args], ownership),
    },
  ];
}

function valueUnder(object: Node, key: string): Node | undefined {
  if (object.type !== "object") return undefined;
  const last = properties(object, key).at(-1);
  return last === undefined ? undefined : propertyValue(last);
}

/** The `[[hooks]]` tables of a TOML file. */
export function rawTables({ text, value, statements }: TomlDocument, ownership: Ownership): RawHooks {
  const tables = statements.filter(({ kind, path }) => kind === "array-table" && path.join(".") === "hooks");
  const items: readonly unknown[] = Array.isArray(value.hooks) ? value.hooks : [];
  const entries: RawEntry[] = [];
  const events: RawEvent[] = [];
  for (const [index, item] of items.entries()) {
    const handler = asRecord(item);
    const at = positionOf(text, tables[index]?.start ?? 0);
    if (typeof handler.event !== "string") continue;
    events.push({ name: handler.event, at });
    if (typeof handler.command !== "string") continue;
    entries.push({
      event: handler.event,
      matcher: typeof handler.matcher === "string" ? handler.matcher : undefined,
      matcherAt: at,
      command: handler.command,
      args: [],
      handler,
      at,
      own: ours([handler.command], ownership),
    });
  }
  return { entries, events, misplaced: [] };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
