/** `hooks install` as a value: everything is read and decided here, and nothing is written. */
import { resolve } from "node:path";
import { claudeCode, type Harness, harnesses, type Places, type SettingsPlace } from "@hasna/hooks-harness";
import type { Context } from "../context.ts";
import { readState, targetOf } from "../settings/file.ts";
import { namesIn } from "../settings/forms.ts";
import type { Wanted } from "../settings/plan.ts";
import type { Note } from "../settings/problem.ts";
import { receiptsIn } from "../settings/receipt.ts";
import { type FilePlan, planFileInstall, planFileUninstall, type Target } from "../settings/settings-file.ts";
import { findClash } from "./clash.ts";
import { findHarnesses } from "./detection.ts";
import { type OwnPlaces, ownPlaces } from "./places.ts";
import type { CatalogueEntry, Request } from "./request.ts";
import { otherScopes, type ScopeFile } from "./scopes.ts";
import { settingsPlace } from "./settings-place.ts";
import { planTrustOf, type TrustPlan } from "./trust.ts";
import { onPath } from "./typed.ts";

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

/** One settings file that a request leads to, and how it is to be written. */
export interface Site {
  readonly kind: "site";
  readonly request: Request;
  readonly places: OwnPlaces;
  readonly target: Target;
  readonly wanted: Wanted;
  readonly others: readonly ScopeFile[];
  /** Nobody named the harness and it was not found: it is the one that most people mean. */
  readonly isAssumed: boolean;
}

/** A harness that gets no entry, and why that is right. */
export interface Skipped {
  readonly kind: "skipped";
  readonly harness: Harness;
  /** A sentence without the harness's name in front. */
  readonly why: string;
}

export type FileChange = FilePlan & { readonly kind: "unchanged" | "change" };

export interface SitePlan {
  readonly kind: "planned";
  readonly site: Site;
  readonly file: FileChange;
  readonly notes: readonly FileNote[];
  /** What the harness asks for before it runs our entries; undefined where it asks for nothing. */
  readonly trust: TrustPlan | undefined;
}

/** Finds the files that an install is about. */
export async function findSites(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  context: Context,
): Promise<readonly (Site | Skipped | Refused)[] | Refused> {
  const ground = groundOf(request, context);
  if ("kind" in ground) return ground;
  const { folders } = ground;
  const found = (await findHarnesses(folders)).map(({ harness }) => harness);
  // Where no harness shows itself the entry is made for the one that most people mean.
  const isAssumed = request.harnesses === undefined && found.length === 0;
  const wanted = request.harnesses ?? (isAssumed ? [claudeCode] : found);
  const without: Harness[] = [];
  let isCovered = false;
  const sites: (Site | Skipped | Refused)[] = [];
  for (const harness of wanted) {
    const isAsked = request.harnesses !== undefined;
    const cover = isAsked ? undefined : await coverOf(harness, wanted, request, catalogue, folders);
    if (cover !== undefined) isCovered = true;
    const skip = cover ?? (isAsked ? undefined : unwatched(harness, request, catalogue));
    if (skip !== undefined) {
      sites.push({ kind: "skipped", harness, why: skip });
      continue;
    }
    const place = await settingsPlace(harness, request.scope, folders);
    if (place !== undefined) {
      const site = await siteAt(harness, place, request, catalogue, context);
      sites.push(site.kind === "site" ? { ...site, isAssumed } : site);
    } else if (isAsked) {
      sites.push(
        refused(`${harness.label} has no ${request.scope} settings`, undefined, "Choose another --scope."),
      );
    } else {
      without.push(harness);
      sites.push({ kind: "skipped", harness, why: `has no ${request.scope} settings.` });
    }
  }
  // Doing nothing and calling it done would leave people without the guard that they asked for.
  if (without.length > 0 && !isCovered && sites.every(({ kind }) => kind === "skipped")) {
    return refused(
      `no harness that was found here has ${request.scope} settings (${without.map(({ label }) => label).join(", ")})`,
      undefined,
      "Nothing was registered. Choose another --scope, or name another harness with --harness.",
    );
  }
  return sites;
}

