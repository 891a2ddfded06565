import { liveCodex } from "@hasna/hooks-live";
import type { Client } from "./client.ts";

const version = "0.171.0";

export const codex: Client = {
  id: "codex",
  version,
  packages: [`@openai/codex@${version}`],
  programs: ["node_modules/.bin/codex"],
  wire: liveCodex.wire,
  userSettings: ".codex/hooks.json",
  rewrites: "approved",
  unableToRun: "open",
  hanging: "open",
  startFiles: "firm",
  projectHooks: { not: "a project must be trusted in config.toml besides each hook" },
  subagents: "guarded",
  flags: ["--trust"],
  start: liveCodex.start,
};
