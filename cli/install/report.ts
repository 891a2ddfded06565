/** What people and programs read of an install, a sync or an uninstall. */
import type { Harness } from "@hasna/hooks-harness";
import type { Context } from "../context.ts";
import { unifiedDiff } from "../settings/diff.ts";
import { quote } from "../settings/own-command.ts";
import { backupOf } from "../settings/receipt.ts";
import type { FilePlan } from "../settings/settings-file.ts";
import type { FileNote, Refused, Site, SitePlan } from "./installation.ts";
import type { Installed, Outcome } from "./perform.ts";
import type { Placement } from "./placement.ts";
import type { OwnPlaces } from "./places.ts";
import type { Request } from "./request.ts";
import type { TrustPlan } from "./trust.ts";
import type { Typed } from "./typed.ts";

export function reportRefusal(verb: string, refusal: Refused, asJson: boolean, context: Context): void {
  if (asJson) {
    context.out(`${JSON.stringify({ command: verb, error: refusalAsJson(refusal) })}\n`);
    return;
  }
  const { says, file, line, column, next } = refusal;
  const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}:${column}`}: `;
  context.err(`hooks ${verb}: ${place}${says}.\n  ${next}\n`);
}

function refusalAsJson({ says, file, line, column, next }: Refused): unknown {
  return { says, file: file ?? null, line: line ?? null, column: column ?? null, next };
}

/** The difference that a plan makes in its settings file; empty for none. */
function diffOf(file: FilePlan, path: string): string {
  if (file.kind !== "change") return "";
  return unifiedDiff(path, file.before.kind === "text" ? file.before.text : undefined, file.after);
}

function trustDiff({ path, before, after }: TrustPlan): string {
  if (after === undefined) return "";
  return unifiedDiff(path, before.kind === "text" ? before.text : undefined, after ?? undefined);
}

export function reportInstall(
  verb: "install" | "sync",
  { places, placement, outcomes }: Installed,
  typed: Typed,
  request: Request,
  context: Context,
): void {
  if (request.asJson) {
    const { scope, names, isDryRun } = request;
    const document = { command: verb, dryRun: isDryRun, scope, hooks: names, placement };
    context.out(`${JSON.stringify({ ...document, harnesses: outcomes.map(outcomeAsJson) })}\n`);
    return;
  }
  if (verb === "sync" && outcomes.length === 0) {
    context.out(`No hook is on record as installed, so there is nothing to do.\n${firstInstall(typed)}\n`);
    return;
  }
  context.out(placementLine(placement, places.versions, request.isDryRun));
  for (const outcome of outcomes) {
    if (outcome.kind === "planned") reportSite(outcome, context);
    else if (outcome.kind === "refused") reportRefusal(verb, outcome, false, context);
    else context.out(`${outcome.harness.label} ${outcome.why}\n`);
  }
  const planned = outcomes.filter((outcome) => outcome.kind === "planned");
  for (const { notes } of planned) reportNotes(notes, context);
  const changed = planned.filter(({ file }) => file.kind === "change");
  if (request.isDryRun || changed.length === 0) return;
  const advice = changed.map(({ site }) => site.wanted.harness.afterInstall);
  const names = [...new Set(changed.flatMap(({ site }) => site.wanted.names))];
  const lines = [
    ...new Set(advice),
    `See what a hook answers: ${typed.hooks} explain ${names.join(" ")} -- 'rm -rf build'`,
    ...(changed.some(({ site }) => rewrites(site))
      ? [`Bring back the last delete: ${typed.trash} undo`]
      : []),
    ...(typed.export === undefined ? [] : [`To type just hooks and trash: ${typed.export}`]),
  ];
  context.out(`\n${lines.join("\n")}\n`);
}

function firstInstall({ hooks }: Typed): string {
  return `Install a first one: ${hooks} install trash-guard`;
}

/** Whether a hook of the site turns deletes into calls of trash. */
function rewrites({ wanted }: Site): boolean {
  return wanted.catalogue.some(({ name, rewritesInput }) => rewritesInput && wanted.names.includes(name));
}

