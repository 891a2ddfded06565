/** Counts what the guards say of a corpus, without running anything: how often they refuse, and on what ground. */
import { type Verdict, verdictsOf } from "./guard.ts";
import type { Shell } from "./sandbox.ts";

/**
 * Rules that refuse because something is not certain. What they stop may be harmless; every other rule names a delete
 * that the text shows.
 */
const doubts: readonly string[] = [
  "unknown-code",
  "unknown-program",
  "unknown-option",
  "unreadable",
  "redefinition",
  "differing",
  "survivor",
  "search-path",
];

export interface Asked {
  readonly command: string;
  readonly shell: Shell;
  /** The corpus it comes from. */
  readonly source: string;
}

export interface Tally {
  readonly source: string;
  readonly all: number;
  readonly refused: number;
  /** Refused on a doubt, with no delete in sight. */
  readonly doubted: readonly { readonly command: string; readonly rule: string }[];
}

/** One tally a source, in the order in which they first appear. */
export async function tallies(
  questions: readonly Asked[],
  hooks: readonly string[],
): Promise<readonly Tally[]> {
  const verdicts = await verdictsOf(questions, hooks);
  const bySource = new Map<string, { question: Asked; verdict: Verdict }[]>();
  for (const [index, question] of questions.entries()) {
    const verdict = verdicts[index];
    if (verdict === undefined) continue;
    const list = bySource.get(question.source) ?? [];
    list.push({ question, verdict });
    bySource.set(question.source, list);
  }
  return [...bySource].map(([source, list]) => {
    const refused = list.filter(({ verdict }) => verdict.kind === "refuse");
    const doubted = refused.flatMap(({ question, verdict }) => {
      const rule = verdict.rule ?? "";
      return doubts.includes(rule.slice(rule.indexOf("/") + 1)) ? [{ command: question.command, rule }] : [];
    });
    return { source, all: list.length, refused: refused.length, doubted };
  });
}
