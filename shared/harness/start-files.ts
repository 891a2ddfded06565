/**
 * Start files of the shell that a harness hands our command to: what they print stands before our answer, and JSON behind
 * another text is no JSON. Measured in 2026; bash reads them as its manual says.
 */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import type { Environment, HarnessId, Protocol, Reply } from "./harness.ts";
import { instead, sentence } from "./sentence.ts";

/** Hand the command to `sh`, which reads none, or start the program themselves. */
const READ_NONE: readonly HarnessId[] = ["claude-code", "droid", "cline", "opencode", "kilo", "pi"];

/** Their bash gets a socket as its input and takes itself for a remote shell when no other shell is above it. */
const SEEM_REMOTE: readonly HarnessId[] = ["gemini-cli", "qwen-code"];

/** Whether something may have been printed before our program began. */
export function mayBeSpoiled(harness: HarnessId, env: Environment): boolean {
  if (READ_NONE.includes(harness)) return false;
  if (env.BASH_ENV !== undefined && env.BASH_ENV !== "") return true;
  // That bash counts itself, and takes itself off again when it becomes our program (measured with 5.2): 1 is what is seen
  // from a terminal, and 0 below no shell.
  return SEEM_REMOTE.includes(harness) && Number(env.SHLVL ?? "0") < 1;
}

/**
 * The answer for an output that may be spoiled: a rewrite would be lost and the command would run as it was, so the safe
 * command is told in a refusal; and a refusal is said by the exit code and stderr besides, also where that costs the reason.
 */
export function firmReply(
  protocol: Protocol,
  verdict: Verdict,
  event: HookEvent,
  given?: Readonly<Record<string, unknown>>,
): Reply {
  const firm = event === "PreToolUse" ? firmVerdict(verdict) : verdict;
  const reply = protocol.encode(firm, event, given);
  if (firm.kind !== "deny" || reply.exitCode === 2) return reply;
  return { ...reply, stderr: `${sentence(firm)}\n`, exitCode: 2 };
}

function firmVerdict(verdict: Verdict): Verdict {
  if (verdict.kind === "ask") return { ...verdict, kind: "deny" };
  return verdict.kind === "rewrite" ? { kind: "deny", ...instead(verdict) } : verdict;
}
