/** Carries plans out, under the lock, in the order in which a kill at any moment leaves a guard and not a gap. */
import { type Context, EXIT_FAILED, EXIT_OK } from "../context.ts";
import { isFolder, readState, targetOf } from "../settings/file.ts";
import { withLock } from "../settings/lock.ts";
import { ownershipOf, registeredIn } from "../settings/plan.ts";
import { recordedFiles } from "../settings/receipt.ts";
import {
  type Applied,
  applyToFile,
  type FilePlan,
  planFileInstall,
  planFileUninstall,
} from "../settings/settings-file.ts";
import {
  findSite,
  type InstallPlan,
  planInstallation,
  planUninstallation,
  type Refused,
  type Site,
  type UninstallPlan,
} from "./installation.ts";
import { place, removePrograms, removeState } from "./placement.ts";
import { ownPlaces } from "./places.ts";
import { reportInstall, reportRefusal, reportUninstall } from "./report.ts";
import type { CatalogueEntry, Request } from "./request.ts";

export async function performInstall(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  context: Context,
): Promise<number> {
  const done = await withSite(request, catalogue, context, async (site): Promise<InstallPlan | Refused> => {
    const plan = await planInstallation(site, context);
    if (plan.kind === "refused" || request.isDryRun) return plan;
    // The program first: an entry whose program is missing lets every call pass in some harnesses and none in others.
    if (plan.placement.kind === "place") await place(site.places, plan.placement);
    const applied = await applyToFile(site.target, () => planFileInstall(site.target, site.wanted));
    const file = fileOf(applied, site);
    return file.kind === "refused" ? file : { ...plan, file };
  });
  if (done.kind === "refused") {
    reportRefusal("install", done, request.asJson, context);
    return EXIT_FAILED;
  }
  reportInstall(done, context);
  return EXIT_OK;
}

export async function performUninstall(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  context: Context,
): Promise<number> {
  let left: readonly string[] = [];
  const done = await withSite(request, catalogue, context, async (site): Promise<UninstallPlan | Refused> => {
    const plan = await planUninstallation(site);
    if (plan.kind === "refused") return plan;
    left = await stillRegistered(site, plan.file);
    if (request.isDryRun) return plan;
    const rule = { ...site.wanted, rule: plan.rule };
    const applied = await applyToFile(site.target, () => planFileUninstall(site.target, rule));
    const file = fileOf(applied, site);
    if (file.kind === "refused") return file;
    // The programs last: a registration without its program is the worst of both.
    if (request.purge && left.length === 0) await removePrograms(site.places);
    return { ...plan, file };
  });
  if (done.kind === "refused") {
    reportRefusal("uninstall", done, request.asJson, context);
    return EXIT_FAILED;
  }
  const isPurged = request.purge && left.length === 0;
  reportUninstall(done, left, isPurged && !request.isDryRun, context);
  return request.purge && !isPurged ? EXIT_FAILED : EXIT_OK;
}

/** Settings files that will start our programs after the plan: those the harness merges here, and those on record. */
async function stillRegistered({ target, wanted, others }: Site, file: FilePlan): Promise<readonly string[]> {
  const registers = (text: string | undefined) => registeredIn(text, wanted, ownershipOf(wanted)).length > 0;
  const here = file.kind === "change" ? file.after : await textOf(target.path);
  const left = registers(here) ? [target.path] : [];
  left.push(...others.filter(({ names }) => names.length > 0).map(({ path }) => path));
  const real = await targetOf(target.path);
  for (const path of await recordedFiles(target.receipts)) {
    // A project that is gone has a record and no file.
    if (path !== real && registers(await textOf(path))) left.push(path);
  }
  return [...new Set(left)];
}

async function textOf(path: string): Promise<string | undefined> {
  const state = await readState(await targetOf(path));
  return state.kind === "text" ? state.text : undefined;
}

/**
 * Reads and decides under the lock, so that of two installs at once each sees what the other has written. A dry run takes
 * no lock: it must leave no trace, not even an empty folder.
 */
async function withSite<T>(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  context: Context,
  work: (site: Site) => Promise<T | Refused>,
): Promise<T | Refused> {
  const look = async (): Promise<T | Refused> => {
    const site = await findSite(request, catalogue, context);
    return "kind" in site ? site : work(site);
  };
  if (request.isDryRun || context.home === undefined) return look();
  const places = ownPlaces(context.home);
  const wasHere = await isFolder(places.state);
  try {
    return await withLock(places.state, look);
  } finally {
    // Nothing of ours before and nothing placed, or nothing any more: the lock alone is no reason to keep a folder.
    if ((request.purge || !wasHere) && !(await isFolder(places.versions))) await removeState(places);
  }
}

function fileOf(applied: Applied, { target }: Site): InstallPlan["file"] | Refused {
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
