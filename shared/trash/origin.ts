import type { Machine } from "./machine.ts";

/** Who asked for a delete. */
export interface Origin {
  readonly session: string | undefined;
  readonly agent: string | undefined;
  readonly toolUse: string | undefined;
}

/** Variables that harnesses set for the commands they run, and which harness each belongs to. */
const SESSION_VARIABLES: readonly (readonly [variable: string, agent: string])[] = [
  ["CLAUDE_SESSION_ID", "claude-code"],
  ["CLAUDE_CODE_SESSION_ID", "claude-code"],
  ["CODEX_THREAD_ID", "codex"],
  ["CODEX_SESSION_ID", "codex"],
  ["GEMINI_SESSION_ID", "gemini-cli"],
  ["OPENCODE_SESSION_ID", "opencode"],
  ["CURSOR_TRACE_ID", "cursor"],
];

/** Variables that only tell which harness it is. */
const AGENT_VARIABLES: readonly (readonly [variable: string, agent: string])[] = [
  ["CLAUDECODE", "claude-code"],
  ["GEMINI_CLI", "gemini-cli"],
  ["QWEN_CODE", "qwen-code"],
];

/** `context` is the `SESSION/TOOLUSE` that a hook may put before the arguments; the environment comes first. */
export function originOf({ env }: Machine, context: string | undefined): Origin {
  const slash = context?.indexOf("/") ?? -1;
  const given = context === undefined ? undefined : slash < 0 ? context : context.slice(0, slash);
  const toolUse = context === undefined || slash < 0 ? undefined : context.slice(slash + 1);
  const own = env.TRASH_GUARD_SESSION;
  const found = firstSet(env, SESSION_VARIABLES);
  return {
    session: own || (found && env[found[0]]) || given || undefined,
    agent: (found ?? firstSet(env, AGENT_VARIABLES))?.[1],
    toolUse: toolUse || undefined,
  };
}

function firstSet(
  env: Machine["env"],
  variables: readonly (readonly [variable: string, agent: string])[],
): readonly [variable: string, agent: string] | undefined {
  for (const row of variables) if (env[row[0]]) return row;
  return undefined;
}
