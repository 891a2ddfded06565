export { claudeCode } from "./claude-code/harness.ts";
export { claudeCodeProtocol } from "./claude-code/protocol.ts";
export { codexSnake, codexTrustIdentity, codexTrustKey } from "./codex/trust-identity.ts";
export type {
  Decoded,
  Environment,
  Evidence,
  Fault,
  FaultPath,
  GeneratedForm,
  GeneratedWanted,
  Harness,
  HarnessId,
  Json,
  JsonForm,
  Places,
  Presence,
  Protocol,
  Reply,
  Scope,
  SettingsPlace,
  ShellVariables,
  Slot,
  TomlForm,
  Wanted,
} from "./harness.ts";
export { harnessById, harnesses } from "./harnesses.ts";
export { FIRST_LINE } from "./plugin-source.ts";
export { harnessOf, isHarnessId, loadProtocol } from "./protocol-loaders.ts";
export { firmReply, mayBeSpoiled } from "./start-files.ts";
export { forSession } from "./unattended.ts";
