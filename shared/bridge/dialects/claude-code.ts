/** Claude Code, measured with 2.1.197 and 2.1.332. */
import type { HookEvent } from "@hasna/hooks-registry";
import type { Dialect } from "../dialect.ts";
import { isObject, type JsonObject, snapshot } from "../json.ts";
import type { HookOutcome } from "../outcome.ts";
import { describeFailure, failed, failureOf, hasTypes, own, printed, text } from "../reply.ts";
import { SILENT, type Verdict } from "../verdict.ts";
import { eventFields, eventNameOf, ownEvent, payload, subjectOf, transcriptOf } from "./common.ts";

export const claudeCodeDialect: Dialect = {
  id: "claude-code",
  order: "parallel",
  rewriter: "last-to-finish",
  decides: "strongest",
  shell: ["/bin/sh", "-c"],
  eventName: (event) => ownEvent("claude-code", event),
  subject: (facts) => subjectOf("claude-code", facts),
  encode: (facts, session) => {
    const isTool = facts.event === "PreToolUse" || facts.event === "PostToolUse";
    return payload({
      session_id: session.session,
      transcript_path: transcriptOf(session),
      cwd: session.cwd,
      ...(session.prompt !== undefined && { prompt_id: session.prompt }),
      permission_mode: session.permissionMode ?? "default",
      ...(session.effort !== undefined && { effort: { level: session.effort } }),
      hook_event_name: eventNameOf("claude-code", facts),
      ...eventFields("claude-code", facts),
      ...(isTool && { tool_use_id: facts.callId }),
      ...(facts.event === "PostToolUse" &&
        facts.durationMs !== undefined && { duration_ms: facts.durationMs }),
    });
  },
  decode,
  environment: (session, source) => ({
    CLAUDE_PROJECT_DIR: session.project ?? session.cwd,
    CLAUDECODE: "1",
    ...(source.plugin !== undefined && { CLAUDE_PLUGIN_ROOT: source.plugin.folder }),
  }),
  // The shell puts in the variables; nothing is replaced in the text.
  commandText: (command) => command,
};

const PLAIN_IS_CONTEXT: readonly string[] = ["SessionStart", "UserPromptSubmit"];
const CANNOT_BLOCK: readonly string[] = ["SessionStart", "SessionEnd"];

function decode(event: HookEvent | "other", outcome: HookOutcome): Verdict {
  const { cause, exitCode, stdout, stderr } = outcome;
  const failure = failureOf(outcome);
  // Output of a hook that ran out of time is thrown away.
  if (cause === "timeout" || cause === "spawn-error" || cause === "abort") return unable(outcome);
  if (exitCode === 2) return blockedByCode(event, outcome);
  const said = printed(stdout);
  if (said.kind === "object") {
    const read = decodeObject(event, said.value);
    // A reply counts whatever the code; one that is not understood leaves the failure alone.
    return read.failure !== undefined && failure !== undefined ? unable(outcome) : read;
  }
  if (failure !== undefined) return unable(outcome);
  if (said.kind === "spoiled") return failed("bad-json", said.says);
  if (said.kind === "text" && PLAIN_IS_CONTEXT.includes(event)) return { ...SILENT, context: [said.text] };
  if (stderr.trim() !== "" && said.kind === "nothing") return SILENT;
  return SILENT;
}

/** A failure is open, unless the entry says otherwise (known from 2.1.295). */
function unable(outcome: HookOutcome): Verdict {
  const failure = failureOf(outcome) ?? "exit-other";
  if (!outcome.blocksOnFailure) return failed(failure);
  return { ...SILENT, decision: "deny", reason: describeFailure(outcome), failure };
}

function blockedByCode(event: HookEvent | "other", { stdout, stderr }: HookOutcome): Verdict {
  const said = printed(stdout);
  const read = said.kind === "object" ? decodeObject(event, said.value) : SILENT;
  const fromJson = read.decision === "deny" ? read.reason : undefined;
  const reason = fromJson || stderr.trim() || "No stderr output";
  const ignored = read.decision === "allow" ? ["an allow cannot undo exit code 2"] : [];
  if (CANNOT_BLOCK.includes(event)) {
    return { ...SILENT, notice: reason, ignored: [`${event} cannot be blocked`] };
  }
  return { ...read, decision: "deny", reason, rewrite: undefined, failure: undefined, ignored };
}

