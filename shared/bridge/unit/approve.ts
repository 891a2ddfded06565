/** A person's word on a call: asked about what would run, and good for exactly that. */
import type { Json } from "@hasna/hooks-harness";
import { type Digest, digestOf } from "../digest.ts";
import { deepFreeze, isObject, readExact, snapshot } from "../json.ts";
import type { ApprovalOutcome, CallRecord, LogSink } from "./log.ts";
import {
  type ApprovedCall,
  argumentsOf,
  type CommittedCall,
  type ExecutionTicket,
  issue,
  type Refused,
  spend,
  UnitFault,
} from "./tokens.ts";

/** What a person is shown. */
export interface ApprovalView {
  readonly callId: string;
  readonly tool: string;
  /** What would run. */
  readonly effective: Json;
  /** What the model had asked for, when it was something else and is not secret. */
  readonly original?: string;
  readonly digest: Digest;
  readonly reason?: string;
}

/**
 * The answer carries the digest of the view it is an answer to: an answer to another question is none. `edit` gives new
 * arguments, about which is asked once more. Anything else is a no.
 */
export type ApprovalAnswer =
  | { readonly kind: "once" | "reject"; readonly digest: Digest }
  | { readonly kind: "edit"; readonly digest: Digest; readonly arguments: Json }
  | { readonly kind: "cancel" | "unavailable" };

export type Ask = (view: ApprovalView) => Promise<ApprovalAnswer>;

/** How often a person may change the arguments while being asked. */
const MOST_EDITS = 1;

/**
 * Asks about a committed call. A denied one is refused without a question. Every way of not saying yes refuses: no, no
 * answer, a thrown error, an unknown word, an answer to another question, an abort.
 */
export async function approve(
  call: CommittedCall,
  ask: Ask,
  signal?: AbortSignal,
): Promise<ApprovedCall | Refused> {
  const { sink, record } = spend(call, "committed call", ["committed"]);
  if (record.decision === "deny") return refused(record);
  let current = record;
  for (let edits = 0; ; edits++) {
    sink.append({ kind: "approval-asked", callId: current.callId, digest: current.digest });
    const answer = await answerOf(ask, viewOf(current), signal);
    const outcome = outcomeOf(answer, current.digest);
    sink.append({ kind: "approval-decided", callId: current.callId, digest: current.digest, outcome });
    if (outcome === "once") {
      return issue(Object.freeze({ stage: "approved" as const, record: current }), current, sink);
    }
    if (outcome !== "edit" || answer?.kind !== "edit" || edits >= MOST_EDITS)
      return refused(current, REFUSALS[outcome]);
    const revised = revise(current, answer.arguments, sink);
    if (revised === undefined)
      return refused(current, "The changed arguments cannot be used, so the call did not run.");
    current = revised;
  }
}

/** The view of a record: only from what is recorded. */
function viewOf(record: CallRecord): ApprovalView {
  const { callId, tool, digest, reason, rewrite } = record;
  return deepFreeze({
    callId,
    tool,
    effective: argumentsOf(record),
    ...(rewrite !== undefined && rewrite.hidden !== true && { original: rewrite.originalArguments }),
    digest,
    ...(reason !== undefined && { reason }),
  });
}

async function answerOf(
  ask: Ask,
  view: ApprovalView,
  signal?: AbortSignal,
): Promise<ApprovalAnswer | undefined> {
  if (signal?.aborted === true) return undefined;
  let stop = (): void => {};
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal?.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([ask(view), aborted]);
  } catch {
    return undefined;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

function outcomeOf(answer: unknown, digest: Digest): ApprovalOutcome {
  if (!isObject(answer)) return "unavailable";
  const { kind } = answer;
  if (kind === "cancel") return kind;
  if (kind !== "once" && kind !== "reject" && kind !== "edit") return "unavailable";
  // A late answer to another question decides nothing here.
  return answer.digest === digest ? kind : "unavailable";
}

const REFUSALS: Readonly<Record<ApprovalOutcome, string>> = {
  once: "",
  reject: "The user refused this call. It did not run.",
  cancel: "The question about this call was cancelled. It did not run.",
  unavailable: "This call needs the user's approval, and nobody could be asked. It did not run.",
  edit: "The user changed this call more than once. It did not run.",
};

function refused(record: CallRecord, says?: string): Refused {
  const why = record.reason === undefined ? "" : ` ${record.reason}`;
  const reason =
    says === undefined ? (record.reason ?? "A hook refused this call. It did not run.") : `${says}${why}`;
  return Object.freeze({ stage: "refused" as const, record, reason });
}

/** Undefined for what JSON cannot say: a ring, a number that is none, a getter that throws. */
function textOf(wanted: unknown): string | undefined {
  try {
    return JSON.stringify(snapshot(wanted));
  } catch {
    return undefined;
  }
}

/** The record with a person's arguments: one more step of the same rewrite. Undefined when they are no arguments. */
function revise(record: CallRecord, wanted: Json, sink: LogSink): CallRecord | undefined {
  const text = textOf(wanted);
  if (text === undefined || readExact(text).kind === "problem" || !isObject(JSON.parse(text)))
    return undefined;
  const digest = digestOf(record.callId, record.tool, text);
  const before = record.rewrite;
  const step = { handlerId: "approver", dialect: "approver" as const, before: record.digest, after: digest };
  const revised: CallRecord = deepFreeze({
    ...record,
    arguments: text,
    digest,
    rewrite: {
      originalArguments: before?.originalArguments ?? record.arguments,
      digest,
      steps: [...(before?.steps ?? []), step],
      ...(before?.hidden === true && { hidden: true as const }),
    },
  });
  sink.append({ kind: "call-revised", ...revised });
  return revised;
}

/**
 * The ticket for a call that may run: approved, or committed without a question. Throws UnitFault for a denied call and
 * for one that a person must be asked about.
 */
export function authorize(call: CommittedCall | ApprovedCall): ExecutionTicket {
  const { record, sink } = spend(call, "call", ["committed", "approved"]);
  if (record.decision === "deny") throw new UnitFault(`Call ${record.callId} was denied: it gets no ticket.`);
  if (call.stage === "committed" && record.decision === "ask") {
    throw new UnitFault(`Call ${record.callId} needs an approval: pass it to approve() first.`);
  }
  const { callId, tool, digest } = record;
  const ticket: ExecutionTicket = Object.freeze({
    stage: "ticket",
    callId,
    tool,
    digest,
    arguments: argumentsOf(record),
  });
  return issue(ticket, record, sink);
}
