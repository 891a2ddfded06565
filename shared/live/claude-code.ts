import { anthropicMessages } from "./anthropic-messages.ts";
import type { LiveClient } from "./start.ts";

export const liveClaudeCode: LiveClient = {
  id: "claude-code",
  program: "claude",
  wire: anthropicMessages,
  settings: {},
  start: ({ home, path, model, allowShell }) => ({
    args: [
      "-p",
      "Do what the script says.",
      ...(allowShell ? ["--allowedTools", "Bash,Read,Write,Edit"] : []),
    ],
    env: {
      HOME: home,
      PATH: path,
      TERM: "dumb",
      // Its own defaults are folders for all sessions of a user, which would be left behind.
      TMPDIR: `${home}/tmp`,
      CLAUDE_CODE_TMPDIR: `${home}/tmp`,
      LANG: "C.UTF-8",
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: "stand-in",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
  }),
};
