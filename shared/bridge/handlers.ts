/** Reading one handler of a settings file as its harness does. */
import { isObject, type JsonObject } from "./json.ts";
import type { DialectId, Handler } from "./registration.ts";

const SECOND = 1000;

/** Milliseconds that a hook may take, by the harness's own unit and default; undefined for what it does not accept. */
function timeoutOf(dialect: DialectId, event: string, handler: JsonObject): number | undefined {
  const { timeout, timeoutSec } = handler;
  switch (dialect) {
    case "claude-code": {
      const usual = { UserPromptSubmit: 30, SessionEnd: 1.5 }[event] ?? 600;
      return timeout === undefined ? usual * SECOND : positive(timeout, SECOND);
    }
    case "codex": {
      const given = timeout ?? timeoutSec;
      const ends = event === "SessionEnd";
      if (given === undefined) return (ends ? 1 : 600) * SECOND;
      if (typeof given !== "number" || !Number.isInteger(given) || given < 0) return undefined;
      return (ends ? Math.min(Math.max(given, 1), 3) : Math.max(given, 1)) * SECOND;
    }
    // Milliseconds; 0 ends the hook before it has begun.
    case "gemini-cli":
      if (timeout === undefined) return 60 * SECOND;
      return timeout === 0 ? 1 : positive(typeof timeout === "string" ? Number(timeout) : timeout, 1);
    case "qwen-code":
      if (timeout === undefined) return 60 * SECOND;
      return positive(timeout, typeof timeout === "number" && timeout >= SECOND ? 1 : SECOND);
    case "copilot-cli":
      return (timeoutSec ?? timeout) === undefined ? 30 * SECOND : positive(timeoutSec ?? timeout, SECOND);
    case "droid":
      return timeout === undefined ? 60 * SECOND : positive(timeout, SECOND);
  }
}

/** Longer than any wait that a timer can hold is as good as for ever, and an overflow would end it at once. */
const LONGEST = 2 ** 31 - 1;

function positive(value: unknown, unit: number): number | undefined {
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return undefined;
  return Math.min(Math.max(Math.round(value * unit), 1), LONGEST);
}

const OTHERS = ["http", "mcp_tool", "prompt", "agent"];

export function handlerOf(dialect: DialectId, event: string, raw: unknown): Handler {
  if (!isObject(raw)) return { kind: "bad", says: "a hook is not an object" };
  const { type, command, args } = raw;
  // Copilot's flat entries may leave the type out; no other client was seen to.
  if (type === undefined && dialect !== "copilot-cli") return { kind: "bad", says: "a hook has no type" };
  if (typeof type === "string" && OTHERS.includes(type)) return { kind: "other", type };
  if (type !== undefined && type !== "command") {
    return { kind: "bad", says: `a hook has the unknown type ${JSON.stringify(type)}` };
  }
  const text = command ?? (dialect === "copilot-cli" ? raw.bash : undefined);
  if (typeof text !== "string")
    return { kind: "bad", says: 'a command hook has no "command" that is a text' };
  if (text.trim() === "" || text.includes("\0"))
    return { kind: "bad", says: "a command cannot be run as it stands" };
  if (isTexts(args) && args.some((one) => one.includes("\0")))
    return { kind: "bad", says: "an argument of a command cannot be given to a program" };
  const timeoutMs = timeoutOf(dialect, event, raw);
  if (timeoutMs === undefined) {
    return {
      kind: "bad",
      says: `a hook has the timeout ${JSON.stringify(raw.timeout)}, which is no usable time`,
    };
  }
  const isClaude = dialect === "claude-code";
  return {
    kind: "command",
    command: text,
    name: dialect === "gemini-cli" && typeof raw.name === "string" ? raw.name : undefined,
    args: isClaude && isTexts(args) ? args : undefined,
    timeoutMs,
    detached: (isClaude || dialect === "codex") && (raw.async === true || raw.asyncRewake === true),
    blocksOnFailure: isClaude && raw.onFailure === "block",
    condition: isClaude && typeof raw.if === "string" ? raw.if : undefined,
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}
