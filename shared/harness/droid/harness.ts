/** Factory Droid's hooks.json, a bare map of events. Measured with 0.225.2. */
import { groupFaults } from "../group-faults.ts";
import type { Harness } from "../harness.ts";
import { exactPatternFires, plainSlots } from "../matchers.ts";
import { inHome, inProject } from "../paths.ts";
import { droidProtocol } from "./protocol.ts";

const TIMEOUT = 5;
const { events, tools } = droidProtocol;

export const droid: Harness = {
  ...droidProtocol,
  presence: {
    programs: ["droid"],
    packages: ["@factory/cli"],
    folder: (places) => inHome(places, ".factory"),
  },
  form: {
    kind: "json",
    layout: "groups",
    preamble: {},
    tolerates: { comments: true, trailingCommas: false, bom: false },
  },
  timeout: { key: "timeout", value: TIMEOUT, least: 1, unit: "s" },
  unableToRun: "open",
  trust: undefined,
  afterInstall: "Start Droid again; where it asks for a review of changed hooks, /hooks shows them.",
  evidence: "real client",
  managedSettings: [],
  reads: [],
  settingsFiles: (scope, places) => {
    if (scope === "local") return [];
    const at = (path: string) => (scope === "user" ? inHome(places, path) : inProject(places, path));
    // Hooks in settings.json count only while there is no hooks.json: making one would switch them off.
    return [
      { path: at(".factory/hooks.json"), root: [] },
      { path: at(".factory/hooks/hooks.json"), root: [] },
      { path: at(".factory/settings.json"), root: ["hooks"] },
    ];
  },
  slots: plainSlots(events, tools),
  fires: exactPatternFires,
  handler: ({ command }) => ({ type: "command", command, timeout: TIMEOUT }),
  faults: (settings) =>
    groupFaults(settings, {
      root: [],
      events: Object.values(events),
      types: { command: "command", prompt: "prompt" },
    }),
};
