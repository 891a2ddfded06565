import type { Dialect } from "../dialect.ts";
import type { DialectId } from "../registration.ts";
import { claudeCodeDialect } from "./claude-code.ts";
import { codexDialect } from "./codex.ts";
import { geminiCliDialect } from "./gemini-cli.ts";
import { copilotCliDialect, droidDialect, qwenCodeDialect } from "./others.ts";

export const dialects: Readonly<Record<DialectId, Dialect>> = {
  "claude-code": claudeCodeDialect,
  codex: codexDialect,
  "gemini-cli": geminiCliDialect,
  "qwen-code": qwenCodeDialect,
  "copilot-cli": copilotCliDialect,
  droid: droidDialect,
};

/** Whether a harness is one whose hooks can be run and understood here. */
export function isDialectId(id: string): id is DialectId {
  return Object.hasOwn(dialects, id);
}
