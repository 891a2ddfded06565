/** What an assignment gives to its variable. */
import { exactText } from "./field.ts";
import type { Segment } from "./run.ts";
import type { Scope } from "./scope.ts";
import type { Assignment, Span } from "./script.ts";
import { fieldsOf, valuesOf } from "./value.ts";
import { UNKNOWN_VALUE, type Value } from "./variables.ts";
import type { Walk } from "./walk.ts";

/** Characters of one value; a longer one is not followed. */
const LONGEST_VALUE = 16_384;

/** Gives a variable what an assignment says. */
export function assign(walk: Walk, assignment: Assignment, scope: Scope): void {
  const { name, append, subscript } = assignment;
  const before = walk.variables.get(name);
  if (assignment.items !== undefined) {
    const items = assignment.items.flatMap((item) => fieldsOf(item, scope));
    const keyed = items.some((item) => /^\[.*\]=/.test(exactText(item) ?? ""));
    const start = append
      ? before?.kind === "array"
        ? before.items
        : before === undefined
          ? []
          : undefined
      : [];
    walk.variables.set(
      name,
      keyed || start === undefined ? UNKNOWN_VALUE : { kind: "array", items: [...start, ...items] },
    );
    return;
  }
  const values = assignment.value === undefined ? [[]] : valuesOf(assignment.value, scope);
  if (subscript !== undefined) {
    walk.variables.set(name, withElement(before, subscript, values, append, scope.origin ?? assignment.span));
    return;
  }
  if (!append) {
    const fits = values.length <= 16 && values.every((value) => lengthOf(value) <= LONGEST_VALUE);
    walk.variables.set(name, fits ? { kind: "scalar", alternatives: values } : UNKNOWN_VALUE);
    return;
  }
  const olds =
    before === undefined
      ? [[{ kind: "unknown", name, quoted: true } as Segment]]
      : before.kind === "scalar"
        ? before.alternatives
        : [];
  const joined = olds.flatMap((old) => values.map((value) => [...old, ...value]));
  // A value that grows without end would make every later look-up longer.
  const fits =
    joined.length > 0 &&
    joined.length <= 16 &&
    joined.every((value) => value.length <= 64 && lengthOf(value) <= LONGEST_VALUE);
  walk.variables.set(name, fits ? { kind: "scalar", alternatives: joined } : UNKNOWN_VALUE);
}

function withElement(
  before: Value | undefined,
  subscript: string,
  values: readonly (readonly Segment[])[],
  append: boolean,
  span: Span,
): Value {
  const only = values[0];
  const items = before === undefined ? [] : before.kind === "array" ? before.items : undefined;
  const index = /^\d+$/.test(subscript) ? Number(subscript) : Number.POSITIVE_INFINITY;
  if (
    append ||
    items === undefined ||
    only === undefined ||
    values.length > 1 ||
    index > items.length ||
    index > 64
  ) {
    return UNKNOWN_VALUE;
  }
  const next = [...items];
  next[index] = { segments: only, span, mayVanish: false, maySplit: false };
  return { kind: "array", items: next };
}

/** Characters of a value, an unknown part counted as one. */
export function lengthOf(segments: readonly Segment[]): number {
  let length = 1;
  for (const segment of segments) length += segment.kind === "text" ? segment.text.length : 1;
  return length;
}
