import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FireHome, fireHome, printing, reply } from "./fire-home.ts";

const homes: FireHome[] = [];
afterAll(() => {
  for (const home of homes) home.remove();
});

function newHome(): FireHome {
  const home = fireHome();
  homes.push(home);
  return home;
}

const DENY = reply({ permissionDecision: "deny", permissionDecisionReason: "not on a Friday" });
const REWRITE = reply({ permissionDecision: "allow", updatedInput: { command: "mv build /tmp/old" } });

describe("a real settings file with hooks of others", () => {
  const home = newHome();
  const seen = join(home.home, "seen.json");
  home.settings(".claude/settings.json", {
    PreToolUse: [
      {
        matcher: "Bash",
        hooks: [
          {
            command: home.program("deny.sh", `#!/bin/sh\ncat > ${seen}\nprintf '%s' '${DENY}'\n`),
            timeout: 10,
          },
          { command: home.program("quiet.sh", "#!/bin/sh\ncat >/dev/null\necho looked >&2\n") },
        ],
      },
      { matcher: "Write|Edit", hooks: [{ command: "exit 2" }] },
    ],
  });
  home.settings("project/.claude/settings.json", {
    PreToolUse: [{ matcher: "B.*h", hooks: [{ command: home.program("rewrite.sh", printing(REWRITE)) }] }],
  });

  test("every one is run, and the trace says where it is from, what it said and what comes of it", async () => {
    const { exitCode, out, err } = await home.fire(
      "PreToolUse",
      "--command",
      "rm -rf build",
      "--harness",
      "claude",
    );
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    for (const part of [
      "Claude Code: PreToolUse, run and read as Claude Code does",
      /about {2}rm -rf build\n {2}in {5}~\/project/,
      /user +~\/\.claude\/settings\.json {2}3 hooks/,
      /project +~\/project\/\.claude\/settings\.json {2}1 hook\n/,
      /1\. ~\/\.claude\/settings\.json:\d+ {2}foreign, matcher "Bash"\n {5}~\/programs\/deny\.sh/,
      /exit 0 after \d+ ms\n {5}stdout {2}\{"hookSpecificOutput"/,
      "verdict: deny: not on a Friday",
      "stderr  looked",
      'not run: the matcher "Write|Edit" does not fit "Bash"',
      /4\. ~\/project\/\.claude\/settings\.json:\d+ {2}foreign, matcher "B\.\*h"/,
      "verdict: allow, another input (discarded by deny)",
      /Decision\n {2}deny: the call does not run\n {2}because {2}not on a Friday/,
    ]) {
      expect(out).toMatch(part);
    }
    expect(out).not.toContain("+ mv build");
  });

  test("a hook reads what the harness would send", () => {
    expect(JSON.parse(readFileSync(seen, "utf8"))).toMatchObject({
      hook_event_name: "PreToolUse",
      cwd: home.project,
      tool_name: "Bash",
      tool_input: { command: "rm -rf build" },
    });
  });

  test("--scope-from takes another folder's settings", async () => {
    const { out } = await home.fire(
      "PreToolUse",
      "--command",
      "ls",
      "--harness",
      "claude",
      "--scope-from",
      home.home,
    );
    expect(out).not.toContain("rewrite.sh");
    expect(out).toMatch(/in {5}\/.*hooks-fire-home/);
  });

  test("--json holds all of it", async () => {
    const { out } = await home.fire(
      "PreToolUse",
      "--command",
      "rm -rf build",
      "--harness",
      "claude-code",
      "--json",
    );
    const [firing] = JSON.parse(out).firings;
    expect(firing.hooks.map((one: { state: string }) => one.state)).toEqual([
      "ran",
      "ran",
      "passed-over",
      "ran",
    ]);
    expect(firing.hooks[0]).toMatchObject({
      file: join(home.home, ".claude/settings.json"),
      scope: "user",
      matcher: "Bash",
      ours: false,
      timeoutMs: 10_000,
      runs: [{ cause: "exit", exitCode: 0, stdout: DENY, stderr: "", read: { decision: "deny" } }],
    });
    expect(firing.decision).toMatchObject({ decision: "deny", reason: "not on a Friday" });
    expect(firing.original).toEqual({ command: "rm -rf build" });
  });
});

describe("what is hostile around it", () => {
  test("folders whose names steer a terminal are shown as text", async () => {
    const home = newHome();
    const folder = join(home.project, "a\u001b[31mb\u202e");
    const path = home.settings(join(folder.slice(home.home.length + 1), ".claude/settings.json"), {
      PreToolUse: [{ matcher: "Bash", hooks: [{ command: "printf '\\033[2Kout'; printf '\\007err' >&2" }] }],
    });
    expect(existsSync(path)).toBe(true);
    const argv = ["PreToolUse", "--command", "ls", "--harness", "claude", "--scope-from", folder];
    for (const more of [[], ["--dry"], ["--sandbox"]]) {
      const { out, exitCode } = await home.fire(...argv, ...more);
      expect(exitCode).toBe(0);
      expect(out).toContain("a\\u001b[31mb\\u202e");
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/);
    }
  });

  test("a hook that locks its sandbox, one that hangs and one that goes on behind it are all told", async () => {
    const home = newHome();
    home.settings(".claude/settings.json", {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: [
            { command: "mkdir d; touch d/x; chmod 000 d .", timeout: 5 },
            { command: "sleep 60", timeout: 1 },
            { command: "(sleep 1; echo late > late) >/dev/null 2>&1 </dev/null &", timeout: 5 },
          ],
        },
      ],
    });
    const { out, exitCode } = await home.fire(
      "PreToolUse",
      "--command",
      "ls",
      "--harness",
      "claude",
      "--sandbox",
    );
    expect(exitCode).toBe(0);
    expect(out).toMatch(/timed out after/);
    expect(out).toMatch(/! fails open: .* ran out of time/);
    expect(out.match(/exit 0 after/g)).toHaveLength(2);
  });
});

