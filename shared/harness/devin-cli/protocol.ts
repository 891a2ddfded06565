/** Devin CLI, from its documentation of 2026: Claude Code's payloads and replies, and a decision at the top level. */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import { claudeCodeProtocol } from "../claude-code/protocol.ts";
import type { Protocol, Reply } from "../harness.ts";
import { decodePayload, type PayloadForm } from "../payload.ts";
import { sentence } from "../sentence.ts";

const TOOLS: Readonly<Record<string, string>> = { Bash: "exec" };

const FORM: PayloadForm = {
  events: claudeCodeProtocol.events,
  unwatched: "Notification PreCompact SubagentStart SubagentStop PermissionRequest PostToolUseFailure",
  tools: { Bash: "exec|Bash|shell" },
};

export const devinCliProtocol: Protocol = {
  id: "devin-cli",
  label: "Devin CLI",
  events: claudeCodeProtocol.events,
  tools: TOOLS,
  decode: (payload) => decodePayload(payload, FORM, "unknown"),
  encode,
};

function encode(verdict: Verdict, event: HookEvent): Reply {
  // Whether it can ask is not documented; a refusal holds either way.
  if (verdict.kind !== "deny" && verdict.kind !== "ask") return claudeCodeProtocol.encode(verdict, event);
  const reply = claudeCodeProtocol.encode({ ...verdict, kind: "deny" }, event);
  if (event !== "PreToolUse") return reply;
  const form = JSON.parse(reply.stdout) as object;
  return {
    ...reply,
    stdout: JSON.stringify({ decision: "block", reason: sentence(verdict), ...form }),
  };
}
