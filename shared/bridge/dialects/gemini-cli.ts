/** Gemini CLI, measured with 0.61.0. */
import type { HookEvent } from "@hasna/hooks-registry";
import type { Dialect } from "../dialect.ts";
import { isObject, type JsonObject, snapshot } from "../json.ts";
import type { HookOutcome } from "../outcome.ts";
import { failed, failureOf, own, printed, text } from "../reply.ts";
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

export const geminiCliDialect: Dialect = {
  id: "gemini-cli",
  order: "parallel",
  rewriter: "last-in-order",
  decides: "strongest",
  shell: ["/bin/bash", "-c"],
  eventName: (event) => ownEvent("gemini-cli", event),
  subject: (facts) => subjectOf("gemini-cli", facts, { exact: true }),
  encode: (facts, session) =>
    payload({
      session_id: session.session,
      transcript_path: transcriptOf(session),
      cwd: session.cwd,
      hook_event_name: eventNameOf("gemini-cli", facts),
      timestamp: timestampOf(session),
      ...eventFields("gemini-cli", facts),
      ...(facts.event === "Stop" && { prompt: "", prompt_response: facts.lastMessage ?? "" }),
    }),
  decode,
  environment: ({ session, cwd, project = cwd }) => ({
    GEMINI_PROJECT_DIR: project,
    GEMINI_CWD: cwd,
    CLAUDE_PROJECT_DIR: project,
    GEMINI_SESSION_ID: session,
  }),
  commandText: (command, { cwd, project = cwd }, { plugin }) => {
    const text = command
      .replaceAll("$GEMINI_PROJECT_DIR", () => quoted(project))
      .replaceAll("$CLAUDE_PROJECT_DIR", () => quoted(project));
    if (plugin === undefined) return text;
    return text.replaceAll(/\$\{(extensionPath|workspacePath|\/)\}/g, (_, name) =>
      name === "/" ? "/" : name === "extensionPath" ? plugin.folder : project,
    );
  },
};

function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function decode(event: HookEvent | "other", outcome: HookOutcome): Verdict {
  const { cause, exitCode, stdout, stderr, ended } = outcome;
  const failure = failureOf(outcome);
  if (cause === "exit" && !ended)
    return failed("timeout", "something the hook left behind kept its output open");
  if (cause === "timeout" || cause === "spawn-error" || cause === "abort") return failed(failure ?? "spawn");
  // What was meant for people decides where nothing was printed.
  const source = stdout.trim() === "" ? stderr : stdout;
  const said = printed(source);
  if (said.kind === "object") return decodeObject(event, said.value);
  const isPlain = said.kind === "text" || said.kind === "spoiled";
  if (isPlain && exitCode !== null && exitCode > 1) {
    return { ...SILENT, decision: "deny", reason: said.text, failure: exitCode > 2 ? failure : undefined };
  }
  if (exitCode === 2) return failed("exit-other", "exit code 2 with nothing printed does not block");
  if (failure !== undefined) return failed(failure);
  if (said.kind === "spoiled") return failed("bad-json", said.says);
  return said.kind === "text" && stdout.trim() !== "" ? { ...SILENT, notice: said.text } : SILENT;
}

const DECISIONS: Readonly<Record<string, Verdict["decision"]>> = {
  allow: "allow",
  approve: "allow",
  deny: "deny",
  block: "deny",
  ask: "ask",
};

function decodeObject(event: HookEvent | "other", reply: JsonObject): Verdict {
  const named = own(reply, "decision");
  const inner = own(reply, "hookSpecificOutput");
  const fields = isObject(inner) ? inner : {};
  const ignored: string[] = [];
  const decision =
    typeof named === "string" && Object.hasOwn(DECISIONS, named) ? DECISIONS[named] : undefined;
  if (named !== undefined && decision === undefined)
    ignored.push(`the decision ${JSON.stringify(named)} is unknown`);
  if (own(fields, "permissionDecision") !== undefined) {
    ignored.push("permissionDecision is Claude Code's and is not read here");
  }
  if (own(fields, "updatedInput") !== undefined)
    ignored.push("updatedInput is Claude Code's and is not read here");
  const stops = own(reply, "continue") === false;
  const context = text(own(fields, "additionalContext"));
  const reason = text(own(reply, "reason"));
  const stop = stops ? (text(own(reply, "stopReason")) ?? "") : undefined;
  // An end of the run also keeps the call from running.
  const held = stops && event === "PreToolUse" ? "deny" : (decision ?? "none");
  const verdict: Verdict = {
    ...SILENT,
    decision: held,
    reason: held === "none" ? undefined : (reason ?? stop),
    context: context === undefined ? [] : [context],
    notice: text(own(reply, "systemMessage")),
    stop,
    failure: ignored.length > 0 && held === "none" ? "bad-reply" : undefined,
    ignored,
  };
  if (event !== "PreToolUse" || !Object.hasOwn(fields, "tool_input")) return verdict;
  if (held === "deny") return { ...verdict, ignored: [...ignored, "a denial drops its tool_input"] };
  if (!isObject(fields.tool_input)) {
    return { ...verdict, failure: "bad-rewrite", ignored: [...ignored, "tool_input is no object"] };
  }
  return { ...verdict, rewrite: snapshot(fields.tool_input) };
}