describe("--dry runs nothing", () => {
  const home = newHome();
  const mark = join(home.home, "ran");
  home.settings(".claude/settings.json", {
    PreToolUse: [
      { matcher: "Bash", hooks: [{ command: `touch ${mark}` }] },
      { matcher: "Read", hooks: [{ command: "true" }] },
    ],
  });

  test("it lists what would run and why not", async () => {
    const { exitCode, out } = await home.fire(
      "PreToolUse",
      "--command",
      "ls",
      "--harness",
      "claude",
      "--dry",
    );
    expect(exitCode).toBe(0);
    expect(out).toContain("listed and not run");
    expect(out).toMatch(/touch .*ran\n {5}would run\n/);
    expect(out).toContain('not run: the matcher "Read" does not fit "Bash"');
    expect(out).not.toContain("Decision");
    expect(existsSync(mark)).toBe(false);
  });

  test("its neighbour without --dry runs it", async () => {
    await home.fire("PreToolUse", "--command", "ls", "--harness", "claude");
    expect(existsSync(mark)).toBe(true);
  });
});

describe("the rewritten command is shown as a diff", () => {
  const home = newHome();
  home.settings(".claude/settings.json", {
    PreToolUse: [{ matcher: "Bash", hooks: [{ command: home.program("rewrite.sh", printing(REWRITE)) }] }],
  });

  test("the command alone where nothing else changed", async () => {
    const { out } = await home.fire("PreToolUse", "--command", "rm -rf build", "--harness", "claude");
    expect(out).toContain(
      "allow: it runs without asking you, as another call\n  - rm -rf build\n  + mv build /tmp/old\n",
    );
  });

  test("other keys as JSON behind it", async () => {
    const input = '{"command":"rm -rf build","description":"tidy"}';
    const { out } = await home.fire("PreToolUse", "--input", input, "--harness", "claude");
    expect(out).toContain('  - rm -rf build\n  + mv build /tmp/old\n  - description: "tidy"\n');
  });

  test("a command of several lines line by line", async () => {
    const { out } = await home.fire("PreToolUse", "--command", "cd a\nrm -rf build", "--harness", "claude");
    expect(out).toContain("  - cd a\n  - rm -rf build\n  + mv build /tmp/old\n");
  });
});

