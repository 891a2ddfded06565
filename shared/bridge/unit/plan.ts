/** What is going to become of a call: the only place where its arguments can change. */
import type { Json } from "@hasna/hooks-harness";
import { type Digest, digestOf } from "../digest.ts";
import { deepFreeze, sameJson } from "../json.ts";
import type { Judgement } from "../judging.ts";
import type { Trace } from "../trace.ts";
import type { Decision } from "../verdict.ts";
import type { AuditEvent, RewriteStep } from "./log.ts";

/** A tool call as the model made it. */
export interface PendingCall {
  /** Unique within its log. */
  readonly callId: string;
  /** The harness's own name of the tool. */
  readonly tool: string;
  /** The arguments exactly as the model wrote them, readable or not. */
  readonly rawArguments: string;
}

/** Frozen, and good for one commit. */
export interface CallPlan {
  readonly call: PendingCall;
  /** The arguments that would run; undefined when they cannot be read, and then the decision is a denial. */
  readonly effective: Json | undefined;
  readonly effectiveRaw: string;
  readonly digest: Digest;
  readonly decision: Decision;
  readonly reason: string | undefined;
  readonly steps: readonly RewriteStep[];
  /** The original is for the log alone. */
  readonly hidesOriginal: boolean;
  /** Texts that hooks want the model to read. */
  readonly context: readonly string[];
  /** Texts for the person. */
  readonly notice: string | undefined;
  /** The run is to end behind this call, with this reason. */
  readonly stop: string | undefined;
  readonly audit: readonly AuditEvent[];
  readonly trace: Trace | undefined;
}

export function originalDigest({ callId, tool, rawArguments }: PendingCall): Digest {
  return digestOf(callId, tool, rawArguments);
}

/** A plan for arguments that nobody can read: they are refused and recorded as they are. */
export function unreadablePlan(call: PendingCall, says: string): CallPlan {
  return Object.freeze({
    call: Object.freeze({ ...call }),
    effective: undefined,
    effectiveRaw: call.rawArguments,
    digest: originalDigest(call),
    decision: "deny",
    reason: `The call's arguments cannot be used: ${says}.`,
    steps: [],
    hidesOriginal: false,
    context: [],
    notice: undefined,
    stop: undefined,
    audit: [],
    trace: undefined,
  });
}

export function planOf(call: PendingCall, original: Json, judged: Judgement, trace: Trace): CallPlan {
  const { effective = original, verdict } = judged;
  // A rewrite to the same value is none: no record of it, no note.
  const isRewritten = !sameJson(effective, original);
  const effectiveRaw = isRewritten ? JSON.stringify(effective) : call.rawArguments;
  const plan: CallPlan = {
    call: { ...call },
    effective: isRewritten ? JSON.parse(effectiveRaw) : original,
    effectiveRaw,
    digest: digestOf(call.callId, call.tool, effectiveRaw),
    decision: verdict.decision,
    reason: verdict.reason,
    steps: isRewritten
      ? judged.steps.map(({ registration, before, after }) => ({
          handlerId: registration.id,
          dialect: registration.source.harness,
          before,
          after,
        }))
      : [],
    hidesOriginal: isRewritten && verdict.hidesOriginal === true,
    context: verdict.context,
    notice: verdict.notice,
    stop: verdict.stop,
    audit: auditOf(call.callId, judged),
    trace: undefined,
  };
  deepFreeze(plan.effective);
  deepFreeze(plan.steps);
  deepFreeze(plan.audit);
  Object.freeze(plan.call);
  return Object.freeze({ ...plan, trace });
}

/** Each start of a hook beside its end, whatever became of it. */
function auditOf(callId: string, { hooks }: Judgement): readonly AuditEvent[] {
  return hooks.flatMap(({ registration, runs, rewrite }) =>
    runs.flatMap(({ round, judged, outcome, verdict }): AuditEvent[] => {
      const base = { callId, hook: registration.id, dialect: registration.source.harness, round };
      return [
        { kind: "hook-invoked", ...base, judged },
        {
          kind: "hook-result",
          ...base,
          decision: verdict.decision,
          cause: outcome.cause,
          exitCode: outcome.exitCode,
          truncated: outcome.stdout.truncated,
          ...(verdict.failure !== undefined && { failure: verdict.failure }),
          ...(rewrite !== undefined && { rewrite }),
          durationMs: outcome.durationMs,
        },
      ];
    }),
  );
}
