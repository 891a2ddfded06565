/** `hooks install` as a value: everything is read and decided here, and nothing is written. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Context } from "../context.ts";
import { readState, targetOf } from "../settings/file.ts";
import { ownershipOf, registeredIn, type Wanted } from "../settings/plan.ts";
import type { Note } from "../settings/problem.ts";
import { receiptsIn } from "../settings/receipt.ts";
import { type FilePlan, planFileInstall, planFileUninstall, type Target } from "../settings/settings-file.ts";
import { type Placement, planPlacement } from "./placement.ts";
import { type OwnPlaces, ownPlaces } from "./places.ts";
import type { CatalogueEntry, Request } from "./request.ts";
import { findClash, otherScopes, type ScopeFile } from "./scopes.ts";
import { settingsPlace } from "./settings-place.ts";

/** Why nothing is done: what is wrong, where, and what to do about it. */
export interface Refused {
  readonly kind: "refused";
  /** A clause without a full stop. */
  readonly says: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** A sentence. */
  readonly next: string;
}

/** A note and the file that it is about. */
export interface FileNote extends Note {
  readonly file: string;
}

/** Where a request leads to: the settings file, and how it is to be written. */
export interface Site {
  readonly request: Request;
  readonly places: OwnPlaces;
  readonly target: Target;
  readonly wanted: Wanted;
  readonly others: readonly ScopeFile[];
}

export interface InstallPlan {
  readonly kind: "planned";
  readonly site: Site;
  readonly placement: Placement;
  readonly file: FilePlan & { readonly kind: "unchanged" | "change" };
  readonly notes: readonly FileNote[];
}

export interface UninstallPlan {
  readonly kind: "planned";
  readonly site: Site;
  /** The permission rule to take back where it is ours. */
  readonly rule: string | undefined;
  readonly file: FilePlan & { readonly kind: "unchanged" | "change" };
  readonly notes: readonly FileNote[];
}

/** Finds the files that a request is about; refuses what would go to a place nobody asked for. */
export async function findSite(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  context: Context,
): Promise<Site | Refused> {
  if (context.home === undefined) {
    return refused(
      "HOME is not set to an absolute folder, so there is no place for hooks",
      undefined,
      "Set HOME and try again.",
    );
  }
  const { harness, scope, names } = request;
  const places = ownPlaces(context.home);
  const folders = { home: context.home, project: context.cwd, env: context.env };
  const place = await settingsPlace(harness, scope, folders);
  if (place === undefined) {
    return refused(`${harness.label} has no ${scope} settings`, undefined, "Choose another --scope.");
  }
  // CLAUDE_CONFIG_DIR and its like may be relative.
  const path = resolve(context.cwd, place.path);
  const userPlace = await settingsPlace(harness, "user", folders);
  const isUserFile = userPlace !== undefined && (await targetOf(path)) === (await targetOf(userPlace.path));
  if (scope !== "user" && isUserFile) {
    return refused(
      `the ${scope} settings of this folder are the user's own`,
      path,
      "Change to the project's folder, or use --scope user.",
    );
  }
  const rewrites = catalogue.some(({ name, rewritesInput }) => rewritesInput && names.includes(name));
  const wanted: Wanted = {
    harness,
    root: place.root,
    names,
    catalogue,
    // A file that is shared with teammates must not name this user's home.
    program: scope === "project" ? "hooks" : places.program,
    folder: places.state,
    rule: scope === "user" && request.withRule && rewrites ? permissionRule(places.trash) : undefined,
  };
  const target = { path, scope, receipts: receiptsIn(places.state) };
  const others = await otherScopes(harness, folders, ownershipOf(wanted), path);
  return { request, places, target, wanted, others };
}

/**
 * Claude Code judges the rewritten text, so a user who may run rm unasked would be asked for the trash. The prefix form
 * ends at a word. Undefined for a path that the rule's own syntax cannot hold.
 */
function permissionRule(trash: string): string | undefined {
  return /^[\w@%+,./-]+$/.test(trash) ? `Bash(${trash} guard:*)` : undefined;
}

