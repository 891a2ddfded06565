/** Qwen Code 0.24.4, Copilot CLI 1.0.102 and Droid 0.225.2: as far as they were measured. */
import type { HookEvent } from "@hasna/hooks-registry";
import type { Dialect } from "../dialect.ts";
import { isObject, type JsonObject, snapshot } from "../json.ts";
import type { HookOutcome } from "../outcome.ts";
import { describeFailure, failed, failureOf, own, printed, text } from "../reply.ts";
import { SILENT, type Verdict } from "../verdict.ts";
import {
  eventFields,
  eventNameOf,
  ownEvent,
  payload,
  subjectOf,
  timestampOf,
  transcriptOf,
} from "./common.ts";

export const qwenCodeDialect: Dialect = {
  id: "qwen-code",
  order: "parallel",
  rewriter: "none",
  decides: "last",
  shell: ["/bin/bash", "-c"],
  eventName: (event) => ownEvent("qwen-code", event),
  subject: (facts) =>
    subjectOf("qwen-code", facts, { aliases: (tool) => (tool === "Bash" ? ["Bash", "Shell"] : [tool]) }),
  encode: (facts, session) =>
    payload({
      session_id: session.session,
      transcript_path: transcriptOf(session),
      cwd: session.cwd,
      hook_event_name: eventNameOf("qwen-code", facts),
      timestamp: timestampOf(session),
      permission_mode: session.permissionMode ?? "default",
      ...(session.prompt !== undefined && { prompt_id: session.prompt }),
      ...eventFields("qwen-code", facts),
      ...((facts.event === "PreToolUse" || facts.event === "PostToolUse") && {
        tool_use_id: facts.callId,
        tool_call_id: facts.callId,
      }),
    }),
  decode: (event, outcome) => {
    const { cause, exitCode, stderr } = outcome;
    if (cause === "exit" && exitCode === 2) {
      return stderr.trim() === ""
        ? failed("exit-other", "exit code 2 with nothing on stderr does not block")
        : { ...SILENT, decision: "deny", reason: stderr.trim(), weight: "weak" };
    }
    return readNested(outcome, false, (reply) => {
      const verdict = nestedVerdict(event, reply, ["block"]);
      if (verdict.rewrite === undefined) return verdict;
      const { rewrite: _, ...rest } = verdict;
      return { ...rest, failure: "bad-reply", ignored: [...rest.ignored, "it carries out no rewrite"] };
    });
  },
  environment: ({ session, cwd, project = cwd }) => ({
    QWEN_PROJECT_DIR: project,
    GEMINI_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
    QWEN_CODE_SESSION_ID: session,
  }),
  commandText: pluginText,
};

export const copilotCliDialect: Dialect = {
  id: "copilot-cli",
  order: "serial",
  rewriter: "last-in-order",
  decides: "strongest",
  shell: ["/bin/bash", "--norc", "--noprofile", "-c"],
  eventName: (event) => ownEvent("copilot-cli", event),
  // It knows its shell by two names; patterns are tried on the first.
  subject: (facts) =>
    subjectOf("copilot-cli", facts, { aliases: (tool) => (tool === "Bash" ? ["bash"] : []) }),
  encode: (facts, session) =>
    payload({
      hook_event_name: eventNameOf("copilot-cli", facts),
      session_id: session.session,
      timestamp: timestampOf(session),
      cwd: session.cwd,
      ...eventFields("copilot-cli", facts),
    }),
  decode: (event, outcome) => {
    const { cause, exitCode, stdout, ended } = outcome;
    if (cause === "timeout" || cause === "abort" || !ended) return failed(failureOf(outcome) ?? "timeout");
    if (exitCode !== 0) {
      return { ...SILENT, decision: "deny", reason: describeFailure(outcome), failure: undefined };
    }
    const said = printed(stdout);
    if (said.kind === "spoiled") return failed("bad-json", said.says);
    if (said.kind !== "object") return SILENT;
    const reply = said.value;
    const nested = nestedVerdict(event, reply, []);
    const permission = own(reply, "permissionDecision");
    const flat: Verdict = isDecision(permission)
      ? { ...nested, decision: permission, reason: text(own(reply, "permissionDecisionReason")) }
      : nested;
    if (own(reply, "decision") !== undefined && flat.decision === "none") {
      return {
        ...flat,
        failure: "bad-reply",
        ignored: [...flat.ignored, "a top-level decision is not read here"],
      };
    }
    const modified = own(reply, "modifiedArgs");
    return isObject(modified) && flat.decision !== "deny" ? { ...flat, rewrite: snapshot(modified) } : flat;
  },
  environment: ({ cwd, project = cwd }) => ({
    COPILOT_CLI: "1",
    COPILOT_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
  }),
  commandText: pluginText,
};

