/** P of the list of attacks: replies, matchers, settings, payloads. Strict mode unless a row says otherwise. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dialects } from "./dialects/dialects.ts";
import type { EventFacts, SessionFacts } from "./facts.ts";
import { matcherOf, matchHooks } from "./match.ts";
import type { HookOutcome } from "./outcome.ts";
import { boundedPattern, isCostly } from "./pattern.ts";
import type { DialectId } from "./registration.ts";
import { allowing, denying, Lab, type LabHook, nested, prints, rewriting, shell } from "./testing/lab.ts";
import type { Decision, Verdict } from "./verdict.ts";

async function decide(
  hooks: readonly LabHook[],
  options: Parameters<typeof Lab.open>[1] = {},
): Promise<Decision> {
  await using lab = await Lab.open(hooks, options);
  return (await lab.bridge.plan(lab.call(shell("ls")))).decision;
}

const denial = nested({ permissionDecision: "deny", permissionDecisionReason: "no" });

describe("P1 a denial that is long", () => {
  const padded = (bytes: number): string =>
    `cat >/dev/null; printf '%s' '${denial.replace("no", "@").split("@")[0]}'; head -c ${bytes} /dev/zero | tr '\\0' x; printf '%s' '"}}'`;
  test("of 70 KB denies", async () => expect(await decide([{ body: padded(70_000) }])).toBe("deny"));
  test("of 1 MiB denies", async () => expect(await decide([{ body: padded(1 << 20) }])).toBe("deny"));
  test("beyond what is kept denies by policy, and so does an allow", async () => {
    expect(await decide([{ body: padded(70_000) }], { outputBytes: 64_000 })).toBe("deny");
    const long = `${allowing}; head -c 70000 /dev/zero | tr '\\0' ' '`;
    expect(await decide([{ body: long }], { outputBytes: 64_000 })).toBe("deny");
    expect(await decide([{ body: long }], { outputBytes: 640_000 })).toBe("allow");
  });
});

describe("P2 a reply that is spoiled closes, and text that means nothing does not", () => {
  const rows: readonly (readonly [name: string, body: string, decision: Decision])[] = [
    ["a log line before the JSON", `echo hello; ${prints(denial)}`, "deny"],
    ["a log line before an allow", `echo hello; ${allowing}`, "deny"],
    ["two objects", `echo '{}'; ${prints(denial)}`, "deny"],
    ["an object, then a line", `${prints(nested({ permissionDecision: "allow" }))}; echo; echo bye`, "deny"],
    ["a byte order mark", `printf '\\357\\273\\277'; ${prints(denial)}`, "deny"],
    ["CRLF around it", `printf '\\r\\n'; ${prints(denial)}; printf '\\r\\n'`, "deny"],
    ["a NUL inside", `printf '{"a\\0":1,"decision":"block","reason":"x"}'`, "deny"],
    ["no UTF-8 in the reason", `printf '{"decision":"block","reason":"\\377\\376"}'`, "deny"],
    ["cut short", `printf '{"hookSpecificOutput"'`, "deny"],
    ["plain text", "echo checked 3 files", "none"],
    ["a list", "echo '[]'", "none"],
    ["nothing", "true", "none"],
    ["an empty object", "echo '{}'", "none"],
  ];
  test.each(rows)("P2 %s", async (_, body, decision) => expect(await decide([{ body }])).toBe(decision));
});

describe("P3 the event's name in a reply", () => {
  const without = JSON.stringify({ hookSpecificOutput: { permissionDecision: "allow" } });
  const wrong = JSON.stringify({
    hookSpecificOutput: { hookEventName: "Stop", permissionDecision: "allow" },
  });
  test.each([
    ["missing", without, "deny"],
    ["of another event", wrong, "deny"],
    ["right", nested({ permissionDecision: "allow" }), "allow"],
  ] as const)("P3 %s", async (_, text, decision) =>
    expect(await decide([{ body: prints(text) }])).toBe(decision),
  );
});

describe("P4 exit codes", () => {
  const rows: readonly (readonly [string, Decision])[] = [
    ["exit 0", "none"],
    ["exit 1", "ask"],
    ["exit 2", "deny"],
    ["exit 3", "ask"],
    ["exit 126", "deny"],
    ["exit 127", "deny"],
    ["exit 137", "deny"],
    ["exit 255", "ask"],
    ["kill -9 $$", "deny"],
    ["kill -TERM $$", "deny"],
  ];
  test.each(rows)("P4 %s: %s", async (body, decision) => expect(await decide([{ body }])).toBe(decision));
});

describe("P5 exit code 2 beside JSON on stdout", () => {
  test.each([
    ["an allow does not undo it", allowing],
    ["a rewrite neither", rewriting({ command: "x" })],
    ["broken JSON neither", "printf '{'"],
  ])("P5 %s", async (_, body) => expect(await decide([{ body: `${body}; exit 2` }])).toBe("deny"));
});

/** What a reply alone is read as. */
function read(id: DialectId, stdout: string, more: Partial<HookOutcome> = {}): Verdict {
  return dialects[id].decode("PreToolUse", {
    cause: "exit",
    exitCode: 0,
    signal: null,
    stdout,
    stderr: "",
    truncated: false,
    ended: true,
    blocksOnFailure: false,
    ...more,
  });
}

