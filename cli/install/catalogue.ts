import { bundledHooks } from "hooks:bundled";
import type { Manifest } from "@hasna/hooks-catalog";
import type { HookEvent } from "@hasna/hooks-registry";
import type { Context } from "../context.ts";
import type { CatalogueEntry } from "./request.ts";

/**
 * Every hook with what install must know of it, sorted by name: those of this version and, for a context, those of the
 * packages in its locks. A package whose id is the name of one of ours is none.
 */
export async function loadCatalogue(
  context?: Pick<Context, "env" | "home" | "cwd" | "version">,
): Promise<readonly CatalogueEntry[]> {
  const own = bundledHooks.map(({ version, hook }): CatalogueEntry => {
    const { name, events, matcher, kind, rewritesInput } = hook;
    return { name, version, events, matcher, kind, rewritesInput };
  });
  if (context?.home === undefined) return own;
  const { installedHooks } = await import("../packages/plan.ts");
  // A lock that cannot be read is `hooks audit`'s to tell; what is registered can still be listed and taken out.
  const packaged = await installedHooks(context).catch(() => []);
  const names = new Set(own.map(({ name }) => name));
  const entries = packaged
    .filter(({ id }) => !names.has(id))
    .map(({ id, manifest }) => entryOf(id, manifest));
  return [...own, ...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A manifest has a matcher for each event, an entry one for all: what some event watches. The runner tells them apart. */
export function entryOf(id: string, { version, events, kind, rewritesInput }: Manifest): CatalogueEntry {
  const matchers = Object.values(events);
  const tools = new Set(matchers.flatMap((matcher) => matcher.split("|")));
  const matcher = matchers.includes("") ? "" : [...tools].join("|");
  return { name: id, version, events: Object.keys(events) as HookEvent[], matcher, kind, rewritesInput };
}