export async function planInstallation(site: Site, context: Context): Promise<InstallPlan | Refused> {
  const { request, places, target, wanted } = site;
  const clash = await clashAt(site);
  if (clash !== undefined) return clash;
  const placement = await planPlacement(places, {
    binary: context.binary,
    version: context.version,
    force: request.force,
  });
  const needsNoPlace =
    request.scope === "project" && placement.kind === "refuse" && (await isOnPath("hooks", context));
  if (placement.kind === "refuse" && !needsNoPlace) return refused(placement.says, undefined, placement.next);
  const file = await planFileInstall(target, wanted);
  if (file.kind === "refuse") return refusedFile(file, target);
  const notes = [...inFile(file.notes, target.path), ...elsewhere(site), ...(await pathNotes(site, context))];
  return { kind: "planned", site, placement, file, notes };
}

export async function planUninstallation(site: Site): Promise<UninstallPlan | Refused> {
  const { target, wanted, places } = site;
  const rule = site.request.scope === "user" ? permissionRule(places.trash) : undefined;
  const file = await planFileUninstall(target, { ...wanted, rule });
  if (file.kind === "refuse") return refusedFile(file, target);
  const others = site.others.filter(({ names }) => names.some((name) => site.request.names.includes(name)));
  const notes = others.map(
    ({ path, names, scope }): FileNote => ({
      kind: "registered-twice",
      file: path,
      position: undefined,
      text: `${names.filter((name) => site.request.names.includes(name)).join(" and ")} stays registered here (${scope} scope).`,
    }),
  );
  return { kind: "planned", site, rule, file, notes: [...inFile(file.notes, target.path), ...notes] };
}

async function clashAt({ request, target, wanted, others }: Site): Promise<Refused | undefined> {
  const state = await readState(await targetOf(target.path));
  const here = registeredIn(state.kind === "text" ? state.text : undefined, wanted, ownershipOf(wanted));
  const clash = findClash(
    request.names,
    [...here, ...others.flatMap(({ names }) => names)],
    wanted.catalogue,
  );
  if (clash === undefined) return undefined;
  const where = others.find(({ names }) => names.includes(clash.other))?.path;
  const file = here.includes(clash.other) ? target.path : where;
  return refused(
    `${clash.wanted} and ${clash.other} both rewrite the same calls, and the rewrite of one would undo the other's`,
    file,
    file === undefined
      ? "Install one of the two."
      : `Run "hooks uninstall ${clash.other}" first, or keep that one.`,
  );
}

function refusedFile(file: FilePlan & { readonly kind: "refuse" }, target: Target): Refused {
  return {
    kind: "refused",
    says: file.says,
    file: target.path,
    line: file.problem?.line,
    column: file.problem?.column,
    next: "Nothing was changed. Correct the file and run this again.",
  };
}

function refused(says: string, file: string | undefined, next: string): Refused {
  return { kind: "refused", says, file, line: undefined, column: undefined, next };
}

function inFile(notes: readonly Note[], file: string): readonly FileNote[] {
  return notes.map((note) => ({ ...note, file }));
}

function elsewhere({ request, wanted, others }: Site): readonly FileNote[] {
  const notes: FileNote[] = [];
  for (const { path, scope, names, switchedOff } of others) {
    const twice = names.filter((name) => request.names.includes(name));
    if (twice.length > 0) {
      notes.push({
        kind: "registered-twice",
        file: path,
        position: undefined,
        text: `${twice.join(" and ")} ${twice.length === 1 ? "is" : "are"} registered here too (${scope} scope), so each call is judged twice.`,
      });
    }
    if (switchedOff === undefined) continue;
    notes.push({
      kind: "not-in-force",
      file: path,
      position: undefined,
      text: `${switchedOff} here (${scope} scope), so ${wanted.harness.label} may run no hook of yours at all.`,
    });
  }
  return notes;
}

/** A shared file names the bare program: here at least it should be found. */
async function pathNotes({ request, places, target }: Site, context: Context): Promise<readonly FileNote[]> {
  if (request.scope !== "project" || (await isOnPath("hooks", context))) return [];
  const text = `This file names the bare word hooks, and no program of that name is on your PATH: the hooks cannot run until ${places.bin} is on it. Each teammate needs the same, after an install of their own.`;
  return [{ kind: "not-in-force", file: target.path, position: undefined, text }];
}

async function isOnPath(name: string, { env }: Context): Promise<boolean> {
  for (const folder of (env.PATH ?? "").split(":")) {
    if (!folder.startsWith("/")) continue;
    const facts = await stat(`${folder}/${name}`).catch(() => undefined);
    if (facts?.isFile() === true && (facts.mode & 0o111) !== 0) return true;
  }
  return false;
}
