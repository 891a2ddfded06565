/** Codex, measured with 0.171.0. A reply with one key too many is as good as none. */
import type { HookEvent } from "@hasna/hooks-registry";
import type { Dialect } from "../dialect.ts";
import { isObject, type JsonObject, snapshot } from "../json.ts";
import type { HookOutcome } from "../outcome.ts";
import { failed, failureOf, hasTypes, own, printed, text } from "../reply.ts";
import { SILENT, type Verdict } from "../verdict.ts";
import { eventFields, eventNameOf, ownEvent, payload, subjectOf } from "./common.ts";

export const codexDialect: Dialect = {
  id: "codex",
  order: "parallel",
  rewriter: "last-to-finish",
  decides: "strongest",
  shell: ["/bin/bash", "-c"],
  eventName: (event) => ownEvent("codex", event),
  subject: (facts) =>
    subjectOf("codex", facts, { aliases: (tool) => (tool === "apply_patch" ? ["Write", "Edit"] : []) }),
  encode: (facts, session) => {
    const isTool = facts.event === "PreToolUse" || facts.event === "PostToolUse";
    const inTurn = facts.event !== "SessionStart" && facts.event !== "SessionEnd";
    return payload({
      session_id: session.session,
      ...(inTurn && { turn_id: session.turn ?? "turn" }),
      transcript_path: session.transcript ?? null,
      cwd: session.cwd,
      hook_event_name: eventNameOf("codex", facts),
      model: session.model ?? "",
      permission_mode: session.permissionMode ?? "default",
      ...eventFields("codex", facts.event === "PreToolUse" ? { ...facts, input: onlyCommand(facts) } : facts),
      ...(facts.event === "Stop" && { last_assistant_message: facts.lastMessage ?? null }),
      ...(isTool && { tool_use_id: facts.callId }),
    });
  },
  decode,
  environment: (_, { plugin }) =>
    plugin === undefined
      ? {}
      : {
          PLUGIN_ROOT: plugin.folder,
          CLAUDE_PLUGIN_ROOT: plugin.folder,
        },
  commandText: (command, _, { plugin }) =>
    plugin === undefined
      ? command
      : command.replaceAll(/\$\{(?:CLAUDE_)?PLUGIN_ROOT\}/g, () => plugin.folder),
};

/** Its shell tool shows hooks nothing but the command. */
function onlyCommand({ tool, input }: { readonly tool: string; readonly input: unknown }) {
  if (tool !== "Bash" || !isObject(input)) return snapshot(input) ?? null;
  return { command: text(own(input, "command")) ?? "" };
}

/** Blanks as Rust sees them: a byte order mark is none. */
const trimmed = (one: string): string => one.replace(/^[^\S\uFEFF]+/, "").replace(/[^\S\uFEFF]+$/, "");

const PLAIN_IS_CONTEXT: readonly string[] = ["SessionStart", "UserPromptSubmit"];
const BLOCKS_BY_CODE: readonly string[] = ["PreToolUse", "UserPromptSubmit", "Stop", "PostToolUse"];

