/** Reads a log and proves, or disproves, that every call was recorded, shown, approved, run and remembered as one thing. */
import { type Digest, digestOf } from "../digest.ts";
import { readExact } from "../json.ts";
import { isEvent } from "./event-form.ts";
import type { ApprovalOutcome, CallRecord, LogEvent, LogSink } from "./log.ts";
import { noteFor, presentCall, withoutMarks } from "./present.ts";

/** Something in a log that does not agree with itself. */
export interface Finding {
  readonly callId: string;
  /** Position of the event in the log, from 0. */
  readonly at: number;
  readonly kind:
    | "not-an-event"
    | "no-model-call"
    | "no-record"
    | "two-records"
    | "record-digest"
    | "original"
    | "steps"
    | "unreadable"
    | "presented"
    | "approval"
    | "ran-without-approval"
    | "ran-though-denied"
    | "executed"
    | "ran-twice"
    | "remembered"
    | "two-results"
    | "open-pair"
    | "order";
  /** One sentence. */
  readonly says: string;
}

/** How far a call had come when the log ends. */
export type CallState = "asked-for" | "recorded" | "may-have-run" | "ran" | "complete";

/** What to do about a call that the log ends in. */
export interface Repair {
  readonly callId: string;
  readonly state: Exclude<CallState, "complete">;
  /** Whether sending the call again is safe. Never for one that may have run. */
  readonly retry: boolean;
  /** Text for a result that closes the pair of call and result. */
  readonly result: string;
}

export interface LogReport {
  /** No finding; calls that were cut off are no finding. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  readonly repairs: readonly Repair[];
}

class CallCheck {
  readonly callId: string;
  readonly #add: (kind: Finding["kind"], says: string) => void;
  original: string | undefined;
  tool: string | undefined;
  record: CallRecord | undefined;
  asked: Digest | undefined;
  approved: Digest | undefined;
  /** What the last answer was; an edit stands until its revision. */
  answer: ApprovalOutcome | undefined;
  replaced: Digest | undefined;
  started = false;
  ended = false;
  hasResult = false;
  isAbandoned = false;
  readonly #openHooks = new Map<string, number>();

  constructor(callId: string, add: (kind: Finding["kind"], says: string) => void) {
    this.callId = callId;
    this.#add = add;
  }

  get state(): CallState {
    if (this.hasResult) return "complete";
    if (this.ended) return "ran";
    if (this.started) return "may-have-run";
    return this.record === undefined ? "asked-for" : "recorded";
  }

