/** What a hook's failure is worth: explicit for every event and every kind of failure. */
import type { HookEvent } from "@hasna/hooks-registry";
import type { EventFacts } from "./facts.ts";
import { stronger } from "./merge.ts";
import type { Registration } from "./registration.ts";
import type { Mode } from "./trace.ts";
import {
  FAITHFUL_POLICY,
  type FailureKind,
  type FailurePolicy,
  STRICT_POLICY,
  type Verdict,
} from "./verdict.ts";

/** What differs from the mode's own policy, by event. */
export type PolicyOptions = Readonly<Partial<Record<HookEvent, Partial<FailurePolicy>>>>;

export function policyFor(
  mode: Mode,
  event: EventFacts["event"],
  options: PolicyOptions = {},
): FailurePolicy {
  const own = mode === "faithful" || event === "other" ? FAITHFUL_POLICY : STRICT_POLICY[event];
  return event === "other" ? own : { ...own, ...options[event] };
}

const WORDS: Readonly<Record<FailureKind, string>> = {
  timeout: "it took longer than its time",
  spawn: "it could not be started",
  signal: "it was killed",
  "exit-other": "it failed",
  "bad-json": "its reply cannot be read",
  "bad-reply": "its reply is not one that its harness takes",
  truncated: "it printed more than is kept",
  "bad-rewrite": "its new input cannot be the tool's input",
  config: "its registration cannot be read",
  aborted: "the call was given up",
  unsupported: "it is of a kind that is not run here",
};

/** The verdict with its failure counted in. A failure never weakens what was said. */
export function withPolicy(verdict: Verdict, policy: FailurePolicy, registration: Registration): Verdict {
  const { failure } = verdict;
  if (failure === undefined) return verdict;
  const worth = policy[failure];
  if (worth === "pass") return verdict;
  const decision = stronger(worth, verdict.decision);
  if (decision === verdict.decision && verdict.reason !== undefined)
    return { ...verdict, rewrite: undefined };
  const { file, line } = registration.place;
  const details = verdict.ignored.length === 0 ? "" : ` (${verdict.ignored.join("; ")})`;
  const reason = `The hook at ${file}:${line} could not decide: ${WORDS[failure]}${details}. Repair it or take it out.`;
  // What a hook that failed wants to run instead is not trusted either.
  return { ...verdict, decision, reason, rewrite: undefined };
}
