/** One examination: every check over one survey, as a value. Nothing is written. */
import type { Context } from "../context.ts";
import type { CatalogueEntry } from "../install/request.ts";
import { checks } from "./checks.ts";
import type { Check, Diagnosis, Finding, Unable } from "./finding.ts";
import { survey } from "./survey.ts";

/** `only` are the checks to make, all by default. */
export async function examine(
  catalogue: readonly CatalogueEntry[],
  context: Context & { readonly home: string },
  only: readonly Check[] = checks,
): Promise<Diagnosis> {
  const seen = await survey(catalogue, context);
  const findings: Finding[] = [];
  const unable: Unable[] = [];
  for (const check of only) {
    const { id, severity, title, means, find } = check;
    try {
      for (const hit of await find(seen))
        findings.push({ check: id, title, means, ...hit, severity: hit.severity ?? severity });
    } catch (error) {
      unable.push({ check: id, says: error instanceof Error ? error.message : String(error) });
    }
  }
  return {
    findings,
    unable,
    checked: only.map(({ id }) => id).filter((id) => !unable.some(({ check }) => check === id)),
    entries: seen.ours.length + seen.files.filter(({ generated }) => generated !== undefined).length,
    harnesses: seen.found.map(({ harness, by }) => ({ id: harness.id, label: harness.label, by })),
  };
}

/** Whether it calls for something to be done. */
export function isFinding({ severity }: Pick<Finding, "severity">): boolean {
  return severity !== "note";
}
