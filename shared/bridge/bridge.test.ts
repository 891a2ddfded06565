/** The whole way of a call with real hooks: settings on disk, processes, record, result, log. */
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  authorize,
  checkLog,
  commit,
  execute,
  type LogEvent,
  openBridge,
  recordModelCall,
  recordResult,
} from "./index.ts";

const home = mkdtempSync(join(tmpdir(), "bridge-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test.each(["strict", "faithful"] as const)(
  "%s: what a hook rewrites is what is recorded, run and told",
  async (mode) => {
    const reply = {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "echo safe" },
      },
    };
    const settings = join(home, ".claude/settings.json");
    mkdirSync(dirname(settings), { recursive: true });
    const command = `cat >/dev/null; printf '%s' '${JSON.stringify(reply)}'`;
    writeFileSync(
      settings,
      JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] } }),
    );
    const bridge = await openBridge({
      harnesses: ["claude-code"],
      places: { home, project: home, env: {} },
      session: { session: "s", cwd: home },
      mode,
    });
    const log: LogEvent[] = [];
    const sink = { append: (event: LogEvent) => void log.push(event) };
    const call = { callId: "c", tool: "Bash", rawArguments: '{"command": "rm -rf build"}' };
    recordModelCall(call, sink);
    const committed = commit(await bridge.plan(call), sink);
    const done = await execute(authorize(committed), (args) => JSON.stringify(args));
    expect(done).toMatchObject({ kind: "done", value: '{"command":"echo safe"}' });
    expect(committed.record.rewrite?.originalArguments).toBe(call.rawArguments);
    expect(recordResult(committed.record, "safe", sink)).toContain("echo safe");
    expect(checkLog(log)).toEqual({ ok: true, findings: [], repairs: [] });
    await bridge.dispose();
  },
);
