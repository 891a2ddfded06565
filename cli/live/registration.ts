/** A copy of what is registered for a harness, for a home folder of its own: our entries and the switches, nothing else. */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Harness } from "@hasna/hooks-harness";
import { parse, stringify } from "smol-toml";
import type { SettingsFile, Survey } from "../doctor/survey.ts";
import { readState, targetOf } from "../settings/file.ts";
import { readOwnCommand } from "../settings/own-command.ts";

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Where the copy goes. */
export interface Stage {
  readonly home: string;
  readonly project: string;
}

export interface Copied {
  /** The user's files that were copied. */
  readonly files: readonly string[];
  /** Hooks that they register. */
  readonly names: readonly string[];
}

/** Scopes that a client reads in a folder that nobody has trusted. */
const scopesOf = (harness: Harness): readonly string[] =>
  harness.id === "claude-code" ? ["user", "project", "local"] : ["user"];

/** Writes the copy. Reads the user's files and changes none. `more`: what the client's file must hold besides. */
export async function copyRegistration(
  { files }: Survey,
  harness: Harness,
  more: Fields,
  stage: Stage,
): Promise<Copied> {
  const copied: string[] = [];
  const names = new Set<string>();
  const [preferred] = harness.settingsFiles("user", { ...stage, env: {} });
  if (preferred !== undefined) await put(preferred.path, more);
  for (const file of files) {
    if (file.harness !== harness || !isScope(file.scope) || !scopesOf(harness).includes(file.scope)) continue;
    const own = file.hooks.entries.flatMap((entry) => entry.own?.names ?? []);
    for (const name of own) names.add(name);
    if (own.length === 0) continue;
    const targets = harness.settingsFiles(file.scope, { ...stage, env: {} });
    const target = targets.find(({ path }) => basename(path) === basename(file.path)) ?? targets[0];
    if (target === undefined) continue;
    await put(target.path, { ...(file.scope === "user" ? more : {}), ...registrationOf(file) });
    if (harness.trust !== undefined) await copyTrust(file, target.path);
    copied.push(file.path);
  }
  return { files: copied, names: [...names] };
}

type Copyable = "user" | "project" | "local";
const isScope = (scope: SettingsFile["scope"]): scope is Copyable =>
  scope !== "managed" && scope !== "plugin";

async function put(path: string, value: Fields): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

const SWITCHES = ["disableAllHooks", "hooksConfig"];

function registrationOf({ value, root }: SettingsFile): Fields {
  if (!isFields(value)) return {};
  const kept: Record<string, unknown> = {};
  for (const key of SWITCHES) if (value[key] !== undefined) kept[key] = value[key];
  const [key = "hooks"] = root;
  const events = isFields(value[key]) ? value[key] : {};
  kept[key] = Object.fromEntries(
    Object.entries(events).map(([event, groups]) => [event, list(groups).map(groupOf)]),
  );
  return kept;
}

/** Hooks of others do nothing here, but keep their place: trust is kept by place. */
function groupOf(group: unknown): unknown {
  if (!isFields(group)) return group;
  return {
    ...group,
    hooks: list(group.hooks).map((one) => (isOurs(one) ? one : { type: "command", command: "true" })),
  };
}

const isOurs = (handler: unknown): boolean =>
  isFields(handler) && typeof handler.command === "string" && readOwnCommand(handler.command) !== undefined;

/** What Codex is told of trust and of its switches stands in another file, by the path of this one. */
async function copyTrust({ path, real }: SettingsFile, target: string): Promise<void> {
  const state = await readState(await targetOf(join(dirname(path), "config.toml")));
  if (state.kind !== "text") return;
  const config: Fields = parse(state.text);
  const hooks = isFields(config.hooks) ? config.hooks : {};
  const trust = isFields(hooks.state) ? hooks.state : {};
  const moved: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(trust)) {
    const start = [path, real].find((one) => key.startsWith(`${one}:`));
    if (start !== undefined) moved[target + key.slice(start.length)] = value;
  }
  const features = isFields(config.features) ? { features: config.features } : {};
  await writeFile(
    join(dirname(target), "config.toml"),
    stringify({ ...features, hooks: { ...hooks, state: moved } }),
  );
}
