export { claudeCode } from "./claude-code.ts";
export { codewith, codex } from "./codex.ts";
export { copilotCli } from "./copilot-cli.ts";
export { droid } from "./droid.ts";
export { geminiCli } from "./gemini-cli.ts";
export type {
  Decoded,
  Environment,
  Fault,
  FaultPath,
  Harness,
  HarnessId,
  Json,
  Places,
  Protocol,
  Registration,
  Reply,
  Scope,
  ShellVariables,
  Wanted,
} from "./harness.ts";
export { harnessById, harnesses, protocolById, protocolOf, protocols } from "./harnesses.ts";
export { qwenCode } from "./qwen-code.ts";
