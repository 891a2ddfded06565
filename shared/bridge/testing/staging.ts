/** A situation on disk: settings, scripts, and the bridge that reads them. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openBridge } from "../bridge.ts";
import type { Trace } from "../trace.ts";
import { asked, type Client, instead, type Letter, type Situation, settingsOf } from "./situations.ts";

export const settingsPath: Readonly<Record<Client, string>> = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/hooks.json",
  "gemini-cli": ".gemini/settings.json",
};

/** Writes the settings and scripts of a situation below a home folder. */
export function stage(situation: Situation, client: Client, home: string): void {
  const scripts = join(home, "hooks");
  mkdirSync(scripts, { recursive: true });
  const text = settingsOf(situation, client, ({ body }, index) => {
    const path = join(scripts, `${index}.sh`);
    writeFileSync(path, `#!/bin/sh\n${body}`);
    chmodSync(path, 0o755);
    return path;
  });
  const path = join(home, settingsPath[client]);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The command of a situation, with what makes it long. */
export function commandOf({ padding = 0 }: Situation): string {
  return padding === 0 ? asked : `${asked} #${"x".repeat(padding)}`;
}

/** Fires the situation's call in a folder of its own, as the client would. */
export async function fireSituation(situation: Situation, client: Client): Promise<Trace> {
  const home = mkdtempSync(join(tmpdir(), "situation-"));
  const project = join(home, "project");
  mkdirSync(project);
  stage(situation, client, home);
  const bridge = await openBridge({
    harnesses: [client],
    places: { home, project, env: {} },
    session: { session: "s", cwd: project },
    mode: "faithful",
    looking: { scopes: ["user"] },
    bypassTrust: true,
  });
  try {
    return await bridge.fire({
      event: "PreToolUse",
      tool: "Bash",
      input: { command: commandOf(situation), description: "lab" },
      callId: "call",
    });
  } finally {
    await bridge.dispose();
    rmSync(home, { recursive: true, force: true });
  }
}

/** What becomes of the call where nobody can be asked. */
export function letterOf(trace: Trace, situation: Situation, client: Client): Letter {
  if (trace.sources.some(({ state }) => state === "stops")) return "S";
  const { decision, stop } = trace.verdict;
  if (decision === "deny") return stop === undefined ? "B" : "S";
  if (decision === "ask") return client === "gemini-cli" ? "H" : "B";
  const { command } = trace.effective as { readonly command?: unknown };
  if (command === instead) return "N";
  return command === commandOf(situation) ? "R" : "-";
}
