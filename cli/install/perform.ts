/** Carries plans out, under the lock, in the order in which a kill at any moment leaves a guard and not a gap. */
import { mkdir } from "node:fs/promises";
import { harnessById } from "@hasna/hooks-harness";
import { type Context, EXIT_FAILED, EXIT_OK } from "../context.ts";
import { isFolder, readState, targetOf } from "../settings/file.ts";
import { namesIn } from "../settings/forms.ts";
import { withLock } from "../settings/lock.ts";
import { ownershipOf } from "../settings/plan.ts";
import { allReceipts, receiptsIn } from "../settings/receipt.ts";
import { type Applied, applyForGood, planFileInstall, planFileUninstall } from "../settings/settings-file.ts";
import {
  type FileChange,
  findRegistered,
  findSites,
  needsNoPlace,
  planSite,
  planSiteUninstall,
  type Refused,
  refused,
  type Site,
  type SitePlan,
  type Skipped,
} from "./installation.ts";
import { type Placement, place, planPlacement, removePrograms, removeState } from "./placement.ts";
import { type OwnPlaces, ownPlaces } from "./places.ts";
import { projectOf } from "./project-folder.ts";
import { type RecordedElsewhere, reportInstall, reportRefusal, reportUninstall } from "./report.ts";
import type { CatalogueEntry, Request } from "./request.ts";
import { registrations } from "./scopes.ts";
import { applyTrust } from "./trust.ts";
import { typed } from "./typed.ts";
import { forget, loadWishes, saveWishes, wish } from "./wishes.ts";

/** What became of one harness. */
export type Outcome = SitePlan | Skipped | Refused;

export interface Installed {
  readonly kind: "installed";
  readonly places: OwnPlaces;
  readonly placement: Placement;
  readonly outcomes: readonly Outcome[];
}

export async function performInstall(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  context: Context,
): Promise<number> {
  const done = await locked(request, context, async (places) => {
    const sites = await findSites(request, catalogue, context);
    if ("kind" in sites) return sites;
    const installed = await installAt(sites, request, places, context);
    const isDone = installed.kind === "installed" && !isRefusedWhole(installed.outcomes);
    // What was refused everywhere is not asked for: a later sync must not bring it about.
    if (isDone && !request.isDryRun && request.scope === "user") {
      const isEverywhere = request.harnesses === undefined;
      const wishes = await loadWishes(places);
      await saveWishes(places, wish(wishes, request, isEverywhere));
    }
    return installed;
  });
  return reported("install", done, request, context);
}

function isRefusedWhole(outcomes: readonly Outcome[]): boolean {
  return outcomes.some(({ kind }) => kind === "refused") && !outcomes.some(({ kind }) => kind === "planned");
}

/** Exit code and words of an install. */
export async function reported(
  verb: "install" | "sync",
  done: Installed | Refused,
  request: Request,
  context: Context,
): Promise<number> {
  if (done.kind === "refused") {
    reportRefusal(verb, done, request.asJson, context);
    return EXIT_FAILED;
  }
  reportInstall(verb, done, await typed(done.places, context), request, context);
  return done.outcomes.some(({ kind }) => kind === "refused") ? EXIT_FAILED : EXIT_OK;
}

/** Plans every site, places the program, then writes; the first thing that must hold is that what is registered can run. */
export async function installAt(
  sites: readonly (Site | Skipped | Refused)[],
  request: Request,
  places: OwnPlaces,
  context: Context,
): Promise<Installed | Refused> {
  const outcomes: Outcome[] = [];
  for (const site of sites) outcomes.push(site.kind === "site" ? await planSite(site, context) : site);
  const planned = outcomes.filter((outcome) => outcome.kind === "planned");
  const [first] = outcomes;
  if (planned.length === 0 && outcomes.length === 1 && first?.kind === "refused") return first;
  const running = { binary: context.binary, version: context.version, force: request.force };
  // Where nothing is registered nothing is placed.
  const placement: Placement =
    planned.length === 0
      ? { kind: "present", version: context.version }
      : await planPlacement(places, running);
  if (placement.kind === "refuse" && !(await needsNoPlace(request, context))) {
    return refused(placement.says, undefined, placement.next);
  }
  if (!request.isDryRun && planned.length > 0) {
    // The program first: an entry whose program is missing lets every call pass in some harnesses and none in others.
    if (placement.kind === "place") await place(places, placement);
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.kind === "planned") outcomes[index] = await write(outcome);
    }
  }
  return { kind: "installed", places, placement, outcomes };
}

