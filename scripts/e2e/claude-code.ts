import { anthropicMessages } from "./anthropic-messages.ts";
import type { Client } from "./client.ts";

const version = "2.1.332";

export const claudeCode: Client = {
  id: "claude-code",
  version,
  packages: [`@anthropic-ai/claude-code@${version}`],
  // The package itself only launches the platform's program, which its install script would copy; we run none.
  programs: ["linux-x64", "linux-arm64", "linux-x64-musl", "linux-arm64-musl"].map(
    (platform) => `node_modules/@anthropic-ai/claude-code-${platform}/claude`,
  ),
  wire: anthropicMessages,
  userSettings: ".claude/settings.json",
  rewrites: "always",
  unableToRun: "blocks",
  hanging: "blocks",
  startFiles: "none",
  projectHooks: "run",
  subagents: "guarded",
  flags: [],
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
