/** What the built program answers to input that no harness should send: a denial where a delete can be in it, else silence. */
import { describe, expect, test } from "bun:test";
import { bashEvent, program, run } from "./programs.ts";

interface Row {
  readonly name: string;
  readonly stdin: string | Uint8Array;
  readonly want: "deny" | "silence";
}

const event = (changes: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...(JSON.parse(bashEvent("rm -rf build")) as object), ...changes });

const rows: readonly Row[] = [
  { name: "nothing at all", stdin: "", want: "silence" },
  { name: "blanks", stdin: " \n\t", want: "silence" },
  { name: "plain text", stdin: "hello", want: "silence" },
  { name: "plain text with a delete", stdin: "rm -rf build", want: "deny" },
  { name: "cut off JSON", stdin: bashEvent("rm -rf build").slice(0, -3), want: "deny" },
  { name: "cut off JSON without a delete", stdin: bashEvent("git status").slice(0, -3), want: "silence" },
  {
    name: "cut off JSON with the verb in an escape",
    stdin: '{"tool_input":{"command":"\\u0072m -rf build',
    want: "deny",
  },
  { name: "JSON null", stdin: "null", want: "silence" },
  { name: "a JSON number", stdin: "5", want: "silence" },
  { name: "a JSON list with a delete", stdin: '["rm -rf build"]', want: "deny" },
  { name: "a JSON text with a delete behind an escape", stdin: '"\\u0072m -rf build"', want: "deny" },
  { name: "an empty object", stdin: "{}", want: "silence" },
  { name: "no event name", stdin: event({ hook_event_name: undefined }), want: "deny" },
  { name: "an event name of the wrong type", stdin: event({ hook_event_name: 7 }), want: "deny" },
  { name: "an unknown event", stdin: event({ hook_event_name: "BeforeEverything" }), want: "deny" },
  { name: "an event that is not ours", stdin: event({ hook_event_name: "PostToolUse" }), want: "silence" },
  { name: "no tool name", stdin: event({ tool_name: undefined }), want: "deny" },
  {
    name: "another tool",
    stdin: event({ tool_name: "Read", tool_input: { file_path: "rm" } }),
    want: "silence",
  },
  { name: "no tool input", stdin: event({ tool_input: undefined }), want: "silence" },
  { name: "tool input null", stdin: event({ tool_input: null }), want: "silence" },
  { name: "tool input a text with a delete", stdin: event({ tool_input: "rm -rf build" }), want: "deny" },
  { name: "command a list", stdin: event({ tool_input: { command: ["rm", "-rf", "build"] } }), want: "deny" },
  {
    name: "command a number",
    stdin: event({ tool_input: { command: 5, description: "count" } }),
    want: "silence",
  },
  { name: "command empty", stdin: bashEvent(""), want: "silence" },
  { name: "cwd a number", stdin: event({ cwd: 5 }), want: "deny" },
  { name: "a byte order mark", stdin: `\ufeff${bashEvent("rm -rf ~")}`, want: "deny" },
  {
    name: "bytes that are not UTF-8",
    stdin: new Uint8Array([0xff, 0xfe, 0x72, 0x6d, 0x20, 0x78]),
    want: "deny",
  },
  { name: "UTF-16", stdin: new Uint8Array(Buffer.from(bashEvent("rm -rf ~"), "utf16le")), want: "deny" },
  { name: "a lone surrogate beside a delete", stdin: bashEvent("rm -rf \ud800 ~"), want: "deny" },
  { name: "a lone surrogate alone", stdin: bashEvent("echo \ud800"), want: "silence" },
  { name: "10 MB that delete nothing", stdin: bashEvent(`echo ${"a".repeat(10_000_000)}`), want: "silence" },
  {
    name: "10 MB with a delete of the home at the end",
    stdin: bashEvent(`echo ${"a ".repeat(5_000_000)}; rm -rf ~`),
    want: "deny",
  },
  { name: "10 MB of operands", stdin: bashEvent(`rm ${"a ".repeat(5_000_000)}`), want: "deny" },
  { name: "100,000 nested $(", stdin: bashEvent(`rm ${"$(".repeat(100_000)}`), want: "deny" },
  { name: "100,000 nested $( that name no delete", stdin: bashEvent("$(".repeat(100_000)), want: "silence" },
  {
    name: "100,000 nested JSON lists",
    stdin: `${"[".repeat(100_000)}"rm x"${"]".repeat(100_000)}`,
    want: "deny",
  },
  { name: "a NUL before a delete", stdin: bashEvent("echo \0; rm -rf ~"), want: "deny" },
];

