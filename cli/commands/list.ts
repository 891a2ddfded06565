import { bundledHooks } from "hooks:bundled";
import { type Call, type Context, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { ownPlaces } from "../install/places.ts";
import { registrations } from "../install/scopes.ts";
import { type InstalledHook, installedHooks } from "../packages/plan.ts";

/** `hooks list`: every hook of this version and every installed package, with the settings files that register it for this folder. */
export async function list({ options, words }: Call, context: Context): Promise<number> {
  if (words.length > 0) {
    context.err(`hooks list: it takes no names, got "${words[0]}".\n`);
    return EXIT_USAGE;
  }
  const packages = await packagesOf(context);
  const registered = await filesByHook(context, packages);
  const builtIn = bundledHooks.map(({ name, version, hook }) => {
    const { summary, events, matcher, kind, rewritesInput } = hook;
    const files = registered.get(name) ?? [];
    return { name, version, summary, events, matcher, kind, rewritesInput, registered: files };
  });
  const installed = packages.map(({ id, manifest }) => {
    const { version, summary, events, kind, rewritesInput } = manifest;
    const matcher = [...new Set(Object.values(events))].join("|");
    const files = registered.get(id) ?? [];
    const names = Object.keys(events);
    return { name: id, version, summary, events: names, matcher, kind, rewritesInput, registered: files };
  });
  const rows = [...builtIn.filter(({ name }) => !installed.some((one) => one.name === name)), ...installed];
  if (options.json === true) {
    context.out(`${JSON.stringify({ hooks: rows })}\n`);
    return EXIT_OK;
  }
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  const indent = " ".repeat(width);
  for (const { name, version, summary, events, matcher, registered: files } of rows) {
    const where = files.length === 0 ? "not registered" : `registered in ${files.join(", ")}`;
    context.out(
      `${name.padEnd(width)}  ${version}  ${summary}\n${indent}  on ${events.join(", ")} of ${matcher || "every tool"}, ${where}\n`,
    );
  }
  return EXIT_OK;
}

/** Hooks of the user's and the project's lock; a lock that cannot be read is said, and the built-in ones are listed all the same. */
async function packagesOf(context: Context): Promise<readonly InstalledHook[]> {
  if (context.home === undefined) return [];
  try {
    return await installedHooks(context);
  } catch (error) {
    context.err(`note: installed packages are not listed: ${(error as Error).message}\n`);
    return [];
  }
}

/** Absolute paths, in the order of the harnesses; a file that two harnesses read stands there once. */
async function filesByHook(
  { home, cwd, env }: Context,
  packages: readonly InstalledHook[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = new Map<string, string[]>();
  if (home === undefined) return files;
  const ownership = {
    names: [...bundledHooks.map(({ name }) => name), ...packages.map(({ id }) => id)],
    folder: ownPlaces(home).state,
  };
  for (const { path, names } of await registrations(ownership, { home, project: cwd, env })) {
    for (const name of names) {
      const known = files.get(name) ?? [];
      if (!known.includes(path)) files.set(name, [...known, path]);
    }
  }
  return files;
}
