/** Codex's hooks.json. Measured with 0.171.0. */
import { groupFaults } from "../group-faults.ts";
import type { Harness } from "../harness.ts";
import { codexFires, plainSlots } from "../matchers.ts";
import { inProject, ownFolder, underHooks } from "../paths.ts";
import { codexProtocol } from "./protocol.ts";

const TIMEOUT = 5;
const TYPES = { command: "command", mcp_tool: "tool", prompt: "prompt", agent: "prompt" };
/** Its other events: a fault under one of them costs the file too. */
const UNWATCHED = ["PermissionRequest", "SubagentStart", "SubagentStop", "PreCompact", "PostCompact"];
const { events, tools } = codexProtocol;

export const codex: Harness = {
  ...codexProtocol,
  presence: {
    programs: ["codex"],
    packages: ["@openai/codex"],
    folder: (places) => ownFolder(places, ["CODEX_HOME"], ".codex"),
  },
  form: {
    kind: "json",
    layout: "groups",
    preamble: {},
    tolerates: { comments: false, trailingCommas: false, bom: false },
  },
  timeout: { key: "timeout", value: TIMEOUT, least: 1, unit: "s" },
  unableToRun: "open",
  trust:
    "Type /hooks in a Codex session and trust it there, or install again with --trust, which shows exactly what it trusts.",
  afterInstall: "Start Codex again: it takes its hooks as they are at the start.",
  evidence: "real client",
  managedSettings: ["/etc/codex/hooks.json"],
  reads: [],
  settingsFiles: (scope, places) => {
    if (scope === "user") return underHooks(`${ownFolder(places, ["CODEX_HOME"], ".codex")}/hooks.json`);
    return scope === "project" ? underHooks(inProject(places, ".codex/hooks.json")) : [];
  },
  slots: plainSlots(events, tools),
  fires: codexFires,
  handler: ({ command }) => ({ type: "command", command, timeout: TIMEOUT }),
  faults: (settings) =>
    groupFaults(settings, {
      root: ["hooks"],
      events: [...Object.values(events), ...UNWATCHED],
      types: TYPES,
      rootKeys: ["description", "hooks"],
      whole: true,
      zero: true,
      nullMatcher: true,
      listOptional: true,
    }),
};
