import { type Call, type Context, EXIT_USAGE } from "../context.ts";
import { loadCatalogue } from "../install/catalogue.ts";
import { performUninstall } from "../install/perform.ts";
import { ownPlaces } from "../install/places.ts";
import { type CatalogueEntry, readRequest } from "../install/request.ts";
import { namesInSettings } from "../install/scopes.ts";

/** `hooks uninstall NAME...`: takes hooks out of a harness's settings. */
export async function uninstall(call: Call, context: Context): Promise<number> {
  const known = await loadCatalogue(context);
  const catalogue = [...known, ...(await strangers(call, known, context))];
  const request = readRequest(
    call,
    catalogue.map(({ name }) => name),
    "uninstall",
  );
  if ("misuse" in request) {
    context.err(`hooks uninstall: ${request.misuse}\n`);
    return EXIT_USAGE;
  }
  return performUninstall(request, catalogue, context);
}

/** Hooks that an older or newer version has registered: they can be taken out by name all the same. */
async function strangers(
  { words }: Call,
  known: readonly CatalogueEntry[],
  { home, cwd, env }: Context,
): Promise<readonly CatalogueEntry[]> {
  const unknown = words.filter((word) => !known.some(({ name }) => name === word));
  if (home === undefined || unknown.length === 0) return [];
  const names = await namesInSettings(unknown, ownPlaces(home).state, { home, project: cwd, env });
  return names.map((name) => ({
    name,
    version: "",
    events: [],
    matcher: "",
    kind: "helper",
    rewritesInput: false,
  }));
}
