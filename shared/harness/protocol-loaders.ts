/** Protocols by id and by the look of a payload. Only the one that is asked for is loaded: it stands on the hot path. */
import { claudeCodeProtocol } from "./claude-code/protocol.ts";
import type { HarnessId, Protocol } from "./harness.ts";
import { isObject } from "./payload.ts";

const loaders: Readonly<Record<HarnessId, () => Promise<Protocol>>> = {
  "claude-code": async () => claudeCodeProtocol,
  codex: async () => (await import("./codex/protocol.ts")).codexProtocol,
  codewith: async () => (await import("./codewith/protocol.ts")).codewithProtocol,
  "gemini-cli": async () => (await import("./gemini-cli/protocol.ts")).geminiCliProtocol,
  "qwen-code": async () => (await import("./qwen-code/protocol.ts")).qwenCodeProtocol,
  cursor: async () => (await import("./cursor/protocol.ts")).cursorProtocol,
  "copilot-cli": async () => (await import("./copilot-cli/protocol.ts")).copilotCliProtocol,
  "vs-code": async () => (await import("./vs-code/protocol.ts")).vsCodeProtocol,
  opencode: async () => (await import("./opencode/protocol.ts")).opencodeProtocol,
  kilo: async () => (await import("./kilo/protocol.ts")).kiloProtocol,
  pi: async () => (await import("./pi/protocol.ts")).piProtocol,
  cline: async () => (await import("./cline/protocol.ts")).clineProtocol,
  windsurf: async () => (await import("./windsurf/protocol.ts")).windsurfProtocol,
  droid: async () => (await import("./droid/protocol.ts")).droidProtocol,
  kiro: async () => (await import("./kiro/protocol.ts")).kiroProtocol,
  "devin-cli": async () => (await import("./devin-cli/protocol.ts")).devinCliProtocol,
  kimi: async () => (await import("./kimi/protocol.ts")).kimiProtocol,
  grok: async () => (await import("./grok/protocol.ts")).grokProtocol,
};

/** Whether a text is the id of a harness that we can answer. */
export function isHarnessId(id: string): id is HarnessId {
  return Object.hasOwn(loaders, id);
}

export function loadProtocol(id: HarnessId): Promise<Protocol> {
  return loaders[id]();
}

/**
 * The harness that a payload looks like, for an entry that does not name it: some harnesses read the settings of another.
 * Anything unknown is Claude Code's, whose refusal is understood by most.
 */
export function harnessOf(payload: unknown): HarnessId {
  if (!isObject(payload)) return "claude-code";
  const { hook_event_name: event, tool_name: tool } = payload;
  if (event === "BeforeTool" || event === "AfterTool" || event === "BeforeAgent" || event === "AfterAgent")
    return "gemini-cli";
  if ("cursor_version" in payload || "conversation_id" in payload) return "cursor";
  if ("agent_action_name" in payload) return "windsurf";
  if ("hookName" in payload || "tool_call" in payload) return "cline";
  if (tool === "Execute") return "droid";
  if (tool === "execute_bash" || tool === "shell") return "kiro";
  if (tool === "exec") return "devin-cli";
  if (tool === "run_in_terminal") return "vs-code";
  if (tool === "run_shell_command") return "qwen-code";
  if ("tool_call_id" in payload) return "timestamp" in payload ? "qwen-code" : "kimi";
  if ("turn_id" in payload && "model" in payload) return "codex";
  if ("timestamp" in payload && !("transcript_path" in payload)) return "copilot-cli";
  return "claude-code";
}
