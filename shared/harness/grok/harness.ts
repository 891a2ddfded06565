/** Grok Build's hook files, one of which is ours alone, from its documentation of 2026. */
import { groupFaults } from "../group-faults.ts";
import type { Harness } from "../harness.ts";
import { exactPatternFires, plainSlots } from "../matchers.ts";
import { inHome, inProject, underHooks } from "../paths.ts";
import { grokProtocol } from "./protocol.ts";

const TIMEOUT = 5;
const FILE = ".grok/hooks/hasna-hooks.json";
const { events, tools } = grokProtocol;

export const grok: Harness = {
  ...grokProtocol,
  presence: { programs: ["grok"], packages: [], folder: (places) => inHome(places, ".grok") },
  form: {
    kind: "json",
    layout: "groups",
    preamble: {},
    tolerates: { comments: false, trailingCommas: false, bom: false },
  },
  timeout: { key: "timeout", value: TIMEOUT, least: 1, unit: "s" },
  unableToRun: "open",
  trust: undefined,
  afterInstall: "Start Grok Build again. Hooks of a project need /hooks-trust first.",
  evidence: "documentation",
  managedSettings: [],
  // It reads Claude Code's settings too, but its payloads cannot be told from Claude Code's, and it drops the rewrite
  // that such an entry answers with. An entry that names it refuses instead, and a refusal of either entry holds.
  reads: [],
  settingsFiles: (scope, places) => {
    if (scope === "user") return underHooks(inHome(places, FILE));
    return scope === "project" ? underHooks(inProject(places, FILE)) : [];
  },
  slots: plainSlots(events, tools),
  fires: exactPatternFires,
  handler: ({ command }) => ({ type: "command", command, timeout: TIMEOUT }),
  faults: (settings) =>
    groupFaults(settings, {
      root: ["hooks"],
      events: Object.values(events),
      types: { command: "command", http: "url" },
    }),
};
