/** Cursor. From its documentation of August 2026 and reports of runs on 3.9. */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import type { Decoded, Protocol, Reply } from "../harness.ts";
import { decodePayload, isObject, type PayloadForm } from "../payload.ts";
import { instead, SILENCE, sentence, tooLate } from "../sentence.ts";

const EVENTS: Readonly<Record<HookEvent, string>> = {
  PreToolUse: "preToolUse",
  PostToolUse: "postToolUse",
  UserPromptSubmit: "beforeSubmitPrompt",
  SessionStart: "sessionStart",
  SessionEnd: "sessionEnd",
  Stop: "stop",
};

const TOOLS: Readonly<Record<string, string>> = { Bash: "Shell" };

/** Entries of Claude Code's settings come under Claude Code's event names. */
const FORM: PayloadForm = {
  events: Object.fromEntries(Object.entries(EVENTS).map(([event, own]) => [event, `${own}|${event}`])),
  unwatched:
    "postToolUseFailure subagentStart subagentStop beforeShellExecution afterShellExecution beforeMCPExecution " +
    "afterMCPExecution beforeReadFile afterFileEdit preCompact afterAgentResponse afterAgentThought " +
    "beforeTabFileRead afterTabFileEdit workspaceOpen SubagentStop PreCompact Notification",
  tools: { Bash: "Shell|Bash" },
  folderKey: "cwd",
};

export const cursorProtocol: Protocol = {
  id: "cursor",
  label: "Cursor",
  events: EVENTS,
  tools: TOOLS,
  decode,
  encode,
};

function decode(payload: unknown): Decoded {
  if (!isObject(payload)) return decodePayload(payload, FORM, "unknown");
  const { cwd, workspace_roots: roots, session_id: session, conversation_id: conversation } = payload;
  // Its cwd is often empty; the first folder of the workspace is where its shell starts.
  const folder = cwd === "" || cwd === undefined ? (Array.isArray(roots) ? roots[0] : undefined) : cwd;
  return decodePayload({ ...payload, cwd: folder, session_id: session ?? conversation }, FORM, "unknown");
}

/** An entry that fails closed also blocks on an empty reply, so that "nothing to say" is an object. */
const NOTHING: Reply = { stdout: "{}", stderr: "", exitCode: 0 };

function encode(verdict: Verdict, event: HookEvent): Reply {
  switch (verdict.kind) {
    case "none":
    case "allow":
      return NOTHING;
    case "deny":
    // A question is not enforced: the call goes ahead.
    case "ask":
      return refuse(sentence(verdict), event);
    case "rewrite":
      if (event !== "PreToolUse") return refuse(tooLate(verdict, event), event);
      if (!verdict.approves) return refuse(sentence(instead(verdict)), event);
      return say({ permission: "allow", updated_input: verdict.toolInput });
    case "context":
      if (verdict.text === "" || (event !== "SessionStart" && event !== "PostToolUse")) return NOTHING;
      return say({ additional_context: verdict.text });
  }
}

/** Exit code 0: with 2 the JSON itself would be shown instead of its message. */
function refuse(text: string, event: HookEvent): Reply {
  switch (event) {
    case "PreToolUse":
      return say({ permission: "deny", user_message: text, agent_message: text });
    case "UserPromptSubmit":
      return say({ continue: false, user_message: text });
    case "Stop":
      return say({ followup_message: text });
    default:
      return { ...SILENCE, stderr: `${text}\n`, exitCode: 2 };
  }
}

function say(fields: Readonly<Record<string, unknown>>): Reply {
  return { stdout: JSON.stringify(fields), stderr: "", exitCode: 0 };
}
