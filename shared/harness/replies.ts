/** The forms of reply that several harnesses share. */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import type { Reply } from "./harness.ts";
import { instead, SILENCE, sentence, tooLate } from "./sentence.ts";

/** The nested form that Claude Code began. The JSON must be all there is on stdout: one line more and it is lost. */
export function nested(ownEvent: string | undefined, fields: Readonly<Record<string, unknown>>): Reply {
  const stdout = JSON.stringify({ hookSpecificOutput: { hookEventName: ownEvent, ...fields } });
  return { stdout, stderr: "", exitCode: 0 };
}

/** A refusal in Claude Code's form, said three ways: JSON, stderr for polluted output, exit code 2. Either one holds. */
export function nestedRefusal(ownEvent: string | undefined, text: string, event: HookEvent): Reply {
  const stderr = `${text}\n`;
  if (event === "PreToolUse") {
    const { stdout } = nested(ownEvent, { permissionDecision: "deny", permissionDecisionReason: text });
    return { stdout, stderr, exitCode: 2 };
  }
  // Sessions begin and end whatever a hook says; the person still reads stderr.
  if (event === "SessionStart" || event === "SessionEnd") return { stdout: "", stderr, exitCode: 2 };
  return { stdout: JSON.stringify({ decision: "block", reason: text }), stderr, exitCode: 2 };
}

/** For harnesses that read nothing but the exit code and stderr: what cannot be said so is a refusal or silence. */
export function byExitCode(verdict: Verdict, event: HookEvent): Reply {
  switch (verdict.kind) {
    case "none":
    case "allow":
    case "context":
      return SILENCE;
    case "deny":
    case "ask":
      return { stdout: "", stderr: `${sentence(verdict)}\n`, exitCode: 2 };
    case "rewrite": {
      const text = event === "PreToolUse" ? sentence(instead(verdict)) : tooLate(verdict, event);
      return { stdout: "", stderr: `${text}\n`, exitCode: 2 };
    }
  }
}
