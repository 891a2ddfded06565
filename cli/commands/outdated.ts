import { hookId, type Packument, type Release } from "@hasna/hooks-catalog";
import { type Call, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { columns, onPackages, textOption } from "../packages/command.ts";
import { readLockFile } from "../packages/lock-file.ts";
import { loadNpmConfig } from "../packages/npm-config.ts";
import { planPackages } from "../packages/plan.ts";
import { registryClient } from "../packages/registry-client.ts";

/** `hooks outdated`: what the lock holds, what an update would bring, and the newest there is. Exit code 1 when anything is older. */
export async function outdated(call: Call, context: Context): Promise<number> {
  if (call.words.length > 0) {
    context.err(`hooks outdated: it takes no names, got "${call.words[0]}".\n`);
    return EXIT_USAGE;
  }
  return onPackages("outdated", call, context, async (scope) => {
    const registry = textOption(call, "registry");
    const { lock } = await readLockFile(scope, context);
    const client = registryClient(await loadNpmConfig(context, registry), context.env);
    const plan = await planPackages([], { scope, registry, update: "all" }, context);
    const rows: {
      name: string;
      current: string;
      wanted: string;
      latest: string;
      published: string | null;
    }[] = [];
    for (const [name, { version, from }] of Object.entries(lock.hooks)) {
      const known = from === "npm" ? (await client.packument(name))?.packument : undefined;
      const newest = known === undefined ? undefined : newestOf(known);
      const wanted = plan.lock.hooks[name]?.version ?? version;
      const latest = newest?.version ?? wanted;
      if (wanted === version && latest === version) continue;
      rows.push({
        name: hookId({ package: name }),
        current: version,
        wanted,
        latest,
        published: newest?.published ?? null,
      });
    }
    if (call.options.json === true) context.out(`${JSON.stringify({ scope, outdated: rows })}\n`);
    else if (rows.length === 0) context.out("Every hook in the lock is the newest.\n");
    else {
      const cells = rows.map(({ name, current, wanted, latest }) => [name, current, wanted, latest]);
      context.out(columns([["hook", "current", "wanted", "latest"], ...cells]));
    }
    return rows.length === 0 ? EXIT_OK : EXIT_FAILED;
  });
}

function newestOf({ releases, tags }: Packument): Release | undefined {
  return (
    releases.find(({ version }) => version === tags.latest) ??
    releases.find(({ version }) => !version.includes("-"))
  );
}
