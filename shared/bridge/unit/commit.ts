/** From a plan to a record: one synchronous step, so that nothing can come between the decision and what is written. */
import { deepFreeze } from "../json.ts";
import type { CallRecord, LogSink, RewriteSidecar } from "./log.ts";
import type { CallPlan, PendingCall } from "./plan.ts";
import { type CommittedCall, issue, spend } from "./tokens.ts";

/** Writes what the model asked for, as it asked. Before the call is planned. */
export function recordModelCall({ callId, tool, rawArguments }: PendingCall, sink: LogSink): void {
  sink.append({ kind: "model-call", callId, tool, arguments: rawArguments });
}

/**
 * Writes the hooks' answers and the call's record. When the sink throws, the plan is used up all the same and nothing of
 * the call can run. Throws UnitFault for a plan that was used already.
 */
export function commit(plan: CallPlan, sink: LogSink): CommittedCall {
  spend(plan, "plan", ["plan"]);
  for (const event of plan.audit) sink.append(event);
  const record = recordOf(plan);
  sink.append({ kind: "call", ...record });
  return issue(Object.freeze({ stage: "committed" as const, record }), record, sink);
}

function recordOf(plan: CallPlan): CallRecord {
  const { call, effectiveRaw, digest, decision, reason, steps, hidesOriginal } = plan;
  const rewrite: RewriteSidecar | undefined =
    steps.length === 0
      ? undefined
      : {
          originalArguments: call.rawArguments,
          digest,
          steps,
          ...(hidesOriginal && { hidden: true as const }),
        };
  return deepFreeze({
    callId: call.callId,
    tool: call.tool,
    arguments: effectiveRaw,
    digest,
    decision,
    ...(reason !== undefined && { reason }),
    ...(rewrite !== undefined && { rewrite }),
  });
}
