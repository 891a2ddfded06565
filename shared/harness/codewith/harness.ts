/** Codewith's hooks.json, from its source, 0.1.84: Codex's engine with folders of its own. */
import { codex } from "../codex/harness.ts";
import { groupFaults } from "../group-faults.ts";
import type { Harness } from "../harness.ts";
import { inProject, ownFolder, underHooks } from "../paths.ts";
import { codewithProtocol } from "./protocol.ts";

const HOMES = ["CODEWITH_HOME", "CODEX_HOME"];

export const codewith: Harness = {
  ...codex,
  ...codewithProtocol,
  presence: {
    programs: ["codewith"],
    packages: ["@hasna/codewith"],
    folder: (places) => ownFolder(places, ["CODEWITH_HOME"], ".codewith"),
  },
  trust: codex.trust?.replaceAll("Codex", "Codewith"),
  afterInstall: codex.afterInstall.replaceAll("Codex", "Codewith"),
  evidence: "documentation",
  managedSettings: [],
  settingsFiles: (scope, places) => {
    if (scope === "user") return underHooks(`${ownFolder(places, HOMES, ".codewith")}/hooks.json`);
    return scope === "project" ? underHooks(inProject(places, ".codewith/hooks.json")) : [];
  },
  // It bears other root keys, and has no event for the end of a session.
  slots: (event, matcher) => (event === "SessionEnd" ? [] : codex.slots(event, matcher)),
  faults: (settings) =>
    groupFaults(settings, {
      root: ["hooks"],
      events: Object.values(codewithProtocol.events),
      types: { command: "command", prompt: "prompt", agent: "prompt" },
      whole: true,
      zero: true,
    }),
};
