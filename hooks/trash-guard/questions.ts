/** What only the user may allow: deletes that no trash of this machine can take, and the emptying of a trash. */
import type { Deletions } from "@hasna/hooks-deletes";
import { purges } from "@hasna/hooks-deletes";
import type { Refusal } from "@hasna/hooks-registry";
import { isElsewhere } from "./refusals.ts";

export type Question = { readonly kind: "ask" } & Refusal;

export function questionOf({ deletions, read }: Deletions): Question | undefined {
  for (const away of deletions) {
    if (!isElsewhere(away) || away.recoverable) continue;
    const through = away.run.wrappers.find(({ kind }) => kind === "elsewhere")?.name ?? "another program";
    return {
      kind: "ask",
      rule: "trash-guard/elsewhere",
      reason: `\`${away.by}\` runs through \`${through}\`, on another machine or in a container, where no trash keeps what goes.`,
      next: "Let the user decide, or move the files aside there instead of deleting them.",
      spans: [away.verb],
    };
  }
  for (const { name, args, verb } of read.runs) {
    if (name === undefined || !purges(name, args)) continue;
    return {
      kind: "ask",
      rule: "trash-guard/purge",
      reason: "This empties a trash, and what is in it can then not be brought back.",
      next: "Let the user decide; `trash list` shows what would go.",
      spans: [verb.span],
    };
  }
  return undefined;
}
