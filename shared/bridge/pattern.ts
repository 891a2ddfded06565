/**
 * Patterns that a backtracking engine could take ages over, as in `(a+)+$`, tried in a time that grows with the length
 * of the text alone. All states of the pattern are followed at once; what cannot be followed so is refused.
 */

/** Whether an expression has repetitions in one another, or so many that a long name could hold up every call. */
export function isCostly(pattern: string): boolean {
  const plain = pattern.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x");
  const unbounded = plain.match(/[*+]|\{\d*,\d*\}/g)?.length ?? 0;
  return unbounded > 3 || /\)(?:[*+]|\{)/.test(plain) || /\\[1-9]/.test(pattern);
}

type Test = (character: string) => boolean;
/** A step of the machine: to where it goes, and what it needs for that. */
type Step =
  | { readonly kind: "take"; readonly test: Test; readonly to: number }
  | { readonly kind: "split"; to: number; or: number }
  | { readonly kind: "start"; readonly to: number }
  | { readonly kind: "end"; readonly to: number }
  | { readonly kind: "edge"; readonly wanted: boolean; readonly to: number }
  | { readonly kind: "done" };

/** Larger machines are refused: counted repetitions multiply. */
const MOST_STEPS = 20_000;

/** A pattern ready to be tried; undefined for what cannot be followed state by state (look-around, back references). */
export function boundedPattern(source: string, ignoreCase = false): ((text: string) => boolean) | undefined {
  try {
    const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
    const steps = new Builder(fold(source)).build();
    return (text) => search(steps, fold(text));
  } catch (error) {
    if (error instanceof Unfollowable) return undefined;
    throw error;
  }
}

class Unfollowable extends Error {}

/** Builds from the end backwards: each part is told where to go on. */
class Builder {
  readonly #steps: Step[] = [{ kind: "done" }];
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  build(): readonly Step[] {
    const part = this.#alternatives();
    if (this.#at < this.#source.length) throw new Unfollowable();
    const start = part(0);
    // The search begins at step 1, wherever the pattern does.
    this.#steps.push({ kind: "split", to: start, or: start });
    return this.#steps;
  }

  #add(step: Step): number {
    if (this.#steps.length > MOST_STEPS) throw new Unfollowable();
    return this.#steps.push(step) - 1;
  }

  #alternatives(): Part {
    const parts = [this.#sequence()];
    while (this.#source[this.#at] === "|") {
      this.#at++;
      parts.push(this.#sequence());
    }
    return (next) =>
      parts.map((part) => part(next)).reduceRight((or, to) => this.#add({ kind: "split", to, or }));
  }

  #sequence(): Part {
    const parts: Part[] = [];
    for (;;) {
      const character = this.#source[this.#at];
      if (character === undefined || character === "|" || character === ")") break;
      parts.push(this.#repeated(this.#atom()));
    }
    return (next) => parts.reduceRight((to, part) => part(to), next);
  }

  #repeated(part: Part): Part {
    const [text = "", low, comma, high] =
      /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at)) ?? [];
    if (text === "") return part;
    this.#at += text.length;
    if (/[*+?{]/.test(this.#source[this.#at] ?? "")) throw new Unfollowable();
    if (text.startsWith("*")) return this.#between(part, 0, Number.POSITIVE_INFINITY);
    if (text.startsWith("+")) return this.#between(part, 1, Number.POSITIVE_INFINITY);
    if (text.startsWith("?")) return this.#between(part, 0, 1);
    const least = Number(low);
    const most = comma === "" ? least : high === "" ? Number.POSITIVE_INFINITY : Number(high);
    return this.#between(part, least, most);
  }

  #between(part: Part, least: number, most: number): Part {
    return (next) => {
      let to = next;
      if (most === Number.POSITIVE_INFINITY) {
        const loop: Step = { kind: "split", to: 0, or: next };
        const at = this.#add(loop);
        loop.to = part(at);
        to = at;
      } else {
        for (let count = least; count < most; count++)
          to = this.#add({ kind: "split", to: part(to), or: next });
      }
      for (let count = 0; count < least; count++) to = part(to);
      return to;
    };
  }

  #atom(): Part {
    const character = this.#source[this.#at++] as string;
    switch (character) {
      case "(": {
        if (this.#source[this.#at] === "?") {
          if (!this.#source.startsWith("?:", this.#at)) throw new Unfollowable();
          this.#at += 2;
        }
        const inner = this.#alternatives();
        if (this.#source[this.#at++] !== ")") throw new Unfollowable();
        return inner;
      }
      case "[":
        return this.#take(this.#set());
      case ".":
        return this.#take((one) => one !== "\n");
      case "^":
        return (to) => this.#add({ kind: "start", to });
      case "$":
        return (to) => this.#add({ kind: "end", to });
      case "\\":
        return this.#escaped();
      default:
        return this.#take((one) => one === character);
    }
  }

  #take(test: Test): Part {
    return (to) => this.#add({ kind: "take", test, to });
  }

  #escaped(): Part {
    const character = this.#source[this.#at++];
    if (character === "b" || character === "B") {
      return (to) => this.#add({ kind: "edge", wanted: character === "b", to });
    }
    const test = classOf(character);
    if (test !== undefined) return this.#take(test);
    if (character === undefined || /[A-Za-z0-9]/.test(character)) throw new Unfollowable();
    return this.#take((one) => one === character);
  }

  #set(): Test {
    const end = /^\^?(?:\\.|[^\]\\])*\]/s.exec(this.#source.slice(this.#at))?.[0].length;
    if (end === undefined) throw new Unfollowable();
    const text = this.#source.slice(this.#at - 1, this.#at + end);
    this.#at += end;
    // One character against one set: the engine has nothing to go back over.
    const set = new RegExp(`^${text}$`, "s");
    return (one) => set.test(one);
  }
}

type Part = (next: number) => number;

function classOf(letter: string | undefined): Test | undefined {
  if (letter === undefined || !"wWdDsS".includes(letter)) return undefined;
  const set = new RegExp(`^\\${letter}$`);
  return (one) => set.test(one);
}

const isWord = (character: string | undefined): boolean => character !== undefined && /^\w$/.test(character);

function search(steps: readonly Step[], text: string): boolean {
  let open = new Set<number>();
  for (let at = 0; at <= text.length; at++) {
    // The pattern may begin at every place.
    if (follow(steps, open, steps.length - 1, text, at)) return true;
    const next = new Set<number>();
    const character = text[at];
    if (character === undefined) return false;
    for (const index of open) {
      const step = steps[index];
      if (step?.kind === "take" && step.test(character) && follow(steps, next, step.to, text, at + 1))
        return true;
    }
    open = next;
  }
  return false;
}

/** Adds a step and all that it leads to without a character; true when the pattern is through. */
function follow(steps: readonly Step[], into: Set<number>, from: number, text: string, at: number): boolean {
  const open = [from];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (into.has(index)) continue;
    into.add(index);
    const step = steps[index] as Step;
    switch (step.kind) {
      case "done":
        return true;
      case "split":
        open.push(step.to, step.or);
        break;
      case "start":
        if (at === 0) open.push(step.to);
        break;
      case "end":
        if (at === text.length) open.push(step.to);
        break;
      case "edge":
        if ((isWord(text[at - 1]) !== isWord(text[at])) === step.wanted) open.push(step.to);
        break;
      case "take":
        break;
    }
  }
  return false;
}
