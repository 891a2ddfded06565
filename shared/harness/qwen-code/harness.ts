/** Qwen Code's settings.json. Measured with 0.24.4. */
import type { Harness } from "../harness.ts";
import { patternFires, plainSlots } from "../matchers.ts";
import { inHome, inProject, underHooks } from "../paths.ts";
import { qwenCodeProtocol } from "./protocol.ts";

/** Seconds; 1000 and more would be read as milliseconds. */
const TIMEOUT = 5;

const { events, tools } = qwenCodeProtocol;

export const qwenCode: Harness = {
  ...qwenCodeProtocol,
  presence: {
    programs: ["qwen"],
    packages: ["@qwen-code/qwen-code"],
    folder: (places) => inHome(places, ".qwen"),
  },
  form: {
    kind: "json",
    layout: "groups",
    preamble: {},
    tolerates: { comments: true, trailingCommas: false, bom: true },
  },
  timeout: { key: "timeout", value: TIMEOUT, least: 1, unit: "s" },
  unableToRun: "open",
  trust: undefined,
  afterInstall: "Start Qwen Code again. It runs hooks in trusted folders only.",
  evidence: "real client",
  managedSettings: ["/etc/qwen-code/settings.json", "/Library/Application Support/QwenCode/settings.json"],
  reads: [],
  settingsFiles: (scope, places) => {
    if (scope === "user") return underHooks(inHome(places, ".qwen/settings.json"));
    return scope === "project" ? underHooks(inProject(places, ".qwen/settings.json")) : [];
  },
  slots: plainSlots(events, tools),
  fires: patternFires,
  handler: ({ command }) => ({ type: "command", command, timeout: TIMEOUT }),
  // It passes over a faulty entry and keeps the rest.
  faults: () => [],
};