describe("hazards", () => {
  interface Row {
    readonly name: string;
    readonly hooks: readonly { readonly script: string; readonly timeout?: number }[];
    readonly says: RegExp;
  }
  const other = reply({ permissionDecision: "allow", updatedInput: { command: "true" } });
  const rows: readonly Row[] = [
    {
      name: "two rewriters",
      hooks: [{ script: printing(REWRITE) }, { script: printing(other, "sleep 0.2") }],
      says: /! two rewriters: .*settings\.json:\d+ and .*settings\.json:\d+ both rewrite this call/,
    },
    {
      name: "text before the JSON",
      hooks: [{ script: printing(DENY, "echo checking") }],
      says: /! text around json: .*text stands before the JSON/,
    },
    {
      name: "a time-out that fails open",
      hooks: [{ script: "#!/bin/sh\nsleep 20\n", timeout: 1 }],
      says: /! fails open: .* ran out of time, and its harness lets the call run/,
    },
    {
      name: "a verdict that this harness ignores",
      hooks: [{ script: printing(JSON.stringify({ decision: "deny", reason: "no" })) }],
      says: /! (ignored reply|fails open): /,
    },
    {
      name: "a crash that fails open",
      hooks: [{ script: "#!/bin/sh\nexit 1\n" }],
      says: /! fails open: .* ended with a code that decides nothing/,
    },
    {
      name: "a program that is not there",
      hooks: [{ script: "" }],
      says: /! fails open: /,
    },
  ];
  test.each(rows)("$name", async ({ hooks, says }) => {
    const home = newHome();
    home.settings(".claude/settings.json", {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: hooks.map(({ script, timeout = 10 }, at) => ({
            command: script === "" ? "/nowhere/hook" : home.program(`${at}.sh`, script),
            timeout,
          })),
        },
      ],
    });
    const { out } = await home.fire("PreToolUse", "--command", "rm -rf build", "--harness", "claude");
    expect(out).toMatch(says);
  });

  test("its neighbour: a hook that just denies has none", async () => {
    const home = newHome();
    home.settings(".claude/settings.json", {
      PreToolUse: [{ matcher: "Bash", hooks: [{ command: home.program("deny.sh", printing(DENY)) }] }],
    });
    const { out } = await home.fire("PreToolUse", "--command", "rm -rf build", "--harness", "claude");
    expect(out).not.toContain("Hazards");
  });
});

describe("several harnesses", () => {
  const home = newHome();
  home.settings(".claude/settings.json", {
    PreToolUse: [{ matcher: "Bash", hooks: [{ command: "echo for-claude >&2" }] }],
  });
  home.write(
    ".gemini/settings.json",
    JSON.stringify({
      hooks: {
        BeforeTool: [
          {
            matcher: "run_shell_command",
            hooks: [{ name: "g", type: "command", command: "tee -a seen.json >&2", timeout: 5000 }],
          },
        ],
      },
    }),
  );
  home.write(".codex/config.toml", "");

  test("all that are on this machine, and one line for those with nothing registered", async () => {
    const { out } = await home.fire("PreToolUse", "--command", "ls");
    expect(out).toContain("Claude Code: PreToolUse");
    expect(out).toContain("stderr  for-claude");
    expect(out).toContain("Gemini CLI: PreToolUse");
    expect(readFileSync(join(home.project, "seen.json"), "utf8")).toContain(
      '"tool_name":"run_shell_command"',
    );
    expect(out).toContain("Nothing registered for this event: Codex");
  });

  test("a harness's own names of event and tool", async () => {
    const { out } = await home.fire(
      "BeforeTool",
      "--tool",
      "run_shell_command",
      "--command",
      "ls",
      "--harness",
      "gemini",
      "--json",
    );
    const [run] = JSON.parse(out).firings[0].hooks[0].runs;
    expect(JSON.parse(run.stdin)).toMatchObject({
      hook_event_name: "BeforeTool",
      tool_input: { command: "ls" },
    });
  });

  test("one that has nothing registered says so when it is asked for", async () => {
    const { exitCode, out } = await home.fire("PreToolUse", "--command", "ls", "--harness", "codex");
    expect(exitCode).toBe(0);
    expect(out).toContain("none is registered for PreToolUse");
  });
});

