/** Grok Build, from its documentation of 2026 (0.2.99): only a call of a tool can be refused, nothing can be rewritten. */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import { claudeCodeProtocol } from "../claude-code/protocol.ts";
import type { Protocol, Reply } from "../harness.ts";
import { decodePayload, type PayloadForm } from "../payload.ts";
import { byExitCode } from "../replies.ts";

const FORM: PayloadForm = {
  events: claudeCodeProtocol.events,
  unwatched: "Notification PreCompact SubagentStart SubagentStop PermissionRequest PostToolUseFailure",
  tools: { Bash: "Bash|bash" },
};

export const grokProtocol: Protocol = {
  id: "grok",
  label: "Grok Build",
  events: claudeCodeProtocol.events,
  tools: {},
  decode: (payload) => decodePayload(payload, FORM, "unknown"),
  encode,
};

function encode(verdict: Verdict, event: HookEvent): Reply {
  const reply = byExitCode(verdict, event);
  if (event !== "PreToolUse" || reply.exitCode === 0) return reply;
  return { ...reply, stdout: JSON.stringify({ decision: "deny", reason: reply.stderr.trimEnd() }) };
}
