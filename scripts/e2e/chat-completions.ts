/** The chat completions format of OpenAI's API, which most other clients speak, as far as shell commands need it. */
import type { Reply, Turn, Wire } from "./model.ts";

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** How a client words a refusal: the format has no mark for an error. */
export function chatCompletions(shell: string, isError: (text: string) => boolean): Wire {
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
    answer: (turn, body) => {
      if (!isObject(body)) return Response.json({ object: "list", data: [{ id: "lab", object: "model" }] });
      const message = messageOf(turn, shell, shellOf(body) ?? {});
      const head = { id: "c", created: 1, model: body.model };
      const reason = turn.kind === "ask" ? "tool_calls" : "stop";
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
  if (turn.kind === "end") return { role: "assistant", content: "done" };
  const call = {
    index: 0,
    id: `call_${turn.number}`,
    type: "function",
    function: { name: shell, arguments: JSON.stringify(argumentsFor(parameters, turn.command)) },
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
