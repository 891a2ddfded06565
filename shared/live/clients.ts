import { liveClaudeCode } from "./claude-code.ts";
import { liveCodex } from "./codex.ts";
import { liveGeminiCli } from "./gemini-cli.ts";
import type { LiveClient } from "./start.ts";

/** The clients that need no account of the user's to be watched. */
export const liveClients: readonly LiveClient[] = [liveClaudeCode, liveCodex, liveGeminiCli];
