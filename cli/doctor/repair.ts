/** `--fix`: carries out the repairs that are safe, through the same planner and under the same lock as an install. */
import { chmod, stat } from "node:fs/promises";
import type { Context } from "../context.ts";
import { findSites } from "../install/installation.ts";
import { installAt, locked } from "../install/perform.ts";
import type { CatalogueEntry, Request } from "../install/request.ts";
import type { Finding, Repair } from "./finding.ts";

/** One repair and how it ended. */
export interface Repaired {
  readonly says: string;
  readonly isDone: boolean;
}

export async function repair(
  findings: readonly Finding[],
  catalogue: readonly CatalogueEntry[],
  context: Context & { readonly home: string },
): Promise<readonly Repaired[]> {
  const repairs = findings.flatMap((finding) => finding.repair ?? []);
  const done: Repaired[] = [];
  for (const one of modes(repairs)) done.push(await takeBitsAway(one));
  for (const one of registrations(repairs, catalogue)) done.push(await registerAnew(one, catalogue, context));
  return done;
}

type Mode = Repair & { readonly kind: "mode" };
type Register = Repair & { readonly kind: "register" };

function modes(repairs: readonly Repair[]): readonly Mode[] {
  const found = repairs.filter((one) => one.kind === "mode");
  return found.filter((one, index) => found.findIndex(({ path }) => path === one.path) === index);
}

/** One a harness and scope, with every hook that some finding names there. */
function registrations(
  repairs: readonly Repair[],
  catalogue: readonly CatalogueEntry[],
): readonly Register[] {
  const merged = new Map<string, Register>();
  for (const one of repairs) {
    if (one.kind !== "register") continue;
    const key = `${one.harness.id} ${one.scope}`;
    const names = [...(merged.get(key)?.names ?? []), ...one.names];
    const known = [...new Set(names)].filter((name) => catalogue.some((hook) => hook.name === name));
    merged.set(key, { ...one, names: known });
  }
  return [...merged.values()].filter(({ names }) => names.length > 0);
}

async function takeBitsAway({ path, mode }: Mode): Promise<Repaired> {
  try {
    // Only ever fewer bits than there are now.
    const now = (await stat(path)).mode & 0o7777;
    await chmod(path, now & mode);
    return { says: `${path}: mode ${now.toString(8)} became ${(now & mode).toString(8)}.`, isDone: true };
  } catch (error) {
    return { says: `${path}: ${error instanceof Error ? error.message : String(error)}.`, isDone: false };
  }
}

async function registerAnew(
  { harness, scope, names }: Register,
  catalogue: readonly CatalogueEntry[],
  context: Context,
): Promise<Repaired> {
  const request: Request = {
    names,
    harnesses: [harness],
    scope,
    isDryRun: false,
    asJson: false,
    force: false,
    withRule: true,
    trust: false,
    purge: false,
  };
  const where = `${names.join(", ")} for ${harness.label} (${scope} scope)`;
  try {
    const done = await locked(request, context, async (places) => {
      const sites = await findSites(request, catalogue, context);
      return "kind" in sites ? sites : installAt(sites, request, places, context);
    });
    const refusals =
      done.kind === "refused" ? [done] : done.outcomes.filter(({ kind }) => kind === "refused");
    const [refusal] = refusals;
    if (refusal?.kind === "refused")
      return { says: `${where}: ${refusal.says}. ${refusal.next}`, isDone: false };
    return { says: `${where}: written anew.`, isDone: true };
  } catch (error) {
    return { says: `${where}: ${error instanceof Error ? error.message : String(error)}.`, isDone: false };
  }
}
