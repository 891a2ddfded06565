/** Devin CLI's hooks, from its documentation of 2026. */
import type { Harness } from "../harness.ts";
import { exactPatternFires, plainSlots } from "../matchers.ts";
import { inHome, inProject } from "../paths.ts";
import { devinCliProtocol } from "./protocol.ts";

const TIMEOUT = 5;
const { events, tools } = devinCliProtocol;

export const devinCli: Harness = {
  ...devinCliProtocol,
  presence: {
    programs: ["devin"],
    packages: [],
    folder: (places) => inHome(places, ".config/devin"),
  },
  form: {
    kind: "json",
    layout: "groups",
    preamble: {},
    tolerates: { comments: false, trailingCommas: false, bom: false },
  },
  timeout: { key: "timeout", value: TIMEOUT, least: 1, unit: "s" },
  unableToRun: "open",
  trust: undefined,
  afterInstall: "Start Devin CLI again.",
  evidence: "documentation",
  managedSettings: [],
  reads: [{ harness: "claude-code", scopes: ["user", "project", "local"] }],
  settingsFiles: (scope, places) => {
    if (scope === "user") return [{ path: inHome(places, ".config/devin/config.json"), root: ["hooks"] }];
    return scope === "project" ? [{ path: inProject(places, ".devin/hooks.v1.json"), root: [] }] : [];
  },
  slots: plainSlots(events, tools),
  fires: exactPatternFires,
  handler: ({ command }) => ({ type: "command", command, timeout: TIMEOUT }),
  faults: () => [],
};
