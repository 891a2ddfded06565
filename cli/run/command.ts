/** `hooks run NAME...`: reads one event, answers once. The hot path: nothing is loaded that the named hooks do not use. */

import { bundledHooks } from "hooks:bundled";
import { claudeCode, type Harness } from "@hasna/hooks-harness";
import type { Hook, World } from "@hasna/hooks-registry";
import { judge, judgeUnreadable } from "./judge.ts";

/** What `hooks run` says: both texts are complete, and the exit code is part of the answer. */
export interface RunAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** Loads the named hooks in order. Names the first that is not there. */
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

/** Answers the event in `raw` (one JSON document, as the harness sent it). Never throws. */
export async function answerEvent(
  hooks: readonly Hook[],
  raw: string,
  world: World,
  shell: string | undefined,
): Promise<RunAnswer> {
  const harness: Harness = claudeCode;
  let payload: unknown;
  try {
    payload = JSON.parse(raw);
  } catch {
    return harness.encode(judgeUnreadable(hooks, raw, "the event is not JSON"), "PreToolUse");
  }
  const decoded = harness.decode(payload, { shell });
  if (decoded.kind === "problem") {
    return harness.encode(judgeUnreadable(hooks, raw, decoded.reason), "PreToolUse");
  }
  return harness.encode(await judge(hooks, decoded.input, world), decoded.input.event);
}
