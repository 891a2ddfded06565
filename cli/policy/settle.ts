/**
 * The verdict after policies and grants. Loaded only when a hook has refused or rewritten and one of their files is
 * there: a call that nobody stops never comes here.
 */
import { type Hook, type HookInput, merge, type Verdict, type World } from "@hasna/hooks-registry";
import { isFloor, keyOf } from "../run/denial.ts";
import { judge } from "../run/judge.ts";
import { readOnce, readSession } from "./grant.ts";
import { onceGrant } from "./places.ts";
import { applies, EMPTY, type Policy, readPolicy } from "./policy.ts";

/** The files as a run found them. */
export interface PolicyTexts {
  readonly user: string | undefined;
  readonly projects: readonly { readonly path: string; readonly text: string }[];
  readonly session: string | undefined;
}

/** One refusal that a person's word lifted. */
export interface Lift {
  readonly rule: string;
  readonly by: "once" | "session" | "policy";
  readonly reason: string;
}

export interface Settled {
  readonly verdict: Verdict;
  readonly lifts: readonly Lift[];
  /** Files of grants that are used up by this call. */
  readonly spent: readonly string[];
}

/** What one call can be lifted by. */
interface Powers {
  readonly input: HookInput;
  readonly home: string | undefined;
  readonly user: Policy;
  readonly projects: readonly { readonly path: string; readonly policy: Policy }[];
  readonly texts: PolicyTexts;
  readonly now: number;
}

/** Rounds of lifting one refusal after the other: each takes a part of the command out of sight. */
const MOST_ROUNDS = 64;

export async function settle(
  hooks: readonly Hook[],
  input: HookInput,
  verdict: Verdict,
  world: World,
  texts: PolicyTexts,
  now: number,
): Promise<Settled> {
  const powers: Powers = {
    input,
    home: world.home,
    user: texts.user === undefined ? EMPTY : readPolicy(texts.user, "user"),
    projects: texts.projects.map(({ path, text }) => ({ path, policy: readPolicy(text, "project") })),
    texts,
    now,
  };
  const { kind } = verdict;
  if (kind !== "deny" && kind !== "ask") return { verdict: tightened(verdict, powers), lifts: [], spent: [] };
  const lifts: Lift[] = [];
  const spent: string[] = [];
  const verdicts: Verdict[] = [];
  // Each hook by itself over the whole call: what is lifted for one must not hide it from another.
  for (const hook of hooks) {
    const answer = await answerOf(hook, powers, world, lifts, spent);
    verdicts.push(answer);
  }
  const merged = merge(verdicts);
  const isRefused = merged.kind === "deny" || merged.kind === "ask";
  return {
    verdict: tightened(merged, powers),
    lifts: isRefused ? [] : lifts,
    // A grant is spent by the call that runs, not by one that something else refuses.
    spent: isRefused ? [] : spent,
  };
}

/** What a hook answers once everything that may be lifted is out of its sight. */
async function answerOf(
  hook: Hook,
  powers: Powers,
  world: World,
  lifts: Lift[],
  spent: string[],
): Promise<Verdict> {
  const { input } = powers;
  const original = typeof input.toolInput.command === "string" ? input.toolInput.command : undefined;
  let text = original;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const toolInput = text === undefined ? input.toolInput : { ...input.toolInput, command: text };
    const verdict = await judge([hook], { ...input, toolInput }, world);
    if (verdict.kind === "rewrite" && original !== undefined && text !== original) {
      return {
        ...verdict,
        approves: false,
        toolInput: { ...verdict.toolInput, command: spliced(original, verdict.edits) },
      };
    }
    if (verdict.kind !== "deny" && verdict.kind !== "ask") return verdict;
    const lift = await liftOf(verdict.rule, powers);
    if (lift === undefined) return verdict;
    if (!lifts.some(({ rule }) => rule === lift.rule)) lifts.push(lift);
    if (lift.by === "once" && powers.home !== undefined)
      spent.push(onceGrant(powers.home, keyOf(verdict.rule, input)));
    const without = text === undefined ? undefined : blanked(text, verdict.spans);
    // A person who saw the whole call let it pass; a standing rule lifts only what can be told from the rest.
    if (without === undefined || without === text) return lift.by === "once" ? { kind: "none" } : verdict;
    text = without;
  }
  return { kind: "none" };
}

