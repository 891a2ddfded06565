/** The command as install registers it, run as a harness runs it: by `sh -c`, in the session's folder. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bashEvent, program, run, withFolder } from "./programs.ts";

test("answers in a session whose folder was deleted meanwhile", async () => {
  await withFolder(async (home) => {
    mkdirSync(join(home, ".claude"));
    const env = { HOME: home };
    const installed = await run({
      argv: [program("hooks"), "install", "trash-guard", "--harness", "claude-code"],
      env,
    });
    expect(installed.exitCode, installed.stderr).toBe(0);
    const settings = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
    const { command } = settings.hooks.PreToolUse[0].hooks[0];
    mkdirSync(join(home, "gone"));
    const inDeletedFolder = 'cd "$1" && rmdir "$1" && exec sh -c "$2"';
    const answer = (event: string) =>
      run({ argv: ["sh", "-c", inDeletedFolder, "sh", join(home, "gone"), command], stdin: event, env });
    const denied = await answer(bashEvent("rm -rf ~"));
    expect(denied.exitCode, denied.stderr).toBe(2);
    expect(denied.stdout).toContain('"deny"');
    mkdirSync(join(home, "gone"));
    expect((await answer(bashEvent("git status"))).exitCode).toBe(0);
  });
}, 60_000);
