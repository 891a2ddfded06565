/**
 * Codex. Measured with 0.171.0.
 * A reply is read against a strict form: one key too many and the call goes ahead as if there were no hook.
 */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import type { Protocol, Reply } from "../harness.ts";
import { decodePayload, type PayloadForm } from "../payload.ts";
import { nested, nestedRefusal } from "../replies.ts";
import { instead, SILENCE, sentence, tooLate } from "../sentence.ts";

const EVENTS: Readonly<Partial<Record<HookEvent, string>>> = {
  PreToolUse: "PreToolUse",
  PostToolUse: "PostToolUse",
  UserPromptSubmit: "UserPromptSubmit",
  SessionStart: "SessionStart",
  SessionEnd: "SessionEnd",
  Stop: "Stop",
};

const FORM: PayloadForm = {
  events: EVENTS,
  unwatched: "SubagentStart PermissionRequest PreCompact PostCompact SubagentStop Interrupt",
  tools: {},
};

export const codexProtocol: Protocol = {
  id: "codex",
  label: "Codex",
  events: EVENTS,
  tools: {},
  // The shell of its tool comes from the user's account, which no variable tells.
  decode: (payload) => decodePayload(payload, FORM, "unknown"),
  encode,
};

function encode(verdict: Verdict, event: HookEvent): Reply {
  switch (verdict.kind) {
    case "none":
    // An allow without a rewrite is an error here.
    case "allow":
      return SILENCE;
    case "deny":
    // It cannot ask: a question that is printed lets the command run.
    case "ask":
      return refuse(sentence(verdict), event);
    case "rewrite": {
      if (event !== "PreToolUse") return refuse(tooLate(verdict, event), event);
      const { command } = verdict.toolInput;
      // Only an approved rewrite is carried out; any other lets the old command run, so the model must send the new one.
      if (!verdict.approves || typeof command !== "string") return refuse(sentence(instead(verdict)), event);
      return say(event, { permissionDecision: "allow", updatedInput: { command } });
    }
    case "context":
      // These two have no place for it, and a key they do not know is a failed hook.
      if (verdict.text === "" || event === "SessionEnd" || event === "Stop") return SILENCE;
      return say(event, { additionalContext: verdict.text });
  }
}

/** Codex blocks with 2 only when stderr says something; stdout is for versions that read it. */
function refuse(text: string, event: HookEvent): Reply {
  return nestedRefusal(EVENTS[event], text, event);
}

function say(event: HookEvent, fields: Readonly<Record<string, unknown>>): Reply {
  return nested(EVENTS[event], fields);
}
