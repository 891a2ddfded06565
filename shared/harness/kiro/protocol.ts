/** Kiro, from its documentation of October 2026: a code other than 0 refuses, stderr is the reason. */
import type { HookEvent } from "@hasna/hooks-registry";
import type { Protocol } from "../harness.ts";
import { decodePayload, type PayloadForm } from "../payload.ts";
import { byExitCode } from "../replies.ts";

const EVENTS: Readonly<Partial<Record<HookEvent, string>>> = {
  PreToolUse: "PreToolUse",
  PostToolUse: "PostToolUse",
};

/** Its CLI says `execute_bash`, its editor `shell`. */
const TOOLS: Readonly<Record<string, string>> = {
  Bash: "execute_bash|shell",
  Write: "fs_write|write",
  Read: "fs_read|read",
};

const FORM: PayloadForm = {
  // Version 2 of the CLI writes its events with a small letter.
  events: {
    PreToolUse: "PreToolUse|preToolUse",
    PostToolUse: "PostToolUse|postToolUse",
    UserPromptSubmit: "UserPromptSubmit|userPromptSubmit",
    Stop: "Stop|stop",
  },
  unwatched: "agentSpawn PostFileSave PostFileCreate PostFileDelete",
  tools: TOOLS,
};

export const kiroProtocol: Protocol = {
  id: "kiro",
  label: "Kiro",
  events: EVENTS,
  tools: TOOLS,
  decode: (payload) => decodePayload(payload, FORM, "unknown"),
  encode: byExitCode,
};
