import { liveGeminiCli } from "@hasna/hooks-live";
import type { Client } from "./client.ts";

const version = "0.61.0";

export const geminiCli: Client = {
  id: "gemini-cli",
  version,
  packages: [`@google/gemini-cli@${version}`],
  programs: ["node_modules/.bin/gemini"],
  wire: liveGeminiCli.wire,
  userSettings: ".gemini/settings.json",
  rewrites: "always",
  unableToRun: "blocks",
  hanging: "open",
  startFiles: "firm",
  projectHooks: { not: "the folder must be trusted, and a headless session cannot ask" },
  subagents: "guarded",
  flags: [],
  // The way to sign in; with a comment, as people write them there.
  files: {
    ".gemini/settings.json":
      '{\n  // how I sign in\n  "security": { "auth": { "selectedType": "gemini-api-key" } },\n  "general": { "enableAutoUpdate": false },\n  "privacy": { "usageStatisticsEnabled": false }\n}\n',
  },
  start: liveGeminiCli.start,
};
