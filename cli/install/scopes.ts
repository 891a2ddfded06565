/** What the other settings files that a harness merges say about our hooks. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Harness, harnesses, type Places, type Scope } from "@hasna/hooks-harness";
import { plain, read } from "../settings/document.ts";
import type { Ownership } from "../settings/entries.ts";
import { readState, targetOf } from "../settings/file.ts";
import { namesIn } from "../settings/forms.ts";
import { neighboursIn } from "../settings/notes.ts";
import { ownershipOf, type Wanted, withoutBom } from "../settings/plan.ts";
import type { Note } from "../settings/problem.ts";
import { pluginFiles } from "./plugins.ts";
import { moreSources } from "./sources.ts";

export interface ScopeFile {
  readonly scope: Scope | "managed" | "plugin";
  readonly path: string;
  readonly root: readonly string[];
  readonly text: string;
  /** Names of our hooks that it registers. */
  readonly names: readonly string[];
  /** Hooks of others in it that answer the same calls as one of ours that rewrites. */
  readonly neighbours: readonly Note[];
  /** Why the harness runs no hook of the user's at all; undefined when the file says nothing of the kind. */
  readonly switchedOff: string | undefined;
}

interface Candidate {
  readonly scope: ScopeFile["scope"];
  readonly path: string;
  readonly root: readonly string[];
  /** Whose form it is in; left out: that of the harness that reads it. */
  readonly harness?: Harness;
  readonly syntax?: "json" | "toml";
}

/** Every settings file that the harness merges, except the one at `own`. Files that cannot be read say nothing. */
export async function otherScopes(
  wanted: Wanted,
  places: Places,
  own: string,
): Promise<readonly ScopeFile[]> {
  const { harness } = wanted;
  const scopes = (["user", "project", "local"] as const).flatMap((scope) =>
    harness.settingsFiles(scope, places).map((place): Candidate => ({ scope, ...place })),
  );
  const managed = await managedFiles(harness);
  const plugins = await pluginFiles(harness, places);
  const files: ScopeFile[] = [];
  const seen = new Set([await targetOf(own)]);
  for (const { scope, path, root, harness: form = harness, syntax } of [
    ...scopes,
    ...managed.map((path): Candidate => ({ scope: "managed", path, root: wanted.root })),
    ...plugins.map((path): Candidate => ({ scope: "plugin", path, root: ["hooks"] })),
    ...(await moreSources(harness, places)),
  ]) {
    const real = await targetOf(path);
    if (seen.has(real)) continue;
    seen.add(real);
    const state = await readState(real);
    if (state.kind !== "text") continue;
    const ground = { ...wanted, harness: form, root };
    const text = syntax === "toml" ? jsonOf(state.text) : state.text;
    if (text === undefined) continue;
    files.push({
      scope,
      path,
      root,
      text,
      names: namesIn(text, ground, ownershipOf(wanted)),
      neighbours: placed(neighboursIn(text, ground), syntax),
      switchedOff: switchIn(text, scope),
    });
  }
  return files;
}

/** A TOML file as the JSON that its reader makes of it; undefined for one that it cannot read either. */
function jsonOf(text: string): string | undefined {
  try {
    return JSON.stringify(Bun.TOML.parse(text));
  } catch {
    return undefined;
  }
}

/** Places in a text that was made from another say nothing. */
function placed(notes: readonly Note[], syntax: Candidate["syntax"]): readonly Note[] {
  return syntax === "toml" ? notes.map((note) => ({ ...note, position: undefined })) : notes;
}

export async function managedFiles(harness: Harness): Promise<readonly string[]> {
  const files: string[] = [];
  for (const path of harness.managedSettings) {
    if (!path.endsWith("/")) {
      files.push(path);
      continue;
    }
    const names = await readdir(path).catch(() => []);
    files.push(
      ...names
        .filter((name) => name.endsWith(".json"))
        .sort()
        .map((name) => join(path, name)),
    );
  }
  return files;
}

function switchIn(text: string, scope: ScopeFile["scope"]): string | undefined {
  const reading = read(withoutBom(text).body);
  const value = reading.kind === "document" ? plain(reading.document.root) : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if ("disableAllHooks" in value && value.disableAllHooks === true) return '"disableAllHooks" is true';
  const isManagedOnly =
    scope === "managed" && "allowManagedHooksOnly" in value && value.allowManagedHooksOnly === true;
  return isManagedOnly ? '"allowManagedHooksOnly" is true' : undefined;
}

/** Which of these names are registered in any settings file that an uninstall could be about, by programs of ours. */
export async function namesInSettings(
  words: readonly string[],
  folder: string,
  places: Places,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { names } of await registrations({ names: words, folder }, places)) {
    for (const name of names) found.add(name);
  }
  return words.filter((word) => found.has(word));
}

/** Every settings file of every harness, in all scopes of this folder, that registers hooks of ours. */
export async function registrations(
  ownership: Ownership,
  places: Places,
): Promise<readonly { readonly path: string; readonly names: readonly string[] }[]> {
  const found: { path: string; names: readonly string[] }[] = [];
  for (const harness of harnesses) {
    for (const scope of ["user", "project", "local"] as const) {
      for (const { path, root } of harness.settingsFiles(scope, places)) {
        const state = await readState(await targetOf(path));
        const text = state.kind === "text" ? state.text : undefined;
        const names = namesIn(text, { harness, root }, ownership);
        if (names.length > 0) found.push({ path, names });
      }
    }
  }
  return found;
}
