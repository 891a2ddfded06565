import type { Client } from "./client.ts";
import { openaiResponses } from "./openai-responses.ts";

const version = "0.171.0";

export const codex: Client = {
  id: "codex",
  version,
  packages: [`@openai/codex@${version}`],
  programs: ["node_modules/.bin/codex"],
  wire: openaiResponses,
  userSettings: ".codex/hooks.json",
  rewrites: "approved",
  unableToRun: "open",
  hanging: "open",
  startFiles: "firm",
  projectHooks: { not: "a project must be trusted in config.toml besides each hook" },
  subagents: "guarded",
  flags: ["--trust"],
  start: ({ home, path, model }) => ({
    args: [
      "exec",
      "--skip-git-repo-check",
      "--json",
      "--sandbox",
      "danger-full-access",
      "-c",
      'model="stand-in"',
      "-c",
      'model_provider="local"',
      "-c",
      `model_providers.local={name="local",base_url="${model}/v1",wire_api="responses",env_key="STAND_IN_KEY"}`,
      "Do what the script says.",
    ],
    env: {
      HOME: home,
      PATH: path,
      TERM: "dumb",
      TMPDIR: `${home}/tmp`,
      LANG: "C.UTF-8",
      STAND_IN_KEY: "stand-in",
    },
  }),
};
