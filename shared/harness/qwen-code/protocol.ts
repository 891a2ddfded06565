/** Qwen Code: Claude Code's replies, Gemini CLI's tools. Measured in 2026. */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import { claudeCodeProtocol } from "../claude-code/protocol.ts";
import type { Protocol, Reply } from "../harness.ts";
import { decodePayload, type PayloadForm } from "../payload.ts";
import { instead } from "../sentence.ts";

const TOOLS: Readonly<Record<string, string>> = {
  Bash: "run_shell_command",
  Write: "write_file",
  Edit: "edit",
  Read: "read_file",
};

const FORM: PayloadForm = {
  events: claudeCodeProtocol.events,
  unwatched: "PostToolUseFailure Notification PreCompact SubagentStart SubagentStop PermissionRequest",
  tools: TOOLS,
  folderKey: "directory",
};

export const qwenCodeProtocol: Protocol = {
  id: "qwen-code",
  label: "Qwen Code",
  events: claudeCodeProtocol.events,
  tools: TOOLS,
  decode: (payload) => decodePayload(payload, FORM, "unknown"),
  encode,
};

/** A rewrite is in its manual and is ignored: the old command runs. The last decision wins, so an allow is never said. */
function encode(verdict: Verdict, event: HookEvent): Reply {
  if (verdict.kind !== "rewrite" || event !== "PreToolUse") return claudeCodeProtocol.encode(verdict, event);
  return claudeCodeProtocol.encode({ kind: "deny", ...instead(verdict) }, event);
}
