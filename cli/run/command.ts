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
import type { Hook, HookEvent, HookInput, Verdict, World } from "@hasna/hooks-registry";
import { onceGrant, POLICY, projectPolicies, sessionGrant, stateFolder } from "../policy/places.ts";
import type { Lift, PolicyTexts } from "../policy/settle.ts";
import { keyOf, withId } from "./denial.ts";
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

/** The hook that keeps `hooks allow` and what it writes out of an agent's reach. */
const ALLOW_GUARD = "allow-guard";

/** The named hooks that there are, in order, and the first name that this version has no hook for. */
export interface Loaded {
  readonly hooks: readonly Hook[];
  readonly missing: string | undefined;
}

export function loadHooks(names: readonly string[]): Loaded {
  const hooks: Hook[] = [];
  let missing: string | undefined;
  let hasGuard = false;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] as string;
    const found = bundled(name);
    if (found === undefined) missing ??= name;
    else {
      hooks.push(found.hook);
      hasGuard ||= found.hook.kind === "guard";
    }
  }
  // A guard whose refusals an agent could lift by itself would be none: this one stands beside every guard.
  const keeper = hasGuard && !names.includes(ALLOW_GUARD) ? bundled(ALLOW_GUARD)?.hook : undefined;
  if (keeper !== undefined) hooks.push(keeper);
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