async function write(plan: SitePlan): Promise<SitePlan | Refused> {
  const { site, trust } = plan;
  const applied = await applyForGood(site.target, () => planFileInstall(site.target, site.wanted));
  const file = fileOf(applied, site);
  if (file.kind === "refused") return file;
  const failure = trust?.gives === true ? await applyTrust(trust) : undefined;
  if (failure !== undefined)
    return refused(failure, trust?.path, "The hooks are registered and not trusted yet.");
  return { ...plan, file };
}

export async function performUninstall(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  context: Context,
): Promise<number> {
  let left: readonly string[] = [];
  let elsewhere: readonly RecordedElsewhere[] = [];
  const done = await locked(request, context, async (places) => {
    const sites = await findRegistered(request, catalogue, context);
    if ("kind" in sites) return sites;
    const outcomes: Outcome[] = [];
    for (const site of sites) {
      const plan = site.kind === "site" ? await planSiteUninstall(site, context) : site;
      outcomes.push(plan.kind === "planned" && !request.isDryRun ? await takeOut(plan) : plan);
    }
    const [first] = outcomes;
    if (outcomes.length === 1 && first?.kind === "refused") return first;
    left = await stillRegistered(outcomes, catalogue, places, context);
    elsewhere = await recordedElsewhere(outcomes, request, catalogue, places, context);
    if (!request.isDryRun) {
      if (request.scope === "user") await saveWishes(places, forget(await loadWishes(places), request));
      // The programs last: a registration without its program is the worst of both.
      if (request.purge && left.length === 0) await removePrograms(places);
    }
    return { kind: "uninstalled", outcomes, places } as const;
  });
  if (done.kind === "refused") {
    reportRefusal("uninstall", done, request.asJson, context);
    return EXIT_FAILED;
  }
  const isPurged = request.purge && left.length === 0;
  const words = await typed(done.places, context);
  const rest = { left, elsewhere, isPurged: isPurged && !request.isDryRun, typed: words };
  reportUninstall(done.outcomes, request, done.places, rest, context);
  const isRefused = done.outcomes.some(({ kind }) => kind === "refused");
  return isRefused || (request.purge && !isPurged) ? EXIT_FAILED : EXIT_OK;
}

async function takeOut(plan: SitePlan & { readonly rule: string | undefined }): Promise<SitePlan | Refused> {
  const { site, trust } = plan;
  const wanted = { ...site.wanted, rule: plan.rule };
  const applied = await applyForGood(site.target, () => planFileUninstall(site.target, wanted));
  const file = fileOf(applied, site);
  if (file.kind === "refused") return file;
  const failure = trust === undefined ? undefined : await applyTrust(trust);
  if (failure !== undefined)
    return refused(failure, trust?.path, "The hooks are out; what is left trusts nothing that exists.");
  return { ...plan, file };
}

/** Settings files that start our programs after the plan: those that harnesses read here, and those on record. */
async function stillRegistered(
  outcomes: readonly Outcome[],
  catalogue: readonly CatalogueEntry[],
  places: OwnPlaces,
  context: Context,
): Promise<readonly string[]> {
  const ownership = { names: catalogue.map(({ name }) => name), folder: places.state };
  const home = context.home as string;
  const after = new Map<string, boolean>();
  for (const outcome of outcomes) {
    if (outcome.kind !== "planned") continue;
    const { site, file } = outcome;
    const text = file.kind === "change" ? file.after : await textOf(site.target.path);
    after.set(site.target.path, namesIn(text, site.wanted, ownershipOf(site.wanted)).length > 0);
  }
  const left: string[] = [...after].flatMap(([path, stays]) => (stays ? [path] : []));
  for (const { path } of await registrations(ownership, { home, project: context.cwd, env: context.env })) {
    if (after.get(path) === undefined) left.push(path);
  }
  const real = new Set(await Promise.all([...after.keys(), ...left].map(targetOf)));
  for (const { file, harness: id, root } of await allReceipts(receiptsIn(places.state))) {
    const harness = harnessById(id);
    if (real.has(file) || harness === undefined) continue;
    // A project that is gone has a record and no file.
    if (namesIn(await textOf(file), { harness, root }, ownership).length > 0) left.push(file);
  }
  return [...new Set(left)];
}

