export {
  type BridgeOptions,
  type EventAnswer,
  type ExecutedCall,
  type HookBridge,
  openBridge,
} from "./bridge.ts";
export { isDialectId } from "./dialects/dialects.ts";
export { type Digest, digestOf } from "./digest.ts";
export type { EventFacts, SessionFacts } from "./facts.ts";
export { merge } from "./merge.ts";
export type { ToolNaming } from "./naming.ts";
export type { PolicyOptions } from "./policy.ts";
export type {
  DialectId,
  Handler,
  HookSource,
  Inert,
  Loaded,
  MatcherText,
  Place,
  Problem,
  Registration,
  SourceScope,
  SourceState,
} from "./registration.ts";
export type { Validate } from "./rewriting.ts";
export { findSources, type SourceOptions } from "./sources.ts";
export type {
  Hazard,
  HazardKind,
  HookRun,
  HookState,
  HookTrace,
  Mode,
  RewriteStatus,
  Trace,
} from "./trace.ts";
export { type ApprovalAnswer, type ApprovalView, type Ask, approve, authorize } from "./unit/approve.ts";
export {
  type CallState,
  checkLog,
  closeOpenCalls,
  type Finding,
  type LogReport,
  type Repair,
} from "./unit/check-log.ts";
export { commit, recordModelCall } from "./unit/commit.ts";
export { type Executed, execute, type Scheduled, schedule } from "./unit/execute.ts";
export { type Block, correctHistory, type Message, type ProviderTraits } from "./unit/history.ts";
export type {
  ApprovalOutcome,
  AuditEvent,
  CallRecord,
  LogEvent,
  LogSink,
  RewriteSidecar,
  RewriteStep,
} from "./unit/log.ts";
export type { CallPlan, PendingCall } from "./unit/plan.ts";
export {
  type CallView,
  noteFor,
  presentCall,
  presentResult,
  type ResultView,
  recordPresented,
  recordResult,
} from "./unit/present.ts";
export {
  type ApprovedCall,
  type CommittedCall,
  type ExecutionTicket,
  type Refused,
  UnitFault,
} from "./unit/tokens.ts";
export type { Decision, FailureKind, FailurePolicy, Verdict } from "./verdict.ts";
