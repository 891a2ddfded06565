/**
 * A call's way through the unit as tokens that cannot be made by hand: each step takes the token of the step before it,
 * uses it up, and gives the next.
 */
import type { Json } from "@hasna/hooks-harness";
import { type Digest, digestOf } from "../digest.ts";
import { deepFreeze } from "../json.ts";
import type { CallRecord, LogSink } from "./log.ts";
import type { CallPlan } from "./plan.ts";

/** Something was done out of turn: a mistake of the embedding harness, never of a model or a hook. */
export class UnitFault extends Error {
  override readonly name: string = "UnitFault";
}

/** Recorded, and not decided yet by a person. */
export interface CommittedCall {
  readonly stage: "committed";
  readonly record: CallRecord;
}

/** A person, or no need of one, let it run. */
export interface ApprovedCall {
  readonly stage: "approved";
  readonly record: CallRecord;
}

/** It does not run; the text is for the model. */
export interface Refused {
  readonly stage: "refused";
  readonly record: CallRecord;
  readonly reason: string;
}

/** The right to run one call once, with these arguments and no others. */
export interface ExecutionTicket {
  readonly stage: "ticket";
  readonly callId: string;
  readonly tool: string;
  readonly digest: Digest;
  /** Frozen. */
  readonly arguments: Json;
}

type Token = CallPlan | CommittedCall | ApprovedCall | ExecutionTicket;

/** The tokens that were given out and not used yet, each with the log its call is written to. */
const live = new WeakMap<
  Token,
  { readonly sink: LogSink | undefined; readonly record: CallRecord | undefined }
>();

/** Marks a token as genuine. */
export function issue<T extends Token>(token: T, record?: CallRecord, sink?: LogSink): T {
  live.set(token, { record, sink });
  return token;
}

/**
 * Uses a token up. Throws UnitFault for one that was made by hand or used before, and for a genuine one of another step:
 * without types nothing else would keep a denied call from being executed as it was committed.
 */
export function spend(
  token: Token,
  what: string,
  stages: readonly ("plan" | "committed" | "approved" | "ticket")[],
): { readonly record: CallRecord; readonly sink: LogSink } {
  const kept = live.get(token);
  if (kept === undefined) {
    throw new UnitFault(`This ${what} was used already or was not made by this unit. Plan the call again.`);
  }
  const stage = "stage" in token ? token.stage : "plan";
  if (!stages.includes(stage)) throw new UnitFault(`This is no ${what} but a ${stage}; a step was left out.`);
  live.delete(token);
  return kept as { readonly record: CallRecord; readonly sink: LogSink };
}

/** The arguments that a record stands for, read from its text: no object that somebody could have changed. */
export function argumentsOf({ callId, tool, arguments: text, digest }: CallRecord): Json {
  if (digestOf(callId, tool, text) !== digest) {
    throw new UnitFault(`The record of call ${callId} does not fit its digest, so it does not run.`);
  }
  return deepFreeze(JSON.parse(text));
}
