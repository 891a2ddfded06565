export { credentialShape, type DropReason } from "./credential-names.ts";
export {
  type ChildEnvironment,
  childEnvironment,
  type EnvPolicy,
  type EnvReport,
  scrubbedEnvironment,
  wholeEnvironment,
} from "./environment.ts";
export type { Captured, RunCause, RunOutcome, SpawnFault, Spill, StdinReport, Survivors } from "./outcome.ts";
export { type ProblemCode, RunnerProblem } from "./problem.ts";
export {
  type HostTerms,
  type ModelRunRequest,
  type OwnerId,
  ownerId,
  pickModelRequest,
  type RunLimits,
  type RunRequest,
  type TrustedRunRequest,
} from "./request.ts";
export { createRunner, type Runner, type RunnerOptions } from "./runner.ts";
export type { RunSpec } from "./spec.ts";
export type { Cursor, TaskHandle, TaskId, TaskRead } from "./tasks.ts";
