/** The payload that a harness would send for a shell command: what a canary is carried in. */
import type { Harness } from "@hasna/hooks-harness";
import { CANARY_SESSION } from "../log/canary-session.ts";
import { shellTools } from "./watching.ts";

/** `event` is the harness's own name of the event that the entry stands under. */
export function canaryPayload(
  harness: Harness,
  event: string,
  command: string,
  cwd: string,
): Readonly<Record<string, unknown>> {
  const [tool = "Bash"] = shellTools(harness);
  const common = { session_id: CANARY_SESSION, cwd, hook_event_name: event, tool_name: tool };
  switch (harness.id) {
    case "windsurf":
      return {
        agent_action_name: event,
        trajectory_id: CANARY_SESSION,
        tool_info: { command_line: command, cwd },
      };
    case "cline":
      return {
        hookName: "tool_call",
        taskId: CANARY_SESSION,
        workspaceRoots: [cwd],
        tool_call: { id: "canary", name: "run_commands", input: { commands: [command] } },
      };
    case "cursor":
      return {
        ...common,
        conversation_id: CANARY_SESSION,
        cursor_version: "0",
        workspace_roots: [cwd],
        tool_input: { command },
      };
    case "codex":
    case "codewith":
      return {
        ...common,
        turn_id: "canary",
        model: "canary",
        transcript_path: null,
        tool_input: { command },
      };
    case "copilot-cli":
    case "gemini-cli":
      return { ...common, timestamp: "1970-01-01T00:00:00Z", tool_input: { command } };
    default:
      return { ...common, transcript_path: "/dev/null", tool_input: { command } };
  }
}
