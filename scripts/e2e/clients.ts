/** The real clients that run headless here. */
import { claudeCode } from "./claude-code.ts";
import type { Client } from "./client.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { droid } from "./droid.ts";
import { geminiCli } from "./gemini-cli.ts";
import { kilo } from "./kilo.ts";
import { opencode } from "./opencode.ts";
import { pi } from "./pi.ts";
import { qwenCode } from "./qwen-code.ts";

export const clients: readonly Client[] = [
  claudeCode,
  codex,
  geminiCli,
  qwenCode,
  copilotCli,
  opencode,
  droid,
  pi,
  cline,
  kilo,
];

/** The client at another version. */
export function pinned(client: Client, version: string): Client {
  const packages = client.packages.map((name) => name.replace(`@${client.version}`, `@${version}`));
  return { ...client, version, packages };
}
