/** Kiro's hook files, one of which is ours alone, from its documentation of October 2026. */
import type { Harness } from "../harness.ts";
import { exactPatternFires, plainSlots } from "../matchers.ts";
import { inHome, inProject } from "../paths.ts";
import { kiroProtocol } from "./protocol.ts";

const TIMEOUT = 5;
const FILE = ".kiro/hooks/hasna-hooks.json";
const { events, tools } = kiroProtocol;

export const kiro: Harness = {
  ...kiroProtocol,
  presence: {
    programs: ["kiro", "kiro-cli"],
    packages: [],
    folder: (places) => inHome(places, ".kiro"),
  },
  form: {
    kind: "json",
    layout: "triggers",
    preamble: { version: "v1" },
    tolerates: { comments: false, trailingCommas: false, bom: false },
  },
  timeout: { key: "timeout", value: TIMEOUT, least: 1, unit: "s" },
  unableToRun: "blocks",
  trust: undefined,
  afterInstall: "Kiro's editor picks it up when the file is saved; start its CLI again.",
  evidence: "documentation",
  managedSettings: [],
  reads: [],
  settingsFiles: (scope, places) => {
    if (scope === "user") return [{ path: inHome(places, FILE), root: ["hooks"] }];
    return scope === "project" ? [{ path: inProject(places, FILE), root: ["hooks"] }] : [];
  },
  slots: plainSlots(events, tools),
  fires: exactPatternFires,
  handler: ({ key, matcher, command }) => ({
    name: `hooks: ${key}${matcher === undefined ? "" : ` of ${matcher}`}`,
    trigger: key,
    ...(matcher !== undefined && { matcher }),
    action: { type: "command", command },
    timeout: TIMEOUT,
    enabled: true,
  }),
  faults: () => [],
};