describe("other events", () => {
  const home = newHome();
  home.settings(".claude/settings.json", {
    UserPromptSubmit: [{ hooks: [{ command: "cat >&2; exit 2" }] }],
    PostToolUse: [{ matcher: "*", hooks: [{ command: "cat >&2" }] }],
    Stop: [{ hooks: [{ command: "cat >&2" }] }],
    Notification: [{ hooks: [{ command: "cat >&2" }] }],
  });
  const rows: readonly (readonly [argv: readonly string[], says: string])[] = [
    [["UserPromptSubmit", "--prompt", "hello there"], '"prompt":"hello there"'],
    [
      ["PostToolUse", "--tool", "Write", "--input", '{"file_path":"a"}', "--response", "done"],
      '"tool_response":"done"',
    ],
    [["Stop"], '"stop_hook_active":false'],
    [["Notification", "--input", '{"message":"hi"}'], '"message":"hi"'],
  ];
  test.each(rows)("%p", async (argv, says) => {
    const { exitCode, out } = await home.fire(...argv, "--harness", "claude", "--json");
    expect(exitCode).toBe(0);
    const [firing] = JSON.parse(out).firings;
    const [run] = firing.hooks.flatMap((hook: { runs: readonly { stderr: string }[] }) => hook.runs);
    expect(run.stderr).toContain(says);
  });
});

describe("where hooks run", () => {
  const home = newHome();
  home.settings(".claude/settings.json", {
    PreToolUse: [{ matcher: "Bash", hooks: [{ command: "pwd >&2; touch left-behind" }] }],
  });

  test("in the project, as the harness has it", async () => {
    const { out } = await home.fire("PreToolUse", "--command", "ls", "--harness", "claude", "--json");
    const [firing] = JSON.parse(out).firings;
    expect(firing.hooks[0].runs[0].stderr).toBe(`${home.project}\n`);
    expect(readdirSync(home.project)).toEqual(["left-behind"]);
  });

  test("--sandbox: in an empty folder that is gone afterwards, and told of the project all the same", async () => {
    const { out } = await home.fire(
      "PreToolUse",
      "--command",
      "ls",
      "--harness",
      "claude",
      "--json",
      "--sandbox",
    );
    const [firing] = JSON.parse(out).firings;
    const [run] = firing.hooks[0].runs;
    expect(run.cwd.startsWith(join(tmpdir(), "hooks-fire-"))).toBe(true);
    expect(run.stderr).toBe(`${run.cwd}\n`);
    expect(JSON.parse(run.stdin).cwd).toBe(home.project);
    expect(existsSync(run.cwd)).toBe(false);
  });
});

describe("--only-ours leaves the others out", () => {
  const home = newHome();
  const own = home.write(".hasna/hooks/bin/hooks", "");
  home.settings(".claude/settings.json", {
    PreToolUse: [{ matcher: "Bash", hooks: [{ command: "exit 2" }, { command: `${own} run trash-guard` }] }],
  });

  test.each([
    [[], ["foreign", "ours"]],
    [["--only-ours"], ["ours"]],
  ] as const)("%p", async (more, whose) => {
    const { out } = await home.fire("PreToolUse", "--command", "ls", "--harness", "claude", "--dry", ...more);
    expect([...out.matchAll(/settings\.json:\d+ {2}(ours|foreign)/g)].map(([, who]) => who ?? "")).toEqual([
      ...whose,
    ]);
  });
});

