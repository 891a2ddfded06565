/** Switches by which a harness runs no hooks although they are registered. */
import { dirname, join } from "node:path";
import type { Check, Hit } from "../doctor/finding.ts";
import type { SettingsFile } from "../doctor/survey.ts";
import { positionOf, properties, propertyValue } from "../settings/document.ts";
import { readToml } from "../settings/toml-document.ts";

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Where a root key, or one key below it, stands. */
function placeOf({ json, body }: SettingsFile, path: readonly string[]): { line: number; column: number } {
  let node = json?.kind === "document" ? json.document.root : undefined;
  let offset = 0;
  for (const key of path) {
    const property = node?.type === "object" ? properties(node, key).at(-1) : undefined;
    if (property === undefined) break;
    offset = property.offset;
    node = propertyValue(property);
  }
  return positionOf(body, offset);
}

export const switchedOff: Check = {
  id: "hooks-switched-off",
  severity: "error",
  title: "hooks are switched off",
  means: "The harness runs no hook at all, or none of yours, whatever is registered.",
  mend: "Set the switch back.",
  find: async ({ files, found, places }) => {
    const hits: Hit[] = [];
    for (const file of files) {
      const value = fields(file.value);
      const off = (path: readonly string[], says: string, fix: string) =>
        hits.push({ file: file.path, ...placeOf(file, path), harness: file.harness, says, fix });
      if (value.disableAllHooks === true)
        off(
          ["disableAllHooks"],
          '"disableAllHooks" is true.',
          `Set "disableAllHooks" to false in ${file.path}.`,
        );
      if (file.scope === "managed" && value.allowManagedHooksOnly === true)
        off(
          ["allowManagedHooksOnly"],
          '"allowManagedHooksOnly" is true, so hooks of yours do not run.',
          "Ask the administrator of this machine to register the hooks in the managed settings.",
        );
      const config = fields(value.hooksConfig);
      if (config.enabled === false)
        off(
          ["hooksConfig", "enabled"],
          '"hooksConfig.enabled" is false.',
          `Set "hooksConfig.enabled" to true in ${file.path}.`,
        );
      const names = Array.isArray(config.disabled) ? config.disabled.map(String) : [];
      for (const { entry } of file.hooks.entries.map((entry) => ({ entry }))) {
        const { name, enabled } = entry.handler;
        if (entry.own === undefined) continue;
        if (enabled === false)
          hits.push({
            file: file.path,
            ...entry.at,
            harness: file.harness,
            says: 'The entry itself says "enabled": false.',
            fix: `Set "enabled" to true in ${file.path}:${entry.at.line}.`,
          });
        if (typeof name === "string" && names.includes(name))
          off(
            ["hooksConfig", "disabled"],
            `"hooksConfig.disabled" lists "${name}".`,
            `Take "${name}" out of "hooksConfig.disabled" in ${file.path}.`,
          );
      }
    }
    for (const { harness } of found) {
      if (harness.trust === undefined) continue;
      const [user] = harness.settingsFiles("user", places);
      if (user === undefined) continue;
      const path = join(dirname(user.path), "config.toml");
      const text = await Bun.file(path)
        .text()
        .catch(() => "");
      const reading = readToml(text);
      if (reading.kind !== "document") continue;
      const features = fields(reading.document.value.features);
      const key = ["hooks", "codex_hooks"].find((name) => features[name] === false);
      if (key === undefined) continue;
      const { start } = reading.document.statements.find(({ path }) => path.at(-1) === key) ?? { start: 0 };
      hits.push({
        file: path,
        ...positionOf(text, start),
        harness,
        says: `The feature "${key}" is false.`,
        fix: `Set ${key} = true under [features] in ${path}.`,
      });
    }
    return hits;
  },
};
