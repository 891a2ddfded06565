import { type Call, type Context, EXIT_USAGE } from "../context.ts";
import { loadCatalogue } from "../install/catalogue.ts";
import { performInstall } from "../install/perform.ts";
import { readRequest } from "../install/request.ts";
import { nearest } from "../nearest.ts";

/** `hooks install NAME...`: places the program and registers hooks in a harness's settings, those of packages too. */
export async function install(call: Call, context: Context): Promise<number> {
  const catalogue = await loadCatalogue(context);
  const own = (await loadCatalogue()).map(({ name }) => name);
  const specs = call.words.filter((word) => !own.includes(word) && !isSlip(word, own));
  if (specs.length === 0) return register(call, context, catalogue);
  // The command line is checked before anything is fetched.
  const slip = readRequest(call, call.words, "install");
  if ("misuse" in slip) return misused(slip.misuse, context);
  const { onPackages } = await import("../packages/command.ts");
  // What is registered for one machine alone is in the user's lock.
  const scope = slip.scope === "project" ? "project" : "user";
  const forPackages = { ...call, options: { ...call.options, scope } };
  return onPackages("install", forPackages, context, async () => {
    const { installPackages } = await import("../packages/install.ts");
    const packaged = await installPackages(specs, scope, call, context);
    const known = [
      ...catalogue.filter(({ name }) => !packaged.entries.some((one) => one.name === name)),
      ...packaged.entries,
    ];
    const words = [...call.words.filter((word) => !specs.includes(word)), ...packaged.ids];
    return register(
      { ...call, words },
      context,
      known.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    );
  });
}

async function register(
  call: Call,
  context: Context,
  catalogue: Awaited<ReturnType<typeof loadCatalogue>>,
): Promise<number> {
  const request = readRequest(
    call,
    catalogue.map(({ name }) => name),
    "install",
  );
  return "misuse" in request ? misused(request.misuse, context) : performInstall(request, catalogue, context);
}

/** A bare word close to a name of ours is that name mistyped: a registry might hold somebody's package for the slip. */
function isSlip(word: string, own: readonly string[]): boolean {
  return /^[a-z0-9-]+$/i.test(word) && nearest(word, own) !== undefined;
}

function misused(says: string, context: Context): number {
  context.err(`hooks install: ${says}\n`);
  return EXIT_USAGE;
}
