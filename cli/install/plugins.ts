/** Hook files of the plugins that a harness has installed: they run beside ours. */
import { isAbsolute, join, resolve } from "node:path";
import type { Harness, HarnessId, Places } from "@hasna/hooks-harness";
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
  if (harness.id === "claude-code" || harness.id === "copilot-cli") {
    const folders = await pluginFolders(harness, places);
    return (await Promise.all(folders.map(hookFilesOf))).flat();
  }
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

type Fields = Readonly<Record<string, unknown>>;

/** Claude Code's list of plugins, with the places of marketplaces that are folders, which two others have taken over. */
async function pluginFolders(harness: Harness, places: Places): Promise<readonly string[]> {
  const own = harness.presence.folder(places);
  const settings = await Promise.all(
    [
      join(own, "settings.json"),
      ...(harness.id === "claude-code"
        ? [join(places.project, ".claude/settings.json"), join(places.project, ".claude/settings.local.json")]
        : []),
    ].map(objectIn),
  );
  const enabled = new Map<string, unknown>();
  for (const { enabledPlugins } of settings) {
    // The narrower scope decides.
    for (const [name, value] of Object.entries(fields(enabledPlugins))) enabled.set(name, value);
  }
  const folders: string[] = [];
  const { plugins } = await objectIn(join(own, "plugins/installed_plugins.json"));
  for (const [name, installs] of Object.entries(fields(plugins))) {
    if (enabled.get(name) === false || !Array.isArray(installs)) continue;
    // Old versions lie there for days, so its own list says which one counts.
    for (const { installPath } of installs.map(fields))
      if (typeof installPath === "string") folders.push(installPath);
  }
  for (const { extraKnownMarketplaces } of settings) {
    for (const [market, known] of Object.entries(fields(extraKnownMarketplaces))) {
      const { path } = fields(fields(known).source);
      if (typeof path !== "string" || !isAbsolute(path)) continue;
      const { plugins: offered } = await objectIn(join(path, ".claude-plugin/marketplace.json"));
      for (const { name, source } of (Array.isArray(offered) ? offered : []).map(fields)) {
        if (typeof source === "string" && enabled.get(`${name}@${market}`) === true)
          folders.push(resolve(path, source));
      }
    }
  }
  return [...new Set(folders)];
}

/** The file that every plugin may have, and what its manifest names besides. */
async function hookFilesOf(folder: string): Promise<readonly string[]> {
  const manifest = join(folder, ".claude-plugin/plugin.json");
  const { hooks } = await objectIn(manifest);
  const files = [join(folder, "hooks/hooks.json")];
  for (const named of Array.isArray(hooks) ? hooks : [hooks]) {
    if (typeof named === "string") files.push(resolve(folder, named));
    // Hooks in the manifest itself stand there as in any settings file.
    else if (typeof named === "object" && named !== null) files.push(manifest);
  }
  return [...new Set(files)];
}

async function objectIn(path: string): Promise<Fields> {
  const state = await readState(path);
  try {
    return state.kind === "text" ? fields(JSON.parse(state.text)) : {};
  } catch {
    return {};
  }
}

function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
