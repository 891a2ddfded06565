/** Which hooks get in each other's way: those that answer the same call, where at least one of them changes it. */
import type { HarnessId } from "@hasna/hooks-harness";
import { TooMuch, takes } from "./automaton.ts";
import { languageOf } from "./matcher.ts";
import { type Overlap, overlapOf } from "./overlap.ts";

/** One hook at one event of a harness. */
export interface Watcher {
  readonly hook: string;
  readonly harness: HarnessId;
  /** The harness's own name of the event. */
  readonly event: string;
  /** As it stands, or is to stand, in the settings. */
  readonly matcher: string | undefined;
  /** The harness's own names of the tools that the hook itself answers to, whatever the matcher lets through; undefined for any. */
  readonly tools: readonly string[] | undefined;
  /** `unknown` for a hook of somebody else, which may. */
  readonly rewrites: "yes" | "no" | "unknown";
  /** The settings file, or another place that people can look at. */
  readonly file: string;
  /** Counted from 1; undefined where there is none yet. */
  readonly line: number | undefined;
}

/**
 * - `clash`: both rewrite, so one would undo the other.
 * - `advice`: one rewrites, and nobody knows whether the other does.
 */
export interface Meeting {
  readonly kind: "clash" | "advice";
  readonly one: Watcher;
  readonly other: Watcher;
  /** A tool name for which both answer; undefined where that could not be told, which counts as meeting. */
  readonly witness: string | undefined;
}

/** Whether two hooks answer a common call. Hooks of different harnesses or events never do. */
export function meet(one: Watcher, other: Watcher): Overlap {
  if (one.harness !== other.harness || one.event !== other.event) return { kind: "disjoint" };
  const { tools } = one.tools === undefined ? other : one;
  if (tools === undefined) return overlapOf(one.harness, one.matcher, other.matcher);
  const common =
    other.tools === undefined || one.tools === undefined ? tools : inBoth(one.tools, other.tools);
  let isTold = true;
  for (const tool of common) {
    const answers = [lets(one, tool), lets(other, tool)];
    if (answers.includes(undefined)) isTold = false;
    else if (!answers.includes(false)) return { kind: "overlaps", witness: tool };
  }
  return isTold ? { kind: "disjoint" } : { kind: "undecided", why: "a matcher could not be read" };
}

function inBoth(a: readonly string[], b: readonly string[]): readonly string[] {
  const there = new Set(b);
  return a.filter((tool) => there.has(tool));
}

/** Whether a hook's entry fires for a tool; undefined where it cannot be told. */
function lets({ harness, matcher }: Watcher, tool: string): boolean | undefined {
  const language = languageOf(harness, matcher);
  switch (language.kind) {
    case "every":
      return true;
    case "none":
      return false;
    case "names":
      return language.names.includes(tool);
    case "beyond":
      return undefined;
    case "pattern":
      try {
        return takes(language.automaton, tool);
      } catch (error) {
        if (error instanceof TooMuch) return undefined;
        throw error;
      }
  }
}

/**
 * The meetings that matter among all of these: a pair of hooks that only look never does. A hook meets another once,
 * however many entries they share.
 */
export function meetings(watchers: readonly Watcher[]): readonly Meeting[] {
  const found: Meeting[] = [];
  const seen = new Set<string>();
  const add = (one: Watcher, other: Watcher): void => {
    if (one === other || (one.hook === other.hook && one.rewrites === other.rewrites)) return;
    const key = [one.harness, one.event, one.hook, other.hook, other.file, other.line].join("\0");
    if (seen.has(key)) return;
    const overlap = meet(one, other);
    if (overlap.kind === "disjoint") return;
    seen.add(key);
    const witness = overlap.kind === "overlaps" ? overlap.witness : undefined;
    found.push({ kind: other.rewrites === "yes" ? "clash" : "advice", one, other, witness });
  };
  for (const { listed, open } of grouped(watchers)) {
    const [ours, theirs] = [rewriting(listed, "yes"), rewriting(listed, "unknown")];
    const [ourOpen, theirOpen] = [rewriting(open, "yes"), rewriting(open, "unknown")];
    for (const [at, one] of ours.entries()) {
      for (const other of ours.slice(at + 1)) add(one, other);
      for (const other of [...theirs, ...ourOpen, ...theirOpen]) add(one, other);
    }
    for (const one of ourOpen) for (const other of theirs) add(one, other);
    // Once, and not again with each tool.
    if (listed.length > 0) continue;
    for (const [at, one] of ourOpen.entries()) {
      for (const other of [...ourOpen.slice(at + 1), ...theirOpen]) add(one, other);
    }
  }
  return found;
}

function rewriting(watchers: readonly Watcher[], rewrites: Watcher["rewrites"]): readonly Watcher[] {
  return watchers.filter((watcher) => watcher.rewrites === rewrites);
}

/** Hooks that can be called for one tool of a list, beside those that a pattern calls. */
interface Group {
  readonly listed: readonly Watcher[];
  readonly open: readonly Watcher[];
}

/** By harness and event, and in there by tool: hooks of different tools never meet. Hooks that only look are left out. */
function grouped(watchers: readonly Watcher[]): readonly Group[] {
  const places = new Map<string, Watcher[]>();
  for (const watcher of watchers) {
    if (watcher.rewrites !== "no") push(places, `${watcher.harness}\0${watcher.event}`, watcher);
  }
  return [...places.values()].flatMap((group) => {
    const open: Watcher[] = [];
    const byTool = new Map<string, Watcher[]>();
    for (const watcher of group) {
      const tools = toolsOf(watcher);
      if (tools === undefined) open.push(watcher);
      else for (const tool of tools) push(byTool, tool, watcher);
    }
    return [{ listed: [], open }, ...[...byTool.values()].map((listed) => ({ listed, open }))];
  });
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** The tools that a hook can be called for, where they are a list. */
function toolsOf({ harness, matcher, tools }: Watcher): readonly string[] | undefined {
  if (tools !== undefined) return tools;
  const language = languageOf(harness, matcher);
  return language.kind === "names" ? language.names : language.kind === "none" ? [] : undefined;
}
