/** Factory Droid: Claude Code's replies, tools of its own. Measured in 2026. */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import { claudeCodeProtocol } from "../claude-code/protocol.ts";
import type { Protocol, Reply } from "../harness.ts";
import { decodePayload, type PayloadForm } from "../payload.ts";
import { onlyGiven } from "../rewritten.ts";

const TOOLS: Readonly<Record<string, string>> = { Bash: "Execute", Write: "Create" };

const FORM: PayloadForm = {
  events: claudeCodeProtocol.events,
  unwatched: "Notification PreCompact SubagentStart SubagentStop",
  tools: TOOLS,
};

export const droidProtocol: Protocol = {
  id: "droid",
  label: "Factory Droid",
  events: claudeCodeProtocol.events,
  tools: TOOLS,
  decode: (payload) => decodePayload(payload, FORM, "unknown"),
  encode,
};

/** Without a terminal a question lets the command run, so it is a refusal. */
function encode(verdict: Verdict, event: HookEvent, given?: Readonly<Record<string, unknown>>): Reply {
  if (verdict.kind === "ask") return claudeCodeProtocol.encode({ ...verdict, kind: "deny" }, event);
  if (verdict.kind !== "rewrite") return claudeCodeProtocol.encode(verdict, event);
  return claudeCodeProtocol.encode({ ...verdict, toolInput: onlyGiven(verdict.toolInput, given) }, event);
}
