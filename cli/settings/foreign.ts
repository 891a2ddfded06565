/** What in a settings value is not ours: the part that no edit may change. */
import { readOwnCommand } from "./own-command.ts";
import type { Wanted } from "./plan.ts";

/** The value without our entries and rule, and without containers that are empty then. Key order is kept. */
export function foreignPart(value: unknown, wanted: Wanted): unknown {
  if (!isObject(value)) return value;
  const { hooks, permissions } = value;
  return {
    ...value,
    hooks: isObject(hooks) ? orNothing(mapValues(hooks, (event) => foreignGroups(event, wanted))) : hooks,
    permissions: isObject(permissions)
      ? orNothing({ ...permissions, allow: foreignRules(permissions.allow, wanted) })
      : permissions,
  };
}

function foreignGroups(groups: unknown, wanted: Wanted): unknown {
  if (!Array.isArray(groups)) return groups;
  const left = groups.map((group) => foreignGroup(group, wanted)).filter((group) => group !== undefined);
  return left.length === 0 ? undefined : left;
}

function foreignGroup(group: unknown, wanted: Wanted): unknown {
  if (!isObject(group) || !Array.isArray(group.hooks)) return group;
  const left = group.hooks.filter((handler) => !isOurs(handler, wanted));
  return left.length === 0 && group.hooks.length > 0 ? undefined : { ...group, hooks: left };
}

function isOurs(handler: unknown, wanted: Wanted): boolean {
  if (!isObject(handler) || typeof handler.command !== "string") return false;
  const args: unknown[] = Array.isArray(handler.args) ? handler.args : [];
  const text =
    args.length === 0 ? handler.command : [handler.command, ...args].map((word) => `'${word}'`).join(" ");
  const own = readOwnCommand(text);
  if (own === undefined || own.names.length === 0) return false;
  const known = wanted.catalogue.some(({ name }) => own.names.includes(name));
  return known || own.program.startsWith(`${wanted.folder}/`);
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
