/** `hooks sync`: brings every settings file on record, and every harness found since, to what was asked for. */
import { harnessById } from "@hasna/hooks-harness";
import type { Context } from "../context.ts";
import { targetOf } from "../settings/file.ts";
import { allReceipts, receiptsIn } from "../settings/receipt.ts";
import { findSites, type Refused, type Site, type Skipped, siteAt } from "./installation.ts";
import { type Installed, installAt, locked, reported } from "./perform.ts";
import type { OwnPlaces } from "./places.ts";
import { projectOf } from "./project-folder.ts";
import type { CatalogueEntry, Request } from "./request.ts";
import { loadWishes } from "./wishes.ts";

export type SyncRequest = Pick<Request, "isDryRun" | "asJson" | "trust">;

export async function performSync(
  options: SyncRequest,
  catalogue: readonly CatalogueEntry[],
  context: Context,
): Promise<number> {
  const request: Request = {
    ...options,
    names: [],
    harnesses: undefined,
    scope: "user",
    force: false,
    withRule: true,
    purge: false,
  };
  const done = await locked(request, context, async (places): Promise<Installed | Refused> => {
    const sites = [
      ...(await recorded(request, catalogue, places, context)),
      ...(await wishedFor(request, catalogue, places, context)),
    ];
    return installAt(await once(sites), request, places, context);
  });
  return reported("sync", done, request, context);
}

/** The files that an install has written, each with the hooks it wrote there. */
async function recorded(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  places: OwnPlaces,
  context: Context,
): Promise<readonly (Site | Refused)[]> {
  const sites: (Site | Refused)[] = [];
  for (const receipt of await allReceipts(receiptsIn(places.state))) {
    const harness = harnessById(receipt.harness);
    const names = receipt.names.filter((name) => catalogue.some((hook) => hook.name === name));
    if (harness === undefined || names.length === 0) continue;
    const place = { path: receipt.path || receipt.file, root: receipt.root };
    const scope = receipt.scope as Request["scope"];
    const project = projectOf(harness, place, scope, context);
    const asked = { ...request, names, scope, withRule: receipt.made.rule };
    sites.push(await siteAt(harness, place, asked, catalogue, { ...context, cwd: project }));
  }
  return sites;
}

/** What is wanted in every harness of the user, in those that have it and in those that are new. */
async function wishedFor(
  request: Request,
  catalogue: readonly CatalogueEntry[],
  places: OwnPlaces,
  context: Context,
): Promise<readonly (Site | Skipped | Refused)[]> {
  const { everywhere } = await loadWishes(places);
  const names = Object.keys(everywhere).filter((name) => catalogue.some((hook) => hook.name === name));
  if (names.length === 0) return [];
  const sites = await findSites({ ...request, names }, catalogue, context);
  if ("kind" in sites) return [sites];
  const kept: (Site | Skipped | Refused)[] = [];
  for (const site of sites) {
    if (site.kind !== "site") {
      kept.push(site);
      continue;
    }
    const { id } = site.wanted.harness;
    const left = names.filter((name) => everywhere[name]?.except.includes(id) !== true);
    if (left.length > 0) kept.push({ ...site, wanted: { ...site.wanted, names: left } });
  }
  return kept;
}

/** One site a file: what is wished for joins what is on record. */
async function once(
  sites: readonly (Site | Skipped | Refused)[],
): Promise<readonly (Site | Skipped | Refused)[]> {
  const merged: (Site | Skipped | Refused)[] = [];
  const byFile = new Map<string, number>();
  for (const site of sites) {
    const file = site.kind === "site" ? await targetOf(site.target.path) : undefined;
    const index = file === undefined ? undefined : byFile.get(file);
    const first = index === undefined ? undefined : merged[index];
    if (index === undefined || first?.kind !== "site" || site.kind !== "site") {
      if (file !== undefined) byFile.set(file, merged.length);
      merged.push(site);
      continue;
    }
    const names = [...new Set([...first.wanted.names, ...site.wanted.names])];
    merged[index] = { ...first, wanted: { ...first.wanted, names } };
  }
  return merged;
}
