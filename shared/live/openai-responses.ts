/** The responses format of OpenAI's API, as far as a client that runs shell commands uses it. */
import { DELEGATED, type Reply, type Turn, type Wire } from "./model.ts";

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** Names of the shell tool by version, and the input that each wants. */
const SHELLS: Readonly<Record<string, (command: string) => Json>> = {
  exec_command: (command) => ({ cmd: command }),
  shell_command: (command) => ({ command }),
  shell: (command) => ({ command: ["bash", "-lc", command] }),
};

export const openaiResponses: Wire = {
  replies: (body) => {
    if (!isObject(body) || shellOf(body) === undefined) return undefined;
    return objects(body.input)
      .filter(({ type }) => typeof type === "string" && type.endsWith("call_output"))
      .map(reply);
  },
  delegationSteps: 2,
  isDelegated: (body) =>
    isObject(body) &&
    objects(body.input).some(
      ({ type, role, content }) =>
        type === "message" && role === "user" && JSON.stringify(content).includes(DELEGATED),
    ),
  answer: (turn, body) => {
    // Lists of models are asked for with GET.
    if (!isObject(body)) return Response.json({ data: [], models: [] });
    const item = itemOf(turn, shellOf(body) ?? "shell");
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const list = [
      { type: "response.created", response: { id: "r" } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id: "r", output: [item], usage } },
    ];
    const text = list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
    return new Response(text, { headers: { "content-type": "text/event-stream" } });
  },
};

function shellOf(body: Json): string | undefined {
  const names = objects(body.tools).map(({ name }) => name);
  return Object.keys(SHELLS).find((name) => names.includes(name));
}

/** The format has no mark for an error: the words of the client say it. */
function reply({ output }: Json): Reply {
  const text = typeof output === "string" ? output : JSON.stringify(output);
  return { text, isError: /^Command blocked by |^Tool call blocked|rejected/.test(text) };
}

function itemOf(turn: Turn, shell: string): Json {
  if (turn.kind === "delegate") return agentCall(turn.replies);
  if (turn.kind === "end") {
    const content = [{ type: "output_text", text: "done" }];
    return { type: "message", role: "assistant", id: "msg", content };
  }
  return {
    type: "function_call",
    id: `fc_${turn.number}`,
    call_id: `call_${turn.number}`,
    name: shell,
    arguments: JSON.stringify(SHELLS[shell]?.(turn.command)),
  };
}

/** Starting an agent does not wait for it: a second call does, by the id that the first gave back. */
function agentCall(replies: readonly Reply[]): Json {
  const [started] = replies;
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(started?.text ?? "")?.[0];
  const name = started === undefined ? "spawn_agent" : "wait_agent";
  const input = started === undefined ? { message: DELEGATED } : { targets: [id], timeout_ms: 120_000 };
  return {
    type: "function_call",
    id: `fc_${name}`,
    call_id: `call_${name}`,
    namespace: "multi_agent_v1",
    name,
    arguments: JSON.stringify(input),
  };
}