  /** A no of a hook or of a person: its result is their word and no output. */
  get #isRefused(): boolean {
    return this.record?.decision === "deny" || (this.answer !== undefined && this.answer !== "once");
  }

  get openHooks(): boolean {
    return [...this.#openHooks.values()].some((count) => count !== 0);
  }

  take(event: LogEvent): void {
    if (this.hasResult && event.kind !== "presented") {
      if (event.kind === "result") this.#add("two-results", "The call has two results.");
      else this.#add("order", `${event.kind} stands behind the call's result.`);
    }
    switch (event.kind) {
      case "model-call":
        if (this.original !== undefined) this.#add("order", "The model's call stands there twice.");
        this.original ??= event.arguments;
        this.tool ??= event.tool;
        return;
      case "hook-invoked":
        this.#countHook(event.hook, event.round, 1);
        return;
      case "hook-result":
        this.#countHook(event.hook, event.round, -1);
        return;
      case "call":
        if (this.record !== undefined) this.#add("two-records", "The call is recorded twice.");
        this.#takeRecord(event);
        return;
      case "call-revised":
        if (this.started) this.#add("order", "The call was changed after it was started.");
        if (this.record === undefined) this.#add("no-record", "A change of a call that is not recorded.");
        this.#checkRevision(event);
        this.#takeRecord(event);
        // What was granted before is a grant for other arguments.
        this.approved = undefined;
        this.answer = undefined;
        return;
      case "presented":
        if (this.#same(event.digest, "presented", "What was shown is not what is recorded.") && this.record) {
          if (presentCall(this.record).digest !== event.digest)
            this.#add("presented", "The view does not fit.");
        }
        return;
      case "approval-asked":
        this.#same(event.digest, "approval", "The question was about other arguments than are recorded.");
        this.asked = event.digest;
        return;
      case "approval-decided":
        if (this.asked !== event.digest) this.#add("approval", "The answer is to another question.");
        this.asked = undefined;
        this.answer = event.outcome;
        // A later no takes back an earlier yes.
        this.approved = event.outcome === "once" ? event.digest : undefined;
        return;
      case "execution-started":
        this.#start(event.digest);
        return;
      case "execution-ended":
        if (!this.started || this.ended) this.#add("order", "An end without a start.");
        this.#same(event.digest, "executed", "What ended is not what is recorded.");
        this.ended = true;
        return;
      case "replaced":
        if (
          this.#same(event.digest, "remembered", "The history was given other arguments than are recorded.")
        ) {
          if (event.arguments !== this.record?.arguments) {
            this.#add("remembered", "The arguments in the history are not the recorded ones.");
          }
        }
        this.replaced = event.digest;
        return;
      case "abandoned":
        if (event.text !== repairOf(this).result) {
          this.#add("remembered", "An abandoned call was closed with other words than its state allows.");
        }
        this.hasResult = true;
        this.isAbandoned = true;
        return;
      case "result":
        this.#remember(event.digest, event.text);
        if (!event.isError && !this.started && !this.#isRefused) {
          this.#add("executed", "A result of a call that was never started.");
        }
        this.hasResult = true;
        return;
    }
  }

  #countHook(hook: string, round: string, by: number): void {
    const key = `${round}\n${hook}`;
    const count = (this.#openHooks.get(key) ?? 0) + by;
    this.#openHooks.set(key, count);
    if (count < 0) this.#add("open-pair", "A hook has a result and was not started before.");
  }

  #same(digest: Digest, kind: Finding["kind"], says: string): boolean {
    if (this.record === undefined) {
      this.#add("no-record", "The call is not recorded at this point.");
      return false;
    }
    if (this.record.digest === digest) return true;
    this.#add(kind, says);
    return false;
  }

  /** Only a person's edit revises a call, by one step more, and never what was decided about it. */
  #checkRevision(next: CallRecord): void {
    if (this.answer !== "edit")
      this.#add("approval", "The call was changed and nobody had changed it while being asked.");
    const before = this.record;
    if (before === undefined) return;
    if (before.decision !== next.decision)
      this.#add("approval", "A change of the arguments changed the decision.");
    const kept = before.rewrite?.steps ?? [];
    const steps = next.rewrite?.steps ?? [];
    const goesOn = kept.every(
      ({ before: from, after }, at) => steps[at]?.before === from && steps[at]?.after === after,
    );
    if (!goesOn || steps.length !== kept.length + 1) {
      this.#add("steps", "A change is not one step behind those that are recorded.");
    }
  }

  #takeRecord(record: CallRecord): void {
    const { callId, tool, arguments: text, digest, rewrite, decision } = record;
    this.record = record;
    if (this.tool !== undefined && this.tool !== tool) {
      this.#add("original", "The record is of another tool than the model called.");
    }
    if (decision !== "deny" && readExact(text).kind === "problem") {
      this.#add("unreadable", "Arguments that cannot be read were not refused.");
    }
    if (digestOf(callId, tool, text) !== digest) {
      this.#add("record-digest", "The recorded arguments do not fit their digest.");
    }
    if (this.original === undefined) {
      this.#add("no-model-call", "The model's own call is not in the log.");
      return;
    }
    if (rewrite === undefined) {
      if (text !== this.original)
        this.#add("original", "The arguments differ from the model's and no rewrite says so.");
      return;
    }
    if (rewrite.originalArguments !== this.original) {
      this.#add("original", "The kept original is not what the model wrote, byte for byte.");
    }
    if (rewrite.digest !== digest) this.#add("record-digest", "The rewrite's digest is not the record's.");
    let at = digestOf(callId, tool, this.original);
    for (const step of rewrite.steps) {
      if (step.before !== at)
        this.#add("steps", `The step of ${step.handlerId} does not follow from the one before.`);
      at = step.after;
    }
    if (at !== digest) this.#add("steps", "The steps do not lead to the recorded arguments.");
  }

  #start(digest: Digest): void {
    if (this.started) this.#add("ran-twice", "The call was started twice.");
    this.started = true;
    this.#same(digest, "executed", "What was started is not what is recorded.");
    const { record, approved } = this;
    if (record === undefined) return;
    if (record.decision === "deny") this.#add("ran-though-denied", "A denied call was started.");
    const wasAsked = record.decision === "ask" || this.answer !== undefined;
    if (wasAsked && approved !== record.digest) {
      this.#add("ran-without-approval", "The call was started without a grant for these arguments.");
    }
    if (this.asked !== undefined)
      this.#add("ran-without-approval", "The call was started while the question was open.");
  }

  #remember(digest: Digest, text: string): void {
    if (!this.#same(digest, "remembered", "The result is of other arguments than are recorded.")) return;
    if (this.started && !this.ended) this.#add("order", "A result before the end of the call.");
    const note = this.record === undefined || this.replaced !== undefined ? undefined : noteFor(this.record);
    if (note !== undefined && !text.startsWith(`${note}\n`)) {
      this.#add("remembered", "The result of a rewritten call does not begin with its note.");
    }
    const words = note === undefined ? text : text.slice(note.length);
    if (withoutMarks(words) !== words) this.#add("remembered", "The result holds a note that is none.");
  }
}

