export { claudeCode } from "./claude-code.ts";
export type {
  Decoded,
  Environment,
  Fault,
  FaultPath,
  Harness,
  HarnessId,
  Json,
  Places,
  Registration,
  Reply,
  Scope,
  ShellVariables,
  Wanted,
} from "./harness.ts";
export { harnessById, harnesses } from "./harnesses.ts";
