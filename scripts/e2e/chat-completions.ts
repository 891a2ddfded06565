/** The chat completions format of OpenAI's API, which most other clients speak, as far as shell commands need it. */
import { DELEGATED, type Reply, type Turn, type Wire } from "@hasna/hooks-live";

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export interface ChatClient {
  /** Its shell tool. */
  readonly shell: string;
  /** How it words a refusal: the format has no mark for an error. */
  readonly isError: (text: string) => boolean;
  /** Its tool that starts a subagent, and what that is given besides the prompt. */
  readonly subagent?: { readonly tool: string; readonly input: Json };
}

export function chatCompletions({ shell, isError, subagent }: ChatClient): Wire {
  const shellOf = (body: Json): Json | undefined =>
    objects(body.tools)
      .map(({ function: called }) => (isObject(called) ? called : {}))
      .find(({ name }) => name === shell);
  return {
    replies: (body) => {
      if (!isObject(body) || shellOf(body) === undefined) return undefined;
      return objects(body.messages)
        .filter(({ role }) => role === "tool")
        .map(({ content }): Reply => {
          const text =
            typeof content === "string"
              ? content
              : objects(content)
                  .map((part) => String(part.text ?? ""))
                  .join("");
          return { text, isError: isError(text) };
        });
    },
    isDelegated: (body) => {
      if (!isObject(body)) return false;
      return objects(body.messages).some(
        ({ role, content }) => role === "user" && JSON.stringify(content).includes(DELEGATED),
      );
    },
    answer: (turn, body) => {
      if (!isObject(body)) return Response.json({ object: "list", data: [{ id: "lab", object: "model" }] });
      const message =
        turn.kind === "delegate"
          ? callOf(0, subagent?.tool ?? "", { ...subagent?.input, prompt: DELEGATED })
          : messageOf(turn, shell, shellOf(body) ?? {});
      const head = { id: "c", created: 1, model: body.model };
      const reason = turn.kind === "end" ? "stop" : "tool_calls";
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      if (body.stream !== true) {
        const choices = [{ index: 0, message, finish_reason: reason }];
        return Response.json({ ...head, usage, object: "chat.completion", choices });
      }
      const chunk = (choices: readonly Json[], more: Json = {}) =>
        `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices, ...more })}\n\n`;
      const text = [
        chunk([{ index: 0, delta: message, finish_reason: null }]),
        chunk([{ index: 0, delta: {}, finish_reason: reason }]),
        chunk([], { usage }),
        "data: [DONE]\n\n",
      ].join("");
      return new Response(text, { headers: { "content-type": "text/event-stream" } });
    },
  };
}

function messageOf(turn: Turn, shell: string, { parameters }: Json): Json {
  if (turn.kind !== "ask") return { role: "assistant", content: "done" };
  return callOf(turn.number, shell, argumentsFor(parameters, turn.command));
}

function callOf(number: number, name: string, input: Json): Json {
  const call = {
    index: 0,
    id: `call_${number}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  };
  return { role: "assistant", content: null, tool_calls: [call] };
}

/** What a tool's own schema asks for besides the command. */
function argumentsFor(schema: unknown, command: string): Json {
  const { properties, required } = isObject(schema) ? schema : {};
  const found: Record<string, unknown> = {};
  for (const [name, about] of Object.entries(isObject(properties) ? properties : {})) {
    if (name === "command" || name === "cmd") found[name] = command;
    else if (name === "commands") found[name] = [command];
    else if (Array.isArray(required) && required.includes(name)) found[name] = fill(about);
  }
  return found;
}

function fill(about: unknown): unknown {
  if (!isObject(about)) return "x";
  if (Array.isArray(about.enum)) return about.enum[0];
  const values: Readonly<Record<string, unknown>> = {
    boolean: false,
    number: 30,
    integer: 30,
    array: [],
    object: {},
  };
  return values[String(about.type)] ?? "x";
}
