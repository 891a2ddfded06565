/** The reasons of the rows for refusals that stay although nothing is deleted in the sandbox. */
import type { Judged } from "./campaign.ts";
import { loadRows } from "./generator/rows.ts";
import { dialectOf } from "./guard.ts";

interface KeptRow {
  readonly command: string;
  readonly shell: string;
  readonly rules: readonly string[];
  readonly why: string;
}

export interface Reasons {
  /** Why this refusal of nothing stays; undefined when no row says so, and for every other sentence. */
  of(one: Judged): string | undefined;
}

/** A row speaks for its own command, shell and rule, and for no other. */
export async function loadReasons(): Promise<Reasons> {
  const rows = await loadRows<KeptRow>("hooks/trash-guard/kept-cases.ts", "keptCases");
  const byCommand = new Map(rows.map((row) => [`${row.shell} ${row.command}`, row]));
  return {
    of: ({ command, shell, verdict, judgement }) => {
      if (judgement.sentence !== "over") return undefined;
      const row = byCommand.get(`${dialectOf(shell)} ${command}`);
      return row?.rules.includes(verdict.rule ?? "") ? row.why : undefined;
    },
  };
}
