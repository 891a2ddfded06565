/** One decision out of all answers, whatever harness they come from and in whatever order. */
import type { Decision, Verdict } from "./verdict.ts";

const RANK: Readonly<Record<Decision, number>> = { none: 0, allow: 1, ask: 2, deny: 3 };

export function stronger(one: Decision, two: Decision): Decision {
  return RANK[one] >= RANK[two] ? one : two;
}

/**
 * A deny beats a question beats an allow beats silence. Reasons come from the winning rank alone; contexts, notices and
 * what was passed over are kept from all. Rewrites are not merged here: which one holds is decided by the chain.
 */
export function merge(verdicts: readonly Verdict[]): Verdict {
  let decision: Decision = "none";
  for (const verdict of verdicts) decision = stronger(decision, verdict.decision);
  const reasons = verdicts
    .filter(
      (verdict) => verdict.decision === decision && verdict.reason !== undefined && verdict.reason !== "",
    )
    .map(({ reason }) => reason);
  const notices = verdicts.map(({ notice }) => notice).filter((notice) => notice !== undefined);
  return {
    decision,
    reason: decision === "none" || reasons.length === 0 ? undefined : [...new Set(reasons)].join("\n\n"),
    context: verdicts.flatMap(({ context }) => context),
    notice: notices.length === 0 ? undefined : notices.join("\n"),
    stop: verdicts.find(({ stop }) => stop !== undefined)?.stop,
    hidesOriginal: verdicts.some(({ hidesOriginal }) => hidesOriginal === true) || undefined,
    failure: verdicts.find(({ failure }) => failure !== undefined)?.failure,
    ignored: verdicts.flatMap(({ ignored }) => ignored),
  };
}
