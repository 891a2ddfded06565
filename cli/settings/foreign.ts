/** What in a settings value is not ours: the part that no edit may change. Works on plain values, apart from the edits. */
import { jsonForm, ours } from "./entries.ts";
import type { Wanted } from "./plan.ts";
import { ownershipOf } from "./plan.ts";

/** The value without our entries and rule, and without containers that are empty then. Key order is kept. */
export function foreignPart(value: unknown, wanted: Wanted): unknown {
  if (!isObject(value)) return value;
  const { preamble } = jsonForm(wanted.harness);
  const without = Object.fromEntries(
    Object.entries(inside(value, wanted.root, wanted) as object).filter(
      ([key, item]) => !Object.hasOwn(preamble, key) || preamble[key] !== item,
    ),
  );
  const { permissions } = without;
  return {
    ...without,
    permissions: isObject(permissions)
      ? orNothing({ ...permissions, allow: foreignRules(permissions.allow, wanted) })
      : permissions,
  };
}

/** The value with the map of events at a path stripped of ours. */
function inside(value: unknown, path: readonly string[], wanted: Wanted): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return foreignEvents(value, wanted);
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const inner = inside(value[key], rest, wanted);
  return { ...value, [key]: isObject(inner) ? orNothing(inner) : inner };
}

function foreignEvents(events: unknown, wanted: Wanted): unknown {
  if (jsonForm(wanted.harness).layout === "triggers") return foreignItems(events, wanted);
  return isObject(events) ? mapValues(events, (event) => foreignItems(event, wanted)) : events;
}

function foreignItems(items: unknown, wanted: Wanted): unknown {
  if (!Array.isArray(items)) return items;
  const left = items.map((item) => foreignItem(item, wanted)).filter((item) => item !== undefined);
  return left.length === 0 ? undefined : left;
}

function foreignItem(item: unknown, wanted: Wanted): unknown {
  if (jsonForm(wanted.harness).layout !== "groups") return isOurs(item, wanted) ? undefined : item;
  if (!isObject(item) || !Array.isArray(item.hooks)) return item;
  const left = item.hooks.filter((handler) => !isOurs(handler, wanted));
  return left.length === 0 && item.hooks.length > 0 ? undefined : { ...item, hooks: left };
}

function isOurs(handler: unknown, wanted: Wanted): boolean {
  if (!isObject(handler)) return false;
  const { command } = isObject(handler.action) ? handler.action : handler;
  if (typeof command !== "string") return false;
  const args: unknown[] = Array.isArray(handler.args) ? handler.args : [];
  return ours([command, ...args.map(String)], ownershipOf(wanted)) !== undefined;
}

function foreignRules(rules: unknown, wanted: Wanted): unknown {
  if (!Array.isArray(rules)) return rules;
  const left = rules.filter((rule) => rule !== wanted.rule);
  return left.length === 0 ? undefined : left;
}

function mapValues(
  value: Readonly<Record<string, unknown>>,
  map: (item: unknown) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(item)]));
}

/** Undefined for an object with nothing in it, which JSON text then leaves out. */
function orNothing(value: Readonly<Record<string, unknown>>): unknown {
  return Object.values(value).every((item) => item === undefined) ? undefined : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
