/** opencode's plugin of ours. Measured with 1.18.33. */
import type { Harness } from "../harness.ts";
import { always, plainSlots } from "../matchers.ts";
import { inHome, inProject } from "../paths.ts";
import { pluginSource } from "../plugin-source.ts";
import host from "../plugins/opencode.js.txt" with { type: "text" };
import { opencodeProtocol } from "./protocol.ts";

const FILE = "plugins/hasna-hooks.js";

export const opencode: Harness = {
  ...opencodeProtocol,
  presence: {
    programs: ["opencode"],
    packages: ["opencode-ai"],
    folder: (places) => `${configFolder(places.env.XDG_CONFIG_HOME) ?? inHome(places, ".config")}/opencode`,
  },
  form: {
    kind: "generated",
    render: (wanted) => pluginSource("opencode", host, wanted),
  },
  timeout: undefined,
  unableToRun: "blocks",
  trust: undefined,
  afterInstall:
    "Start opencode again. With its first plugin it fetches a package of its own at the start; without a network that takes more than a minute (npm_config_fetch_retries=0 ends it at once).",
  evidence: "real client",
  managedSettings: [],
  reads: [],
  settingsFiles: (scope, places) => {
    const own = configFolder(places.env.XDG_CONFIG_HOME) ?? inHome(places, ".config");
    if (scope === "user") return [{ path: `${own}/opencode/${FILE}`, root: [] }];
    return scope === "project" ? [{ path: inProject(places, `.opencode/${FILE}`), root: [] }] : [];
  },
  slots: plainSlots(opencodeProtocol.events, opencodeProtocol.tools),
  fires: always,
  handler: () => ({}),
  faults: () => [],
};

function configFolder(value: string | undefined): string | undefined {
  return value?.startsWith("/") ? value.replace(/\/+$/, "") : undefined;
}
