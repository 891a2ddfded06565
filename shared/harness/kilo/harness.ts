/** Kilo's plugin of ours: opencode's engine with other folders. Measured with 7.7.9. */
import type { Harness } from "../harness.ts";
import { opencode } from "../opencode/harness.ts";
import { inHome, inProject } from "../paths.ts";
import { pluginSource } from "../plugin-source.ts";
import host from "../plugins/opencode.js.txt" with { type: "text" };
import { kiloProtocol } from "./protocol.ts";

const FILE = "plugins/hasna-hooks.js";

export const kilo: Harness = {
  ...opencode,
  ...kiloProtocol,
  presence: {
    programs: ["kilo", "kilocode"],
    packages: ["@kilocode/cli"],
    folder: (places) => inHome(places, ".config/kilo"),
  },
  form: {
    kind: "generated",
    render: (wanted) => pluginSource("kilo", host, wanted),
  },
  afterInstall: "Start Kilo again.",
  evidence: "real client",
  settingsFiles: (scope, places) => {
    if (scope === "user") return [{ path: inHome(places, `.config/kilo/${FILE}`), root: [] }];
    return scope === "project" ? [{ path: inProject(places, `.kilo/${FILE}`), root: [] }] : [];
  },
};
