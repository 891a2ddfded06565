/** Hook files of the plugins that a harness has installed and switched on. */
import { dirname, join } from "node:path";
import type { Harness, Places } from "@hasna/hooks-harness";
import { readJson } from "./files.ts";
import { isObject } from "./json.ts";
import type { DialectId, HookSource } from "./registration.ts";

/** Below the harness's own folder; the star before `hooks` is the plugin's folder (measured with its own commands). */
const PATTERNS: Readonly<Partial<Record<DialectId, string>>> = {
  codex: "plugins/cache/*/*/*/hooks/hooks.json",
  "gemini-cli": "extensions/*/hooks/hooks.json",
  "qwen-code": "extensions/*/hooks/hooks.json",
  droid: "plugins/cache/*/*/*/hooks/hooks.json",
};

export async function pluginSources(
  id: DialectId,
  harness: Harness,
  places: Places,
): Promise<readonly HookSource[]> {
  const home = harness.presence.folder(places);
  if (id === "claude-code") return await claudePlugins(harness, places, home);
  const pattern = PATTERNS[id];
  if (pattern === undefined) return [];
  const files = await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: home, dot: true })).catch(() => []);
  return files.sort().map((file) => {
    const folder = dirname(dirname(join(home, file)));
    // plugins/cache/MARKET/NAME/VERSION or extensions/NAME.
    const parts = file.split("/");
    const name = parts[0] === "plugins" ? `${parts[3]}@${parts[2]}` : String(parts[1]);
    return plugin(id, name, folder);
  });
}

function plugin(harness: DialectId, name: string, folder: string): HookSource {
  return {
    harness,
    scope: "plugin",
    file: join(folder, "hooks/hooks.json"),
    root: ["hooks"],
    plugin: { name, folder },
  };
}

/** Old versions stay for days, so its own list says which one counts; a switch in any settings file can turn one off. */
async function claudePlugins(harness: Harness, places: Places, home: string): Promise<readonly HookSource[]> {
  const list = await readJson(join(home, "plugins/installed_plugins.json"));
  if (!isObject(list) || !isObject(list.plugins)) return [];
  const switches: Record<string, unknown> = {};
  for (const scope of ["user", "project", "local"] as const) {
    const [place] = harness.settingsFiles(scope, places);
    const settings = place === undefined ? undefined : await readJson(place.path);
    if (isObject(settings) && isObject(settings.enabledPlugins))
      Object.assign(switches, settings.enabledPlugins);
  }
  const found: HookSource[] = [];
  for (const [name, installs] of Object.entries(list.plugins)) {
    if (switches[name] !== true || !Array.isArray(installs)) continue;
    for (const install of installs) {
      if (!isObject(install) || typeof install.installPath !== "string") continue;
      const ofProject = typeof install.projectPath === "string" ? install.projectPath : places.project;
      if (ofProject === places.project) found.push(plugin("claude-code", name, install.installPath));
    }
  }
  return found;
}