/** Files of other folders that an install has written and that register one of these hooks still. */
async function recordedElsewhere(
  outcomes: readonly Outcome[],
  request: Request,
  catalogue: readonly CatalogueEntry[],
  places: OwnPlaces,
  context: Context,
): Promise<readonly RecordedElsewhere[]> {
  const ownership = { names: catalogue.map(({ name }) => name), folder: places.state };
  const told = outcomes.flatMap((outcome) =>
    outcome.kind === "planned"
      ? [outcome.site.target.path, ...outcome.site.others.map(({ path }) => path)]
      : [],
  );
  const real = new Set(await Promise.all(told.map(targetOf)));
  const found: RecordedElsewhere[] = [];
  for (const { file, path, harness: id, root, scope } of await allReceipts(receiptsIn(places.state))) {
    const harness = harnessById(id);
    if (scope === "user" || harness === undefined || real.has(file)) continue;
    if (request.harnesses?.includes(harness) === false) continue;
    const there = namesIn(await textOf(file), { harness, root }, ownership);
    const names = there.filter((name) => request.names.includes(name));
    if (names.length === 0) continue;
    const known = path || file;
    const project = projectOf(harness, { path: known }, scope as Request["scope"], context);
    found.push({ path: known, names, scope, project });
  }
  return found;
}

async function textOf(path: string): Promise<string | undefined> {
  const state = await readState(await targetOf(path));
  return state.kind === "text" ? state.text : undefined;
}

/**
 * Reads and decides under the lock, so that of two installs at once each sees what the other has written. A dry run takes
 * no lock: it must leave no trace, not even an empty folder.
 */
export async function locked<T>(
  request: Pick<Request, "isDryRun" | "purge">,
  context: Context,
  work: (places: OwnPlaces) => Promise<T | Refused>,
): Promise<T | Refused> {
  if (context.home === undefined) {
    return refused(
      "HOME is not set to an absolute folder, so there is no place for hooks",
      undefined,
      "Set HOME and try again.",
    );
  }
  const places = ownPlaces(context.home);
  if (request.isDryRun) return work(places);
  const wasHere = await isFolder(places.state);
  const failure = await makeState(places);
  if (failure !== undefined) return failure;
  try {
    return await withLock(places.state, () => work(places));
  } finally {
    // Nothing of ours before and nothing placed, or nothing any more: the lock alone is no reason to keep a folder.
    if ((request.purge || !wasHere) && !(await isFolder(places.versions))) await removeState(places);
  }
}

/** Our folder, or why it cannot be one: a HOME that is a file is told in our words and with the next step. */
async function makeState({ state }: OwnPlaces): Promise<Refused | undefined> {
  try {
    await mkdir(state, { recursive: true, mode: 0o700 });
    return undefined;
  } catch (error) {
    const { code } = error as { readonly code?: string };
    if (code !== "ENOTDIR" && code !== "EEXIST") throw error;
    return refused(
      "a part of its path is a file and not a folder",
      state,
      "Move that file away, or set HOME to a folder, and run the same again.",
    );
  }
}

function fileOf(applied: Applied, { target }: Site): FileChange | Refused {
  if (applied.kind === "applied" && applied.plan.kind !== "refuse") return applied.plan;
  const problem =
    applied.kind === "applied" && applied.plan.kind === "refuse" ? applied.plan.problem : undefined;
  const says =
    applied.kind === "failed" ? applied.says : applied.plan.kind === "refuse" ? applied.plan.says : "";
  return {
    kind: "refused",
    says,
    file: target.path,
    line: problem?.line,
    column: problem?.column,
    next: "The file is as it was. Correct this and run the same again.",
  };
}