test("what a hook prints cannot steer the terminal", async () => {
  const home = newHome();
  home.settings(".claude/settings.json", {
    PreToolUse: [{ matcher: "Bash", hooks: [{ command: "printf '\\033[2J\\007a\\tb' >&2" }] }],
  });
  const { out } = await home.fire("PreToolUse", "--command", "ls", "--harness", "claude");
  expect(out).toContain("stderr  \\u001b[2J\\u0007a  b");
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test("a broken settings file is named, and the other files still count", async () => {
  const home = newHome();
  home.write(".claude/settings.json", '{ "hooks": { "PreToolUse": [ }');
  home.settings("project/.claude/settings.json", {
    PreToolUse: [{ matcher: "Bash", hooks: [{ command: "echo still >&2" }] }],
  });
  for (const dry of [[], ["--dry"]]) {
    const { out } = await home.fire("PreToolUse", "--command", "ls", "--harness", "claude", ...dry);
    expect(out).toMatch(/user +~\/\.claude\/settings\.json {2}(dropped|cannot)/);
    expect(out).toMatch(/! lost registration: ~\/\.claude\/settings\.json:1/);
    expect(out).toContain("echo still");
  }
});

describe("what is asked wrongly", () => {
  const home = newHome();
  const rows: readonly (readonly [argv: readonly string[], exitCode: number, says: RegExp])[] = [
    [[], 2, /name an event, as in: hooks fire PreToolUse --command 'ls'/],
    [["PreToolUse"], 2, /give --command, or --tool and --input/],
    [["PreToolUse", "PostToolUse", "--command", "ls"], 2, /it takes one event, got "PostToolUse" as well/],
    [["PreTolUse", "--command", "ls"], 2, /no event "PreTolUse"\. Did you mean "PreToolUse"\?/],
    [["UserPromptSubmit"], 2, /give --prompt/],
    [["PreToolUse", "--command", "ls", "--harness", "clade-code"], 2, /Did you mean "claude-code"\?/],
    [["PreToolUse", "--command", "ls", "--harness", "opencode"], 2, /opencode starts no hook commands/],
    [["PreToolUse", "--input", "{"], 2, /--input is not JSON/],
    [["PreToolUse", "--input", "[1]"], 2, /--input must be a JSON object/],
    [["PreToolUse", "--command", "ls", "--scope-from", "nowhere"], 1, /nowhere is not a folder/],
    [["PreToolUse", "--comand", "ls"], 2, /Did you mean "--command"\?/],
  ];
  test.each(rows)("%p", async (argv, exitCode, says) => {
    const said = await home.fire(...argv);
    expect(said.exitCode).toBe(exitCode);
    expect(said.err).toMatch(says);
    expect(said.out).toBe("");
  });
});

describe("a hook that opens /dev/stdin", () => {
  const home = newHome();
  home.settings(".claude/settings.json", {
    PreToolUse: [{ matcher: "Bash", hooks: [{ command: "cat /dev/stdin >&2" }] }],
  });
  home.write(
    ".copilot/hooks/a.json",
    JSON.stringify({
      version: 1,
      hooks: {
        PreToolUse: [{ type: "command", command: "cat /dev/stdin >&2", matcher: "Bash", timeoutSec: 10 }],
      },
    }),
  );

  test("fails where the harness gives a socket", async () => {
    const { out } = await home.fire("PreToolUse", "--command", "ls", "--harness", "claude");
    expect(out).toMatch(/stderr {2}cat: \/dev\/stdin: No such device or address/);
  });

  test("works where it gives a pipe", async () => {
    const { out } = await home.fire("PreToolUse", "--command", "ls", "--harness", "copilot");
    expect(out).toContain('stderr  {"hook_event_name":"PreToolUse"');
  });
});
