/** Every format of settings that is written, with files of its kind: what the round trips go through. */
import { harnessById } from "@hasna/hooks-harness";
import { madeIn, planWith, planWithout } from "../forms.ts";
import type { HookFacts, Plan, Wanted } from "../plan.ts";
import { realJson, realToml } from "./real-shapes.ts";
import { type Random, randomFrom, type Shape, settingsText } from "./settings-generator.ts";
import { tomlText } from "./toml-generator.ts";

export interface Format {
  readonly name: string;
  readonly wanted: Wanted;
  readonly generate: (random: Random) => string;
  /** Files in the shape of those that people have. */
  readonly real: readonly string[];
}

const catalogue: readonly HookFacts[] = [
  { name: "other-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: false },
  { name: "trash-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: true },
  { name: "watcher", events: ["PreToolUse", "Stop"], matcher: "", kind: "helper", rewritesInput: false },
];

function wanted(id: string, root: readonly string[]): Wanted {
  const harness = harnessById(id);
  if (harness === undefined) throw new Error(`no harness ${id}`);
  return {
    harness,
    root,
    names: ["trash-guard", "watcher"],
    catalogue,
    program: "/home/u/.hasna/hooks/bin/hooks",
    folder: "/home/u/.hasna/hooks",
    rule: id === "claude-code" ? "Bash(/home/u/.hasna/hooks/bin/trash guard:*)" : undefined,
  };
}

function json(id: string, shape: Partial<Shape> & Pick<Shape, "events" | "matchers">): Format {
  const whole: Shape = { layout: "groups", bare: false, lax: false, ...shape };
  const root = whole.bare ? [] : ["hooks"];
  return {
    name: id,
    wanted: wanted(id, root),
    generate: (random) => settingsText(random, { blanks: false, shape: whole }),
    real: realJson(whole),
  };
}

const claudeEvents = ["SessionStart", "PreToolUse"];

export const formats: readonly Format[] = [
  json("claude-code", { events: claudeEvents, matchers: ["Bash", "Edit|Write", "*", "^B"], lax: true }),
  json("codex", { events: claudeEvents, matchers: ["Bash", "^apply", ""] }),
  json("gemini-cli", {
    events: ["SessionStart", "BeforeTool"],
    matchers: ["run_shell_command", "write_file|replace", "*"],
    lax: true,
  }),
  json("qwen-code", { events: claudeEvents, matchers: ["run_shell_command", "Bash"], lax: true }),
  json("droid", { events: claudeEvents, matchers: ["Execute", "Create|Edit"], bare: true, lax: true }),
  json("copilot-cli", { events: claudeEvents, matchers: ["Bash", "Write"], layout: "flat" }),
  json("cursor", { events: ["sessionStart", "preToolUse"], matchers: ["Shell", "Write"], layout: "flat" }),
  json("windsurf", {
    events: ["post_cascade_response", "pre_run_command"],
    matchers: ["x"],
    layout: "flat",
  }),
  json("kiro", { events: ["PreToolUse", "PostFileSave"], matchers: ["shell", ".*"], layout: "triggers" }),
  json("devin-cli", { events: claudeEvents, matchers: ["exec", "edit"] }),
  json("grok", { events: claudeEvents, matchers: ["Bash", "Edit"] }),
  { name: "kimi", wanted: wanted("kimi", ["hooks"]), generate: tomlText, real: realToml() },
];

/** Install, install again, uninstall; a sentence when that does not end where it began. */
export function roundTrip(before: string, wanted: Wanted): string | undefined {
  const installed = planWith(before, wanted);
  if (installed.kind !== "write") return `install: ${JSON.stringify(installed)}`;
  const again = planWith(installed.text, wanted);
  if (again.kind !== "unchanged") return `not idempotent: ${textOf(again)}\n${installed.text}`;
  const back = planWithout(installed.text, wanted, madeIn(before, installed.text, wanted));
  if (back.kind === "write" && back.text === before) return undefined;
  return `${JSON.stringify(before)}\n${JSON.stringify(installed.text)}\n${JSON.stringify(textOf(back))}`;
}

function textOf(plan: Plan): unknown {
  return plan.kind === "write" ? plan.text : plan;
}

/** Goes through `count` generated files of a format and all of its real ones; gives back what failed. */
export function roundTrips(
  { wanted, generate, real }: Format,
  count: number,
): { readonly files: number; readonly distinct: number; readonly failures: readonly string[] } {
  const failures: string[] = [];
  const distinct = new Set<string>();
  const check = (name: string, text: string) => {
    distinct.add(text);
    let problem: string | undefined;
    try {
      problem = roundTrip(text, wanted);
    } catch (error) {
      problem = `${(error as Error).message}\n${JSON.stringify(text)}`;
    }
    if (problem !== undefined) failures.push(`${name}: ${problem}`);
  };
  for (let seed = 1; seed <= count; seed++) check(`seed ${seed}`, generate(randomFrom(seed)));
  for (const [index, text] of real.entries()) check(`real ${index}`, text);
  return { files: count + real.length, distinct: distinct.size, failures };
}
