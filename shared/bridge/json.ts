/** JSON values as they travel through a call: read once, frozen, never shared with what may change them. */
import type { Json } from "@hasna/hooks-harness";
import { oddityOf } from "./oddity.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** - `value`: what every JSON reader would take from the text. - `problem`: why none may act on it; one clause. */
export type Exact =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "problem"; readonly says: string };

/**
 * Reads JSON that a hook and a tool would both understand in the same way. A number beyond the range of a double is
 * refused: it becomes infinity here and null in the next writer's text. So are a key that stands twice, of which some
 * readers take the first, a whole number that a double rounds, and nesting that ordinary readers give up on.
 */
export function readExact(text: string): Exact {
  const odd = oddityOf(text);
  if (odd?.kind === "deep") return { kind: "problem", says: `they are ${odd.says}` };
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: "problem", says: `they are not JSON (${error instanceof Error ? error.message : error})` };
  }
  if (!holdsOnlyFinite(value))
    return { kind: "problem", says: "they hold a number that no JSON writer gives back" };
  if (odd !== undefined) return { kind: "problem", says: odd.says };
  return { kind: "value", value: deepFreeze(value) };
}

function holdsOnlyFinite(root: Json): boolean {
  // A list of open values and no recursion: the model decides how deep its arguments are.
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "number" && !Number.isFinite(value)) return false;
    if (typeof value !== "object" || value === null) continue;
    for (const inner of Object.values(value)) open.push(inner);
  }
  return true;
}

/** Freezes a value and everything in it. */
export function deepFreeze<T>(root: T): T {
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null || Object.isFrozen(value)) continue;
    Object.freeze(value);
    for (const inner of Object.values(value)) open.push(inner);
  }
  return root;
}

/** A copy through text: getters and proxies are read once, own keys such as `__proto__` stay keys. */
export function snapshot(value: unknown): Json | undefined {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : deepFreeze(JSON.parse(text));
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function sameJson(one: unknown, two: unknown): boolean {
  const open: [unknown, unknown][] = [[one, two]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b) || (a === 0 && b === 0)) continue;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      open.push([(a as JsonObject)[key], (b as JsonObject)[key]]);
    }
  }
  return true;
}
