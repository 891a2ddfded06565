/**
 * The answer that cannot be lost, on the built program: long ones, readers that are slow, gone or closed, output that is
 * spoiled by what was printed before, input that comes in parts or is left open.
 */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { bashEvent, program, run } from "./programs.ts";

const env = { HOME: "/home/u", PATH: "/usr/bin:/bin" };
const hooks = program("hooks");
const argv = [hooks, "run", "trash-guard"];

/** A denial and a rewrite, short and with more than any pipe takes at once (a pipe holds 64 KB). */
const long = "x".repeat(100_000);
const answers = [
  { name: "a denial", command: "rm -rf ~", exitCode: 2 },
  { name: "a denial of 200 KB", command: `rm -rf ~/.ssh/${long}`, exitCode: 2 },
  { name: "a rewrite", command: "rm -rf build", exitCode: 0 },
  { name: "a rewrite of 200 KB", command: `rm -rf build '${long}'`, description: long, exitCode: 0 },
] as const;

function eventOf(answer: (typeof answers)[number]): string {
  const event = JSON.parse(bashEvent(answer.command));
  if ("description" in answer) event.tool_input.description = answer.description;
  return JSON.stringify(event);
}

describe("an answer arrives whole", () => {
  for (const answer of answers) {
    test(`${answer.name}, at a reader that takes its time`, async () => {
      const child = Bun.spawn(argv, {
        stdin: new TextEncoder().encode(eventOf(answer)),
        stdout: "pipe",
        stderr: "pipe",
        env,
      });
      await Bun.sleep(400);
      const stderr = new Response(child.stderr).text();
      let stdout = "";
      const decoder = new TextDecoder();
      for await (const part of child.stdout) {
        stdout += decoder.decode(part, { stream: true });
        await Bun.sleep(5);
      }
      expect(await child.exited).toBe(answer.exitCode);
      const { hookSpecificOutput: said } = JSON.parse(stdout);
      if (answer.exitCode === 2) {
        expect(said.permissionDecision).toBe("deny");
        expect((await stderr).trim()).toBe(said.permissionDecisionReason);
        if (answer.command.length > 1000)
          expect((await stderr).length + stdout.length).toBeGreaterThan(200_000);
      } else {
        expect(said.updatedInput.command).toStartWith(`${hooks.replace(/hooks$/, "trash")} guard -rf build`);
        if (answer.command.length > 1000) expect(stdout.length).toBeGreaterThan(200_000);
      }
    });
  }
});

describe("an answer that nobody can read is a refusal by the exit code", () => {
  for (const answer of answers) {
    // The reader is gone before the answer comes; a disk that is full takes none of it.
    const rows = [
      ["the reader is gone", '{ sleep 0.3; cat; } | { "$0" run trash-guard; echo $? >&3; } | true', "3>&1"],
      ["the output is full", '"$0" run trash-guard >/dev/full; echo $?', ""],
    ] as const;
    for (const [name, script, more] of rows) {
      test(`${answer.name}: ${name}`, async () => {
        const { stdout, stderr } = await run({
          argv: ["sh", "-c", `{ ${script}; } ${more}`, hooks],
          stdin: eventOf(answer),
          env,
        });
        expect(stdout.trim()).toBe("2");
        expect(stderr).not.toMatch(/^\s+at .*[:)]/m);
        expect(stderr).toMatch(/trash-guard\/|could not be written/);
      });
    }
  }
  test("a denial with both outputs closed", async () => {
    const ended = await run({
      argv: ["sh", "-c", '"$0" run trash-guard >&- 2>&-', hooks],
      stdin: bashEvent("rm -rf ~"),
      env,
    });
    expect(ended.exitCode).toBe(2);
  });
});

