/** GitHub Copilot CLI, registered under Claude Code's event names, which select that payload. Measured with 1.0.102. */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import { claudeCodeProtocol } from "../claude-code/protocol.ts";
import type { Protocol, Reply } from "../harness.ts";
import { decodePayload, type PayloadForm } from "../payload.ts";
import { onlyGiven } from "../rewritten.ts";
import { sentence } from "../sentence.ts";

const FORM: PayloadForm = {
  events: claudeCodeProtocol.events,
  unwatched:
    "UserPromptTransformed PermissionRequest PostToolUseFailure SubagentStart SubagentStop ErrorOccurred PreCompact Notification PreMcpToolCall",
  // VS Code reads the same files, and its shell tool has a name of its own.
  tools: { Bash: "Bash|bash|run_in_terminal" },
};

export const copilotCliProtocol: Protocol = {
  id: "copilot-cli",
  label: "GitHub Copilot CLI",
  events: claudeCodeProtocol.events,
  // Its own name for it is `powershell`; the names of Claude Code are what it compares first.
  tools: { PowerShell: "PowerShell|powershell" },
  decode: (payload) => decodePayload(payload, FORM, "bash"),
  encode,
};

/** It reads a decision at the top level, VS Code reads the nested one of the same files: both are said. */
function encode(verdict: Verdict, event: HookEvent, given?: Readonly<Record<string, unknown>>): Reply {
  if (event !== "PreToolUse") return claudeCodeProtocol.encode(verdict, event);
  switch (verdict.kind) {
    case "deny":
    case "ask":
      return both(verdict.kind, sentence(verdict), claudeCodeProtocol.encode(verdict, event));
    case "rewrite": {
      const toolInput = onlyGiven(verdict.toolInput, given);
      const reply = claudeCodeProtocol.encode({ ...verdict, toolInput }, event);
      const nested = JSON.parse(reply.stdout) as object;
      const decision = verdict.approves ? { permissionDecision: "allow" } : {};
      return { ...reply, stdout: JSON.stringify({ ...decision, modifiedArgs: toolInput, ...nested }) };
    }
    default:
      return claudeCodeProtocol.encode(verdict, event);
  }
}

function both(decision: "deny" | "ask", text: string, reply: Reply): Reply {
  const nested = JSON.parse(reply.stdout) as object;
  const stdout = JSON.stringify({ permissionDecision: decision, permissionDecisionReason: text, ...nested });
  // Code 0: with any other the call is blocked too, but the model is told the code and not the reason.
  return { stdout, stderr: "", exitCode: 0 };
}
