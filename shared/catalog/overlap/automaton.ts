/** Automata of matchers, and the search for a name that several of them take. */
import { type CharSet, EVERY, has, LAST_CHARACTER, union } from "./char-set.ts";
import type { Tree } from "./pattern.ts";

/** A state. `accept` is the end of a pattern, which need not be the end of the name: a name is searched through. */
type State =
  | { readonly id: number; readonly kind: "take"; readonly set: CharSet; readonly next: State }
  | { readonly id: number; readonly kind: "fork"; readonly next: State[] }
  | { readonly id: number; readonly kind: "place"; readonly holds: Place; readonly next: State }
  | {
      readonly id: number;
      readonly kind: "ahead";
      readonly start: State;
      readonly isNegated: boolean;
      readonly next: State;
    }
  | { readonly id: number; readonly kind: "accept" };

/** Whether a place lies between two characters; undefined stands for the start and the end of the name. */
type Place = (before: number | undefined, after: number | undefined) => boolean;

export interface Automaton {
  readonly start: State;
  /** Every set that is asked for, those of places too. */
  readonly sets: readonly CharSet[];
  /** Those by which a place looks at the character in front of it. */
  readonly behind: readonly CharSet[];
  /** States, `id` from 1 to this. */
  readonly size: number;
  /** Whether it looks ahead, which takes the general search. */
  readonly looks: boolean;
}

/** States of one automaton: a pattern that counts to thousands is beyond. */
const MOST_STATES = 4000;

/** The automaton is too large, or the search took too long. */
export class TooMuch extends Error {}

/** Takes every name in which the tree is found: anchors are part of the tree. @throws TooMuch */
export function automatonOf(tree: Tree): Automaton {
  const maker = new Maker();
  const found = maker.add(tree, maker.accept());
  // What stands in front of the place where it is found.
  return maker.made(maker.loop({ kind: "set", set: EVERY }, found));
}

/** Takes exactly these names. */
export function automatonOfNames(names: readonly string[]): Automaton {
  const items = names.map((name): Tree => {
    const letters = Array.from(name, (one): Tree => {
      const code = one.codePointAt(0) as number;
      return { kind: "set", set: [code, code] };
    });
    const [start, end]: Tree[] = [
      { kind: "start", lineEnds: undefined },
      { kind: "end", lineEnds: undefined },
    ];
    return { kind: "sequence", items: [start as Tree, ...letters, end as Tree] };
  });
  const maker = new Maker();
  return maker.made(maker.add({ kind: "choice", items }, maker.accept()));
}

class Maker {
  readonly sets: CharSet[] = [];
  readonly behind: CharSet[] = [];
  #count = 0;
  #looks = false;

