/** What the text has given to its variables so far, with scopes that can be taken back or blended. */
import type { Field, Segment } from "./run.ts";

/** The known shapes a variable may have. Alternatives hold text and unknown segments only: a glob in a value becomes active when it is used unquoted. */
export type Value =
  | { readonly kind: "scalar"; readonly alternatives: readonly (readonly Segment[])[] }
  | { readonly kind: "array"; readonly items: readonly Field[] }
  /** Given by the text, but not to be told from it: `read x`, `printf -v x`, more alternatives than are followed. */
  | { readonly kind: "unknown" };

/** More alternatives than this for one variable are given up. */
const MOST_ALTERNATIVES = 16;

export function scalar(segments: readonly Segment[]): Value {
  return { kind: "scalar", alternatives: [segments] };
}

export const UNKNOWN_VALUE: Value = { kind: "unknown" };

/** Either of two values; `undefined` is a variable that the text has not touched. */
function eitherValue(name: string, one: Value | undefined, other: Value | undefined): Value {
  if (one === other && one !== undefined) return one;
  const first = one ?? scalar([{ kind: "unknown", name, quoted: false }]);
  const second = other ?? scalar([{ kind: "unknown", name, quoted: false }]);
  if (first.kind !== "scalar" || second.kind !== "scalar") return UNKNOWN_VALUE;
  const alternatives = [...first.alternatives];
  for (const candidate of second.alternatives) {
    if (!alternatives.some((known) => sameSegments(known, candidate))) alternatives.push(candidate);
  }
  return alternatives.length > MOST_ALTERNATIVES ? UNKNOWN_VALUE : { kind: "scalar", alternatives };
}

function sameSegments(one: readonly Segment[], other: readonly Segment[]): boolean {
  if (one.length !== other.length) return false;
  return one.every((segment, index) => {
    const twin = other[index];
    if (twin === undefined || segment.kind !== twin.kind) return false;
    if (segment.kind === "text") return twin.kind === "text" && segment.text === twin.text;
    if (segment.kind === "glob") return twin.kind === "glob" && segment.pattern === twin.pattern;
    return twin.kind === "unknown" && segment.name === twin.name;
  });
}

/** Variables with a log, so that a scope costs what it changes and not what it holds. */
export class Variables {
  readonly #values: Map<string, { readonly value: Value; readonly at: number }> = new Map();
  #log: {
    readonly name: string;
    readonly before: { readonly value: Value; readonly at: number } | undefined;
  }[] = [];

  get(name: string): Value | undefined {
    return this.#values.get(name)?.value;
  }

  /** Whether the present value was given after the mark. */
  isSetSince(name: string, mark: number): boolean {
    return (this.#values.get(name)?.at ?? -1) >= mark;
  }

  /** Gives the variable an earlier value back; undefined: the text has not touched it. */
  restore(name: string, value: Value | undefined): void {
    if (value !== undefined) {
      this.set(name, value);
      return;
    }
    this.#log.push({ name, before: this.#values.get(name) });
    this.#values.delete(name);
  }

  set(name: string, value: Value): void {
    this.#log.push({ name, before: this.#values.get(name) });
    this.#values.set(name, { value, at: this.#log.length - 1 });
  }

  /**
   * What a child process sees of the variables: what is exported has its value, the rest what the surroundings hold.
   * Which is which is not told apart, so both count. `used` says which names matter.
   */
  halve(used: (name: string) => boolean): void {
    for (const [name, { value }] of [...this.#values]) {
      if (!/^[A-Za-z_]/.test(name) || !used(name)) continue;
      this.set(name, eitherValue(name, value, undefined));
    }
  }

  /** The present point, for `revert` and `blend`. */
  mark(): number {
    return this.#log.length;
  }

  /** Whether anything was set since the mark. */
  changedSince(mark: number): boolean {
    return this.#log.length > mark;
  }

  /** Takes back everything since the mark: the end of a subshell. */
  revert(mark: number): void {
    for (let index = this.#log.length - 1; index >= mark; index -= 1) {
      const entry = this.#log[index];
      if (entry === undefined) continue;
      if (entry.before === undefined) this.#values.delete(entry.name);
      else this.#values.set(entry.name, entry.before);
    }
    this.#log.length = mark;
  }

  /** What was set since the mark, with the values at the present point. */
  setSince(mark: number): ReadonlyMap<string, Value> {
    const set = new Map<string, Value>();
    for (let index = mark; index < this.#log.length; index += 1) {
      const name = this.#log[index]?.name;
      const value = name === undefined ? undefined : this.get(name);
      if (name !== undefined && value !== undefined) set.set(name, value);
    }
    return set;
  }

  /** One of these branches was taken: what all of them set has one of their values, and no earlier one. */
  settle(arms: readonly ReadonlyMap<string, Value>[]): void {
    const [first, ...others] = arms;
    if (first === undefined) return;
    for (const [name, value] of first) {
      let either: Value | undefined = value;
      for (const arm of others) {
        const other = arm.get(name);
        either = either === undefined || other === undefined ? undefined : eitherValue(name, either, other);
      }
      if (either !== undefined) this.set(name, either);
    }
  }

  /** Everything set since the mark may or may not have happened: the end of a branch. */
  blend(mark: number): void {
    if (!this.changedSince(mark)) return;
    const before = new Map<string, { readonly value: Value; readonly at: number } | undefined>();
    for (const entry of this.#log.slice(mark)) {
      if (!before.has(entry.name)) before.set(entry.name, entry.before);
    }
    this.#log.length = mark;
    for (const [name, old] of before) {
      const now = this.#values.get(name)?.value;
      this.#log.push({ name, before: old });
      if (old === undefined && now === undefined) continue;
      this.#values.set(name, { value: eitherValue(name, old?.value, now), at: this.#log.length - 1 });
    }
  }
}
