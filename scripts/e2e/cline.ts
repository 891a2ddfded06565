import { chatCompletions } from "./chat-completions.ts";
import type { Client } from "./client.ts";

const version = "3.0.65";

export const cline: Client = {
  id: "cline",
  version,
  packages: [`cline@${version}`],
  programs: ["node_modules/.bin/cline"],
  needsNode: true,
  wire: chatCompletions({
    shell: "run_commands",
    isError: (text) => /trash-guard|workspace-repos-guard/.test(text),
  }),
  userSettings: ".cline/hooks/PreToolUse",
  rewrites: "always",
  unableToRun: "blocks",
  hanging: "waits",
  refusalEnds: true,
  startFiles: "none",
  projectHooks: "run",
  subagents: { not: "it has no tool that starts one" },
  flags: [],
  start: ({ home, path, model }) => ({
    args: ["--json", "Do what the script says."],
    before: {
      ".cline/data/settings/providers.json": JSON.stringify({
        version: 1,
        lastUsedProvider: "openai-compatible",
        modes: {},
        providers: {
          "openai-compatible": {
            settings: {
              provider: "openai-compatible",
              apiKey: "stand-in",
              model: "stand-in",
              baseUrl: `${model}/v1`,
            },
            updatedAt: "2026-01-01T00:00:00.000Z",
            tokenSource: "manual",
          },
        },
      }),
    },
    env: {
      HOME: home,
      PATH: path,
      TERM: "dumb",
      TMPDIR: `${home}/tmp`,
      LANG: "C.UTF-8",
      CLINE_TELEMETRY_DISABLED: "1",
    },
  }),
};
