/** What stands behind a verdict: every program that the text would start, what each hook says, what the harness hears. */

import type { Harness, Reply } from "@hasna/hooks-harness";
import { type Doubt, type Field, type Run, runs } from "@hasna/hooks-lexer";
import {
  type Hook,
  type HookInput,
  matches,
  type Shell,
  type Verdict,
  type World,
} from "@hasna/hooks-registry";
import { judge } from "../run/judge.ts";

/** One program that the text would start, wrappers in front of it peeled off. */
export interface Part {
  /** The last component of its path; null when the text does not decide it. */
  readonly program: string | null;
  /** Its arguments as far as the text decides them; `$NAME` and `…` stand for what it does not. */
  readonly words: readonly string[];
  readonly wrappers: readonly string[];
  /** Where it stands: in the text itself, in a substitution, or in a string that is run as code. */
  readonly place: Run["place"];
  readonly span: { readonly start: number; readonly end: number };
  /** The rule whose judged spans lie in it; null for a neighbour. */
  readonly rule: string | null;
  /** What the hooks say when this command stands alone, and for a neighbour why it is left alone. */
  readonly alone: Verdict["kind"];
  readonly why: string;
}

interface HookAnswer {
  readonly hook: string;
  readonly verdict: Verdict["kind"];
  readonly why: string;
}

export interface Background {
  readonly parts: readonly Part[];
  readonly doubts: readonly { readonly kind: Doubt["kind"]; readonly detail: string }[];
  /** Why reading stopped before the end; null when it did not. */
  readonly lost: string | null;
  readonly hooks: readonly HookAnswer[];
  readonly told: Reply & { readonly harness: string };
}

/** Parts that are judged alone; a script of thousands of commands is shown, not judged again and again. */
const MOST_ALONE = 40;

export async function backgroundOf(
  hooks: readonly Hook[],
  input: HookInput & { readonly toolInput: { readonly command: string } },
  world: World,
  harness: Harness,
): Promise<Background> {
  const { command } = input.toolInput;
  const verdict = await judge(hooks, input, world);
  const spans = spansOf(verdict);
  const rule = "rule" in verdict ? verdict.rule : null;
  const read = runs(command, { home: world.home, cwd: input.cwd, dialect: dialectOf(input.shell) });
  const parts: Part[] = [];
  for (const [index, run] of read.runs.entries()) {
    const { span } = run.command;
    const isJudged = spans.some(({ start, end }) => start < span.end && end > span.start);
    const text = command.slice(span.start, span.end);
    const alone =
      index < MOST_ALONE ? await judge(hooks, { ...input, toolInput: { command: text } }, world) : verdict;
    parts.push({
      program: run.name ?? null,
      words: run.args.map(wordOf),
      wrappers: run.wrappers.map(({ name }) => name),
      place: run.place,
      span: { start: span.start, end: span.end },
      rule: isJudged ? rule : null,
      alone: alone.kind,
      why: isJudged ? `it is what ${rule ?? "the verdict"} is about` : neighbour(hooks, text, alone, rule),
    });
  }
  return {
    parts,
    doubts: read.doubts.map(({ kind, detail }) => ({ kind, detail })),
    lost: read.lost === undefined ? null : `${read.lost.reason}, at character ${read.lost.at + 1}`,
    hooks: await Promise.all(hooks.map((hook) => answerOf(hook, input, world))),
    told: { harness: harness.id, ...harness.encode(verdict, "PreToolUse", input.toolInput) },
  };
}

function neighbour(hooks: readonly Hook[], text: string, alone: Verdict, rule: string | null): string {
  if (alone.kind !== "none" && "rule" in alone) {
    return rule === null
      ? `alone it would meet ${alone.rule}`
      : `alone it would meet ${alone.rule}; here ${rule} comes first`;
  }
  const readers = hooks.filter((hook) => hook.couldOwn(text)).map(({ name }) => name);
  return readers.length === 0
    ? "no hook watches anything in it"
    : `${readers.join(" and ")} read it and ${readers.length === 1 ? "has" : "have"} nothing against it`;
}

async function answerOf(hook: Hook, input: HookInput, world: World): Promise<HookAnswer> {
  if (!matches(hook, input))
    return { hook: hook.name, verdict: "none", why: `it does not watch ${input.tool}` };
  const verdict = await judge([hook], input, world);
  if ("rule" in verdict) return { hook: hook.name, verdict: verdict.kind, why: verdict.rule };
  const isRead = hook.couldOwn(String(input.toolInput.command));
  return {
    hook: hook.name,
    verdict: verdict.kind,
    why: isRead
      ? "it read the command and has nothing against it"
      : "nothing in the text could be what it watches",
  };
}

function spansOf(verdict: Verdict): readonly { readonly start: number; readonly end: number }[] {
  if (verdict.kind === "rewrite") return verdict.edits;
  return verdict.kind === "deny" || verdict.kind === "ask" ? verdict.spans : [];
}

function wordOf({ segments }: Field): string {
  return segments.map(segmentText).join("");
}

function segmentText(segment: Field["segments"][number]): string {
  switch (segment.kind) {
    case "text":
      return segment.text;
    case "glob":
      return segment.pattern;
    case "unknown":
      if (segment.name === undefined) return "…";
      return segment.name === "{}" ? "{}" : `$${segment.name}`;
  }
}

function dialectOf(shell: Shell): "bash" | "zsh" | "sh" {
  return shell === "unknown" ? "bash" : shell;
}
