/** Gemini CLI. Measured with 0.61.0 unless a line says otherwise. */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import type { Protocol, Reply } from "../harness.ts";
import { decodePayload, type PayloadForm } from "../payload.ts";
import { nested } from "../replies.ts";
import { onlyGiven } from "../rewritten.ts";
import { SILENCE, sentence, tooLate } from "../sentence.ts";

const EVENTS: Readonly<Record<HookEvent, string>> = {
  PreToolUse: "BeforeTool",
  PostToolUse: "AfterTool",
  UserPromptSubmit: "BeforeAgent",
  SessionStart: "SessionStart",
  SessionEnd: "SessionEnd",
  Stop: "AfterAgent",
};

const TOOLS: Readonly<Record<string, string>> = {
  Bash: "run_shell_command",
  Write: "write_file",
  Edit: "replace",
  Read: "read_file",
};

const FORM: PayloadForm = {
  events: EVENTS,
  unwatched: "BeforeModel AfterModel BeforeToolSelection PreCompress Notification",
  tools: TOOLS,
  folderKey: "dir_path",
};

export const geminiCliProtocol: Protocol = {
  id: "gemini-cli",
  label: "Gemini CLI",
  events: EVENTS,
  tools: TOOLS,
  decode: (payload) => decodePayload(payload, FORM, "unknown"),
  encode,
};

function encode(verdict: Verdict, event: HookEvent, given?: Readonly<Record<string, unknown>>): Reply {
  switch (verdict.kind) {
    case "none":
    case "allow":
      return SILENCE;
    case "deny":
    // A question waits for ever where there is no terminal to ask at.
    case "ask":
      return refuse(sentence(verdict), event);
    case "rewrite":
      if (event !== "PreToolUse") return refuse(tooLate(verdict, event), event);
      // No decision: the user's own policy judges the new command.
      return say(event, { tool_input: onlyGiven(verdict.toolInput, given) });
    case "context":
      if (event === "SessionEnd" || verdict.text === "") return SILENCE;
      return say(event, { additionalContext: verdict.text });
  }
}

/** JSON is read whatever the code; where something else spoiled it, any code but 0 and 1 denies with the text. */
function refuse(text: string, event: HookEvent): Reply {
  const stderr = `${text}\n`;
  if (event === "SessionStart" || event === "SessionEnd") return { stdout: "", stderr, exitCode: 2 };
  return { stdout: JSON.stringify({ decision: "deny", reason: text }), stderr, exitCode: 2 };
}

function say(event: HookEvent, fields: Readonly<Record<string, unknown>>): Reply {
  return nested(EVENTS[event], fields);
}
