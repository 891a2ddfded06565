import { claudeCode } from "./claude-code/harness.ts";
import { cline } from "./cline/harness.ts";
import { codewith } from "./codewith/harness.ts";
import { codex } from "./codex/harness.ts";
import { copilotCli } from "./copilot-cli/harness.ts";
import { cursor } from "./cursor/harness.ts";
import { devinCli } from "./devin-cli/harness.ts";
import { droid } from "./droid/harness.ts";
import { geminiCli } from "./gemini-cli/harness.ts";
import { grok } from "./grok/harness.ts";
import type { Harness } from "./harness.ts";
import { kilo } from "./kilo/harness.ts";
import { kimi } from "./kimi/harness.ts";
import { kiro } from "./kiro/harness.ts";
import { opencode } from "./opencode/harness.ts";
import { pi } from "./pi/harness.ts";
import { qwenCode } from "./qwen-code/harness.ts";
import { vsCode } from "./vs-code/harness.ts";
import { windsurf } from "./windsurf/harness.ts";

/** Every harness, in the order they are listed to people. One that reads another's settings stands behind that one. */
export const harnesses: readonly Harness[] = [
  claudeCode,
  codex,
  codewith,
  geminiCli,
  qwenCode,
  copilotCli,
  droid,
  opencode,
  kilo,
  pi,
  cline,
  cursor,
  vsCode,
  windsurf,
  kiro,
  devinCli,
  kimi,
  grok,
];

/** The harness of an id; undefined when there is none by that name. */
export function harnessById(id: string): Harness | undefined {
  return harnesses.find((harness) => harness.id === id);
}
