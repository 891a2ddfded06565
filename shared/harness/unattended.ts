/** Sessions in which a question is not put to a person. */
import type { Verdict } from "@hasna/hooks-registry";
import { isObject } from "./payload.ts";

/**
 * In Claude Code's auto mode a classifier answers instead of the person, and a hook's question was seen to pass (public
 * report 79356 and those it names). Bypassed permissions do ask since that was corrected.
 */
const ANSWERED_BY_NOBODY: readonly unknown[] = ["auto", "dontAsk"];

/** The verdict for a session by its payload: a question that no person would answer is a refusal. */
export function forSession(verdict: Verdict, payload: unknown): Verdict {
  if (verdict.kind !== "ask" || !isObject(payload)) return verdict;
  return ANSWERED_BY_NOBODY.includes(payload.permission_mode) ? { ...verdict, kind: "deny" } : verdict;
}