/**
 * Checks a whole log, or what a crash left of one. Reads nothing else, so it can be done anywhere and at any time; one
 * pass. An event that is none is a finding and not an exception.
 */
export function checkLog(events: Iterable<LogEvent>): LogReport {
  const findings: Finding[] = [];
  const calls = new Map<string, CallCheck>();
  let at = -1;
  for (const event of events) {
    at++;
    if (!isEvent(event)) {
      findings.push({ callId: "", at, kind: "not-an-event", says: "This is no event of this log." });
      continue;
    }
    const { callId } = event;
    let call = calls.get(callId);
    if (call === undefined) {
      call = new CallCheck(callId, (kind, says) => findings.push({ callId, at, kind, says }));
      calls.set(callId, call);
    }
    call.take(event);
  }
  const repairs: Repair[] = [];
  for (const call of calls.values()) {
    if (call.state === "complete") {
      if (call.isAbandoned) continue;
      if (call.openHooks) {
        findings.push({
          callId: call.callId,
          at,
          kind: "open-pair",
          says: "A hook was started and has no result.",
        });
      }
      if (call.record === undefined) {
        findings.push({
          callId: call.callId,
          at,
          kind: "no-record",
          says: "A result of a call that is not recorded.",
        });
      }
      continue;
    }
    repairs.push(repairOf(call));
  }
  return { ok: findings.length === 0, findings, repairs };
}

/** Closes what a crash left open: one result for every call, so that the model's memory has no call without one. */
export function closeOpenCalls({ repairs }: LogReport, sink: LogSink): void {
  for (const { callId, result } of repairs) sink.append({ kind: "abandoned", callId, text: result });
}

function repairOf({ callId, state, record }: CallCheck): Repair {
  switch (state) {
    case "asked-for":
      return {
        callId,
        state,
        retry: true,
        result:
          "The session ended before this call was decided about. Nothing of it ran; send it again if it is still needed.",
      };
    case "recorded":
      return record?.decision === "deny"
        ? {
            callId,
            state,
            retry: false,
            result: record.reason ?? "A hook refused this call. It did not run.",
          }
        : {
            callId,
            state,
            retry: true,
            result:
              "The session ended before this call was started. Nothing of it ran; send it again if it is still needed.",
          };
    case "ran":
      return {
        callId,
        state,
        retry: false,
        result: noted(
          record,
          "This call ran to its end, and its output was lost. Look at what it changed; do not send it again.",
        ),
      };
    default:
      return {
        callId,
        state: "may-have-run",
        retry: false,
        result: noted(
          record,
          "The session ended while this call was running: it may have done all, a part or nothing. Look at the state of things before anything else; do not send it again.",
        ),
      };
  }
}

/** A rewritten call stays corrected, also where only a repair closes it. */
function noted(record: CallRecord | undefined, words: string): string {
  const note = record === undefined ? undefined : noteFor(record);
  return note === undefined ? words : `${note}\n${words}`;
}
