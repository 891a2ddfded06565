/** `hooks run NAME...`: reads one event, answers once. The hot path: nothing is loaded that the named hooks do not use. */

import { bundledHooks } from "hooks:bundled";
import {
  claudeCodeProtocol,
  type Environment,
  firmReply,
  forSession,
  type HarnessId,
  harnessOf,
  isHarnessId,
  loadProtocol,
  mayBeSpoiled,
  type Protocol,
  type Reply,
} from "@hasna/hooks-harness";
import type { Hook, HookEvent, Verdict, World } from "@hasna/hooks-registry";
import { judge, judgeUnreadable } from "./judge.ts";
import { allTexts, searchable } from "./texts.ts";

/** What a registered command asks for. */
export interface Run {
  readonly names: readonly string[];
  /** The harness that the entry was written for; undefined for an entry that does not say. */
  readonly harness: HarnessId | undefined;
  /** What `--set key=value` says; undefined without one. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Reads the arguments after `run`: names, and `--harness ID` or `--harness=ID` and `--set KEY=VALUE` among them. */
export function readRun(argv: readonly string[]): Run | { readonly misuse: string } {
  const names: string[] = [];
  let harness: HarnessId | undefined;
  let settings: Record<string, string> | undefined;
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string;
    if (!word.startsWith("-")) {
      // Named twice it would rewrite twice, which is refused.
      if (!names.includes(word)) names.push(word);
      continue;
    }
    if (word === "--set") {
      const setting = /^([a-z][a-z-]*)=(.*)$/s.exec(argv[++index] ?? "");
      if (setting === null) return { misuse: "--set takes key=value, as in: --set nested=redirect" };
      settings = { ...settings, [setting[1] as string]: setting[2] as string };
      continue;
    }
    const id = word === "--harness" ? argv[++index] : /^--harness=(.*)$/s.exec(word)?.[1];
    if (id === undefined) return { misuse: `there is no option ${JSON.stringify(word)} here` };
    if (!isHarnessId(id)) return { misuse: `there is no harness ${JSON.stringify(id)}` };
    harness = id;
  }
  if (names.length === 0) return { misuse: "name at least one hook, as in: hooks run trash-guard" };
  return settings === undefined ? { names, harness } : { names, harness, settings };
}

/** What is wrong with the settings of a registered command; a guard must not run by another rule than was asked for. */
export function settingProblem(hooks: readonly Hook[], settings: Run["settings"]): string | undefined {
  for (const [key, value] of Object.entries(settings ?? {})) {
    const among = hooks.flatMap((hook) =>
      hook.settings !== undefined && Object.hasOwn(hook.settings, key) ? (hook.settings[key] ?? []) : [],
    );
    if (among.length === 0) return `no hook named here has a setting ${JSON.stringify(key)}`;
    if (!among.includes(value))
      return `${key} must be one of ${among.join(", ")}, got ${JSON.stringify(value)}`;
  }
  return undefined;
}

/** The named hooks that there are, in order, and the first name that this version has no hook for. */
export interface Loaded {
  readonly hooks: readonly Hook[];
  readonly missing: string | undefined;
}

export function loadHooks(names: readonly string[]): Loaded {
  const hooks: Hook[] = [];
  let missing: string | undefined;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] as string;
    const found = bundled(name);
    if (found === undefined) missing ??= name;
    else hooks.push(found.hook);
  }
  return { hooks, missing };
}

/**
 * The answer of the hooks that there are when the entry names one that is missing. What they say stands; their silence
 * becomes exit code 1, which a registration with `onFailure: "block"` holds the call for, and which shows the text.
 */
export function withoutHook(missing: string, reply: Reply): Reply {
  const advice = 'run "hooks list", then install again or uninstall it';
  const text = `hooks run: this version has no hook "${missing}"; ${advice}.\n`;
  const silent = reply.stdout === "" && reply.exitCode === 0;
  return silent
    ? { stdout: "", stderr: text, exitCode: 1 }
    : {
        ...reply,
        stderr: `${reply.stderr}${reply.stderr === "" || reply.stderr.endsWith("\n") ? "" : "\n"}${text}`,
      };
}

// A loop: the first call of an array method that takes a function makes the engine compile that method.
function bundled(name: string): (typeof bundledHooks)[number] | undefined {
  for (let at = 0; at < bundledHooks.length; at += 1) {
    const hook = bundledHooks[at];
    if (hook?.name === name) return hook;
  }
  return undefined;
}

/** What came on standard input. */
export type Event =
  | { readonly kind: "json"; readonly payload: unknown }
  | { readonly kind: "text"; readonly raw: string };

/** Reads one JSON document, as the harness sent it; anything else stays a text. */
export function readEvent(raw: string): Event {
  try {
    return { kind: "json", payload: JSON.parse(raw) };
  } catch {
    return { kind: "text", raw };
  }
}

/**
 * Answers an event, at once where nothing must be waited for. Never throws. Without a `harness` the event is Claude Code's
 * unless it looks like another's, which may read Claude Code's settings.
 */
export function answerEvent(
  hooks: readonly Hook[],
  event: Event,
  world: World,
  env: Environment,
  harness?: HarnessId,
): Reply | Promise<Reply> {
  const payload = event.kind === "json" ? event.payload : undefined;
  const id = harness ?? harnessOf(payload);
  if (id === "claude-code") return answerIn(claudeCodeProtocol, hooks, event, world, env);
  return loadProtocol(id).then((protocol) => answerIn(protocol, hooks, event, world, env));
}

function answerIn(
  protocol: Protocol,
  hooks: readonly Hook[],
  event: Event,
  world: World,
  env: Environment,
): Reply | Promise<Reply> {
  const say = mayBeSpoiled(protocol.id, env) ? firmReply : plainReply;
  if (event.kind === "text") {
    const verdict = judgeUnreadable(hooks, searchable(event.raw), "the event is not JSON");
    return say(protocol, verdict, "PreToolUse");
  }
  const decoded = protocol.decode(event.payload, env);
  switch (decoded.kind) {
    case "problem": {
      const verdict = judgeUnreadable(hooks, allTexts(event.payload), decoded.problem);
      return say(protocol, verdict, "PreToolUse");
    }
    case "unwatched":
      return { stdout: "", stderr: "", exitCode: 0 };
    case "input": {
      const { input } = decoded;
      const verdict = judge(hooks, input, world);
      if (verdict instanceof Promise)
        return verdict.then((late) =>
          say(protocol, forSession(late, event.payload), input.event, input.toolInput),
        );
      return say(protocol, forSession(verdict, event.payload), input.event, input.toolInput);
    }
  }
}

function plainReply(
  protocol: Protocol,
  verdict: Verdict,
  event: HookEvent,
  given?: Readonly<Record<string, unknown>>,
): Reply {
  return protocol.encode(verdict, event, given);
}