describe("input that no harness should send", () => {
  test.each(rows)("$name", async ({ stdin, want }) => {
    const { stdout, stderr, exitCode, ms } = await run({
      argv: [program("hooks"), "run", "trash-guard"],
      stdin,
      env: { HOME: "/home/u" },
    });
    expect(stderr).not.toMatch(/^\s+at .*[:)]/m);
    expect(ms).toBeLessThan(4500);
    if (want === "silence") {
      expect({ stdout, stderr, exitCode }).toEqual({ stdout: "", stderr: "", exitCode: 0 });
      return;
    }
    expect(exitCode).toBe(2);
    const { hookSpecificOutput: said } = JSON.parse(stdout);
    expect(said.permissionDecision).toBe("deny");
    expect(said.permissionDecisionReason.length).toBeGreaterThan(20);
    expect(stderr.trim()).toBe(said.permissionDecisionReason);
  });
});

describe("a command line that no registration should hold", () => {
  const rows: readonly (readonly [name: string, argv: readonly string[], exitCode: number, says: string])[] =
    [
      ["no hook named", ["run"], 2, "name at least one hook"],
      ["a hook that is not there", ["run", "no-such-guard"], 1, "no hook"],
      ["one of two is not there", ["run", "trash-guard", "no-such-guard"], 1, "no hook"],
      ["a flag it does not know", ["run", "--fast"], 2, "there is no option"],
    ];
  test.each(rows)("%s", async (_, argv, exitCode, says) => {
    const ended = await run({ argv: [program("hooks"), ...argv], stdin: bashEvent("git status") });
    expect(ended.exitCode).toBe(exitCode);
    expect(ended.stdout).toBe("");
    expect(ended.stderr).toContain(says);
  });
});

test("a hook that is not there does not silence the guard beside it", async () => {
  const argv = [program("hooks"), "run", "no-such-guard", "trash-guard"];
  const denied = await run({ argv, stdin: bashEvent("rm -rf ~"), env: { HOME: "/home/u" } });
  expect(denied.exitCode).toBe(2);
  expect(denied.stdout).toContain('"deny"');
  expect(denied.stderr).toContain('no hook "no-such-guard"');
  const rewritten = await run({ argv, stdin: bashEvent("rm -rf build"), env: { HOME: "/home/u" } });
  expect(rewritten.exitCode).toBe(0);
  expect(rewritten.stdout).toContain("updatedInput");
});

test("without HOME the user's home is guarded all the same", async () => {
  const argv = [program("hooks"), "run", "workspace-repos-guard"];
  const ask = (command: string) => run({ argv, stdin: bashEvent(command), env: {} });
  expect((await ask("rm -r ~/workspace/repos/a")).exitCode).toBe(2);
  expect((await ask("rm -r ~/downloads/a")).exitCode).toBe(0);
});

test("standard input that never ends is refused before the harness gives up", async () => {
  const child = Bun.spawn([program("hooks"), "run", "trash-guard"], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
    env: {},
  });
  child.stdin.write(bashEvent("rm x").slice(0, 20));
  child.stdin.flush();
  const start = performance.now();
  expect(await child.exited).toBe(2);
  expect(performance.now() - start).toBeLessThan(4900);
  expect(await new Response(child.stderr).text()).toContain("no whole event");
}, 10_000);

test("a long answer arrives whole at a slow reader", async () => {
  const command = `rm -rf build '${"x".repeat(3_000_000)}'`;
  const child = Bun.spawn([program("hooks"), "run", "trash-guard"], {
    stdin: new TextEncoder().encode(bashEvent(command)),
    stdout: "pipe",
    stderr: "pipe",
    env: { HOME: "/home/u" },
  });
  let stdout = "";
  const decoder = new TextDecoder();
  for await (const part of child.stdout) {
    if (stdout === "") await Bun.sleep(300);
    stdout += decoder.decode(part, { stream: true });
  }
  await child.exited;
  const { hookSpecificOutput: said } = JSON.parse(stdout);
  expect(said.updatedInput?.command ?? said.permissionDecisionReason).toBeString();
});
