/**
 * Harnesses that load programs into their own process: a small generated plugin starts `hooks run` and carries the
 * answer out. Both ends are ours, so the form is the shortest that does: `{"deny": text}`, `{"input": object}`, nothing.
 */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import type { HarnessId, Protocol, Reply } from "./harness.ts";
import { decodePayload, type PayloadForm } from "./payload.ts";
import { onlyGiven } from "./rewritten.ts";
import { SILENCE, sentence, tooLate } from "./sentence.ts";

const EVENTS: Readonly<Partial<Record<HookEvent, string>>> = { PreToolUse: "PreToolUse" };

/** What differs from plugin host to plugin host. */
interface Host {
  readonly id: HarnessId;
  readonly label: string;
  readonly folderKey?: string;
}

const TOOLS: Readonly<Record<string, string>> = { Bash: "bash", Write: "write", Edit: "edit", Read: "read" };

export function pluginProtocol({ id, label, folderKey }: Host): Protocol {
  const form: PayloadForm = {
    events: EVENTS,
    unwatched: "",
    tools: TOOLS,
    ...(folderKey !== undefined && { folderKey }),
  };
  return {
    id,
    label,
    events: EVENTS,
    tools: TOOLS,
    decode: (payload) => decodePayload(payload, form, "unknown"),
    encode,
  };
}

function encode(verdict: Verdict, event: HookEvent, given?: Readonly<Record<string, unknown>>): Reply {
  switch (verdict.kind) {
    case "none":
    case "allow":
    case "context":
      return SILENCE;
    case "deny":
    // None of them can ask from a plugin.
    case "ask":
      return refuse(sentence(verdict));
    case "rewrite":
      if (event !== "PreToolUse") return refuse(tooLate(verdict, event));
      return { ...SILENCE, stdout: JSON.stringify({ input: onlyGiven(verdict.toolInput, given) }) };
  }
}

function refuse(text: string): Reply {
  return { stdout: JSON.stringify({ deny: text }), stderr: `${text}\n`, exitCode: 2 };
}