async function liftOf(rule: string, powers: Powers): Promise<Lift | undefined> {
  if (isFloor(rule)) return undefined;
  const { input, home, now, texts } = powers;
  const call = { rule, command: input.toolInput.command, cwd: input.cwd, now };
  // A project that tightens wins over every grant.
  const isHeld = powers.projects.some(
    ({ policy }) =>
      !policy.lifts || policy.rules.some((one) => one.verdict !== "allow" && applies(one, call)),
  );
  if (isHeld) return undefined;
  if (home !== undefined) {
    const key = keyOf(rule, input);
    const path = onceGrant(home, key);
    const text =
      Bun.file(path).size > 0
        ? await Bun.file(path)
            .text()
            .catch(() => undefined)
        : undefined;
    const once = readOnce(text, key, now);
    if (once !== undefined) return { rule, by: "once", reason: once.reason };
  }
  if (input.session !== undefined) {
    const session = readSession(texts.session, input.session, now);
    const granted = session?.rules.find((one) => one.rule === rule);
    if (granted !== undefined) return { rule, by: "session", reason: granted.reason };
  }
  if (powers.user.rules.some((one) => one.verdict !== "allow" && applies(one, call))) return undefined;
  const allowed = powers.user.rules.find((one) => one.verdict === "allow" && applies(one, call));
  return allowed && { rule, by: "policy", reason: allowed.reason };
}

/** The command with the judged parts made into one that does nothing, every other character where it was. */
function blanked(
  text: string,
  spans: readonly { readonly start: number; readonly end: number }[],
): string | undefined {
  if (spans.length === 0) return undefined;
  let result = text;
  for (const { start, end } of spans) {
    if (end <= start || end > text.length) return undefined;
    result = `${result.slice(0, start)}:${" ".repeat(end - start - 1)}${result.slice(end)}`;
  }
  return result;
}

function spliced(
  text: string,
  edits: readonly { readonly start: number; readonly end: number; readonly text: string }[],
): string {
  let result = "";
  let at = 0;
  for (const edit of edits) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}

/** The verdict as strong as the policies want it. */
function tightened(verdict: Verdict, { input, user, projects, now }: Powers): Verdict {
  if (!("rule" in verdict)) return verdict;
  const call = { rule: verdict.rule, command: input.toolInput.command, cwd: input.cwd, now };
  const rules = [...projects.flatMap(({ policy }) => policy.rules), ...user.rules].filter(
    (one) => one.verdict !== "allow" && applies(one, call),
  );
  const wanted = rules.find((one) => one.verdict === "deny") ?? rules[0];
  if (wanted === undefined || verdict.kind === "deny" || verdict.kind === wanted.verdict) return verdict;
  const spans =
    verdict.kind === "rewrite" ? verdict.edits.map(({ start, end }) => ({ start, end })) : verdict.spans;
  return {
    kind: wanted.verdict === "deny" ? "deny" : "ask",
    rule: verdict.rule,
    reason: `${verdict.reason} A policy file is stricter here: ${wanted.reason}${/[.!?]$/.test(wanted.reason) ? "" : "."}`,
    next: "Leave that part out, or ask the user to change the policy.",
    spans,
  };
}

/** Uses the grants up. False when one is gone already: another call had it, and this one may not pass. */
export async function spend(paths: readonly string[]): Promise<boolean> {
  for (const path of new Set(paths)) {
    try {
      await Bun.file(path).delete();
    } catch {
      return false;
    }
  }
  return true;
}
