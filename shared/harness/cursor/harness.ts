/** Cursor's hooks.json, from its documentation of August 2026. */
import type { Harness } from "../harness.ts";
import { exactPatternFires, plainSlots } from "../matchers.ts";
import { inHome, inProject, underHooks } from "../paths.ts";
import { cursorProtocol } from "./protocol.ts";

const TIMEOUT = 5;
const { events, tools } = cursorProtocol;

export const cursor: Harness = {
  ...cursorProtocol,
  presence: {
    programs: ["cursor", "cursor-agent"],
    packages: [],
    folder: (places) => inHome(places, ".cursor"),
  },
  form: {
    kind: "json",
    layout: "flat",
    preamble: { version: 1 },
    tolerates: { comments: false, trailingCommas: false, bom: false },
  },
  timeout: { key: "timeout", value: TIMEOUT, least: 1, unit: "s" },
  unableToRun: "blocks",
  trust: undefined,
  afterInstall:
    "Cursor picks it up when the file is saved, in trusted workspaces. Cloud agents run hooks of the project only.",
  evidence: "documentation",
  managedSettings: ["/etc/cursor/hooks.json", "/Library/Application Support/Cursor/hooks.json"],
  // Its setting for third-party configurations is on by default.
  reads: [{ harness: "claude-code", scopes: ["user", "project", "local"] }],
  settingsFiles: (scope, places) => {
    if (scope === "user") return underHooks(inHome(places, ".cursor/hooks.json"));
    return scope === "project" ? underHooks(inProject(places, ".cursor/hooks.json")) : [];
  },
  slots: plainSlots(events, tools),
  fires: exactPatternFires,
  handler: ({ command, matcher, guard }) => ({
    command,
    ...(matcher !== undefined && { matcher }),
    timeout: TIMEOUT,
    ...(guard && { failClosed: true }),
  }),
  faults: () => [],
};
