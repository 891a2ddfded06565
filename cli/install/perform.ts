/** Carries plans out, under the lock, in the order in which a kill at any moment leaves a guard and not a gap. */
import { type Context, EXIT_FAILED, EXIT_OK } from "../context.ts";
import { isFolder } from "../settings/file.ts";
import { withLock } from "../settings/lock.ts";
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
  const wasHere = context.home !== undefined && (await isFolder(ownPlaces(context.home).state));
  const done = await withSite(request, catalogue, context, async (site): Promise<UninstallPlan | Refused> => {
    const plan = await planUninstallation(site);
    if (plan.kind === "refused") return plan;
    // Other settings files that we know to start the programs.
    const recorded = await recordedFiles(site.target.receipts);
    const others = site.others.filter(({ names }) => names.length > 0).map(({ path }) => path);
    left = [...new Set([...others, ...recorded.filter((path) => !endsHere(path, plan.file))])];
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
  // Nothing of ours before, or nothing any more: the lock alone is no reason to keep a folder.
  if (!request.isDryRun && (isPurged || !wasHere)) await removeState(done.site.places);
  reportUninstall(done, left, isPurged && !request.isDryRun, context);
  return request.purge && !isPurged ? EXIT_FAILED : EXIT_OK;
}

function endsHere(path: string, file: FilePlan): boolean {
  return file.kind === "change" && file.real === path && file.receipt === undefined;
}

/** A dry run takes no lock: it must leave no trace, not even an empty folder. */
async function withSite<T>(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  context: Context,
  work: (site: Site) => Promise<T | Refused>,
): Promise<T | Refused> {
  const site = await findSite(request, catalogue, context);
  if ("kind" in site) return site;
  return request.isDryRun ? work(site) : withLock(site.places.state, () => work(site));
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