  made(start: State): Automaton {
    return { start, sets: this.sets, behind: this.behind, size: this.#count, looks: this.#looks };
  }

  accept(): State {
    return { id: this.#next(), kind: "accept" };
  }

  /** Any number of the item, then `next`. */
  loop(item: Tree, next: State): State {
    const forks: State[] = [];
    const fork: State = { id: this.#next(), kind: "fork", next: forks };
    forks.push(this.add(item, fork), next);
    return fork;
  }

  add(tree: Tree, next: State): State {
    switch (tree.kind) {
      case "set":
        this.sets.push(tree.set);
        return { id: this.#next(), kind: "take", set: tree.set, next };
      case "sequence":
        return tree.items.reduceRight((after, item) => this.add(item, after), next);
      case "choice":
        return { id: this.#next(), kind: "fork", next: tree.items.map((item) => this.add(item, next)) };
      case "repeat":
        return this.#repeat(tree, next);
      case "start":
      case "end":
      case "edge":
        return { id: this.#next(), kind: "place", holds: this.#placeOf(tree), next };
      case "ahead": {
        this.#looks = true;
        const start = this.add(tree.item, this.accept());
        return { id: this.#next(), kind: "ahead", start, isNegated: tree.isNegated, next };
      }
    }
  }

  #repeat({ item, least, most }: Tree & { readonly kind: "repeat" }, next: State): State {
    let state = next;
    if (most === Number.POSITIVE_INFINITY) state = this.loop(item, next);
    else {
      if (most > MOST_STATES) throw new TooMuch();
      for (let left = most - least; left > 0; left -= 1) {
        state = { id: this.#next(), kind: "fork", next: [this.add(item, state), next] };
      }
    }
    if (least > MOST_STATES) throw new TooMuch();
    for (let left = least; left > 0; left -= 1) state = this.add(item, state);
    return state;
  }

  #placeOf(tree: Tree & { readonly kind: "start" | "end" | "edge" }): Place {
    if (tree.kind === "edge") {
      const { word, isNegated } = tree;
      this.sets.push(word);
      this.behind.push(word);
      const isWord = (one: number | undefined): boolean => one !== undefined && has(word, one);
      return (before, after) => (isWord(before) !== isWord(after)) !== isNegated;
    }
    const { lineEnds } = tree;
    if (lineEnds !== undefined) {
      this.sets.push(lineEnds);
      this.behind.push(lineEnds);
    }
    const isEnd = (one: number | undefined): boolean =>
      one === undefined || (lineEnds !== undefined && has(lineEnds, one));
    return tree.kind === "start" ? (before) => isEnd(before) : (_, after) => isEnd(after);
  }

  #next(): number {
    this.#count += 1;
    if (this.#count > MOST_STATES) throw new TooMuch();
    return this.#count;
  }
}

/** What must still be found, and what must never be, behind the characters so far. */
interface Search {
  readonly open: readonly State[];
  /** Each a set of states none of which may come to its end. */
  readonly barred: readonly (readonly State[])[];
  readonly last: number | undefined;
  readonly from: Search | undefined;
}

/** States looked at in one search before it counts as undecided: some 50 ms. Counted, so that no answer hangs on the clock. */
const MOST_WORK = 500_000;
/** Ways on and patterns open at once in one step. */
const MOST_WAYS = 64;

class Budget {
  #work = 0;
  spend(amount = 1): void {
    this.#work += amount;
    if (this.#work > MOST_WORK) throw new TooMuch();
  }
}

/**
 * The shortest name that all automata take, with letters where there is a choice; undefined when there is none. The
 * empty text is no name.
 * @throws TooMuch
 */
export function commonName(automata: readonly Automaton[]): string | undefined {
  const [one, other = one] = automata;
  if (one === undefined || other === undefined) return undefined;
  return one.looks || other.looks ? generalSearch([one, other]) : pairSearch(one, other);
}

/** The search without looking ahead, by far the usual one: pairs of states as numbers, each step worked out once. */
function pairSearch(one: Automaton, other: Automaton): string | undefined {
  const automata = [one, other];
  const budget = new Budget();
  const symbols = symbolsOf(automata.flatMap(({ sets }) => sets));
  // What places see behind them: 0 for the start, then one number for each way in which characters differ for them.
  const kindOf = new Map<string, number>();
  const kinds = symbols.map((symbol) => {
    const key = behaviour(symbol, automata);
    const kind = kindOf.get(key) ?? kindOf.size + 1;
    kindOf.set(key, kind);
    return kind;
  });
  const kindCount = kindOf.size + 1;
  const samples = new Map(kinds.map((kind, at) => [kind, symbols[at]]));
  const steppers = automata.map((automaton) => {
    const states: (State | undefined)[] = [];
    const known = new Map<number, readonly State[] | "free">();
    return (id: number, kind: number, at: number): readonly State[] | "free" => {
      if (id === 0) return "free";
      const key = (id * kindCount + kind) * (symbols.length + 1) + at;
      const found = known.get(key);
      if (found !== undefined) return found;
      const state = id === automaton.start.id ? automaton.start : (states[id] as State);
      const next = plainNext(state, samples.get(kind), symbols[at], budget);
      if (next !== "free") for (const one of next) states[one.id] = one;
      known.set(key, next);
      return next;
    };
  });
  const [stepOne, stepOther] = steppers as [(typeof steppers)[0], (typeof steppers)[0]];
  interface Node {
    readonly a: number;
    readonly b: number;
    readonly kind: number;
    readonly last: number | undefined;
    readonly from: Node | undefined;
  }
  const name = (node: Node): string => {
    const characters: number[] = [];
    for (let at: Node | undefined = node; at?.last !== undefined; at = at.from) characters.push(at.last);
    return String.fromCodePoint(...characters.reverse());
  };
  const seen = new Set<number>();
  const queue: Node[] = [{ a: one.start.id, b: other.start.id, kind: 0, last: undefined, from: undefined }];
  for (let head = 0; head < queue.length; head += 1) {
    const node = queue[head] as Node;
    const isNamed = node.last !== undefined;
    const END = symbols.length;
    if (
      isNamed &&
      stepOne(node.a, node.kind, END) === "free" &&
      stepOther(node.b, node.kind, END) === "free"
    ) {
      return name(node);
    }
    for (const [at, symbol] of symbols.entries()) {
      const left = stepOne(node.a, node.kind, at);
      if (left.length === 0) continue;
      const right = stepOther(node.b, node.kind, at);
      if (right.length === 0) continue;
      const kind = kinds[at] as number;
      for (const a of left === "free" ? [0] : left.map(({ id }) => id)) {
        for (const b of right === "free" ? [0] : right.map(({ id }) => id)) {
          budget.spend();
          const next: Node = { a, b, kind, last: symbol, from: node };
          if (a === 0 && b === 0) return name(next);
          const key = (a * (other.size + 1) + b) * kindCount + kind;
          if (seen.has(key)) continue;
          seen.add(key);
          queue.push(next);
        }
      }
    }
  }
  return undefined;
}

/** The states behind one more character (undefined: the end); `free` when the pattern has come to its end before it. */
function plainNext(
  start: State,
  before: number | undefined,
  after: number | undefined,
  budget: Budget,
): readonly State[] | "free" {
  const next = barredNext([start], before, after, budget);
  return next === "found" ? "free" : next;
}

function generalSearch(automata: readonly Automaton[]): string | undefined {
  const symbols = symbolsOf(automata.flatMap(({ sets }) => sets));
  const ids = new Map<State, number>();
  const idOf = (state: State): number => {
    const known = ids.get(state) ?? ids.size;
    ids.set(state, known);
    return known;
  };
  const kinds = new Map(symbols.map((symbol) => [symbol, behaviour(symbol, automata)]));
  const keyOf = ({ open, barred, last }: Search): string => {
    const listed = (states: readonly State[]): string =>
      states
        .map(idOf)
        .sort((a, b) => a - b)
        .join(",");
    return `${listed(open)}|${barred.map(listed).sort().join(";")}|${last === undefined ? "" : kinds.get(last)}`;
  };
  const root: Search = {
    open: automata.map(({ start }) => start),
    barred: [],
    last: undefined,
    from: undefined,
  };
  const seen = new Set([keyOf(root)]);
  const budget = new Budget();
  let level: Search[] = [root];
  while (level.length > 0) {
    const below: Search[] = [];
    for (const search of level) {
      if (
        search.last !== undefined &&
        stepsFrom(search, undefined, budget).some(({ open }) => open.length === 0)
      ) {
        return nameOf(search);
      }
      for (const symbol of symbols) {
        budget.spend();
        for (const { open, barred } of stepsFrom(search, symbol, budget)) {
          const next: Search = { open, barred, last: symbol, from: search };
          if (open.length === 0 && barred.length === 0) return nameOf(next);
          const key = keyOf(next);
          if (seen.has(key)) continue;
          seen.add(key);
          below.push(next);
        }
      }
    }
    level = below;
  }
  return undefined;
}

/** Whether an automaton takes a name: the same steps, along the name. @throws TooMuch */
export function takes(automaton: Automaton, name: string): boolean {
  const budget = new Budget();
  if (!automaton.looks) {
    let states: readonly State[] = [automaton.start];
    let before: number | undefined;
    for (const character of [...name, undefined]) {
      const after = character?.codePointAt(0);
      const next = barredNext(states, before, after, budget);
      if (next === "found") return true;
      states = next;
      before = after;
    }
    return false;
  }
  let level: Search[] = [{ open: [automaton.start], barred: [], last: undefined, from: undefined }];
  for (const character of [...name, undefined]) {
    const symbol = character?.codePointAt(0);
    const below = new Map<string, Search>();
    for (const search of level) {
      for (const { open, barred } of stepsFrom(search, symbol, budget)) {
        if (open.length === 0 && barred.length === 0) return true;
        const key = `${open.map(({ id }) => id)}|${barred.map((states) => states.map(({ id }) => id)).join(";")}`;
        below.set(key, { open, barred, last: symbol, from: undefined });
      }
    }
    if (below.size > 4 * MOST_WAYS) throw new TooMuch();
    level = [...below.values()];
  }
  return level.some(({ open }) => open.length === 0);
}

type Step = Pick<Search, "open" | "barred">;

/** What is left after one more character, in every way that the patterns leave open; `symbol` is undefined for the end. */
function stepsFrom(
  { open, barred, last }: Search,
  symbol: number | undefined,
  budget: Budget,
): readonly Step[] {
  let steps: readonly Step[] = [{ open: [], barred: [] }];
  const still: (readonly State[])[] = [];
  for (const states of barred) {
    const next = barredNext(states, last, symbol, budget);
    if (next === "found") return [];
    if (next.length > 0 && symbol !== undefined) still.push(next);
  }
  for (const state of open) {
    const ways = waysFrom(state, last, symbol, budget);
    if (ways.length === 0) return [];
    const free = ways.find((way) => way.open.length === 0 && way.barred.length === 0);
    // A pattern that has come to its end asks for nothing: no other way leaves more open.
    if (free !== undefined) continue;
    steps = steps.flatMap((step) =>
      ways.map((way) => ({ open: joined(step.open, way.open), barred: [...step.barred, ...way.barred] })),
    );
    if (steps.length > MOST_WAYS) throw new TooMuch();
  }
  return still.length === 0 ? steps : steps.map((step) => ({ ...step, barred: [...step.barred, ...still] }));
}

function joined(a: readonly State[], b: readonly State[]): readonly State[] {
  if (a.length === 0) return b;
  const more = b.filter((state) => !a.includes(state));
  return more.length === 0 ? a : [...a, ...more];
}

/** The ways on from one state: each the states behind the character, with what looking ahead adds. */
function waysFrom(
  start: State,
  before: number | undefined,
  after: number | undefined,
  budget: Budget,
): readonly Step[] {
  const ways: Step[] = [];
  const seen = new Set<string>();
  const walk = (state: State, carried: Step): void => {
    const key = `${state.id}|${carried.open.map(({ id }) => id)}|${carried.barred.map((states) => states.map(({ id }) => id)).join(";")}`;
    if (seen.has(key)) return;
    if (seen.size > 8 * MOST_WAYS) throw new TooMuch();
    seen.add(key);
    budget.spend(4);
    switch (state.kind) {
      case "accept":
        ways.push(carried);
        return;
      case "take":
        if (after !== undefined && has(state.set, after))
          ways.push({ ...carried, open: joined(carried.open, [state.next]) });
        return;
      case "fork":
        for (const next of state.next) walk(next, carried);
        return;
      case "place":
        if (state.holds(before, after)) walk(state.next, carried);
        return;
      case "ahead":
        if (state.isNegated) {
          const next = barredNext([state.start], before, after, budget);
          if (next === "found") return;
          const isOver = next.length === 0 || after === undefined;
          walk(state.next, isOver ? carried : { ...carried, barred: [...carried.barred, next] });
          return;
        }
        for (const way of waysFrom(state.start, before, after, budget)) {
          walk(state.next, {
            open: joined(carried.open, way.open),
            barred: [...carried.barred, ...way.barred],
          });
        }
    }
  };
  walk(start, { open: [], barred: [] });
  return ways;
}

/** All states behind the character at once, or that one has come to its end. */
function barredNext(
  states: readonly State[],
  before: number | undefined,
  after: number | undefined,
  budget: Budget,
): readonly State[] | "found" {
  const next = new Set<State>();
  const seen = new Set<State>();
  const pending = [...states];
  for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
    if (seen.has(state)) continue;
    seen.add(state);
    budget.spend();
    switch (state.kind) {
      case "accept":
        return "found";
      case "take":
        if (after !== undefined && has(state.set, after)) next.add(state.next);
        break;
      case "fork":
        pending.push(...state.next);
        break;
      case "place":
        if (state.holds(before, after)) pending.push(state.next);
        break;
      case "ahead":
        throw new TooMuch();
    }
  }
  return [...next];
}

/** One character for each way in which the sets tell characters apart, letters first. */
function symbolsOf(sets: readonly CharSet[]): readonly number[] {
  const distinct = [...new Map(sets.map((set) => [set.join(), set])).values()];
  const starts = new Set([0]);
  for (const set of distinct) {
    for (let at = 0; at < set.length; at += 2) {
      starts.add(set[at] as number);
      if ((set[at + 1] as number) < LAST_CHARACTER) starts.add((set[at + 1] as number) + 1);
    }
  }
  const byMembership = new Map<string, number>();
  const nice = union([0x61, 0x7a], [0x41, 0x5a], [0x30, 0x39], [0x5f, 0x5f], [0x2d, 0x2d]);
  const sorted = [...starts].sort((a, b) => a - b);
  // Nice characters inside of a range too: a range that begins with a control character may hold letters.
  const wanted = [0x61, 0x41, 0x78, 0x58, 0x30, 0x5f, 0x2d, 0x21];
  const candidates = [
    ...wanted,
    ...sorted.filter((one) => has(nice, one)),
    ...sorted.filter((one) => !has(nice, one)),
  ];
  for (const one of candidates) {
    const key = distinct.map((set) => (has(set, one) ? "1" : "0")).join("");
    if (!byMembership.has(key)) byMembership.set(key, one);
  }
  return [...byMembership.values()];
}

/** What of a character the places behind it can see. */
function behaviour(symbol: number, automata: readonly Automaton[]): string {
  return automata.flatMap(({ behind }) => behind.map((set) => (has(set, symbol) ? "1" : "0"))).join("");
}

function nameOf(search: Search): string {
  const characters: number[] = [];
  for (let at: Search | undefined = search; at?.last !== undefined; at = at.from) characters.push(at.last);
  return String.fromCodePoint(...characters.reverse());
}