describe("P6 odd values", () => {
  const odd: readonly unknown[] = [null, 5, "x", [], {}, true, [[]], { a: 1 }];
  const keys = [
    "permissionDecision",
    "permissionDecisionReason",
    "updatedInput",
    "additionalContext",
    "hookEventName",
  ];
  const outside = [
    "continue",
    "stopReason",
    "systemMessage",
    "decision",
    "reason",
    "hookSpecificOutput",
    "suppressOutput",
  ];
  for (const id of Object.keys(dialects) as DialectId[]) {
    test(`P6 ${id}: no type of any key makes it throw, and none of them allows`, () => {
      for (const value of odd) {
        for (const key of keys) expect(read(id, nested({ [key]: value })).decision).not.toBe("allow");
        for (const key of outside)
          expect(read(id, JSON.stringify({ [key]: value })).decision).not.toBe("allow");
      }
    });
  }
  test("P6 deep nesting, many keys, keys of the prototype", () => {
    const deep = `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])));
    for (const id of Object.keys(dialects) as DialectId[]) {
      expect(["none", "deny"]).toContain(read(id, deep).decision);
      expect(read(id, many).decision).toBe("none");
      expect(read(id, '{"__proto__":{"decision":"block","reason":"x"}}').decision).toBe("none");
      expect(read(id, '{"constructor":{"prototype":{"permissionDecision":"allow"}}}').decision).toBe("none");
    }
    expect(({} as { decision?: unknown }).decision).toBeUndefined();
  });
  test("P6 arguments that are deep or wide reach the hook and the tool whole", async () => {
    await using lab = await Lab.open([{ body: "wc -c >$PWD/../size" }]);
    const wide = JSON.stringify({
      command: "ls",
      ...Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])),
    });
    const { ran } = await lab.way(wide);
    expect(Object.keys(ran as object)).toHaveLength(100_001);
    expect(Number(lab.read("size"))).toBeGreaterThan(wide.length);
    expect(lab.check().ok).toBe(true);
  });
});

describe("P7 matchers", () => {
  const fires = (id: DialectId, matcher: unknown, tool: string): string => {
    const source = { harness: id, scope: "user", file: "/f", root: [] } as const;
    const [match] = matchHooks(
      [
        {
          id: "a",
          source,
          place: { file: "/f", line: 1, column: 1 },
          event: "E",
          neutral: "PreToolUse",
          group: 0,
          position: 0,
          matcher: matcherOf(id, matcher),
          sequential: false,
          handler: { kind: "other", type: "x" },
          inert: undefined,
        },
      ],
      false,
      () => ({ event: "E", names: [tool], command: undefined, exact: false }),
    );
    return match?.kind ?? "none";
  };
  const rows: readonly (readonly [DialectId, unknown, string, string])[] = [
    ["claude-code", "Bash", "Bash", "fires"],
    ["claude-code", "bash", "Bash", "passed-over"],
    ["claude-code", "(?i)bash", "Bash", "closed"],
    ["codex", "(?i)bash", "Bash", "fires"],
    ["claude-code", "(", "Bash", "closed"],
    ["claude-code", ["Bash"], "Bash", "closed"],
    ["claude-code", "(?=a)*(a+)+$", "Bash", "closed"],
    ["claude-code", "(B|a|s|h)+", "Bash", "fires"],
    ["claude-code", "^(a+)+$", "Bash", "passed-over"],
    ["gemini-cli", "[", "run_shell_command", "passed-over"],
    ["gemini-cli", "[", "[", "fires"],
    ["claude-code", "mcp__.*__write.*", "mcp__a__write_x", "fires"],
  ];
  test.each(rows)("P7 %s: %j on %s %s", (id, matcher, tool, wanted) =>
    expect(fires(id, matcher, tool)).toBe(wanted),
  );
  test("P7 a pattern that takes for ever elsewhere takes no time here", () => {
    const start = performance.now();
    for (const id of ["claude-code", "codex", "gemini-cli"] as const) {
      expect(fires(id, "(a+)+$", `${"a".repeat(200)}!`)).toBe("passed-over");
      expect(fires(id, "(.*a){20}b", "a".repeat(200))).toBe("passed-over");
    }
    expect(performance.now() - start).toBeLessThan(2000);
  });
  test("P7 the bounded engine agrees with the usual one", () => {
    const patterns = [
      "(a|b)+c",
      "(ab?)+$",
      "^(?:x{2,3})+y",
      "([a-c]\\d)*z",
      "(\\bfoo\\b )*bar",
      "(a|)+b",
      "((a)+)+b|c.",
      "(a{0,2}b){2}",
    ];
    const texts = [
      "",
      "a",
      "abc",
      "abac",
      "xxy",
      "xxxxy",
      "a1b2z",
      "foo foo bar",
      "foobar",
      "b",
      "cc",
      "aabab",
      "ab",
      "c\n",
    ];
    for (const pattern of patterns) {
      expect(isCostly(pattern)).toBe(true);
      for (const text of texts) {
        expect([pattern, text, boundedPattern(pattern)?.(text)]).toEqual([
          pattern,
          text,
          new RegExp(pattern).test(text),
        ]);
      }
    }
  });
  const group = (matcher: unknown, command: string): object => ({
    matcher,
    hooks: [{ type: "command", command }],
  });
  test("P7 one unreadable matcher closes its group, and the rest of the file goes on", async () => {
    const settings = (matcher: unknown) =>
      JSON.stringify(
        { hooks: { PreToolUse: [group("Write", "exit 2"), group(matcher, "true"), group("Bash", "true")] } },
        null,
        2,
      );
    await using lab = await Lab.open([], { files: { ".claude/settings.json": settings("(") } });
    const plan = await lab.bridge.plan(lab.call(shell("ls")));
    expect(plan.decision).toBe("deny");
    expect(plan.reason).toContain(".claude/settings.json:");
    expect(plan.trace?.hooks.map(({ state }) => state)).toEqual(["passed-over", "closed", "ran"]);
    expect(lab.bridge.loaded.status).toBe("degraded");
    await using good = await Lab.open([], { files: { ".claude/settings.json": settings("Other") } });
    expect((await good.bridge.plan(good.call(shell("ls")))).decision).toBe("none");
  });
  test("P7 a harness's own shell is Bash for hooks", async () => {
    const naming = {
      toHook: (tool: string, input: never) => ({ tool: tool === "bash" ? "Bash" : tool, input }),
      fromHook: (_: string, input: never) => input,
    };
    await using lab = await Lab.open([{ body: denying, matcher: "Bash" }], { naming });
    expect((await lab.bridge.plan(lab.call(shell("ls"), "bash"))).decision).toBe("deny");
    expect((await lab.bridge.plan(lab.call(shell("ls"), "grep"))).decision).toBe("none");
  });
});

describe("P8 settings", () => {
  test("P8 a missing file is no fault, a broken one closes and says where", async () => {
    await using none = await Lab.open([]);
    expect(none.bridge.loaded.status).toBe("ok");
    expect((await none.bridge.plan(none.call(shell("ls")))).decision).toBe("none");
    await using broken = await Lab.open([], { files: { ".claude/settings.json": '{\n "hooks": {,}\n}' } });
    expect(broken.bridge.loaded.status).toBe("refused");
    expect(broken.bridge.loaded.problems[0]).toMatchObject({ line: 2, costs: "file" });
    expect((await broken.bridge.plan(broken.call(shell("ls")))).decision).toBe("deny");
  });
  test("P8 a folder where the file should be cannot be read, and closes", async () => {
    await using lab = await Lab.open([], { files: { ".claude/settings.json/x": "" } });
    await lab.bridge.reload();
    expect(lab.bridge.loaded.sources.map(({ state }) => state)).toContain("unreadable");
    expect((await lab.bridge.plan(lab.call(shell("ls")))).decision).toBe("deny");
  });
  test("P8 another file's fault leaves this one alone in the client's way", async () => {
    await using lab = await Lab.open([{ body: denying }], {
      mode: "faithful",
      files: { "project/.claude/settings.json": "{" },
    });
    expect((await lab.bridge.plan(lab.call(shell("ls")))).decision).toBe("deny");
  });
  test("P8 a file that changes while a session runs changes nothing until it is read again", async () => {
    await using lab = await Lab.open([{ body: denying }]);
    lab.write(".claude/settings.json", "{}");
    expect((await lab.bridge.plan(lab.call(shell("ls")))).decision).toBe("deny");
    await lab.bridge.reload();
    expect((await lab.bridge.plan(lab.call(shell("ls")))).decision).toBe("none");
  });
  test("P8 the same command in two files runs as often as its harness runs it", async () => {
    const settings = (event: string, path: string) =>
      JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: "command", command: `echo x >>${path}` }] }] } });
    for (const [client, file, times] of [
      ["claude-code", ".claude/settings.json", 1],
      ["codex", ".codex/hooks.json", 2],
    ] as const) {
      await using lab = await Lab.open([]);
      const text = settings("PreToolUse", join(lab.home, "count"));
      await using two = await Lab.open([], {
        files: { [file]: text, [`project/${file}`]: text },
        harnesses: [client],
      } as never);
      await two.bridge.plan(two.call(shell("ls")));
      expect([client, readFileSync(join(lab.home, "count"), "utf8").length]).toEqual([client, times * 2]);
    }
  });
  test("P8 a plugin's folder with blanks and shell characters stays one word", async () => {
    await using lab = await Lab.open([]);
    const folder = "plugins $(touch HACKED); `x` 'q'/guard";
    lab.write(`${folder}/scripts/guard.sh`, `#!/bin/sh\n${denying}\n`);
    const command = `sh "$${"{CLAUDE_PLUGIN_ROOT}"}/scripts/guard.sh"`;
    lab.write(
      `${folder}/hooks/hooks.json`,
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } }),
    );
    lab.write(
      ".claude/plugins/installed_plugins.json",
      JSON.stringify({
        version: 2,
        plugins: { "guard@m": [{ scope: "user", installPath: join(lab.home, folder) }] },
      }),
    );
    lab.write(".claude/settings.json", JSON.stringify({ enabledPlugins: { "guard@m": true } }));
    await lab.bridge.reload();
    const plan = await lab.bridge.plan(lab.call(shell("ls")));
    expect(plan.decision).toBe("deny");
    expect(plan.reason).toBe("no");
    expect(existsSync(join(lab.project, "HACKED"))).toBe(false);
    lab.write(".claude/settings.json", JSON.stringify({ enabledPlugins: { "guard@m": false } }));
    await lab.bridge.reload();
    expect((await lab.bridge.plan(lab.call(shell("ls")))).decision).toBe("none");
  });
  test("P8 a hook that is switched off or not trusted is listed with its reason", async () => {
    const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] };
    const off = JSON.stringify({ disableAllHooks: true, hooks });
    await using claude = await Lab.open([], { files: { ".claude/settings.json": off } });
    expect((await claude.bridge.plan(claude.call(shell("ls")))).trace?.hooks[0]?.why).toContain(
      "disableAllHooks",
    );
    await using codex = await Lab.open([], {
      files: { ".codex/hooks.json": JSON.stringify({ hooks }) },
      bypassTrust: false,
    });
    const plan = await codex.bridge.plan(codex.call(shell("ls")));
    expect(plan.decision).toBe("none");
    expect(plan.trace?.hazards.map(({ kind }) => kind)).toEqual(["not-trusted"]);
  });
});