/** The version of a hook of ours. */
export function versionOf(name: string): string | undefined {
  return bundled(name)?.version;
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

/** A verdict other than none, with what it was given on: what the log keeps. */
export interface Judged {
  readonly harness: HarnessId;
  readonly hooks: readonly Hook[];
  /** Undefined for a call that could not be read. */
  readonly input: HookInput | undefined;
  /** What was answered. */
  readonly verdict: Verdict;
  /** The refusal that was lifted, when it was. */
  readonly lifted: Verdict | undefined;
  readonly lifts: readonly Lift[];
  /** Of a refusal: what its id is taken from. */
  readonly key: string | undefined;
}

type Note = (judged: Judged) => void;

/** One call on its way to an answer. */
interface Case {
  readonly protocol: Protocol;
  readonly hooks: readonly Hook[];
  readonly world: World;
  readonly env: Environment;
  readonly note: Note | undefined;
  readonly payload: unknown;
  /** How the harness is told. */
  readonly say: typeof plainReply;
}

/**
 * Answers an event, at once where nothing must be waited for. Never throws. Without a `harness` the event is Claude Code's
 * unless it looks like another's, which may read Claude Code's settings. `note` is told of each verdict that is not none.
 */
export function answerEvent(
  hooks: readonly Hook[],
  event: Event,
  world: World,
  env: Environment,
  harness?: HarnessId,
  note?: Note,
): Reply | Promise<Reply> {
  const payload = event.kind === "json" ? event.payload : undefined;
  const id = harness ?? harnessOf(payload);
  const caseOf = (protocol: Protocol): Case => {
    const say = mayBeSpoiled(protocol.id, env) ? firmReply : plainReply;
    return { protocol, hooks, world, env, note, payload, say };
  };
  if (id === "claude-code") return answerIn(caseOf(claudeCodeProtocol), event);
  return loadProtocol(id).then((protocol) => answerIn(caseOf(protocol), event));
}

function answerIn(one: Case, event: Event): Reply | Promise<Reply> {
  const { protocol, hooks, world, env } = one;
  if (event.kind === "text") {
    const verdict = judgeUnreadable(hooks, searchable(event.raw), "the event is not JSON");
    return unreadable(one, verdict);
  }
  const decoded = protocol.decode(event.payload, env);
  switch (decoded.kind) {
    case "problem":
      return unreadable(one, judgeUnreadable(hooks, allTexts(event.payload), decoded.problem));
    case "unwatched":
      return { stdout: "", stderr: "", exitCode: 0 };
    case "input": {
      const { input } = decoded;
      const verdict = judge(hooks, input, world);
      if (verdict instanceof Promise) return verdict.then((late) => conclude(one, input, late));
      return conclude(one, input, verdict);
    }
  }
}

function unreadable({ protocol, hooks, note, say }: Case, verdict: Verdict): Reply {
  if (verdict.kind !== "none")
    note?.({
      harness: protocol.id,
      hooks,
      input: undefined,
      verdict,
      lifted: undefined,
      lifts: [],
      key: undefined,
    });
  return say(protocol, verdict, "PreToolUse");
}

/** Most calls end here at once: nobody has anything to say, and no policy is asked for. */
function conclude(one: Case, input: HookInput, verdict: Verdict): Reply | Promise<Reply> {
  const { protocol, hooks, world, env, say } = one;
  const { kind } = verdict;
  if (kind === "none") return say(protocol, verdict, input.event, input.toolInput);
  const isAsked = kind === "deny" || kind === "ask" || kind === "rewrite";
  const texts = isAsked && input.event === "PreToolUse" ? policyFiles(input, verdict, world, env) : undefined;
  if (texts === undefined) return told(one, input, verdict, { verdict, lifts: [] });
  return Promise.all([import("../policy/settle.ts"), texts]).then(async ([{ settle, spend }, found]) => {
    const settled = await settle(hooks, input, verdict, world, found, Date.now());
    // A grant that another call has used up meanwhile lifts nothing here.
    const isHeld = settled.spent.length > 0 && !(await spend(settled.spent));
    return told(one, input, verdict, isHeld ? { verdict, lifts: [] } : settled);
  });
}

/** Notes what was answered and says it, a refusal with the id by which a person can speak of it. */
function told(
  { protocol, hooks, note, say, payload }: Case,
  input: HookInput,
  first: Verdict,
  { verdict: settled, lifts }: { readonly verdict: Verdict; readonly lifts: readonly Lift[] },
): Reply {
  const verdict = forSession(settled, payload);
  const refused = verdict.kind === "deny" || verdict.kind === "ask" ? verdict : undefined;
  const lifted = lifts.length > 0 ? first : undefined;
  // A lifted refusal keeps the key under which it was refused before.
  const named = refused ?? (lifted !== undefined && "rule" in lifted ? lifted : undefined);
  const key = named === undefined ? undefined : keyOf(named.rule, input);
  note?.({ harness: protocol.id, hooks, input, verdict, lifted, lifts, key });
  const answer = refused !== undefined && key !== undefined ? withId(refused, key) : verdict;
  return say(protocol, answer, input.event, input.toolInput);
}

/** The texts of the policies and grants that could be about a call; undefined where there is none, found by one look each. */
function policyFiles(
  input: HookInput,
  verdict: Verdict,
  { home }: World,
  env: Environment,
): Promise<PolicyTexts> | undefined {
  const projects: string[] = [];
  for (const folder of [input.cwd, env.CLAUDE_PROJECT_DIR]) {
    for (const path of projectPolicies(folder, home))
      if (isThere(path) && !projects.includes(path)) projects.push(path);
  }
  const user = home === undefined ? undefined : `${stateFolder(home)}/${POLICY}`;
  const isRefused = verdict.kind === "deny" || verdict.kind === "ask";
  const session =
    isRefused && home !== undefined && input.session !== undefined
      ? sessionGrant(home, input.session)
      : undefined;
  const hasUser = user !== undefined && isThere(user);
  const hasSession = session !== undefined && isThere(session);
  const hasOnce = isRefused && home !== undefined && isThere(onceGrant(home, keyOf(verdict.rule, input)));
  if (!hasUser && !hasSession && !hasOnce && projects.length === 0) return undefined;
  return Promise.all([
    hasUser ? textOf(user) : undefined,
    hasSession ? textOf(session) : undefined,
    ...projects.map(textOf),
  ]).then(([userText, sessionText, ...projectTexts]) => ({
    user: userText,
    session: sessionText,
    projects: projects.map((path, at) => ({ path, text: projectTexts[at] ?? "" })),
  }));
}

/** A look at the size: `exists` would start a thread. */
function isThere(path: string): boolean {
  return Bun.file(path).size > 0;
}

function textOf(path: string): Promise<string | undefined> {
  return Bun.file(path)
    .text()
    .catch(() => undefined);
}

function plainReply(
  protocol: Protocol,
  verdict: Verdict,
  event: HookEvent,
  given?: Readonly<Record<string, unknown>>,
): Reply {
  return protocol.encode(verdict, event, given);
}
