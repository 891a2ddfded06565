import { chatCompletions } from "./chat-completions.ts";
import type { Client } from "./client.ts";

const version = "1.6.0";

export const pi: Client = {
  id: "pi",
  version,
  packages: [`@earendil-works/pi-coding-agent@${version}`],
  programs: ["node_modules/.bin/pi"],
  needsNode: true,
  wire: chatCompletions({ shell: "bash", isError: (text) => /trash-guard|workspace-repos-guard/.test(text) }),
  userSettings: ".pi/agent/extensions/hasna-hooks.ts",
  rewrites: "always",
  unableToRun: "blocks",
  hanging: "blocks",
  startFiles: "none",
  projectHooks: {
    not: "extensions of a project load in trusted folders only, and a headless session cannot ask",
  },
  subagents: { not: "it has no tool that starts one" },
  flags: [],
  start: ({ home, path, model }) => ({
    args: ["-p", "--provider", "local", "--model", "stand-in", "Do what the script says."],
    before: {
      ".pi/agent/models.json": JSON.stringify({
        providers: {
          local: {
            baseUrl: `${model}/v1`,
            api: "openai-completions",
            apiKey: "stand-in",
            models: [{ id: "stand-in" }],
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
      PI_OFFLINE: "1",
      PI_SKIP_VERSION_CHECK: "1",
    },
  }),
};
