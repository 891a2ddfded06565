/** What people and programs read of an install or an uninstall. */
import type { Context } from "../context.ts";
import { unifiedDiff } from "../settings/diff.ts";
import { backupOf } from "../settings/receipt.ts";
import type { FilePlan } from "../settings/settings-file.ts";
import type { FileNote, InstallPlan, Refused, UninstallPlan } from "./installation.ts";
import type { Placement } from "./placement.ts";

export function reportRefusal(verb: string, refusal: Refused, asJson: boolean, context: Context): void {
  const { says, file, line, column, next } = refusal;
  if (asJson) {
    const error = { says, file: file ?? null, line: line ?? null, column: column ?? null, next };
    context.out(`${JSON.stringify({ command: verb, error })}\n`);
    return;
  }
  const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}:${column}`}: `;
  context.err(`hooks ${verb}: ${place}${says}.\n  ${next}\n`);
}

/** The difference that a plan makes in its settings file; empty for none. */
function diffOf(file: FilePlan, path: string): string {
  if (file.kind !== "change") return "";
  return unifiedDiff(path, file.before.kind === "text" ? file.before.text : undefined, file.after);
}

export function reportInstall(plan: InstallPlan, context: Context): void {
  const { site, placement, file, notes } = plan;
  const { request, target, places, wanted } = site;
  const diff = diffOf(file, target.path);
  if (request.asJson) {
    context.out(
      `${JSON.stringify({
        command: "install",
        dryRun: request.isDryRun,
        harness: request.harness.id,
        scope: request.scope,
        hooks: request.names,
        file: target.path,
        changed: file.kind === "change",
        diff,
        permissionRule: wanted.rule ?? null,
        backup: backupIn(plan) ?? null,
        placement,
        notes: notes.map(noteAsJson),
        next: request.harness.afterInstall,
      })}\n`,
    );
    return;
  }
  const would = request.isDryRun ? "Would " : "";
  const verb = (word: string, done: string) => (request.isDryRun ? would + word : done);
  const where = `${target.path} (${request.harness.label}, ${request.scope} scope)`;
  context.out(placementLine(placement, places.versions, request.isDryRun));
  if (file.kind === "unchanged") {
    context.out(`${request.names.join(", ")}: registered already in ${where}. Nothing to change.\n`);
  } else {
    context.out(`${verb("register", "Registered")} ${request.names.join(", ")} in ${where}.\n`);
    if (request.isDryRun) context.out(`\n${diff}\n`);
    else if (wanted.rule !== undefined && diff.includes(JSON.stringify(wanted.rule))) {
      context.out(
        `Allowed ${wanted.rule}, so that a rewritten delete asks no more than a delete did. (--no-permission-rule leaves it out.)\n`,
      );
    }
  }
  const backup = backupIn(plan);
  if (backup !== undefined && !request.isDryRun) {
    context.out(`The file as it was is kept in ${backup} until the uninstall.\n`);
  }
  reportNotes(notes, context);
  if (request.isDryRun || file.kind === "unchanged") return;
  context.out(
    `\n${request.harness.afterInstall}\nSee what a hook answers: hooks explain ${request.names.join(" ")} -- 'rm -rf build'\n`,
  );
}

/** Where the text before our first change is kept; undefined when there was none, or it is kept already. */
function backupIn({ file, site }: InstallPlan): string | undefined {
  const isKept = file.kind === "change" && file.isFirst && file.before.kind === "text";
  return isKept ? backupOf(site.target.receipts, file.real) : undefined;
}

function placementLine(placement: Placement, versions: string, isDryRun: boolean): string {
  switch (placement.kind) {
    case "place": {
      const { version, replaces } = placement;
      const instead = replaces === undefined ? "" : `, in use instead of ${replaces}`;
      return `${isDryRun ? "Would place" : "Placed"} hooks ${version} and trash in ${versions}/${version}${instead}.\n`;
    }
    case "keep":
      return `hooks ${placement.installed} stays in use: ${placement.why}.\n`;
    case "present":
    case "refuse":
      return "";
  }
}

export function reportUninstall(
  plan: UninstallPlan,
  left: readonly string[],
  purged: boolean,
  context: Context,
): void {
  const { site, file, notes } = plan;
  const { request, target, places } = site;
  const diff = diffOf(file, target.path);
  if (request.asJson) {
    context.out(
      `${JSON.stringify({
        command: "uninstall",
        dryRun: request.isDryRun,
        harness: request.harness.id,
        scope: request.scope,
        hooks: request.names,
        file: target.path,
        changed: file.kind === "change",
        removed: file.kind === "change" && file.after === undefined,
        diff,
        purged,
        notes: notes.map(noteAsJson),
      })}\n`,
    );
    return;
  }
  const where = `${target.path} (${request.harness.label}, ${request.scope} scope)`;
  if (file.kind === "unchanged") {
    context.out(`${request.names.join(", ")}: not registered in ${where}. Nothing to change.\n`);
  } else if (request.isDryRun) {
    context.out(`Would take ${request.names.join(", ")} out of ${where}.\n\n${diff}\n`);
  } else {
    const whole = file.after === undefined ? " The file held nothing else and is gone." : "";
    context.out(`Took ${request.names.join(", ")} out of ${where}.${whole}\n`);
  }
  reportNotes(notes, context);
  if (request.purge) {
    const verb = request.isDryRun ? "Would remove" : "Removed";
    if (left.length === 0) context.out(`${verb} the programs in ${places.versions}.\n`);
    else
      context.err(
        `hooks uninstall: the programs stay, because hooks are still registered in ${left.join(", ")}.\n  Uninstall those first, then run this again with --purge.\n`,
      );
  } else if (!request.isDryRun && file.kind === "change") {
    context.out(`The programs stay in ${places.state}, for sessions that still run; --purge removes them.\n`);
  }
}

/** Warnings go to standard error: they must be seen where standard output is read by a program. */
function reportNotes(notes: readonly FileNote[], context: Context): void {
  for (const { kind, file, position, text } of notes) {
    const place = position === undefined ? file : `${file}:${position.line}:${position.column}`;
    context.err(`${kind === "not-in-force" ? "WARNING" : "note"}: ${place}: ${text}\n`);
  }
}

function noteAsJson({ kind, file, position, text }: FileNote): unknown {
  return { kind, file, line: position?.line ?? null, column: position?.column ?? null, text };
}
