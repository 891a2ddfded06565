/** What people and programs read of an examination. */
import type { Context } from "../context.ts";
import { isFinding } from "./examine.ts";
import type { Diagnosis, Finding, Severity } from "./finding.ts";
import type { Repaired } from "./repair.ts";

const MARKS: Readonly<Record<Severity, string>> = { error: "ERROR", warning: "WARN ", note: "note " };
const COLOURS: Readonly<Record<Severity, string>> = {
  error: "\u001b[31m",
  warning: "\u001b[33m",
  note: "\u001b[2m",
};

function placeOf({ file, line, column }: Finding): string {
  if (file === undefined) return "";
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}

export function reportText(
  diagnosis: Diagnosis,
  repaired: readonly Repaired[] | undefined,
  context: Context,
): void {
  const { findings, unable, checked, entries, harnesses } = diagnosis;
  const isColoured = context.terminal && !context.env.NO_COLOR;
  const names = harnesses.map(({ label }) => label).join(", ") || "no harness";
  context.out(
    `${checked.length} checks over ${names}: ${entries} ${entries === 1 ? "entry" : "entries"} of ours.\n`,
  );
  for (const { says, isDone } of repaired ?? [])
    context.out(`${isDone ? "mended   " : "NOT mended"} ${says}\n`);
  let last = "";
  for (const finding of findings) {
    const mark = MARKS[finding.severity];
    const shown = isColoured ? `${COLOURS[finding.severity]}${mark}\u001b[0m` : mark;
    context.out(`\n${shown}  ${finding.check}: ${finding.title}\n`);
    const where = [placeOf(finding), finding.harness?.label].filter(
      (part) => part !== undefined && part !== "",
    );
    if (where.length > 0) context.out(`       ${where.join("  ")}\n`);
    context.out(`       ${finding.says}\n`);
    if (finding.check !== last) context.out(`       ${finding.means}\n`);
    context.out(`       Fix: ${finding.fix}${finding.repair === undefined ? "" : "   (--fix does it)"}\n`);
    last = finding.check;
  }
  for (const { check, says } of unable) context.out(`\nCould not check ${check}: ${says}\n`);
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  // "Nothing to mend" alone would read as if something stood guard.
  if (entries === 0)
    context.out(
      "\nNo hook of ours is registered here, so none of ours runs. To change that: hooks install trash-guard\n",
    );
  const real = findings.filter(isFinding).length;
  context.out(
    real === 0
      ? `\nNothing to mend${unable.length === 0 ? "" : ` in what could be checked; ${unable.length} checks could not look`}.\n`
      : `\n${count("error")} errors, ${count("warning")} warnings.\n`,
  );
}

export function reportJson(
  diagnosis: Diagnosis,
  repaired: readonly Repaired[] | undefined,
  context: Context,
): void {
  const findings = diagnosis.findings.map((finding) => ({
    check: finding.check,
    severity: finding.severity,
    title: finding.title,
    harness: finding.harness?.id ?? null,
    file: finding.file ?? null,
    line: finding.line ?? null,
    column: finding.column ?? null,
    says: finding.says,
    means: finding.means,
    fix: finding.fix,
    fixable: finding.repair !== undefined,
  }));
  const { unable, checked, entries, harnesses } = diagnosis;
  context.out(
    `${JSON.stringify({ v: 1, command: "doctor", findings, unable, checked, entries, harnesses, repaired: repaired ?? null })}\n`,
  );
}
