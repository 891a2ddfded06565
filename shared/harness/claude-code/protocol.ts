/** Claude Code. Measured with 2.1.197 and 2.1.332 unless a line says otherwise. */
import type { HookEvent, Shell, Verdict } from "@hasna/hooks-registry";
import type { Decoded, Protocol, Reply, ShellVariables } from "../harness.ts";
import { decodePayload, type PayloadForm } from "../payload.ts";
import { nested, nestedRefusal } from "../replies.ts";
import { SILENCE, sentence, tooLate } from "../sentence.ts";

const EVENTS: Readonly<Record<HookEvent, string>> = {
  PreToolUse: "PreToolUse",
  PostToolUse: "PostToolUse",
  UserPromptSubmit: "UserPromptSubmit",
  SessionStart: "SessionStart",
  SessionEnd: "SessionEnd",
  Stop: "Stop",
};

/** Its other events (documentation of 2.1.251). A name in neither list is a payload we do not understand. */
export const UNWATCHED: string =
  "Setup InstructionsLoaded UserPromptExpansion PermissionRequest PermissionDenied PostToolUseFailure " +
  "PostToolBatch Notification MessageDisplay SubagentStart SubagentStop TaskCreated TaskCompleted TeammateIdle " +
  "StopFailure ConfigChange CwdChanged DirectoryAdded FileChanged WorktreeCreate WorktreeRemove PreCompact " +
  "PostCompact Elicitation ElicitationResult PreModelSwitch PostModelSwitch";

const FORM: PayloadForm = { events: EVENTS, unwatched: UNWATCHED, tools: {} };

export const claudeCodeProtocol: Protocol = {
  id: "claude-code",
  label: "Claude Code",
  events: EVENTS,
  // Its shell on Windows without Git Bash, and beside Bash where it is switched on.
  tools: { PowerShell: "PowerShell" },
  decode,
  encode,
};

function decode(payload: unknown, env: ShellVariables): Decoded {
  return decodePayload(payload, FORM, shellOf(env));
}

/** The payload does not name the shell; Claude Code takes bash or zsh from these, and looks for either otherwise. */
function shellOf(env: ShellVariables): Shell {
  const path = env.CLAUDE_CODE_SHELL || env.SHELL || "";
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name === "bash" || name === "zsh" ? name : "unknown";
}

function encode(verdict: Verdict, event: HookEvent): Reply {
  switch (verdict.kind) {
    case "none":
    // A printed allow skips the user's own prompt for the whole call.
    case "allow":
      return SILENCE;
    case "deny":
      return refuse(sentence(verdict), event);
    case "ask":
      // Only a tool call can be asked about; where nobody can be asked, the question is a refusal.
      if (event !== "PreToolUse") return refuse(sentence(verdict), event);
      return say(event, { permissionDecision: "ask", permissionDecisionReason: sentence(verdict) });
    case "rewrite":
      if (event !== "PreToolUse") return refuse(tooLate(verdict, event), event);
      return say(event, {
        ...(verdict.approves && { permissionDecision: "allow", permissionDecisionReason: verdict.reason }),
        updatedInput: verdict.toolInput,
      });
    case "context":
      if (event === "SessionEnd" || verdict.text === "") return SILENCE;
      return say(event, { additionalContext: verdict.text });
  }
}

function refuse(text: string, event: HookEvent): Reply {
  return nestedRefusal(EVENTS[event], text, event);
}

function say(event: HookEvent, fields: Readonly<Record<string, unknown>>): Reply {
  return nested(EVENTS[event], fields);
}