/** Finds the files that an uninstall is about: those of the scope that register one of the hooks. */
export async function findRegistered(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  context: Context,
): Promise<readonly (Site | Refused)[] | Refused> {
  const ground = groundOf(request, context);
  if ("kind" in ground) return ground;
  const { folders, places } = ground;
  const ownership = { names: catalogue.map(({ name }) => name), folder: places.state };
  const sites: (Site | Refused)[] = [];
  const seen = new Set<string>();
  for (const harness of request.harnesses ?? harnesses) {
    for (const place of harness.settingsFiles(request.scope, folders)) {
      const state = await readState(await targetOf(resolve(context.cwd, place.path)));
      // A file that cannot be read may register them: an uninstall that was asked for by name must say so.
      const names =
        state.kind === "text" ? namesIn(state.text, { harness, root: place.root }, ownership) : [];
      if (!names.some((name) => request.names.includes(name))) continue;
      // Two harnesses may read one file.
      const real = await targetOf(resolve(context.cwd, place.path));
      if (seen.has(real)) continue;
      seen.add(real);
      sites.push(await siteAt(harness, place, request, catalogue, context));
    }
  }
  if (sites.length > 0) return sites;
  const [harness = claudeCode] = request.harnesses ?? [];
  const place = await settingsPlace(harness, request.scope, folders);
  if (place === undefined) {
    return refused(`${harness.label} has no ${request.scope} settings`, undefined, "Choose another --scope.");
  }
  return [await siteAt(harness, place, request, catalogue, context)];
}

function groundOf(
  _: Request,
  { home, cwd, env }: Context,
): { readonly folders: Places; readonly places: OwnPlaces } | Refused {
  if (home === undefined) {
    return refused(
      "HOME is not set to an absolute folder, so there is no place for hooks",
      undefined,
      "Set HOME and try again.",
    );
  }
  return { folders: { home, project: cwd, env }, places: ownPlaces(home) };
}

/** Why a harness needs no entry of its own: it reads another one's settings, where the hooks stand or will stand. */
async function coverOf(
  harness: Harness,
  wanted: readonly Harness[],
  { scope, names }: Request,
  catalogue: readonly CatalogueEntry[],
  folders: Places,
): Promise<string | undefined> {
  for (const { harness: id, scopes } of harness.reads) {
    const other = harnesses.find((one) => one.id === id);
    if (other === undefined || !scopes.includes(scope)) continue;
    const place = await settingsPlace(other, scope, folders);
    if (place === undefined) continue;
    const state = await readState(await targetOf(place.path));
    const ownership = {
      names: catalogue.map(({ name }) => name),
      folder: ownPlaces(folders.home).state,
    };
    const ground = { harness: other, root: place.root };
    const there = state.kind === "text" ? namesIn(state.text, ground, ownership) : [];
    if (wanted.includes(other) || names.every((name) => there.includes(name))) {
      return `reads the settings of ${other.label} (${place.path}), so a second entry would run each hook twice.`;
    }
  }
  return undefined;
}

function unwatched(
  harness: Harness,
  { names }: Request,
  catalogue: readonly CatalogueEntry[],
): string | undefined {
  const hooks = catalogue.filter(({ name }) => names.includes(name));
  const isWatched = hooks.some(({ events, matcher }) =>
    events.some((event) => harness.slots(event, matcher).length > 0),
  );
  return isWatched ? undefined : `has no event that ${names.join(" or ")} could watch.`;
}

/** One settings file; refuses what would go to a place nobody asked for. */
export async function siteAt(
  harness: Harness,
  place: SettingsPlace,
  request: Request,
  catalogue: readonly CatalogueEntry[],
  context: Context & { readonly home?: string | undefined },
): Promise<Site | Refused> {
  const { scope, names } = request;
  const home = context.home as string;
  const places = ownPlaces(home);
  const folders = { home, project: context.cwd, env: context.env };
  // CLAUDE_CONFIG_DIR and its like may be relative.
  const path = resolve(context.cwd, place.path);
  const userPlaces = harness.settingsFiles("user", folders);
  for (const user of scope === "user" ? [] : userPlaces) {
    if ((await targetOf(path)) !== (await targetOf(user.path))) continue;
    return refused(
      `the ${scope} settings of this folder are the user's own`,
      path,
      "Change to the project's folder, or use --scope user.",
    );
  }
  const rewrites = catalogue.some(({ name, rewritesInput }) => rewritesInput && names.includes(name));
  const hasRule = harness.id === "claude-code" && scope === "user" && request.withRule && rewrites;
  const wanted: Wanted = {
    harness,
    root: place.root,
    names,
    catalogue,
    // A file that is shared with teammates must not name this user's home.
    program: scope === "project" ? "hooks" : places.program,
    folder: places.state,
    rule: hasRule ? permissionRule(places.trash) : undefined,
  };
  const target = { path, scope, receipts: receiptsIn(places.state) };
  const others = await otherScopes(wanted, folders, path);
  return { kind: "site", request, places, target, wanted, others, isAssumed: false };
}

/**
 * Claude Code judges the rewritten text, so a user who may run rm unasked would be asked for the trash. The prefix form
 * ends at a word. Undefined for a path that the rule's own syntax cannot hold.
 */
