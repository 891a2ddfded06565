/** Hook files of the plugins that a harness has installed: they run beside ours. */
import { join } from "node:path";
import type { Harness, HarnessId, Places } from "@hasna/hooks-harness";
import { z } from "zod";
import { readState } from "../settings/file.ts";

/** Patterns below the harness's own folder (measured, each with its plugin commands). */
const PATTERNS: Readonly<Partial<Record<HarnessId, string>>> = {
  codex: "plugins/cache/*/*/*/hooks/hooks.json",
  "gemini-cli": "extensions/*/hooks/hooks.json",
  "qwen-code": "extensions/*/hooks/hooks.json",
  droid: "plugins/cache/*/*/*/hooks/hooks.json",
};

export async function pluginFiles(harness: Harness, places: Places): Promise<readonly string[]> {
  const folder = harness.presence.folder(places);
  if (harness.id === "claude-code") return claudePlugins(folder);
  const pattern = PATTERNS[harness.id];
  if (pattern === undefined) return [];
  try {
    const files = await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: folder, dot: true }));
    return files.sort().map((file) => join(folder, file));
  } catch {
    // No such folder: no plugins.
    return [];
  }
}

const installed: z.ZodType<{
  readonly plugins: Readonly<Record<string, readonly { readonly installPath: string }[]>>;
}> = z.object({ plugins: z.record(z.string(), z.array(z.object({ installPath: z.string() }))) });
const enabled: z.ZodType<{ readonly enabledPlugins: Readonly<Record<string, unknown>> }> = z.object({
  enabledPlugins: z.record(z.string(), z.unknown()),
});

/** Claude Code keeps old versions for days, so its own list says which one counts. */
async function claudePlugins(folder: string): Promise<readonly string[]> {
  const list = installed.safeParse(await json(join(folder, "plugins/installed_plugins.json"))).data;
  const on = enabled.safeParse(await json(join(folder, "settings.json"))).data?.enabledPlugins ?? {};
  return Object.entries(list?.plugins ?? {})
    .filter(([name]) => on[name] !== false)
    .flatMap(([, places]) => places.map(({ installPath }) => join(installPath, "hooks/hooks.json")));
}

async function json(path: string): Promise<unknown> {
  const state = await readState(path);
  try {
    return state.kind === "text" ? JSON.parse(state.text) : undefined;
  } catch {
    return undefined;
  }
}
