import { openaiResponses } from "./openai-responses.ts";
import type { LiveClient } from "./start.ts";

export const liveCodex: LiveClient = {
  id: "codex",
  program: "codex",
  wire: openaiResponses,
  settings: {},
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
