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
  for (const group of grouped(watchers)) {
    const rewriters = group.filter(({ rewrites }) => rewrites === "yes");
    for (const [at, one] of rewriters.entries()) {
      const rest = [...rewriters.slice(at + 1), ...group.filter(({ rewrites }) => rewrites === "unknown")];
      for (const other of rest) {
        if (one.hook === other.hook && one.rewrites === other.rewrites) continue;
        const key = [one.harness, one.event, one.hook, other.hook, other.file, other.line].join("\0");
        if (seen.has(key)) continue;
        const overlap = meet(one, other);
        if (overlap.kind === "disjoint") continue;
        seen.add(key);
        const witness = overlap.kind === "overlaps" ? overlap.witness : undefined;
        found.push({ kind: other.rewrites === "yes" ? "clash" : "advice", one, other, witness });
      }
    }
  }
  return found;
}

/** By harness and event, and among those that list their tools by tool: hooks of different tools never meet. */
function grouped(watchers: readonly Watcher[]): readonly (readonly Watcher[])[] {
  const places = new Map<string, Watcher[]>();
  for (const watcher of watchers) {
    const key = `${watcher.harness}\0${watcher.event}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, [watcher]);
    else known.push(watcher);
  }
  return [...places.values()].flatMap((group) => {
    const open = group.filter((watcher) => toolsOf(watcher) === undefined);
    const byTool = new Map<string, Watcher[]>();
    for (const watcher of group) {
      for (const tool of toolsOf(watcher) ?? []) {
        const known = byTool.get(tool);
        if (known === undefined) byTool.set(tool, [watcher]);
        else known.push(watcher);
      }
    }
    return byTool.size === 0 ? [open] : [open, ...[...byTool.values()].map((listed) => [...listed, ...open])];
  });
}

/** The tools that a hook can be called for, where they are a list. */
function toolsOf({ harness, matcher, tools }: Watcher): readonly string[] | undefined {
  if (tools !== undefined) return tools;
  const language = languageOf(harness, matcher);
  return language.kind === "names" ? language.names : language.kind === "none" ? [] : undefined;
}