describe("an answer behind a text that something else has printed", () => {
  const gemini = (command: string): string =>
    JSON.stringify({
      session_id: "s",
      transcript_path: "/t.jsonl",
      cwd: "/home/u/p",
      hook_event_name: "BeforeTool",
      timestamp: "2026-11-01T10:00:00.000Z",
      tool_name: "run_shell_command",
      tool_input: { command },
    });
  const noisy = { ...env, BASH_ENV: "/home/u/.noise.sh", SHLVL: "3" };
  const rows: readonly (readonly [harness: string, event: string, env: Readonly<Record<string, string>>])[] =
    [
      ["copilot-cli", bashEvent("rm -rf ~"), noisy],
      ["copilot-cli", bashEvent("rm -rf build"), noisy],
      ["codex", bashEvent("rm -rf build"), noisy],
      ["gemini-cli", gemini("rm -rf ~"), env],
      ["gemini-cli", gemini("rm -rf build"), env],
    ];
  for (const [harness, event, env] of rows) {
    test(`${harness}: ${JSON.parse(event).tool_input.command} is refused by the exit code and on stderr`, async () => {
      const ended = await run({ argv: [...argv, "--harness", harness], stdin: event, env });
      expect(ended.exitCode).toBe(2);
      expect(ended.stderr).toContain("trash-guard/");
      expect(JSON.parse(ended.stdout)).toBeObject();
    });
  }
  test("with a quiet shell a rewrite is a rewrite, and Copilot's model gets the reason", async () => {
    const quiet = { ...env, SHLVL: "1" };
    const rewritten = await run({
      argv: [...argv, "--harness", "gemini-cli"],
      stdin: gemini("rm -rf build"),
      env: quiet,
    });
    expect(rewritten.stdout).toContain("guard -rf build");
    expect(rewritten.exitCode).toBe(0);
    const denied = await run({
      argv: [...argv, "--harness", "copilot-cli"],
      stdin: bashEvent("rm -rf ~"),
      env: quiet,
    });
    expect([denied.exitCode, JSON.parse(denied.stdout).permissionDecision]).toEqual([0, "deny"]);
  });
});

describe("the event is read to its end, and the process ends with its answer", () => {
  test("C27: 2 MB in parts, and whoever writes is never left with a broken pipe", async () => {
    const event = bashEvent(`echo ${"a".repeat(2_000_000)}; rm -rf ~`);
    const child = Bun.spawn(argv, { stdin: "pipe", stdout: "pipe", stderr: "ignore", env });
    for (let at = 0; at < event.length; at += 50_000) {
      child.stdin.write(event.slice(at, at + 50_000));
      await child.stdin.flush();
      if (at % 500_000 === 0) await Bun.sleep(5);
    }
    await child.stdin.end();
    expect(await child.exited).toBe(2);
  });
  test("silence too comes after the whole event", async () => {
    const script = 'set -o pipefail; head -c 3000000 "$1" | "$0" run trash-guard; echo "$?"';
    const { stdout } = await run({ argv: ["bash", "-c", script, hooks, "/dev/zero"], env });
    expect(stdout.trim()).toBe("0");
  });
  test("an input that is left open behind a whole event holds nothing up", async () => {
    const child = Bun.spawn(argv, { stdin: "pipe", stdout: "pipe", stderr: "pipe", env });
    child.stdin.write(bashEvent("rm -rf ~"));
    await child.stdin.flush();
    const start = performance.now();
    // Not the deadline: that refuses after 4 seconds.
    expect(await child.exited).toBe(2);
    expect(performance.now() - start).toBeLessThan(3500);
    expect(await new Response(child.stderr).text()).toContain("trash-guard/");
  });
  test("nothing of it is left when it has answered", async () => {
    const child = Bun.spawn(["sh", "-c", '"$0" run trash-guard; echo "$? $$"', hooks], {
      stdin: new TextEncoder().encode(bashEvent("rm -rf build")),
      stdout: "pipe",
      stderr: "pipe",
      env: { ...env, HOOKS_TEST_MARK: "lost-answer" },
    });
    await new Response(child.stdout).text();
    await child.exited;
    expect(running("lost-answer")).toEqual([]);
  });
});

/** Processes that have this mark in their environment. */
function running(mark: string): readonly string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, "utf8").includes(`HOOKS_TEST_MARK=${mark}\0`);
    } catch {
      return false;
    }
  });
}

test("the registered command needs nothing on the PATH", async () => {
  const ended = await run({
    argv: ["/bin/sh", "-c", `cd /; BUN_OPTIONS= BUN_BE_BUN= BUN_INSPECT= '${hooks}' run trash-guard`],
    stdin: bashEvent("rm -rf ~"),
    env: { ...env, PATH: "/nonexistent" },
  });
  expect(ended.exitCode).toBe(2);
  expect(ended.stdout).toContain('"deny"');
});
