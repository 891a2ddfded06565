import { expect, test } from "bun:test";
import { anthropicMessages, type Reply, serveModel } from "./index.ts";

type Message = Readonly<Record<string, unknown>>;

const bash = [{ name: "Bash" }];
const result = (content: unknown, isError = false): Message => ({
  role: "user",
  content: [{ type: "tool_result", tool_use_id: "toolu_0", content, is_error: isError }],
});

test("the model asks for its commands in order, tells what it was told, and then stops", async () => {
  const replies: Reply[] = [];
  const model = serveModel(anthropicMessages, ["one", "two"], (_, reply) => replies.push(reply));
  const say = async (messages: readonly Message[], tools: readonly Message[] = bash): Promise<Message> => {
    const body = JSON.stringify({ model: "m", tools, messages });
    const response = await fetch(`${model.url}/v1/messages`, { method: "POST", body });
    const { content } = (await response.json()) as { content: [Message] };
    return content[0];
  };

  const start = [{ role: "user", content: "Do what the script says." }];
  expect(await say(start)).toMatchObject({ name: "Bash", input: { command: "one" } });
  // A request for a title has no tools, and a client repeats a request that it thinks was lost.
  expect(await say(start, [])).toEqual({ type: "text", text: "done" });
  expect(await say(start)).toMatchObject({ input: { command: "one" } });

  const second = [...start, result("refused", true)];
  expect(await say(second)).toMatchObject({ input: { command: "two" } });
  expect(await say(second)).toMatchObject({ input: { command: "two" } });

  expect(
    await say([
      ...second,
      result([
        { type: "text", text: "fi" },
        { type: "text", text: "ne" },
      ]),
    ]),
  ).toEqual({
    type: "text",
    text: "done",
  });
  expect(replies).toEqual([
    { text: "refused", isError: true },
    { text: "fine", isError: false },
  ]);
  await model.stop();
});

test("a streamed answer holds the same command", async () => {
  const answer = anthropicMessages.answer(
    { kind: "ask", number: 0, command: 'echo "a\nb"' },
    { stream: true },
    "/v1/messages",
  );
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  const events = (await answer.text()).trim().split("\n\n");
  const data = events.map((event) => JSON.parse(event.replace(/^event: .*\ndata: /, "")));
  expect(data.map(({ type }) => type)).toEqual([
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  expect(JSON.parse(data[2].delta.partial_json).command).toBe('echo "a\nb"');
  expect(data[4].delta.stop_reason).toBe("tool_use");
});
