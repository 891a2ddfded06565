/** Windsurf's Cascade, from its documentation of 2026. Stdout is never read: exit code 2 with stderr refuses. */
import type { HookEvent } from "@hasna/hooks-registry";
import type { Decoded, Protocol } from "../harness.ts";
import { decodePayload, isObject, nameOf, type PayloadForm, problem } from "../payload.ts";
import { byExitCode } from "../replies.ts";

const EVENTS: Readonly<Partial<Record<HookEvent, string>>> = {
  PreToolUse: "pre_run_command",
  PostToolUse: "post_run_command",
  UserPromptSubmit: "pre_user_prompt",
};

/** Neutral tools by the middle of its event names: each kind of tool has events of its own. */
export const KINDS: Readonly<Record<string, string>> = {
  run_command: "Bash",
  write_code: "Write|Edit",
  read_code: "Read",
  mcp_tool_use: "",
};

const FORM: PayloadForm = {
  events: { PreToolUse: "pre", PostToolUse: "post", UserPromptSubmit: "pre_user_prompt" },
  unwatched: "post_cascade_response post_cascade_response_with_transcript post_setup_worktree",
  tools: {},
};

export const windsurfProtocol: Protocol = {
  id: "windsurf",
  label: "Windsurf",
  events: EVENTS,
  tools: {},
  decode,
  encode: byExitCode,
};

function decode(payload: unknown): Decoded {
  if (!isObject(payload)) return problem(`the payload is ${nameOf(payload)} and not an object`);
  const { agent_action_name: action, tool_info: info, trajectory_id: session } = payload;
  if (typeof action !== "string") return problem(`agent_action_name is ${nameOf(action)} and not a text`);
  const [, when, kind = ""] = /^(pre|post)_(.+)$/.exec(action) ?? [];
  if (when === undefined || !Object.hasOwn(KINDS, kind)) {
    return decodePayload({ hook_event_name: action, session_id: session }, FORM, "unknown");
  }
  if (!isObject(info)) return problem(`tool_info is ${nameOf(info)} and not an object`);
  const { command_line: command, cwd, file_path: path, mcp_tool_name: mcpTool } = info;
  const [tool] = (KINDS[kind] as string).split("|");
  return decodePayload(
    {
      hook_event_name: when,
      session_id: session,
      cwd,
      tool_name: tool === "" ? mcpTool : tool,
      tool_input: {
        ...info,
        ...(kind === "run_command" && { command }),
        ...(path !== undefined && { file_path: path }),
      },
    },
    FORM,
    "unknown",
  );
}
