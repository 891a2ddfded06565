import { bundledHooks } from "hooks:bundled";
import type { CatalogueEntry } from "./request.ts";

/** Every hook of this version with what install must know of it, sorted by name. */
export async function loadCatalogue(): Promise<readonly CatalogueEntry[]> {
  return bundledHooks.map(({ version, hook }) => {
    const { name, events, matcher, kind, rewritesInput } = hook;
    return { name, version, events, matcher, kind, rewritesInput };
  });
}
