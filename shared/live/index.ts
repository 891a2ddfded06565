export { anthropicMessages } from "./anthropic-messages.ts";
export { liveClaudeCode } from "./claude-code.ts";
export { liveClients } from "./clients.ts";
export { liveCodex } from "./codex.ts";
export { liveGeminiCli } from "./gemini-cli.ts";
export { DELEGATED, type Reply, serveModel, type Turn, type Wire, type Wish } from "./model.ts";
export type { LiveClient, Start, Surroundings } from "./start.ts";
