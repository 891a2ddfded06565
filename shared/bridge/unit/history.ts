/** The model's memory of rewritten calls: kept as it made them, and corrected beside them. */
import type { CallRecord } from "./log.ts";
import { noteFor, withoutMarks } from "./present.ts";

export type Block =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string; readonly signature?: string }
  | {
      readonly kind: "tool-call";
      readonly callId: string;
      readonly tool: string;
      /** As the model wrote them. */
      readonly arguments: string;
      readonly signature?: string;
    };

export type Message =
  | { readonly role: "user"; readonly text: string }
  | {
      readonly role: "assistant";
      readonly blocks: readonly Block[];
      readonly usage?: Readonly<Record<string, number>>;
    }
  | { readonly role: "tool"; readonly callId: string; readonly text: string };

/**
 * What a provider bears. Without any, the history is never touched.
 * - `none`: its calls carry no signature. - `keep`: it does not check one against the arguments. - `drop`: a call may
 *   come back without one. - `refuse`: a signed call stays as it is.
 */
export interface ProviderTraits {
  readonly toolCallMutable: boolean;
  readonly signature: "none" | "keep" | "drop" | "refuse";
}

/**
 * The messages for the next request, with every rewritten call corrected: where the provider says that it bears it, by
 * the arguments that ran in the call itself; everywhere else by the note at the head of that call's result. Pure, and
 * the same however often it is done; number, order and ids of messages and blocks stay, and so does everything else.
 */
export function correctHistory(
  messages: readonly Message[],
  records: readonly CallRecord[],
  traits?: ProviderTraits,
): readonly Message[] {
  const rewritten = new Map(
    records.filter(({ rewrite }) => rewrite !== undefined).map((record) => [record.callId, record]),
  );
  const replaced = new Set<string>();
  const calls = messages.map((message): Message => {
    if (message.role !== "assistant" || traits?.toolCallMutable !== true) return message;
    if (!message.blocks.some((block) => block.kind === "tool-call" && rewritten.has(block.callId)))
      return message;
    return {
      ...message,
      blocks: message.blocks.map((block) => {
        const record = block.kind === "tool-call" ? rewritten.get(block.callId) : undefined;
        if (block.kind !== "tool-call" || record === undefined) return block;
        const next = replace(block, record, traits);
        if (next !== undefined) replaced.add(record.callId);
        return next ?? block;
      }),
    };
  });
  return calls.map((message) => {
    if (message.role !== "tool") return message;
    const record = rewritten.get(message.callId);
    const note = record === undefined ? undefined : noteFor(record);
    if (note === undefined) return message;
    const bare = message.text.startsWith(`${note}\n`)
      ? message.text.slice(note.length + 1)
      : withoutMarks(message.text);
    return { ...message, text: replaced.has(message.callId) ? bare : `${note}\n${bare}` };
  });
}

type ToolCall = Block & { readonly kind: "tool-call" };

/** Undefined where the provider would not take it. */
function replace(block: ToolCall, record: CallRecord, { signature }: ProviderTraits): ToolCall | undefined {
  const { signature: own, ...bare } = block;
  const next = { ...bare, arguments: record.arguments };
  if (own === undefined) return next;
  switch (signature) {
    case "keep":
      return { ...next, signature: own };
    case "drop":
      return next;
    // A signature that the provider was said not to have is a provider that was not understood.
    case "none":
    case "refuse":
      return undefined;
  }
}
