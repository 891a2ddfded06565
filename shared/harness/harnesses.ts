import { claudeCode } from "./claude-code.ts";
import { codewith, codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { droid } from "./droid.ts";
import { geminiCli } from "./gemini-cli.ts";
import type { Harness, Protocol } from "./harness.ts";
import { isObject } from "./payload.ts";
import { qwenCode } from "./qwen-code.ts";

/** Every harness whose settings we write, in the order they are listed to people. */
export const harnesses: readonly Harness[] = [claudeCode];

/** Every harness that can be answered. */
export const protocols: readonly Protocol[] = [
  claudeCode,
  codex,
  codewith,
  geminiCli,
  qwenCode,
  copilotCli,
  droid,
];

/** The harness of an id whose settings we write; undefined when there is none by that name. */
export function harnessById(id: string): Harness | undefined {
  return harnesses.find((harness) => harness.id === id);
}

/** How to answer the harness of an id; undefined when there is none by that name. */
export function protocolById(id: string): Protocol | undefined {
  return protocols.find((protocol) => protocol.id === id);
}

/**
 * The harness that a payload looks like, for an entry that does not name it: some harnesses read the settings of another.
 * Anything unknown is Claude Code's, whose refusal is understood by most.
 */
export function protocolOf(payload: unknown): Protocol {
  if (!isObject(payload)) return claudeCode;
  const { hook_event_name: event, tool_name: tool } = payload;
  if (event === "BeforeTool" || event === "AfterTool" || event === "BeforeAgent" || event === "AfterAgent")
    return geminiCli;
  if (tool === "Execute") return droid;
  if (tool === "run_shell_command" || "tool_call_id" in payload) return qwenCode;
  if ("turn_id" in payload && "model" in payload) return codex;
  if ("timestamp" in payload && !("transcript_path" in payload)) return copilotCli;
  return claudeCode;
}
