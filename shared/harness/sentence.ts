/** What a verdict says, in the words that every harness is given. */
import type { HookEvent, Refusal, Verdict } from "@hasna/hooks-registry";
import type { Reply } from "./harness.ts";

export const SILENCE: Reply = { stdout: "", stderr: "", exitCode: 0 };

type Rewrite = Verdict & { readonly kind: "rewrite" };

/** The whole of a refusal in one line: what, why, what instead, and the rule for those who look it up. */
export function sentence(refusal: Refusal): string {
  return `${refusal.reason} ${refusal.next} (${refusal.rule})`;
}

/** A rewrite of something that has happened already. */
export function tooLate(verdict: Rewrite, event: HookEvent): string {
  return `${verdict.reason} Nothing can be rewritten at ${event}. (${verdict.rule})`;
}

/** A rewrite for a harness that cannot carry it out: the model is told the safe command and can send it itself. */
export function instead(verdict: Rewrite): Refusal {
  const { command } = verdict.toolInput;
  const next =
    typeof command === "string" ? `Run this instead: ${command}` : "Send the call again without that part.";
  return { rule: verdict.rule, reason: verdict.reason, next, spans: verdict.edits };
}
