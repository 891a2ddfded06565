/** The generateContent format of Gemini's API, as far as a client that runs shell commands uses it. */
import { DELEGATED, type Reply, type Turn, type Wire } from "./model.ts";

type Json = Readonly<Record<string, unknown>>;

const SHELL = "run_shell_command";

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;
const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const geminiContent: Wire = {
  replies: (body) => {
    if (!isObject(body) || !JSON.stringify(body.tools ?? []).includes(`"${SHELL}"`)) return undefined;
    return objects(body.contents)
      .flatMap(({ parts }) => objects(parts))
      .map(({ functionResponse }) => functionResponse)
      .filter(isObject)
      .map(reply);
  },
  isDelegated: (body) => {
    const list = isObject(body) ? objects(body.contents) : [];
    return list.some(({ role, parts }) => role === "user" && JSON.stringify(parts).includes(DELEGATED));
  },
  answer: (turn, _, path) => {
    if (path.includes("countTokens")) return Response.json({ totalTokens: 1 });
    const chunk = {
      candidates: [{ content: { role: "model", parts: [part(turn)] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    if (!path.includes("stream")) return Response.json(chunk);
    const headers = { "content-type": "text/event-stream" };
    return new Response(`data: ${JSON.stringify(chunk)}\n\n`, { headers });
  },
};

function reply({ response }: Json): Reply {
  const { error, output } = isObject(response) ? response : {};
  const text = String(error ?? output ?? JSON.stringify(response));
  return { text, isError: error !== undefined };
}

function part(turn: Turn): Json {
  if (turn.kind === "end") return { text: "done" };
  if (turn.kind === "delegate") {
    return { functionCall: { name: "invoke_agent", args: { agent_name: "generalist", prompt: DELEGATED } } };
  }
  const args = { command: turn.command, description: `Step ${turn.number + 1}` };
  return { functionCall: { name: SHELL, args } };
}
