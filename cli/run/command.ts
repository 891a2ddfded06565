/** `hooks run NAME...`: reads one event, answers once. The hot path: nothing is loaded that the named hooks do not use. */

import { bundledHooks } from "hooks:bundled";
import { claudeCode, type Environment, type Reply } from "@hasna/hooks-harness";
import type { Hook, World } from "@hasna/hooks-registry";
import { judge, judgeUnreadable } from "./judge.ts";
import { allTexts, unescaped } from "./texts.ts";

/** Loads the named hooks in order, or names the first that is not there. */
export async function loadHooks(
  names: readonly string[],
): Promise<{ readonly hooks: readonly Hook[] } | { readonly unknown: string }> {
  const hooks: Hook[] = [];
  for (const name of names) {
    const found = bundledHooks.find((hook) => hook.name === name);
    if (found === undefined) return { unknown: name };
    hooks.push((await found.load()).hook);
  }
  return { hooks };
}

/** Answers the event in `raw`: one JSON document, as the harness sent it. Never throws. */
export async function answerEvent(
  hooks: readonly Hook[],
  raw: string,
  world: World,
  env: Environment,
): Promise<Reply> {
  let payload: unknown;
  try {
    payload = JSON.parse(raw);
  } catch {
    const verdict = judgeUnreadable(hooks, `${raw}\n${unescaped(raw)}`, "the event is not JSON");
    return claudeCode.encode(verdict, "PreToolUse");
  }
  const decoded = claudeCode.decode(payload, env);
  switch (decoded.kind) {
    case "problem": {
      const verdict = judgeUnreadable(hooks, allTexts(payload), decoded.problem);
      return claudeCode.encode(verdict, "PreToolUse");
    }
    case "unwatched":
      return { stdout: "", stderr: "", exitCode: 0 };
    case "input":
      return claudeCode.encode(await judge(hooks, decoded.input, world), decoded.input.event);
  }
}
