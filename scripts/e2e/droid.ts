import { chatCompletions } from "./chat-completions.ts";
import type { Client } from "./client.ts";

const version = "0.225.2";

export const droid: Client = {
  id: "droid",
  version,
  // The package that only picks one of these names a platform that was never published.
  packages: [`@factory/cli-${process.platform}-${process.arch}@${version}`],
  programs: ["linux-x64", "linux-arm64"].map((platform) => `node_modules/@factory/cli-${platform}/bin/droid`),
  wire: chatCompletions({ shell: "Execute", isError: (text) => /^Error: /.test(text) }),
  userSettings: ".factory/hooks.json",
  rewrites: "always",
  unableToRun: "open",
  hanging: "open",
  startFiles: "none",
  projectHooks: "run",
  subagents: { not: "they need a daemon that a headless run does not reach" },
  flags: [],
  start: ({ home, path, model }) => ({
    args: ["exec", "--skip-permissions-unsafe", "-m", "custom:stand-in", "Do what the script says."],
    before: {
      ".factory/settings.json": JSON.stringify({
        customModels: [
          {
            model: "stand-in",
            displayName: "stand-in",
            baseUrl: `${model}/v1`,
            apiKey: "stand-in",
            provider: "generic-chat-completion-api",
            maxOutputTokens: 4000,
          },
        ],
      }),
    },
    env: {
      HOME: home,
      PATH: path,
      TERM: "dumb",
      TMPDIR: `${home}/tmp`,
      LANG: "C.UTF-8",
      FACTORY_API_KEY: "stand-in",
      DROID_DISABLE_AUTO_UPDATE: "1",
    },
  }),
};