describe("P9 plain text as context", () => {
  const body = "echo '[1, 2]'";
  const rows: readonly (readonly ["claude-code" | "codex", string, EventFacts, readonly string[]])[] = [
    ["claude-code", "SessionStart", { event: "SessionStart", source: "startup" }, ["[1, 2]"]],
    ["claude-code", "UserPromptSubmit", { event: "UserPromptSubmit", prompt: "p" }, ["[1, 2]"]],
    ["claude-code", "Stop", { event: "Stop", stopHookActive: false }, []],
    ["codex", "SessionStart", { event: "SessionStart", source: "startup" }, []],
  ];
  test.each(rows)("P9 %s at %s", async (client, event, facts, context) => {
    await using lab = await Lab.open([{ body, client, event }]);
    expect((await lab.bridge.event(facts)).verdict.context).toEqual([...context]);
    await using words = await Lab.open([{ body: "echo words", client, event }]);
    const said = (await words.bridge.event(facts)).verdict.context;
    expect(said).toEqual(event === "Stop" ? [] : ["words"]);
  });
});

describe("P10 payloads", () => {
  const session: SessionFacts = {
    session: "S",
    cwd: "/p",
    transcript: "/t.jsonl",
    prompt: "P",
    effort: "high",
    model: "lab",
    turn: "T",
    now: 0,
  };
  const call: EventFacts = {
    event: "PreToolUse",
    tool: "Bash",
    input: { command: "rmdir victim", description: "lab" },
    callId: "C",
  };
  const rows: readonly (readonly [DialectId, EventFacts, string])[] = [
    [
      "claude-code",
      call,
      '{"session_id":"S","transcript_path":"/t.jsonl","cwd":"/p","prompt_id":"P","permission_mode":"default","effort":{"level":"high"},"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rmdir victim","description":"lab"},"tool_use_id":"C"}',
    ],
    [
      "codex",
      call,
      '{"session_id":"S","turn_id":"T","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"PreToolUse","model":"lab","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"rmdir victim"},"tool_use_id":"C"}',
    ],
    [
      "gemini-cli",
      call,
      '{"session_id":"S","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"BeforeTool","timestamp":"1970-01-01T00:00:00.000Z","tool_name":"run_shell_command","tool_input":{"command":"rmdir victim","description":"lab"}}',
    ],
    [
      "qwen-code",
      call,
      '{"session_id":"S","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"PreToolUse","timestamp":"1970-01-01T00:00:00.000Z","permission_mode":"default","prompt_id":"P","tool_name":"run_shell_command","tool_input":{"command":"rmdir victim","description":"lab"},"tool_use_id":"C","tool_call_id":"C"}',
    ],
    [
      "copilot-cli",
      call,
      '{"hook_event_name":"PreToolUse","session_id":"S","timestamp":"1970-01-01T00:00:00.000Z","cwd":"/p","tool_name":"Bash","tool_input":{"command":"rmdir victim","description":"lab"}}',
    ],
    [
      "droid",
      call,
      '{"session_id":"S","transcript_path":"/t.jsonl","cwd":"/p","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":{"command":"rmdir victim","description":"lab"}}',
    ],
    [
      "claude-code",
      { event: "UserPromptSubmit", prompt: "hi" },
      '{"session_id":"S","transcript_path":"/t.jsonl","cwd":"/p","prompt_id":"P","permission_mode":"default","effort":{"level":"high"},"hook_event_name":"UserPromptSubmit","prompt":"hi"}',
    ],
    [
      "codex",
      { event: "Stop", stopHookActive: false },
      '{"session_id":"S","turn_id":"T","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"Stop","model":"lab","permission_mode":"default","stop_hook_active":false,"last_assistant_message":null}',
    ],
    [
      "codex",
      { event: "SessionStart", source: "startup" },
      '{"session_id":"S","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"SessionStart","model":"lab","permission_mode":"default","source":"startup"}',
    ],
    [
      "gemini-cli",
      { event: "SessionEnd", reason: "exit" },
      '{"session_id":"S","transcript_path":"/t.jsonl","cwd":"/p","hook_event_name":"SessionEnd","timestamp":"1970-01-01T00:00:00.000Z","reason":"exit"}',
    ],
  ];
  test.each(rows)("P10 %s %j", (id, facts, line) => expect(dialects[id].encode(facts, session)).toBe(line));
});

