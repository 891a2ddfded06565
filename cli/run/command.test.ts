import { describe, expect, test } from "bun:test";
import { harnesses, harnessOf } from "@hasna/hooks-harness";
import { answerEvent, loadHooks, readEvent, readRun, settingProblem } from "./command.ts";
import { realWorld } from "./world.ts";

describe("the arguments of hooks run", () => {
  const rows: readonly (readonly [line: string, names: string | undefined, harness?: string])[] = [
    ["trash-guard", "trash-guard"],
    ["a b", "a b"],
    ["a b a", "a b"],
    ["a --harness codex", "a", "codex"],
    ["--harness codex a b", "a b", "codex"],
    ["a --harness=gemini-cli b", "a b", "gemini-cli"],
    ["a --harness", undefined],
    ["a --harness nowhere", undefined],
    ["a --harness toString", undefined],
    ["a --verbose", undefined],
    ["a --set", undefined],
    ["a --set nested", undefined],
    ["a --set =x", undefined],
    ["--harness codex", undefined],
    ["", undefined],
  ];
  for (const [line, names, harness] of rows) {
    test(line, () => {
      const run = readRun(line === "" ? [] : line.split(" "));
      if (names === undefined) expect("misuse" in run).toBe(true);
      else expect(run).toEqual({ names: names.split(" "), harness: harness as never });
    });
  }
});

describe("settings in the registered command", () => {
  const hooks = loadHooks(["trash-guard", "workspace-repos-guard"]).hooks;
  const rows: readonly (readonly [line: string, problem: RegExp | undefined])[] = [
    ["trash-guard --set nested=redirect", undefined],
    ["--set nested=refuse trash-guard", undefined],
    ["trash-guard --set nested=yes", /nested must be one of refuse, redirect, got "yes"/],
    ["trash-guard --set nestd=redirect", /no hook named here has a setting "nestd"/],
    ["trash-guard --set to-string=x", /no hook named here/],
  ];
  test.each(rows)("%s", (line, problem) => {
    const run = readRun(line.split(" "));
    if ("misuse" in run) throw new Error(run.misuse);
    expect(run.names).toEqual(["trash-guard"]);
    const found = settingProblem(hooks, run.settings);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(problem);
  });

  test("reach the hook", async () => {
    const event = readEvent(
      JSON.stringify({
        hook_event_name: "PreToolUse",
        tool_name: "Bash",
        tool_input: { command: "ls | xargs rm" },
        session_id: "s",
        cwd: "/p",
      }),
    );
    const source = { env: { HOME: "/home/u" }, user: 1000, ownFolder: undefined, vouchedTrash: "/t/trash" };
    const answer = async (settings?: Readonly<Record<string, string>>): Promise<string> =>
      (await answerEvent(hooks, event, realWorld(source, settings), {})).stdout;
    expect(await answer()).toContain("trash-guard/fed-names");
    expect(await answer({ nested: "redirect" })).toContain("ls | xargs /t/trash guard");
  });
});

describe("an event from standard input to the answer, with the real guard", () => {
  const world = realWorld({
    env: { HOME: "/home/u" },
    user: 1000,
    ownFolder: undefined,
    vouchedTrash: "/t/trash",
  });
  const hooks = () => {
    const { hooks, missing } = loadHooks(["trash-guard"]);
    if (missing !== undefined) throw new Error(missing);
    return hooks;
  };
  /** A shell call in the harness's own form. */
  const payload = (id: string, tool: string, event: string, command: string): object => {
    if (id === "cline")
      return {
        hookName: "tool_call",
        workspaceRoots: ["/p"],
        tool_call: { name: tool, input: { commands: [command] } },
      };
    if (id === "windsurf")
      return { agent_action_name: "pre_run_command", tool_info: { command_line: command, cwd: "/p" } };
    return { hook_event_name: event, session_id: "s", cwd: "/p", tool_name: tool, tool_input: { command } };
  };
  for (const { id, tools, events, encode } of harnesses) {
    const tool = (tools.Bash ?? "Bash").split("|")[0] as string;
    const call = (command: string) => JSON.stringify(payload(id, tool, events.PreToolUse as string, command));
    test(`${id}: refused, and told the reason`, async () => {
      const { stdout, stderr, exitCode } = await answerEvent(
        hooks(),
        readEvent(call("rm -rf ~")),
        world,
        {},
        id,
      );
      expect(exitCode === 2 ? stderr : stdout).toContain("(trash-guard/protected-path)");
    });
    test(`${id}: nothing to say is said as it wants it`, async () => {
      const nothing = encode({ kind: "none" }, "PreToolUse");
      expect(await answerEvent(hooks(), readEvent(call("ls")), world, {}, id)).toEqual(nothing);
    });
    test(`${id}: what it could never have sent is refused when it may hold a delete`, async () => {
      const { stdout, stderr, exitCode } = await answerEvent(hooks(), readEvent("{ rm -rf ~"), world, {}, id);
      expect(exitCode === 2 ? stderr : stdout).toContain("(trash-guard/cannot-judge)");
    });
  }
  test("without --harness a payload that is plainly another's is answered in its words", async () => {
    const raw = JSON.stringify(payload("gemini-cli", "run_shell_command", "BeforeTool", "rm -rf ~"));
    expect(harnessOf(JSON.parse(raw))).toBe("gemini-cli");
    expect(JSON.parse((await answerEvent(hooks(), readEvent(raw), world, {})).stdout).decision).toBe("deny");
  });
});
