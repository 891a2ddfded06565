import type { Client } from "./client.ts";
import { geminiContent } from "./gemini-content.ts";

const version = "0.61.0";

export const geminiCli: Client = {
  id: "gemini-cli",
  version,
  packages: [`@google/gemini-cli@${version}`],
  programs: ["node_modules/.bin/gemini"],
  wire: geminiContent,
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
  start: ({ home, path, model }) => ({
    args: ["--skip-trust", "-y", "-m", "gemini-2.5-pro", "-p", "Do what the script says."],
    env: {
      HOME: home,
      PATH: path,
      TERM: "dumb",
      TMPDIR: `${home}/tmp`,
      LANG: "C.UTF-8",
      // As from a terminal: without a shell above it, the shell of its hooks reads start files.
      SHLVL: "1",
      GEMINI_API_KEY: "stand-in",
      GOOGLE_GEMINI_BASE_URL: model,
    },
  }),
};
