import { liveClaudeCode } from "@hasna/hooks-live";
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
  wire: liveClaudeCode.wire,
  userSettings: ".claude/settings.json",
  rewrites: "always",
  unableToRun: "blocks",
  hanging: "blocks",
  startFiles: "none",
  projectHooks: "run",
  subagents: "guarded",
  flags: [],
  start: liveClaudeCode.start,
};
