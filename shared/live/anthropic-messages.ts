/** The messages format of Anthropic's API, as far as a client that runs shell commands uses it. */
import { DELEGATED, type Reply, type Turn, type Wire } from "./model.ts";

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const anthropicMessages: Wire = {
  replies: (body) => {
    if (!isObject(body) || !objects(body.tools).some((tool) => tool.name === "Bash")) return undefined;
    return objects(body.messages)
      .flatMap((message) => objects(message.content))
      .filter((block) => block.type === "tool_result")
      .map(reply);
  },
  isDelegated: (body) => {
    const [first] = isObject(body) ? objects(body.messages) : [];
    return JSON.stringify(first?.content ?? "").includes(DELEGATED);
  },
  answer: (turn, body) => {
    const model = isObject(body) ? body.model : undefined;
    const content = block(turn, body);
    const stopReason = turn.kind === "end" ? "end_turn" : "tool_use";
    const message = {
      id: `msg_${Date.now()}`,
      type: "message",
      role: "assistant",
      model,
      stop_sequence: null,
    };
    const usage = { input_tokens: 1, output_tokens: 1 };
    if (!isObject(body) || body.stream !== true) {
      // `input_tokens` on the top level serves the token count, which the clients ask at another address.
      return Response.json({
        ...message,
        content: [content],
        stop_reason: stopReason,
        usage,
        input_tokens: 1,
      });
    }
    return events([
      { type: "message_start", message: { ...message, content: [], stop_reason: null, usage } },
      { type: "content_block_start", index: 0, content_block: opening(content) },
      { type: "content_block_delta", index: 0, delta: delta(content) },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: stopReason, stop_sequence: null }, usage },
      { type: "message_stop" },
    ]);
  },
};

function reply(result: Json): Reply {
  const text =
    typeof result.content === "string"
      ? result.content
      : objects(result.content)
          .map((part) => (typeof part.text === "string" ? part.text : ""))
          .join("");
  return { text, isError: result.is_error === true };
}

type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: Json };

interface StreamEvent extends Json {
  readonly type: string;
}

function block(turn: Turn, body: unknown): Block {
  if (turn.kind === "end") return { type: "text", text: "done" };
  if (turn.kind === "delegate") {
    const tools = isObject(body) ? objects(body.tools) : [];
    const tool = tools.find(({ name }) => name === "Task" || name === "Agent");
    return {
      type: "tool_use",
      id: "toolu_delegate",
      name: String(tool?.name ?? "Task"),
      input: { description: "Run it", subagent_type: "general-purpose", prompt: DELEGATED },
    };
  }
  return {
    type: "tool_use",
    id: `toolu_${turn.number}`,
    name: turn.tool?.name ?? "Bash",
    input: turn.tool?.input ?? { command: turn.command, description: `Step ${turn.number + 1}` },
  };
}

/** A streamed block starts empty and is filled by its delta. */
const opening = (content: Block): Block =>
  content.type === "text" ? { ...content, text: "" } : { ...content, input: {} };

const delta = (content: Block): Json =>
  content.type === "text"
    ? { type: "text_delta", text: content.text }
    : { type: "input_json_delta", partial_json: JSON.stringify(content.input) };

function events(list: readonly StreamEvent[]): Response {
  const text = list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}
