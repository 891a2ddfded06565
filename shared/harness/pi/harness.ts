/** pi's extension of ours. Measured with 1.6.0: an extension that does not load ends the whole client. */
import type { Harness } from "../harness.ts";
import { always, plainSlots } from "../matchers.ts";
import { inHome, inProject } from "../paths.ts";
import { pluginSource } from "../plugin-source.ts";
import host from "../plugins/pi.js.txt" with { type: "text" };
import { piProtocol } from "./protocol.ts";

const FILE = "extensions/hasna-hooks.ts";

export const pi: Harness = {
  ...piProtocol,
  presence: {
    // Its program has too short a name to tell it by.
    programs: [],
    packages: ["@earendil-works/pi-coding-agent", "@mariozechner/pi-coding-agent"],
    folder: (places) => inHome(places, ".pi"),
  },
  form: {
    kind: "generated",
    render: (wanted) => pluginSource("pi", host, wanted),
  },
  timeout: undefined,
  unableToRun: "blocks",
  trust: undefined,
  afterInstall: "Start pi again. Extensions of a project load in trusted folders only.",
  evidence: "real client",
  managedSettings: [],
  reads: [],
  settingsFiles: (scope, places) => {
    if (scope === "user") return [{ path: inHome(places, `.pi/agent/${FILE}`), root: [] }];
    return scope === "project" ? [{ path: inProject(places, `.pi/${FILE}`), root: [] }] : [];
  },
  slots: plainSlots(piProtocol.events, piProtocol.tools),
  fires: always,
  handler: () => ({}),
  faults: () => [],
};
