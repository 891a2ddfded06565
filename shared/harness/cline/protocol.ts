/** Cline's hook files. Measured with 3.0.65: only JSON counts, whatever the exit code. */
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import type { Decoded, Protocol, Reply } from "../harness.ts";
import { decodePayload, isObject, nameOf, type PayloadForm, problem } from "../payload.ts";
import { instead, SILENCE, sentence, tooLate } from "../sentence.ts";

const EVENTS: Readonly<Partial<Record<HookEvent, string>>> = { PreToolUse: "PreToolUse" };
const TOOLS: Readonly<Record<string, string>> = { Bash: "run_commands|execute_command" };
const FORM: PayloadForm = { events: { PreToolUse: "tool_call" }, unwatched: "", tools: TOOLS };

export const clineProtocol: Protocol = {
  id: "cline",
  label: "Cline",
  events: EVENTS,
  tools: TOOLS,
  decode,
  encode,
};

function decode(payload: unknown): Decoded {
  if (!isObject(payload)) return problem(`the payload is ${nameOf(payload)} and not an object`);
  const { hookName, tool_call: call, workspaceRoots: roots, taskId } = payload;
  if (typeof hookName === "string" && hookName !== "tool_call") return { kind: "unwatched", event: hookName };
  if (!isObject(call)) return problem(`tool_call is ${nameOf(call)} and not an object`);
  const { name, input } = call;
  if (!isObject(input)) return problem(`tool_call.input is ${nameOf(input)} and not an object`);
  return decodePayload(
    {
      hook_event_name: hookName,
      tool_name: name,
      tool_input: asOneCommand(input),
      cwd: Array.isArray(roots) ? roots[0] : undefined,
      session_id: taskId,
    },
    FORM,
    "sh",
  );
}

/** Its shell tool takes a list of commands, which run one after the other as lines of a script do. */
function asOneCommand(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { commands } = input;
  if (!Array.isArray(commands)) return input;
  const isWhole = commands.every((command) => typeof command === "string");
  return { ...input, command: isWhole ? commands.join("\n") : undefined };
}

function encode(verdict: Verdict, event: HookEvent, given?: Readonly<Record<string, unknown>>): Reply {
  switch (verdict.kind) {
    case "none":
    case "allow":
    case "context":
      return SILENCE;
    case "deny":
    case "ask":
      return refuse(sentence(verdict));
    case "rewrite": {
      if (event !== "PreToolUse") return refuse(tooLate(verdict, event));
      const { command } = verdict.toolInput;
      const { commands } = given ?? {};
      const isList = Array.isArray(commands);
      // The lines of several commands cannot be told apart again once they are rewritten.
      if (typeof command !== "string" || (isList && commands.length !== 1)) {
        return refuse(sentence(instead(verdict)));
      }
      const overrideInput = isList ? { commands: [command] } : { command };
      return { ...SILENCE, stdout: JSON.stringify({ overrideInput }) };
    }
  }
}

/** Ends the whole run; there is no other way to keep a call from running. */
function refuse(text: string): Reply {
  return { stdout: JSON.stringify({ cancel: true, errorMessage: text }), stderr: `${text}\n`, exitCode: 2 };
}
