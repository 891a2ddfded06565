import type { Verdict } from "./hook.ts";

/** A denial beats a question beats a rewrite beats an approval beats context beats silence. */
const strength: Readonly<Record<Verdict["kind"], number>> = {
  deny: 5,
  ask: 4,
  rewrite: 3,
  allow: 2,
  context: 1,
  none: 0,
};

/**
 * The one answer of several hooks on the same call: the strongest verdict, the earlier hook's on a tie.
 * Two rewrites on one call are refused: applying either would drop what the other one guards.
 */
export function merge(verdicts: readonly Verdict[]): Verdict {
  let answer: Verdict = { kind: "none" };
  for (const verdict of verdicts) {
    if (answer.kind === "rewrite" && verdict.kind === "rewrite") {
      return {
        kind: "deny",
        rule: "hooks/two-rewrites",
        reason: `Two hooks want to rewrite this call (${answer.rule} and ${verdict.rule}), and only one rewrite can run.`,
        next: "Split the command so that each part concerns one hook, or uninstall one of the two hooks.",
        spans: [...answer.edits, ...verdict.edits].map(({ start, end }) => ({ start, end })),
      };
    }
    if (strength[verdict.kind] > strength[answer.kind]) answer = verdict;
  }
  return answer;
}