const DECISIONS = ["allow", "deny", "ask", "defer"];
const LEGACY: Readonly<Record<string, Verdict["decision"]>> = { approve: "allow", block: "deny" };

function decodeObject(event: HookEvent | "other", reply: JsonObject): Verdict {
  const types = {
    continue: "boolean",
    stopReason: "string",
    systemMessage: "string",
    reason: "string",
  } as const;
  const decision = own(reply, "decision");
  const inner = own(reply, "hookSpecificOutput");
  if (!hasTypes(reply, types)) return failed("bad-reply", "a key of the reply has the wrong type");
  if (decision !== undefined && (typeof decision !== "string" || !Object.hasOwn(LEGACY, decision))) {
    return failed("bad-reply", `the decision ${JSON.stringify(decision)} is not one of approve and block`);
  }
  if (inner !== undefined && !isObject(inner)) return failed("bad-reply", "hookSpecificOutput is no object");
  const fields = inner ?? {};
  if (inner !== undefined) {
    const name = own(inner, "hookEventName");
    if (event !== "other" && name !== event) {
      const says =
        name === undefined ? "hookEventName is missing" : `hookEventName is ${JSON.stringify(name)}`;
      return failed("bad-reply", `${says}, so nothing in hookSpecificOutput is read`);
    }
    if (!hasTypes(inner, { permissionDecisionReason: "string", additionalContext: "string" })) {
      return failed("bad-reply", "a key of hookSpecificOutput has the wrong type");
    }
  }
  const ignored: string[] = [];
  const permission = own(fields, "permissionDecision");
  if (permission !== undefined && (typeof permission !== "string" || !DECISIONS.includes(permission))) {
    return failed("bad-reply", `the permissionDecision ${JSON.stringify(permission)} is unknown`);
  }
  const stops = own(reply, "continue") === false;
  if (stops && event === "PreToolUse")
    ignored.push("continue:false lets this call run and ends the turn behind it");
  const context = text(own(fields, "additionalContext"));
  let verdict: Verdict = {
    ...SILENT,
    context: context === undefined ? [] : [context],
    notice: text(own(reply, "systemMessage")),
    stop: stops ? (text(own(reply, "stopReason")) ?? "") : undefined,
    ignored,
  };
  if (event === "PreToolUse" && permission !== undefined) {
    if (permission === "defer") ignored.push("defer is taken as a question here");
    const asked = permission === "defer" ? "ask" : (permission as Verdict["decision"]);
    verdict = { ...verdict, decision: asked, reason: text(own(fields, "permissionDecisionReason")) };
  } else if (typeof decision === "string") {
    verdict = { ...verdict, decision: LEGACY[decision] ?? "none", reason: text(own(reply, "reason")) };
  }
  if (CANNOT_BLOCK.includes(event) && verdict.decision === "deny") {
    return {
      ...verdict,
      decision: "none",
      reason: undefined,
      ignored: [...ignored, `${event} cannot be blocked`],
    };
  }
  if (event !== "PreToolUse" || !Object.hasOwn(fields, "updatedInput") || permission === "defer")
    return verdict;
  if (verdict.decision === "deny")
    return { ...verdict, ignored: [...ignored, "a denial drops its updatedInput"] };
  if (!isObject(fields.updatedInput)) {
    return { ...verdict, failure: "bad-rewrite", ignored: [...ignored, "updatedInput is no object"] };
  }
  return { ...verdict, rewrite: snapshot(fields.updatedInput), hidesOriginal: hides(fields) };
}

/** Our own mark, which no client minds: the original input holds a secret. */
function hides(fields: JsonObject): true | undefined {
  return own(fields, "hideOriginal") === true ? true : undefined;
}
