/** Claude Code's settings. Measured with 2.1.197 and 2.1.332 unless a line says otherwise. */
import { groupFaults } from "../group-faults.ts";
import type { Harness } from "../harness.ts";
import { claudeFires, plainSlots } from "../matchers.ts";
import { inProject, ownFolder, underHooks } from "../paths.ts";
import { claudeCodeProtocol, UNWATCHED } from "./protocol.ts";

/** Handler types and the key that each cannot do without. */
const TYPES = { command: "command", http: "url", mcp_tool: "tool", prompt: "prompt", agent: "prompt" };

/**
 * Seconds a hook may take. Far above what ours need (milliseconds), far below the harness's own 600: a time-out is
 * an open gate in every version before 2.1.295.
 */
const TIMEOUT = 5;

const { events, tools } = claudeCodeProtocol;

export const claudeCode: Harness = {
  ...claudeCodeProtocol,
  presence: {
    programs: ["claude"],
    packages: ["@anthropic-ai/claude-code"],
    folder: (places) => ownFolder(places, ["CLAUDE_CONFIG_DIR"], ".claude"),
  },
  form: {
    kind: "json",
    layout: "groups",
    preamble: {},
    tolerates: { comments: false, trailingCommas: false, bom: true },
  },
  timeout: { key: "timeout", value: TIMEOUT, least: Number.MIN_VALUE, unit: "s" },
  unableToRun: "blocks",
  trust: undefined,
  afterInstall:
    "New Claude Code sessions run it in every folder that you trust; a session that is open now picks it up within a moment. /hooks in a session lists what is registered.",
  evidence: "real client",
  managedSettings: [
    "/etc/claude-code/managed-settings.json",
    "/etc/claude-code/managed-settings.d/",
    "/Library/Application Support/ClaudeCode/managed-settings.json",
    "/Library/Application Support/ClaudeCode/managed-settings.d/",
  ],
  reads: [],
  settingsFiles: (scope, places) => {
    if (scope === "user")
      return underHooks(`${ownFolder(places, ["CLAUDE_CONFIG_DIR"], ".claude")}/settings.json`);
    const name = scope === "project" ? "settings.json" : "settings.local.json";
    return underHooks(inProject(places, `.claude/${name}`));
  },
  slots: plainSlots(events, tools),
  fires: claudeFires,
  handler: ({ command, guard }) => {
    const handler = { type: "command", command, timeout: TIMEOUT };
    // Known from 2.1.295; older versions ignore it.
    return guard ? { ...handler, onFailure: "block" } : handler;
  },
  faults: (settings) =>
    groupFaults(settings, {
      root: ["hooks"],
      events: [...Object.values(events), ...UNWATCHED.split(" ")],
      types: TYPES,
      // Measured with 2.1.332, which says on stderr what it left out. 2.1.197 drops the file for any event, in silence.
      fatalEvents: ["PreToolUse", "PermissionRequest"],
    }),
};
