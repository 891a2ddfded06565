/** Every settings file that a harness reads hooks from, in the order in which it adds them up. */
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Harness, harnessById, type Places, type SettingsPlace } from "@hasna/hooks-harness";
import { filesIn } from "./files.ts";
import { pluginSources } from "./plugins.ts";
import type { DialectId, HookSource, SourceScope } from "./registration.ts";

export interface SourceOptions {
  /** Only these scopes; default: all. */
  readonly scopes?: readonly SourceScope[];
  /** Files besides, in the harness's own form. */
  readonly extra?: readonly {
    readonly harness: DialectId;
    readonly file: string;
    readonly root: readonly string[];
  }[];
}

/** Looks at folders, reads plugin lists, and names files whether they exist or not. */
export async function findSources(
  dialects: readonly DialectId[],
  places: Places,
  { scopes, extra = [] }: SourceOptions = {},
): Promise<readonly HookSource[]> {
  const found: HookSource[] = [];
  for (const id of dialects) {
    const harness = harnessById(id);
    if (harness === undefined) continue;
    found.push(...(await ofHarness(id, harness, places)));
    for (const { file, root } of extra.filter(({ harness }) => harness === id)) {
      found.push({ harness: id, scope: "extra", file, root });
    }
  }
  return scopes === undefined ? found : found.filter(({ scope }) => scopes.includes(scope));
}

async function ofHarness(id: DialectId, harness: Harness, places: Places): Promise<readonly HookSource[]> {
  const source = (scope: SourceScope, { path, root }: SettingsPlace): HookSource => ({
    harness: id,
    scope,
    file: path,
    root,
  });
  const managed = await Promise.all(
    harness.managedSettings.map(async (path) => (path.endsWith("/") ? await filesIn(path, ".json") : [path])),
  );
  return [
    ...managed.flat().map((path) => source("managed", { path, root: ["hooks"] })),
    ...(await userFiles(id, harness, places)).map((place) => source("user", place)),
    ...(await projectFiles(id, harness, places)).map((place) => source("project", place)),
    ...harness.settingsFiles("local", places).map((place) => source("local", place)),
    ...(await pluginSources(id, harness, places)),
  ];
}

async function userFiles(id: DialectId, harness: Harness, places: Places): Promise<readonly SettingsPlace[]> {
  const folder = harness.presence.folder(places);
  switch (id) {
    case "codex":
      return [
        ...harness.settingsFiles("user", places),
        { path: join(folder, "config.toml"), root: ["hooks"] },
      ];
    case "copilot-cli":
      return [
        ...(await filesIn(join(folder, "hooks"), ".json")).map((path) => ({ path, root: ["hooks"] })),
        { path: join(folder, "settings.json"), root: ["hooks"] },
      ];
    case "droid":
      return await firstThatIs(harness.settingsFiles("user", places));
    default:
      return harness.settingsFiles("user", places).slice(0, 1);
  }
}

async function projectFiles(
  id: DialectId,
  harness: Harness,
  places: Places,
): Promise<readonly SettingsPlace[]> {
  switch (id) {
    case "codex": {
      const folders = await upToRoot(places.project);
      return folders.flatMap((project) =>
        ["hooks.json", "config.toml"].map((name) => ({
          path: join(project, ".codex", name),
          root: ["hooks"],
        })),
      );
    }
    case "copilot-cli":
      return [
        ...(await filesIn(join(places.project, ".github/hooks"), ".json")),
        join(places.project, ".claude/settings.json"),
        join(places.project, ".claude/settings.local.json"),
      ].map((path) => ({ path, root: ["hooks"] }));
    case "droid":
      return await firstThatIs(harness.settingsFiles("project", places));
    default:
      return harness.settingsFiles("project", places).slice(0, 1);
  }
}

/** Droid looks at the later file only where the earlier is absent. */
async function firstThatIs(places: readonly SettingsPlace[]): Promise<readonly SettingsPlace[]> {
  for (const place of places) if (await exists(place.path)) return [place];
  return places.slice(0, 1);
}

/** The folder and those above it up to the one that holds `.git`, outermost first; the folder alone without one. */
async function upToRoot(project: string): Promise<readonly string[]> {
  const folders = [project];
  for (let folder = project; ; folder = dirname(folder)) {
    if (folder !== project) folders.unshift(folder);
    if (await exists(join(folder, ".git"))) return folders;
    if (folder === dirname(folder)) return [project];
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
