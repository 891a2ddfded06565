import { bundledHooks } from "hooks:bundled";
import { hookId, rank, type SearchRow } from "@hasna/hooks-catalog";
import { type Call, type Context, EXIT_FAILED, EXIT_OK } from "../context.ts";
import { columns, harmless, onPackages, textOption } from "../packages/command.ts";
import { loadNpmConfig } from "../packages/npm-config.ts";
import { registryClient } from "../packages/registry-client.ts";

/** Rows asked of a registry. */
const MOST_REMOTE = 250;
/** Rows shown. */
const MOST_SHOWN = 40;

/** `hooks search [WORD...]`: hooks of this version and of the configured registry. Exit code 1 when nothing is found. */
export async function search(call: Call, context: Context): Promise<number> {
  return onPackages("search", call, context, async () => {
    const query = call.words.join(" ");
    const own = bundledHooks.map(({ name, version, hook }): SearchRow & { readonly from: string } => {
      return { name, version, summary: hook.summary, keywords: [], from: "built in" };
    });
    const remote = call.options.offline === true ? [] : await remoteRows(query, call, context);
    const names = new Set(own.map(({ name }) => name));
    const rows = rank([...own, ...remote.filter(({ name }) => !names.has(name))], query);
    if (call.options.json === true) {
      context.out(`${JSON.stringify({ query, hooks: rows })}\n`);
    } else if (rows.length === 0) {
      context.err(`No hook was found for "${query}". Try fewer or other words.\n`);
    } else {
      const shown = rows.slice(0, MOST_SHOWN);
      context.out(
        columns(
          shown.map(({ name, version, from, summary }) => [
            name,
            version,
            from,
            harmless(summary).split("\n")[0] ?? "",
          ]),
        ),
      );
      if (rows.length > shown.length)
        context.out(`... and ${rows.length - shown.length} more; add a word.\n`);
    }
    return rows.length === 0 ? EXIT_FAILED : EXIT_OK;
  });
}

/** A registry that cannot be asked is said, and what is built in is found all the same. */
async function remoteRows(
  query: string,
  call: Call,
  context: Context,
): Promise<readonly (SearchRow & { readonly from: string })[]> {
  try {
    const client = registryClient(await loadNpmConfig(context, textOption(call, "registry")), context.env);
    const rows = await client.search(query, MOST_REMOTE);
    return rows.map((row) => ({ ...row, name: hookId(row), from: "registry" }));
  } catch (error) {
    context.err(`note: only built-in hooks were searched: ${(error as Error).message}\n`);
    return [];
  }
}