export const droidDialect: Dialect = {
  id: "droid",
  order: "parallel",
  rewriter: "first-in-order",
  decides: "first",
  shell: ["/bin/sh", "-c"],
  eventName: (event) => ownEvent("droid", event),
  subject: (facts) => subjectOf("droid", facts),
  encode: (facts, session) =>
    payload({
      session_id: session.session,
      transcript_path: transcriptOf(session),
      cwd: session.cwd,
      permission_mode: session.permissionMode ?? "default",
      hook_event_name: eventNameOf("droid", facts),
      ...eventFields("droid", facts),
    }),
  decode: (event, outcome) => {
    const { cause, exitCode, stderr } = outcome;
    if (cause === "exit" && exitCode === 2) {
      return {
        ...SILENT,
        decision: "deny",
        reason: stderr.trim() || "the hook ended with 2",
        weight: "final",
      };
    }
    // It ends its whole run on any other code, but for a program that is not there.
    if (cause === "exit" && exitCode !== null && exitCode > 2 && exitCode < 126) {
      const reason = describeFailure(outcome);
      return { ...SILENT, decision: "deny", reason, stop: reason, failure: "exit-other" };
    }
    return readNested(outcome, true, (reply) => {
      const verdict = nestedVerdict(event, reply, []);
      const { rewrite } = verdict;
      if (rewrite === undefined || (isObject(rewrite) && Object.keys(rewrite).length > 0)) return verdict;
      const { rewrite: _, ...rest } = verdict;
      return { ...rest, failure: "bad-rewrite", ignored: ["an empty updatedInput is passed over"] };
    });
  },
  environment: ({ cwd, project = cwd }) => ({
    FACTORY_PROJECT_DIR: project,
    DROID_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
  }),
  commandText: pluginText,
};

function pluginText(
  command: string,
  _: unknown,
  { plugin }: { readonly plugin?: { readonly folder: string } | undefined },
): string {
  return plugin === undefined
    ? command
    : command.replaceAll(/\$\{CLAUDE_PLUGIN_ROOT\}/g, () => plugin.folder);
}

/** `late`: a denial that came before the time was over counts. */
function readNested(outcome: HookOutcome, late: boolean, read: (reply: JsonObject) => Verdict): Verdict {
  const failure = failureOf(outcome) ?? (outcome.ended ? undefined : "timeout");
  const said = printed(outcome.stdout);
  if (outcome.cause !== "abort" && said.kind === "object") {
    const verdict = read(said.value);
    if (failure !== "timeout") return verdict;
    if (late && verdict.decision === "deny") return { ...verdict, failure };
  }
  if (failure !== undefined) return failed(failure);
  return said.kind === "spoiled" ? failed("bad-json", said.says) : SILENT;
}

function isDecision(value: unknown): value is "allow" | "ask" | "deny" {
  return value === "allow" || value === "ask" || value === "deny";
}

function nestedVerdict(event: HookEvent | "other", reply: JsonObject, legacy: readonly string[]): Verdict {
  const inner = own(reply, "hookSpecificOutput");
  const fields = isObject(inner) ? inner : {};
  const permission = own(fields, "permissionDecision");
  const decision = own(reply, "decision");
  const isLegacy = typeof decision === "string" && legacy.includes(decision);
  const context = text(own(fields, "additionalContext"));
  const blocks = isLegacy || (event !== "PreToolUse" && decision === "block");
  const verdict: Verdict = {
    ...SILENT,
    decision: blocks ? "deny" : isDecision(permission) ? permission : "none",
    reason: text(own(fields, "permissionDecisionReason")) ?? text(own(reply, "reason")),
    context: context === undefined ? [] : [context],
    notice: text(own(reply, "systemMessage")),
    stop: own(reply, "continue") === false ? (text(own(reply, "stopReason")) ?? "") : undefined,
  };
  if (decision !== undefined && !blocks && verdict.decision === "none") {
    return { ...verdict, failure: "bad-reply", ignored: ["its decision is not read here"] };
  }
  const updated = own(fields, "updatedInput");
  return event === "PreToolUse" && verdict.decision !== "deny" && isObject(updated)
    ? { ...verdict, rewrite: snapshot(updated) }
    : verdict;
}
