/** Gemini CLI's settings.json. Measured with 0.61.0. */
import type { Fault, Harness } from "../harness.ts";
import { patternFires, plainSlots } from "../matchers.ts";
import { inHome, inProject, underHooks } from "../paths.ts";
import { isObject } from "../payload.ts";
import { geminiCliProtocol } from "./protocol.ts";

/** Milliseconds: a 5 would end the hook before it has begun. */
const TIMEOUT = 5000;

const { events, tools } = geminiCliProtocol;

export const geminiCli: Harness = {
  ...geminiCliProtocol,
  presence: {
    programs: ["gemini"],
    packages: ["@google/gemini-cli"],
    folder: (places) => inHome(places, ".gemini"),
  },
  form: {
    kind: "json",
    layout: "groups",
    preamble: {},
    tolerates: { comments: true, trailingCommas: false, bom: false },
  },
  timeout: { key: "timeout", value: TIMEOUT, least: 1000, unit: "ms" },
  unableToRun: "blocks",
  trust: undefined,
  afterInstall:
    "Start Gemini CLI again: it reads its settings at the start. In a folder that you do not trust it runs no hook at all, not even your own.",
  evidence: "real client",
  managedSettings: ["/etc/gemini-cli/settings.json", "/Library/Application Support/GeminiCli/settings.json"],
  reads: [],
  settingsFiles: (scope, places) => {
    if (scope === "user") return underHooks(inHome(places, ".gemini/settings.json"));
    return scope === "project" ? underHooks(inProject(places, ".gemini/settings.json")) : [];
  },
  slots: plainSlots(events, tools),
  fires: patternFires,
  // The name is half of the key by which it drops doubles, and the word in its list of hooks that are switched off.
  handler: ({ command }) => ({ name: "hooks", type: "command", command, timeout: TIMEOUT }),
  faults,
};

/** It passes over a faulty entry, but a matcher that is a list throws at run time and switches the event's hooks off. */
function faults(settings: unknown): readonly Fault[] {
  const found: Fault[] = [];
  if (!isObject(settings)) return [{ path: [], says: "the file does not hold an object" }];
  const { hooks, hooksConfig } = settings;
  if (isObject(hooksConfig) && hooksConfig.enabled === false) {
    found.push({ path: ["hooksConfig", "enabled"], says: "hooksConfig.enabled is false" });
  }
  for (const event of Object.values(events)) {
    const groups = isObject(hooks) ? hooks[event] : undefined;
    if (!Array.isArray(groups)) continue;
    groups.forEach((group: unknown, index) => {
      if (isObject(group) && group.matcher !== undefined && typeof group.matcher !== "string") {
        found.push({ path: ["hooks", event, index, "matcher"], says: "a matcher is not a text" });
      }
    });
  }
  return found;
}
