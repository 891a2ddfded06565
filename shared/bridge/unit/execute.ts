/** Running a call: once, with the recorded arguments, and never without a trace in the log. */
import type { Json } from "@hasna/hooks-harness";
import { argumentsOf, type ExecutionTicket, spend } from "./tokens.ts";

export type Executed<T> =
  | { readonly kind: "done"; readonly value: T; readonly durationMs: number }
  | { readonly kind: "failed"; readonly error: unknown; readonly durationMs: number };

/**
 * Runs `body` with the arguments of the ticket's record, read from the record's text in this moment: whatever was done to
 * an object on the way changes nothing. The start is written before the body begins, so a crash leaves a call that may
 * have run marked as such.
 */
export async function execute<T>(
  ticket: ExecutionTicket,
  body: (args: Json, tool: string) => Promise<T> | T,
): Promise<Executed<T>> {
  const { record, sink } = spend(ticket, "ticket", ["ticket"]);
  const args = argumentsOf(record);
  const { callId, tool, digest } = record;
  sink.append({ kind: "execution-started", callId, digest });
  const began = performance.now();
  let result: Executed<T>;
  try {
    const value = await body(args, tool);
    result = { kind: "done", value, durationMs: performance.now() - began };
  } catch (error) {
    result = { kind: "failed", error, durationMs: performance.now() - began };
  }
  sink.append({ kind: "execution-ended", callId, digest, outcome: result.kind });
  return result;
}

/** A call together with whether it may run beside others. */
export interface Scheduled<T> {
  readonly parallel: boolean;
  readonly calls: readonly T[];
}

/**
 * Rows of calls in the model's order: neighbours that may run side by side together, every other one alone. Judged by
 * what would run: a rewrite can turn a look into a change.
 */
export function schedule<
  T extends { readonly record: { readonly tool: string; readonly arguments: string } },
>(calls: readonly T[], isParallel: (tool: string, args: Json) => boolean): readonly Scheduled<T>[] {
  const rows: { parallel: boolean; calls: T[] }[] = [];
  for (const call of calls) {
    const parallel = isParallel(call.record.tool, JSON.parse(call.record.arguments));
    const last = rows.at(-1);
    if (parallel && last?.parallel === true) last.calls.push(call);
    else rows.push({ parallel, calls: [call] });
  }
  return rows;
}
