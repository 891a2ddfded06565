/** What keeps a well-formed entry from running: switches of the user and trust that was not given. */
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { codexTrustIdentity, codexTrustKey, harnessById, type Places } from "@hasna/hooks-harness";
import { parse } from "smol-toml";
import { readJson, readText } from "./files.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { DialectId, HookSource, Inert } from "./registration.ts";

/** One entry as it stands in its file. */
export interface Entry {
  readonly source: HookSource;
  readonly event: string;
  readonly group: number;
  readonly position: number;
  readonly matcher: string | undefined;
  readonly handler: JsonObject;
}

export type Gate = (entry: Entry) => Inert | undefined;

/** A source with the value of its whole file. */
export interface SourceValue {
  readonly source: HookSource;
  readonly value: JsonObject;
}

/** Reads what a harness keeps about its hooks besides the files themselves. */
export async function gateOf(id: DialectId, places: Places, values: readonly SourceValue[]): Promise<Gate> {
  switch (id) {
    case "claude-code":
      return claudeGate(values);
    case "codex":
      return await codexGate(places);
    case "gemini-cli":
      return await geminiGate(places, values);
    default:
      return () => undefined;
  }
}

/** The one that decides first: a later scope is overridden by an earlier. */
const PRECEDENCE = ["managed", "local", "project", "user"];

function claudeGate(values: readonly SourceValue[]): Gate {
  const setting = (name: string): SourceValue | undefined =>
    PRECEDENCE.flatMap((scope) => values.filter(({ source }) => source.scope === scope)).find(
      ({ value }) => typeof value[name] === "boolean",
    );
  const off = setting("disableAllHooks");
  const managedOnly = setting("allowManagedHooksOnly");
  return ({ source }) => {
    if (source.scope === "managed") return undefined;
    if (off?.value.disableAllHooks === true) {
      return { kind: "off", says: `disableAllHooks is true in ${off.source.file}` };
    }
    if (managedOnly?.source.scope === "managed" && managedOnly.value.allowManagedHooksOnly === true) {
      return { kind: "off", says: `allowManagedHooksOnly is true in ${managedOnly.source.file}` };
    }
    return undefined;
  };
}

async function codexGate(places: Places): Promise<Gate> {
  const folder = harnessById("codex")?.presence.folder(places) ?? "";
  const config = await readToml(join(folder, "config.toml"));
  const { features, projects, hooks } = config;
  const state = isObject(hooks) && isObject(hooks.state) ? hooks.state : {};
  const isOff = isObject(features) && (features.hooks === false || features.codex_hooks === false);
  return (entry) => {
    const { source, event, group, position } = entry;
    if (isOff) return { kind: "off", says: `features.hooks is false in ${folder}/config.toml` };
    if (source.scope === "managed") return undefined;
    if (source.scope === "project" && !isTrustedProject(projects, dirname(dirname(source.file)))) {
      return { kind: "untrusted", says: `the project is not trusted in ${folder}/config.toml` };
    }
    const file = source.plugin === undefined ? source.file : `${source.plugin.name}:hooks/hooks.json`;
    const key = codexTrustKey(file, event, group, position);
    const one = Object.hasOwn(state, key) ? state[key] : undefined;
    if (!isObject(one)) return { kind: "untrusted", says: "this hook is not trusted yet (/hooks in Codex)" };
    if (one.enabled === false) return { kind: "off", says: `it is switched off in ${folder}/config.toml` };
    const identity = codexTrustIdentity(event, entry.matcher, entry.handler);
    const hash = `sha256:${createHash("sha256").update(identity).digest("hex")}`;
    if (one.trusted_hash === hash) return undefined;
    return { kind: "untrusted", says: "it has changed since it was trusted (/hooks in Codex)" };
  };
}

function isTrustedProject(projects: unknown, folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const one = isObject(projects) && Object.hasOwn(projects, at) ? projects[at] : undefined;
    if (isObject(one)) return one.trust_level === "trusted";
    if (at === dirname(at)) return false;
  }
}

async function readToml(path: string): Promise<JsonObject> {
  const file = await readText(path);
  try {
    return file.kind === "text" ? parse(file.text) : {};
  } catch {
    return {};
  }
}

async function geminiGate(places: Places, values: readonly SourceValue[]): Promise<Gate> {
  const folder = harnessById("gemini-cli")?.presence.folder(places) ?? "";
  const folders = await readJson(join(folder, "trustedFolders.json"));
  const isTrusted = isObject(folders) && isTrustedFolder(folders, places.project);
  const configs = values.map(({ value }) => value.hooksConfig).filter(isObject);
  const disabled = configs.flatMap((config) => (Array.isArray(config.disabled) ? config.disabled : []));
  const isOff = configs.some(({ enabled }) => enabled === false);
  return ({ source, handler }) => {
    if (isOff) return { kind: "off", says: "hooksConfig.enabled is false" };
    if (disabled.includes(handler.name ?? handler.command) || disabled.includes(handler.command)) {
      return { kind: "off", says: "hooksConfig.disabled names it" };
    }
    if (source.scope === "project" && !isTrusted) {
      return { kind: "untrusted", says: `the folder is not in ${folder}/trustedFolders.json` };
    }
    return undefined;
  };
}

function isTrustedFolder(folders: JsonObject, project: string): boolean {
  for (let at = project; ; at = dirname(at)) {
    const rule = Object.hasOwn(folders, at) ? folders[at] : undefined;
    if (rule === "DO_NOT_TRUST") return false;
    if (rule === "TRUST_FOLDER") return true;
    if (at === dirname(at)) break;
  }
  // Trust of the parent of a named folder covers the folder's neighbours.
  return Object.entries(folders).some(
    ([path, rule]) => rule === "TRUST_PARENT" && `${project}/`.startsWith(`${dirname(path)}/`),
  );
}
