import { geminiContent } from "./gemini-content.ts";
import type { LiveClient } from "./start.ts";

export const liveGeminiCli: LiveClient = {
  id: "gemini-cli",
  program: "gemini",
  wire: geminiContent,
  settings: {
    security: { auth: { selectedType: "gemini-api-key" } },
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
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
