/** `hooks run NAME...`: reads one event, answers once. The hot path: nothing is loaded that the named hooks do not use. */

import { bundledHooks } from "hooks:bundled";
import {
  claudeCodeProtocol,
  type Environment,
  type HarnessId,
  harnessOf,
  isHarnessId,
  loadProtocol,
  type Protocol,
  type Reply,
} from "@hasna/hooks-harness";
import type { Hook, World } from "@hasna/hooks-registry";
import { judge, judgeUnreadable } from "./judge.ts";
import { allTexts, searchable } from "./texts.ts";

/** What a registered command asks for. */
export interface Run {
  readonly names: readonly string[];
  /** The harness that the entry was written for; undefined for an entry that does not say. */
  readonly harness: HarnessId | undefined;
}

/** Reads the arguments after `run`: names, and `--harness ID` or `--harness=ID` among them. */
export function readRun(argv: readonly string[]): Run | { readonly misuse: string } {
  const names: string[] = [];
  let harness: HarnessId | undefined;
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string;
    if (!word.startsWith("-")) {
      // Named twice it would rewrite twice, which is refused.
      if (!names.includes(word)) names.push(word);
      continue;
    }
    const id = word === "--harness" ? argv[++index] : /^--harness=(.*)$/s.exec(word)?.[1];
    if (id === undefined) return { misuse: `there is no option ${JSON.stringify(word)} here` };
    if (!isHarnessId(id)) return { misuse: `there is no harness ${JSON.stringify(id)}` };
    harness = id;
  }
  if (names.length === 0) return { misuse: "name at least one hook, as in: hooks run trash-guard" };
  return { names, harness };
}

/** Loads the named hooks in order, or names the first that is not there. */
export async function loadHooks(
  names: readonly string[],
): Promise<{ readonly hooks: readonly Hook[] } | { readonly unknown: string }> {
  const hooks: Hook[] = [];
  for (const name of names) {
    const found = bundled(name);
    if (found === undefined) return { unknown: name };
    hooks.push((await found.load()).hook);
  }
  return { hooks };
}

// A loop: the first call of an array method that takes a function makes the engine compile that method.
function bundled(name: string): (typeof bundledHooks)[number] | undefined {
  for (let at = 0; at < bundledHooks.length; at += 1) {
    const hook = bundledHooks[at];
    if (hook?.name === name) return hook;
  }
  return undefined;
}

/**
 * Answers the event in `raw`: one JSON document, as the harness sent it. Never throws. Without a `harness` the event is
 * Claude Code's unless it looks like another's, which may read Claude Code's settings.
 */
export async function answerEvent(
  hooks: readonly Hook[],
  raw: string,
  world: World,
  env: Environment,
  harness?: HarnessId,
): Promise<Reply> {
  let payload: unknown;
  try {
    payload = JSON.parse(raw);
  } catch {
    const verdict = judgeUnreadable(hooks, searchable(raw), "the event is not JSON");
    return (await protocolFor(harness, undefined)).encode(verdict, "PreToolUse");
  }
  const protocol = await protocolFor(harness, payload);
  const decoded = protocol.decode(payload, env);
  switch (decoded.kind) {
    case "problem": {
      const verdict = judgeUnreadable(hooks, allTexts(payload), decoded.problem);
      return protocol.encode(verdict, "PreToolUse");
    }
    case "unwatched":
      return { stdout: "", stderr: "", exitCode: 0 };
    case "input": {
      const { input } = decoded;
      return protocol.encode(await judge(hooks, input, world), input.event, input.toolInput);
    }
  }
}

async function protocolFor(harness: HarnessId | undefined, payload: unknown): Promise<Protocol> {
  const id = harness ?? harnessOf(payload);
  return id === "claude-code" ? claudeCodeProtocol : await loadProtocol(id);
}
