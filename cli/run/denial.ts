/** What makes a refusal one that a person can speak of: its id, and whether it may be lifted at all. */
import type { HookInput, Verdict } from "@hasna/hooks-registry";

export type Refused = Verdict & { readonly kind: "deny" | "ask" };

/** Hex digits of the id that people type; the whole key is what is compared. */
const ID_LENGTH = 10;

/** The same call, refused by the same rule in the same folder, has the same key. */
export function keyOf(rule: string, { toolInput, cwd }: Pick<HookInput, "toolInput" | "cwd">): string {
  const text = JSON.stringify([rule, cwd ?? null, toolInput]);
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

export function idOf(key: string): string {
  return key.slice(0, ID_LENGTH);
}

/**
 * Whether nobody lifts a refusal of this rule: the protected class, the rules that keep people's word apart from an
 * agent's, and refusals that are about a call nobody could read.
 */
export function isFloor(rule: string): boolean {
  return (
    rule === "trash-guard/protected-path" ||
    rule === "trash-guard/unset-variable" ||
    rule === "hooks/two-rewrites" ||
    rule.startsWith("allow-guard/") ||
    rule.endsWith("/cannot-judge")
  );
}

/** The refusal with its id in it, so that a person can lift it; the floor is told without one. */
export function withId(verdict: Refused, key: string): Refused {
  if (isFloor(verdict.rule)) return verdict;
  const next = `${verdict.next} Only a person can lift this, in a terminal: hooks allow --once ${idOf(key)}`;
  return { ...verdict, next };
}
