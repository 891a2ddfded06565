/** Kimi Code, from its documentation of August 2026: exit code 2 with stderr refuses, nothing can be rewritten. */
import { claudeCodeProtocol } from "../claude-code/protocol.ts";
import type { Protocol } from "../harness.ts";
import { decodePayload, type PayloadForm } from "../payload.ts";
import { byExitCode } from "../replies.ts";

const TOOLS: Readonly<Record<string, string>> = { Bash: "Bash|Shell" };

const FORM: PayloadForm = {
  events: claudeCodeProtocol.events,
  unwatched:
    "PostToolUseFailure StopFailure SubagentStart SubagentStop PreCompact PostCompact Notification PermissionRequest",
  tools: TOOLS,
};

export const kimiProtocol: Protocol = {
  id: "kimi",
  label: "Kimi Code",
  events: claudeCodeProtocol.events,
  tools: { Bash: "Bash" },
  decode: (payload) => decodePayload(payload, FORM, "unknown"),
  encode: byExitCode,
};
