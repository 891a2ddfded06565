import { chatCompletions } from "./chat-completions.ts";
import type { Client } from "./client.ts";

const version = "1.0.102";

export const copilotCli: Client = {
  id: "copilot-cli",
  version,
  packages: [`@github/copilot@${version}`],
  programs: ["node_modules/.bin/copilot"],
  wire: chatCompletions({
    shell: "bash",
    isError: (text) => /^Denied by |hook/i.test(text),
    subagent: {
      tool: "task",
      input: { agent_type: "general-purpose", name: "runner", description: "Run it" },
    },
  }),
  userSettings: ".copilot/hooks/hasna-hooks.json",
  rewrites: "always",
  unableToRun: "blocks",
  hanging: "open",
  startFiles: "without reason",
  projectHooks: "run",
  subagents: "guarded",
  flags: [],
  start: ({ home, path, model }) => ({
    args: [
      "-p",
      "Do what the script says.",
      "--allow-all-tools",
      "--allow-all-paths",
      "--no-color",
      "--trust-folder",
    ],
    env: {
      HOME: home,
      PATH: path,
      TERM: "dumb",
      TMPDIR: `${home}/tmp`,
      LANG: "C.UTF-8",
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
      COPILOT_PROVIDER_API_KEY: "stand-in",
      COPILOT_MODEL: "stand-in",
      COPILOT_AUTO_UPDATE: "false",
    },
  }),
};
