/** Everything that the checks look at, read once and read only. */
import { join } from "node:path";
import { type Harness, harnesses, type Places, type Scope } from "@hasna/hooks-harness";
import type { Context } from "../context.ts";
import { type Found, findHarnesses } from "../install/detection.ts";
import { type OwnPlaces, ownPlaces } from "../install/places.ts";
import { pluginFiles } from "../install/plugins.ts";
import type { CatalogueEntry } from "../install/request.ts";
import { managedFiles } from "../install/scopes.ts";
import { plain, type Reading, read } from "../settings/document.ts";
import type { Ownership } from "../settings/entries.ts";
import { type FileState, readState, targetOf } from "../settings/file.ts";
import { registeredInGenerated } from "../settings/generated-plan.ts";
import { withoutBom } from "../settings/plan.ts";
import { readToml, type TomlReading } from "../settings/toml-document.ts";
import { type RawEntry, type RawHooks, rawHooks, rawTables } from "./raw-entries.ts";

/** One settings file that a harness merges. */
export interface SettingsFile {
  readonly harness: Harness;
  readonly scope: Scope | "managed" | "plugin";
  /** As people know it. */
  readonly path: string;
  /** Links resolved. */
  readonly real: string;
  /** Keys from the root to the events. */
  readonly root: readonly string[];
  readonly state: FileState;
  readonly hasBom: boolean;
  /** The text without its byte order mark. */
  readonly body: string;
  /** Of a file in JSON. */
  readonly json: Reading | undefined;
  readonly toml: TomlReading | undefined;
  /** The plain value of a file that can be read. */
  readonly value: unknown;
  readonly hooks: RawHooks;
  /** Hooks of ours in a generated file; undefined for a file that is not one of ours. */
  readonly generated: readonly string[] | undefined;
}

/** An entry with the file it stands in. */
export interface Registered {
  readonly file: SettingsFile;
  readonly entry: RawEntry;
}

export interface Survey {
  readonly context: Context & { readonly home: string };
  readonly places: Places;
  readonly own: OwnPlaces;
  readonly catalogue: readonly CatalogueEntry[];
  readonly found: readonly Found[];
  /** Of every harness that was found or has settings here. */
  readonly files: readonly SettingsFile[];
  /** Every entry of ours, in the order of the harnesses. */
  readonly ours: readonly Registered[];
  /** Every entry of others. */
  readonly foreign: readonly Registered[];
}

const SCOPES = ["user", "project", "local"] as const;

export async function survey(
  catalogue: readonly CatalogueEntry[],
  context: Context & { readonly home: string },
): Promise<Survey> {
  const places = { home: context.home, project: context.cwd, env: context.env };
  const own = ownPlaces(context.home);
  const ownership = { names: catalogue.map(({ name }) => name), folder: own.state };
  const found = await findHarnesses(places);
  const files: SettingsFile[] = [];
  for (const harness of harnesses) {
    const isFound = found.some((one) => one.harness === harness);
    const seen = new Set<string>();
    const add = async (scope: SettingsFile["scope"], path: string, root: readonly string[]) => {
      const file = await readSettings(harness, scope, path, root, ownership);
      // Of a harness that is not here only what registers something of ours matters.
      const isOurs =
        file.hooks.entries.some((entry) => entry.own !== undefined) || file.generated !== undefined;
      if (file.state.kind === "absent" || seen.has(file.real) || !(isFound || isOurs)) return;
      seen.add(file.real);
      files.push(file);
    };
    for (const scope of SCOPES) {
      for (const { path, root } of harness.settingsFiles(scope, places)) {
        await add(scope, path.startsWith("/") ? path : join(context.cwd, path), root);
      }
    }
    if (!isFound) continue;
    const [first] = harness.settingsFiles("user", places);
    for (const path of await managedFiles(harness)) await add("managed", path, first?.root ?? ["hooks"]);
    for (const path of await pluginFiles(harness, places)) await add("plugin", path, ["hooks"]);
  }
  const all = files.flatMap((file) => file.hooks.entries.map((entry): Registered => ({ file, entry })));
  return {
    context,
    places,
    own,
    catalogue,
    found,
    files,
    ours: all.filter(({ entry }) => entry.own !== undefined),
    foreign: all.filter(({ entry }) => entry.own === undefined),
  };
}

const NO_HOOKS: RawHooks = { entries: [], events: [], misplaced: [] };

async function readSettings(
  harness: Harness,
  scope: SettingsFile["scope"],
  path: string,
  root: readonly string[],
  ownership: Ownership,
): Promise<SettingsFile> {
  const real = await targetOf(path);
  const state = await readState(real);
  const { bom, body } = withoutBom(state.kind === "text" ? state.text : "");
  const base = { harness, scope, path, real, root, state, hasBom: bom !== "", body };
  const nothing = {
    json: undefined,
    toml: undefined,
    value: undefined,
    hooks: NO_HOOKS,
    generated: undefined,
  };
  if (state.kind !== "text") return { ...base, ...nothing };
  switch (harness.form.kind) {
    case "json": {
      const json = read(body);
      if (json.kind !== "document") return { ...base, ...nothing, json };
      const hooks = rawHooks(json.document.root, body, root, harness, ownership);
      return { ...base, ...nothing, json, value: plain(json.document.root), hooks };
    }
    case "toml": {
      const toml = readToml(body);
      if (toml.kind !== "document") return { ...base, ...nothing, toml };
      return {
        ...base,
        ...nothing,
        toml,
        value: toml.document.value,
        hooks: rawTables(toml.document, ownership),
      };
    }
    case "generated":
      return { ...base, ...nothing, generated: registeredInGenerated(state.text) };
  }
}
