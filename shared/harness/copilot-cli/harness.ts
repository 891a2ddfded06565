/** Copilot CLI's hook files, one of which is ours alone. Measured with 1.0.102. */
import type { Harness } from "../harness.ts";
import { plainSlots, wholeNameFires } from "../matchers.ts";
import { inProject, ownFolder, underHooks } from "../paths.ts";
import { copilotCliProtocol } from "./protocol.ts";

const TIMEOUT = 5;
const FILE = "hasna-hooks.json";
const { events, tools } = copilotCliProtocol;

export const copilotCli: Harness = {
  ...copilotCliProtocol,
  presence: {
    programs: ["copilot"],
    packages: ["@github/copilot"],
    folder: (places) => ownFolder(places, ["COPILOT_HOME"], ".copilot"),
  },
  form: {
    kind: "json",
    layout: "flat",
    preamble: { version: 1 },
    tolerates: { comments: false, trailingCommas: false, bom: false },
  },
  timeout: { key: "timeoutSec", value: TIMEOUT, least: 1, unit: "s" },
  unableToRun: "blocks",
  trust: undefined,
  afterInstall: "Start Copilot CLI again. Hooks of a repository run in trusted folders only.",
  evidence: "real client",
  managedSettings: ["/etc/github-copilot/policy.d/"],
  // Not Claude Code's user settings.
  reads: [{ harness: "claude-code", scopes: ["project", "local"] }],
  settingsFiles: (scope, places) => {
    if (scope === "user")
      return underHooks(`${ownFolder(places, ["COPILOT_HOME"], ".copilot")}/hooks/${FILE}`);
    return scope === "project" ? underHooks(inProject(places, `.github/hooks/${FILE}`)) : [];
  },
  slots: plainSlots(events, tools),
  fires: wholeNameFires,
  handler: ({ command, matcher }) => ({
    type: "command",
    command,
    ...(matcher !== undefined && { matcher }),
    timeoutSec: TIMEOUT,
  }),
  faults: () => [],
};