function decode(event: HookEvent | "other", outcome: HookOutcome): Verdict {
  const { cause, exitCode, stdout, stderr, ended } = outcome;
  const failure = failureOf(outcome);
  const said = printed(stdout, trimmed);
  // It gives up at the time-out on a pipe that something holds open.
  if (cause === "exit" && !ended)
    return failed("timeout", "something the hook left behind kept its output open");
  if (exitCode === 2 && cause === "exit") {
    if (stderr.trim() === "") {
      return failed("exit-other", "exit code 2 with nothing on stderr does not block");
    }
    if (!BLOCKS_BY_CODE.includes(event)) return failed("exit-other", `exit code 2 does not block ${event}`);
    return { ...SILENT, decision: "deny", reason: stderr.trim() };
  }
  if (failure !== undefined) {
    const lost = said.kind === "nothing" ? [] : ["what it printed is not read beside such an end"];
    return failed(failure, ...lost);
  }
  switch (said.kind) {
    case "nothing":
      return SILENT;
    case "object":
      return decodeObject(event, said.value);
    case "spoiled":
      return failed("bad-json", said.says);
    case "text":
      if (/^[[{]/.test(said.text)) return failed("bad-json", "it begins as JSON and is no object");
      if (said.text.startsWith("\uFEFF")) return failed("bad-json", "it begins with a byte order mark");
      if (event === "Stop") return failed("bad-reply", "plain text is an error at Stop");
      return PLAIN_IS_CONTEXT.includes(event) ? { ...SILENT, context: [said.text] } : SILENT;
  }
}

const KEYS = [
  "continue",
  "stopReason",
  "systemMessage",
  "suppressOutput",
  "decision",
  "reason",
  "hookSpecificOutput",
];
/** Keys that its form knows and that it then refuses, by event. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: ["stopReason", "suppressOutput"],
  PostToolUse: ["suppressOutput"],
  SessionStart: ["decision", "reason"],
  Stop: ["hookSpecificOutput"],
};
const INNER: Readonly<Record<string, readonly string[]>> = {
  PreToolUse: [
    "hookEventName",
    "permissionDecision",
    "permissionDecisionReason",
    "updatedInput",
    "additionalContext",
  ],
};
const EVENT_NAMES =
  "PreToolUse PostToolUse PermissionRequest UserPromptSubmit SessionStart SessionEnd SubagentStart SubagentStop Stop PreCompact PostCompact Interrupt".split(
    " ",
  );

function decodeObject(event: HookEvent | "other", reply: JsonObject): Verdict {
  const types = {
    continue: "boolean",
    stopReason: "string",
    systemMessage: "string",
    reason: "string",
  } as const;
  for (const key of Object.keys(reply)) {
    if (!KEYS.includes(key))
      return failed("bad-reply", `the key ${JSON.stringify(key)} makes it refuse the reply`);
    if (REFUSED[event]?.includes(key)) return failed("bad-reply", `it refuses ${key} at ${event}`);
  }
  if (!hasTypes(reply, types)) return failed("bad-reply", "a key of the reply has the wrong type");
  const stops = own(reply, "continue") === false;
  if (stops && event === "PreToolUse") return failed("bad-reply", "it refuses continue:false at PreToolUse");
  const inner = own(reply, "hookSpecificOutput");
  if (inner !== undefined && !isObject(inner)) return failed("bad-reply", "hookSpecificOutput is no object");
  const verdict: Verdict = {
    ...SILENT,
    notice: text(own(reply, "systemMessage")),
    stop: stops ? (text(own(reply, "stopReason")) ?? "") : undefined,
  };
  const legacy = decodeLegacy(reply, verdict);
  if (legacy?.failure !== undefined || inner === undefined) return legacy ?? verdict;
  const known = INNER[event] ?? ["hookEventName", "additionalContext"];
  for (const key of Object.keys(inner)) {
    if (!known.includes(key))
      return failed("bad-reply", `the key ${JSON.stringify(key)} makes it refuse the reply`);
  }
  const name = own(inner, "hookEventName");
  if (typeof name !== "string" || !EVENT_NAMES.includes(name)) {
    return failed("bad-reply", "hookEventName is missing or unknown");
  }
  if (!hasTypes(inner, { permissionDecisionReason: "string", additionalContext: "string" })) {
    return failed("bad-reply", "a key of hookSpecificOutput has the wrong type");
  }
  const context = text(own(inner, "additionalContext"));
  const told = { ...(legacy ?? verdict), context: context === undefined ? [] : [context] };
  return event === "PreToolUse" ? decodePermission(inner, told) : told;
}

/** The older form; undefined when the reply has no decision. */
function decodeLegacy(reply: JsonObject, verdict: Verdict): Verdict | undefined {
  const decision = own(reply, "decision");
  if (decision === undefined) return undefined;
  const reason = text(own(reply, "reason"));
  if (decision !== "block") return failed("bad-reply", `it refuses the decision ${JSON.stringify(decision)}`);
  if (reason === undefined || reason.trim() === "") return failed("bad-reply", "a block needs a reason");
  return { ...verdict, decision: "deny", reason };
}

function decodePermission(inner: JsonObject, told: Verdict): Verdict {
  const permission = own(inner, "permissionDecision");
  const rewrites = Object.hasOwn(inner, "updatedInput");
  const reason = text(own(inner, "permissionDecisionReason"));
  switch (permission) {
    case undefined:
      return rewrites ? failed("bad-reply", "updatedInput needs the decision allow here") : told;
    case "deny":
      if (reason === undefined || reason.trim() === "") return failed("bad-reply", "a denial needs a reason");
      if (rewrites) return failed("bad-reply", "it refuses a denial with an updatedInput");
      return { ...told, decision: "deny", reason };
    case "allow":
      if (!rewrites) return failed("bad-reply", "it refuses an allow without an updatedInput");
      if (!isObject(inner.updatedInput)) {
        return failed("bad-rewrite", "updatedInput is no object, and the old input runs");
      }
      return { ...told, decision: "allow", reason, rewrite: snapshot(inner.updatedInput) };
    default:
      return failed(
        "bad-reply",
        `it does not know the decision ${JSON.stringify(permission)}, and the call runs`,
      );
  }
}