function permissionRule(trash: string): string | undefined {
  return /^[\w@%+,./-]+$/.test(trash) ? `Bash(${trash} guard:*)` : undefined;
}

export async function planSite(site: Site, context: Context): Promise<SitePlan | Refused> {
  const { target, wanted, request } = site;
  const clash = await clashAt(site);
  if (clash !== undefined) return clash;
  const file = await planFileInstall(target, wanted);
  if (file.kind === "refuse") return refusedFile(file, target);
  const trust = await planTrustOf(site, file, request.trust, context);
  if (trust?.kind === "refused") return trust;
  const notes = [...inFile(file.notes, target.path), ...elsewhere(site), ...(await pathNotes(site, context))];
  return { kind: "planned", site, file, notes, trust };
}

/** A project's file names the bare word, so it does without a program in its place when there is one on PATH. */
export async function needsNoPlace({ scope }: Request, context: Context): Promise<boolean> {
  return scope === "project" && (await onPath("hooks", context)) !== undefined;
}

export interface UninstallSite extends SitePlan {
  /** The permission rule to take back where it is ours. */
  readonly rule: string | undefined;
}

export async function planSiteUninstall(site: Site, context: Context): Promise<UninstallSite | Refused> {
  const { target, wanted, places } = site;
  const isRuled = wanted.harness.id === "claude-code" && site.request.scope === "user";
  const rule = isRuled ? permissionRule(places.trash) : undefined;
  const file = await planFileUninstall(target, { ...wanted, rule });
  if (file.kind === "refuse") return refusedFile(file, target);
  const trust = await planTrustOf(site, file, false, context);
  if (trust?.kind === "refused") return trust;
  const others = site.others.filter(({ names }) => names.some((name) => site.request.names.includes(name)));
  const notes = others.map(
    ({ path, names, scope }): FileNote => ({
      kind: "registered-twice",
      file: path,
      position: undefined,
      text: `${names.filter((name) => site.request.names.includes(name)).join(" and ")} stays registered here (${scope} scope).`,
    }),
  );
  const moved: readonly FileNote[] =
    trust?.moves === true
      ? [
          {
            kind: "not-in-force",
            file: target.path,
            position: undefined,
            text: `Hooks of others behind ours move up, and ${wanted.harness.label} keeps its trust by their place: trust them again with /hooks, or they are skipped without a word.`,
          },
        ]
      : [];
  const all = [...inFile(file.notes, target.path), ...notes, ...moved];
  return { kind: "planned", site, rule, file, notes: all, trust };
}

async function clashAt({ target, wanted, others }: Site): Promise<Refused | undefined> {
  const state = await readState(await targetOf(target.path));
  const text = state.kind === "text" ? state.text : undefined;
  const clash = findClash(wanted, [{ path: target.path, root: wanted.root, text }, ...others]);
  if (clash === undefined) return undefined;
  const { wanted: mine, other, witness, file, line, column } = clash;
  const calls =
    witness === undefined ? "the same calls, as far as can be told" : `the same calls (${witness}, for one)`;
  const says = `${mine} and ${other} both rewrite ${calls}, and the rewrite of one would undo the other's`;
  const next =
    file === undefined
      ? "Install one of the two."
      : `Run "hooks uninstall ${other}" first, or keep that one.`;
  return { ...refused(says, file, next), line, column };
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

export function refused(says: string, file: string | undefined, next: string): Refused {
  return { kind: "refused", says, file, line: undefined, column: undefined, next };
}

function inFile(notes: readonly Note[], file: string): readonly FileNote[] {
  return notes.map((note) => ({ ...note, file }));
}

function elsewhere({ request, wanted, others }: Site): readonly FileNote[] {
  const notes: FileNote[] = [];
  for (const { path, scope, names, switchedOff, neighbours } of others) {
    const twice = names.filter((name) => request.names.includes(name));
    if (twice.length > 0) {
      notes.push({
        kind: "registered-twice",
        file: path,
        position: undefined,
        text: `${twice.join(" and ")} ${twice.length === 1 ? "is" : "are"} registered here too (${scope} scope), so each call is judged twice.`,
      });
    }
    notes.push(...inFile(neighbours, path));
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
  if (request.scope !== "project" || (await onPath("hooks", context)) !== undefined) return [];
  const text = `This file names the bare word hooks, and no program of that name is on your PATH: the hooks cannot run until ${places.bin} is on it. Each teammate needs the same, after an install of their own.`;
  return [{ kind: "not-in-force", file: target.path, position: undefined, text }];
}
