/**
 * How six real clients read a hook's reply to a shell call, as far as it was measured (versions in `rows` of
 * truth-table.test.ts). A model for tests: what the encoder says is read by these, not by an opinion about them.
 */
import type { HarnessId, Reply } from "../harness.ts";
import { isObject } from "../payload.ts";

/**
 * What became of the call: `ran` as it was, `blocked`, `stopped` (blocked, and the run ended), `hangs`, or the command
 * that ran instead.
 */
export type Outcome = "ran" | "blocked" | "stopped" | "hangs" | { readonly instead: string };

export type Measured = Extract<
  HarnessId,
  "claude-code" | "codex" | "gemini-cli" | "qwen-code" | "copilot-cli" | "droid"
>;

type Fields = Readonly<Record<string, unknown>>;

/** The whole text as one JSON object; undefined for anything else. */
function object(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function rewritten(input: unknown, incomplete: Outcome): Outcome {
  if (!isObject(input)) return "ran";
  return typeof input.command === "string" ? { instead: input.command } : incomplete;
}

const inner = (reply: Fields | undefined): Fields =>
  isObject(reply?.hookSpecificOutput) ? reply.hookSpecificOutput : {};

export const readers: Readonly<Record<Measured, (reply: Reply) => Outcome>> = {
  "claude-code": ({ stdout, exitCode }) => {
    if (exitCode === 2) return "blocked";
    // Its trimming takes a byte order mark along.
    const reply = object(stdout.trim());
    if (reply?.decision === "block") return "blocked";
    const { hookEventName, permissionDecision, updatedInput } = inner(reply);
    if (hookEventName !== "PreToolUse") return "ran";
    if (permissionDecision === "deny" || permissionDecision === "ask") return "blocked";
    return rewritten(updatedInput, "blocked");
  },
  codex: ({ stdout, stderr, exitCode }) => {
    if (exitCode === 2) return stderr.trim() === "" ? "ran" : "blocked";
    const reply = exitCode === 0 ? object(stdout) : undefined;
    const known = ["continue", "stopReason", "systemMessage", "decision", "reason", "hookSpecificOutput"];
    if (reply === undefined || Object.keys(reply).some((key) => !known.includes(key))) return "ran";
    if (reply.continue === false) return "ran";
    if (reply.decision !== undefined)
      return reply.decision === "block" && typeof reply.reason === "string" && reply.reason !== ""
        ? "blocked"
        : "ran";
    const fields = inner(reply);
    const inside = [
      "hookEventName",
      "permissionDecision",
      "permissionDecisionReason",
      "updatedInput",
      "additionalContext",
    ];
    if (Object.keys(fields).some((key) => !inside.includes(key))) return "ran";
    const { hookEventName, permissionDecision, permissionDecisionReason: reason, updatedInput } = fields;
    if (typeof hookEventName !== "string") return "ran";
    if (permissionDecision === "deny") {
      return typeof reason === "string" && reason !== "" && updatedInput === undefined ? "blocked" : "ran";
    }
    return permissionDecision === "allow" ? rewritten(updatedInput, "blocked") : "ran";
  },
  "gemini-cli": ({ stdout, stderr, exitCode }) => {
    const text = stdout.trim() === "" ? stderr : stdout;
    const reply = object(text);
    if (reply === undefined) return exitCode > 1 && text.trim() !== "" ? "blocked" : "ran";
    if (reply.continue === false) return "stopped";
    if (reply.decision === "deny" || reply.decision === "block") return "blocked";
    if (reply.decision === "ask") return "hangs";
    return rewritten(inner(reply).tool_input, "blocked");
  },
  "qwen-code": ({ stdout, stderr, exitCode }) => {
    if (exitCode === 2) return stderr.trim() === "" ? "ran" : "blocked";
    const reply = object(stdout);
    if (reply?.decision === "block") return "blocked";
    const { permissionDecision } = inner(reply);
    return permissionDecision === "deny" || permissionDecision === "ask" ? "blocked" : "ran";
  },
  "copilot-cli": ({ stdout, exitCode }) => {
    if (exitCode !== 0) return "blocked";
    const reply = object(stdout);
    const fields = inner(reply);
    const decision = reply?.permissionDecision ?? fields.permissionDecision;
    if (decision === "deny" || decision === "ask") return "blocked";
    return rewritten(reply?.modifiedArgs ?? fields.updatedInput, "blocked");
  },
  droid: ({ stdout, exitCode }) => {
    if (exitCode === 2) return "blocked";
    if (exitCode > 2) return "stopped";
    const { permissionDecision, updatedInput } = inner(object(stdout));
    if (permissionDecision === "deny") return "blocked";
    return rewritten(updatedInput, "ran");
  },
};