describe("P11 ends", () => {
  test("P11 hooks that never let a session end are stopped, and told that they did it before", async () => {
    const block = `tee -a $PWD/../seen >/dev/null; printf '{"decision":"block","reason":"go on"}'`;
    await using lab = await Lab.open([{ body: block, event: "Stop" }], { mostStops: 3 });
    const decisions: Decision[] = [];
    for (let turn = 0; turn < 5; turn++) {
      decisions.push((await lab.bridge.event({ event: "Stop", stopHookActive: false })).verdict.decision);
    }
    expect(decisions).toEqual(["deny", "deny", "deny", "none", "deny"]);
    expect(
      lab
        .read("seen")
        .match(/"stop_hook_active":(true|false)/g)
        ?.slice(0, 2),
    ).toEqual(['"stop_hook_active":false', '"stop_hook_active":true']);
  });
  test("P11 continue:false halts, also beside a block", async () => {
    await using lab = await Lab.open([
      { body: prints('{"continue":false,"stopReason":"enough"}'), event: "Stop" },
      { body: prints('{"decision":"block","reason":"go on"}'), event: "Stop" },
    ]);
    const { halt, verdict } = await lab.bridge.event({ event: "Stop", stopHookActive: false });
    expect([halt, verdict.decision]).toEqual(["enough", "none"]);
    await using call = await Lab.open([{ body: prints('{"continue":false,"stopReason":"enough"}') }]);
    expect((await call.bridge.plan(call.call(shell("ls")))).stop).toBe("enough");
  });
});

describe("P12 hooks that reach round", () => {
  test("P12 a hook that edits its own settings does not change the call it judges", async () => {
    await using lab = await Lab.open([
      { body: `echo '{}' >$PWD/../.claude/settings.json; exit 2` },
      { body: denying },
    ]);
    const plan = await lab.bridge.plan(lab.call(shell("ls")));
    expect(plan.trace?.hooks.map(({ verdict }) => verdict?.decision)).toEqual(["deny", "deny"]);
  });
  test("P12 a call that is planned while a hook runs is one of its own", async () => {
    await using lab = await Lab.open([{ body: "cat >/dev/null; sleep 0.1" }]);
    const plans = await Promise.all(["a", "b", "c"].map((word) => lab.bridge.plan(lab.call(shell(word)))));
    expect(plans.map(({ effective }) => effective)).toEqual([
      { command: "a" },
      { command: "b" },
      { command: "c" },
    ]);
  });
});