function reportSite(plan: SitePlan, context: Context): void {
  const { site, file } = plan;
  const { request, target, wanted } = site;
  const diff = diffOf(file, target.path);
  const where = `${target.path} (${wanted.harness.label}, ${target.scope} scope)`;
  const names = wanted.names.join(", ");
  if (site.isAssumed) {
    context.out(
      `No harness was found on this machine, so the settings file of ${wanted.harness.label} is used. (--harness names another one.)\n`,
    );
  }
  if (file.kind === "unchanged") {
    context.out(`${names}: registered already in ${where}. Nothing to change.\n`);
  } else {
    context.out(`${request.isDryRun ? "Would register" : "Registered"} ${names} in ${where}.\n`);
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
  if (plan.trust !== undefined) reportTrust(plan.trust, request.isDryRun, wanted.harness, context);
}

/** Exactly what is or would be trusted, or that it is not. */
function reportTrust(
  trust: TrustPlan,
  isDryRun: boolean,
  { label, trust: advice }: Harness,
  context: Context,
): void {
  const { entries, path, gives } = trust;
  const fresh = entries.filter(({ state }) => state !== "trusted");
  if (fresh.length === 0) {
    if (entries.length > 0)
      context.out(`${label} trusts ${entries.length === 1 ? "this entry" : "these entries"}.\n`);
    return;
  }
  const lines = fresh.map(
    ({ event, matcher, command, hash }) =>
      `  ${event}${matcher === undefined ? "" : ` of ${matcher}`}: ${command}\n    ${hash}\n`,
  );
  if (!gives) {
    context.err(
      `WARNING: ${label} skips ${fresh.length === 1 ? "this entry" : "these entries"} without a word until trusted:\n${lines.join("")}  ${advice}\n`,
    );
    return;
  }
  context.out(`${isDryRun ? "Would trust" : "Trusted"} in ${path}:\n${lines.join("")}`);
  if (isDryRun) context.out(`\n${trustDiff(trust)}\n`);
}

function outcomeAsJson(outcome: Outcome): unknown {
  if (outcome.kind === "skipped") return { harness: outcome.harness.id, skipped: outcome.why };
  if (outcome.kind === "refused") return { error: refusalAsJson(outcome) };
  const { site, file, notes, trust } = outcome;
  const { target, wanted } = site;
  return {
    harness: wanted.harness.id,
    assumed: site.isAssumed,
    file: target.path,
    changed: file.kind === "change",
    removed: file.kind === "change" && file.after === undefined,
    diff: diffOf(file, target.path),
    permissionRule: wanted.rule ?? null,
    backup: backupIn(outcome) ?? null,
    trust:
      trust === undefined
        ? null
        : { file: trust.path, entries: trust.entries, writes: trust.gives, diff: trustDiff(trust) },
    notes: notes.map(noteAsJson),
    next: wanted.harness.afterInstall,
  };
}

/** Where the text before our first change is kept; undefined when there was none, or it is kept already. */
function backupIn({ file, site }: SitePlan): string | undefined {
  const isKept = file.kind === "change" && file.isFirst && file.before.kind === "text";
  return isKept ? backupOf(site.target.receipts, file.real) : undefined;
}

function placementLine(placement: Placement, versions: string, isDryRun: boolean): string {
  switch (placement.kind) {
    case "place": {
      const { version, folder, replaces } = placement;
      const isSame = replaces?.split("+")[0] === version.split("+")[0];
      const other = isSame ? `another build of ${version}` : replaces;
      const instead = other === undefined ? "" : `, in use instead of ${other}`;
      return `${isDryRun ? "Would place" : "Placed"} hooks ${version} and trash in ${versions}/${folder}${instead}.\n`;
    }
    case "keep":
      return `hooks ${placement.installed} stays in use: ${placement.why}.\n`;
    case "present":
    case "refuse":
      return "";
  }
}

/** A settings file of another folder that registers hooks which were to be taken out here. */
export interface RecordedElsewhere {
  readonly path: string;
  readonly names: readonly string[];
  readonly scope: string;
  /** The folder to run the uninstall in. */
  readonly project: string;
}

/** What is there after an uninstall. */
interface Rest {
  /** Settings files that start our programs. */
  readonly left: readonly string[];
  readonly elsewhere: readonly RecordedElsewhere[];
  readonly isPurged: boolean;
  readonly typed: Typed;
}

export function reportUninstall(
  outcomes: readonly Outcome[],
  request: Request,
  places: OwnPlaces,
  { left, elsewhere, isPurged, typed }: Rest,
  context: Context,
): void {
  if (request.asJson) {
    const { scope, names, isDryRun } = request;
    const document = {
      command: "uninstall",
      dryRun: isDryRun,
      scope,
      hooks: names,
      purged: isPurged,
      elsewhere,
    };
    context.out(`${JSON.stringify({ ...document, harnesses: outcomes.map(outcomeAsJson) })}\n`);
    return;
  }
  const names = request.names.join(", ");
  for (const outcome of outcomes) {
    if (outcome.kind === "refused") reportRefusal("uninstall", outcome, false, context);
    if (outcome.kind !== "planned") continue;
    const { file, site } = outcome;
    const where = `${site.target.path} (${site.wanted.harness.label}, ${request.scope} scope)`;
    if (file.kind === "unchanged") {
      context.out(`${names}: not registered in ${where}. Nothing to change.\n`);
    } else if (request.isDryRun) {
      context.out(`Would take ${names} out of ${where}.\n\n${diffOf(file, site.target.path)}\n`);
    } else {
      const whole = file.after === undefined ? " The file held nothing else and is gone." : "";
      context.out(`Took ${names} out of ${where}.${whole}\n`);
    }
    if (outcome.trust?.after !== undefined && request.isDryRun) context.out(`${trustDiff(outcome.trust)}\n`);
    reportNotes(outcome.notes, context);
  }
  for (const { path, names: there, scope, project } of elsewhere) {
    context.err(
      `note: ${path}: ${there.join(" and ")} ${there.length === 1 ? "stays" : "stay"} registered here (${scope} scope).\n  To take out: (cd ${quote(project)} && ${typed.hooks} uninstall ${there.join(" ")} --scope ${scope})\n`,
    );
  }
  const isChanged = outcomes.some((outcome) => outcome.kind === "planned" && outcome.file.kind === "change");
  if (request.purge) {
    const verb = request.isDryRun ? "Would remove" : "Removed";
    if (left.length === 0) context.out(`${verb} the programs in ${places.versions}.\n`);
    else
      context.err(
        `hooks uninstall: the programs stay, because hooks are still registered in ${left.join(", ")}.\n  Uninstall those first, then run this again with --purge.\n`,
      );
  } else if (!request.isDryRun && isChanged) {
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
