import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import type { Decoded, Environment, Reply, ShellVariables } from "../harness.ts";
import { claudeCode } from "./harness.ts";

interface Payload {
  readonly source: string;
  /** Standard input, byte for byte. */
  readonly raw: string;
  readonly want: Decoded;
}

const folder = join(import.meta.dir, "payloads");

describe("payloads", () => {
  const files = readdirSync(folder).sort();
  test("every event has one", async () => {
    const events = new Set<string>();
    for (const file of files) events.add(JSON.parse((await read(file)).raw).hook_event_name);
    for (const event of Object.values(claudeCode.events)) expect(events).toContain(event);
  });
  for (const file of files) {
    test(file, async () => {
      const { raw, want } = await read(file);
      expect(claudeCode.decode(JSON.parse(raw), {})).toEqual(want);
    });
  }
});

async function read(file: string): Promise<Payload> {
  return Bun.file(join(folder, file)).json();
}

const bash = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" }, cwd: "/p" };

describe("payloads that are not what the harness sends", () => {
  const rows: readonly { readonly name: string; readonly payload: unknown; readonly says: string }[] = [
    { name: "null", payload: null, says: "the payload is null" },
    { name: "a list", payload: [bash], says: "the payload is a list" },
    { name: "a text", payload: "rm", says: "the payload is a text" },
    { name: "a number", payload: 5, says: "the payload is a number" },
    { name: "nothing", payload: undefined, says: "the payload is missing" },
    { name: "an empty object", payload: {}, says: "hook_event_name is missing" },
    {
      name: "an event that is a number",
      payload: { ...bash, hook_event_name: 1 },
      says: "hook_event_name is a number",
    },
    {
      name: "an event that nobody knows",
      payload: { ...bash, hook_event_name: "BeforeTool" },
      says: 'hook_event_name "BeforeTool" is unknown',
    },
    {
      name: "an event by the name of a method",
      payload: { ...bash, hook_event_name: "toString" },
      says: 'hook_event_name "toString" is unknown',
    },
    { name: "no tool", payload: { ...bash, tool_name: undefined }, says: "tool_name is missing" },
    { name: "an empty tool name", payload: { ...bash, tool_name: "" }, says: "tool_name is empty" },
    { name: "a tool that is a list", payload: { ...bash, tool_name: ["Bash"] }, says: "tool_name is a list" },
    { name: "no tool input", payload: { ...bash, tool_input: undefined }, says: "tool_input is missing" },
    { name: "tool input null", payload: { ...bash, tool_input: null }, says: "tool_input is null" },
    { name: "tool input a text", payload: { ...bash, tool_input: "rm x" }, says: "tool_input is a text" },
    { name: "no command", payload: { ...bash, tool_input: {} }, says: "tool_input.command is missing" },
    {
      name: "a command that is a list",
      payload: { ...bash, tool_input: { command: ["rm"] } },
      says: "tool_input.command is a list",
    },
    { name: "a folder that is a number", payload: { ...bash, cwd: 7 }, says: "cwd is a number" },
  ];
  for (const row of rows) {
    test(row.name, () => {
      const decoded = claudeCode.decode(row.payload, {});
      expect(decoded.kind).toBe("problem");
      if (decoded.kind === "problem") expect(decoded.problem).toStartWith(row.says);
    });
  }
});

describe("the neighbours that are read", () => {
  const read = (payload: unknown, env: ShellVariables = {}) => {
    const decoded = claudeCode.decode(payload, env);
    if (decoded.kind !== "input") throw new Error(JSON.stringify(decoded));
    return decoded.input;
  };
  test("a payload without cwd or session", () => {
    const { cwd, session } = read({ ...bash, cwd: undefined });
    expect({ cwd, session }).toEqual({ cwd: undefined, session: undefined });
  });
  test("a relative cwd is not a place", () => expect(read({ ...bash, cwd: "p" }).cwd).toBeUndefined());
  test("an empty command", () => expect(read({ ...bash, tool_input: { command: "" } }).tool).toBe("Bash"));
  test("a lone surrogate stays as it is", () => {
    const payload = JSON.parse(
      '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"\\ud800"}}',
    );
    expect(read(payload).toolInput.command).toBe("\ud800");
  });
  test("a key called __proto__ is kept as a key", () => {
    const payload = JSON.parse(
      '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","__proto__":{"a":1}}}',
    );
    expect(JSON.stringify(read(payload).toolInput)).toBe('{"command":"ls","__proto__":{"a":1}}');
  });
  test("another tool may have any input", () =>
    expect(read({ ...bash, tool_name: "Read", tool_input: {} }).tool).toBe("Read"));

  const shells: readonly [ShellVariables, string][] = [
    [{}, "unknown"],
    [{ SHELL: "/bin/bash" }, "bash"],
    [{ SHELL: "/usr/bin/zsh" }, "zsh"],
    [{ SHELL: "/bin/sh" }, "unknown"],
    [{ SHELL: "/usr/bin/fish" }, "unknown"],
    [{ SHELL: "/bin/bash", CLAUDE_CODE_SHELL: "/bin/zsh" }, "zsh"],
    [{ SHELL: "/home/bash/fish" }, "unknown"],
  ];
  for (const [env, shell] of shells) {
    test(`${JSON.stringify(env)} is ${shell}`, () => expect(read(bash, env).shell as string).toBe(shell));
  }
});

const refusal = { rule: "g/r", reason: "It deletes.", next: "Use less.", spans: [] };
const text = "It deletes. Use less. (g/r)";
const rewrite: Verdict = {
  kind: "rewrite",
  rule: "g/w",
  reason: "Moved to the trash.",
  toolInput: { command: "trash guard x", description: "d" },
  edits: [],
  approves: false,
};

describe("replies", () => {
  const rows: readonly {
    readonly name: string;
    readonly verdict: Verdict;
    readonly event?: HookEvent;
    readonly json: unknown;
    readonly stderr?: string;
    readonly exitCode?: number;
  }[] = [
    { name: "nothing to say is silence", verdict: { kind: "none" }, json: undefined },
    {
      name: "a plain allow is never printed",
      verdict: { kind: "allow", reason: "fine" },
      json: undefined,
    },
    {
      name: "a denial is said three ways",
      verdict: { kind: "deny", ...refusal },
      json: {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: text,
        },
      },
      stderr: `${text}\n`,
      exitCode: 2,
    },
    {
      name: "a question is asked",
      verdict: { kind: "ask", ...refusal },
      json: {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "ask",
          permissionDecisionReason: text,
        },
      },
    },
    {
      name: "a rewrite of a mixed line leaves the decision to the user",
      verdict: rewrite,
      json: { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: rewrite.toolInput } },
    },
    {
      name: "a rewrite of a whole line is approved",
      verdict: { ...rewrite, approves: true },
      json: {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "allow",
          permissionDecisionReason: "Moved to the trash.",
          updatedInput: rewrite.toolInput,
        },
      },
    },
    {
      name: "context goes to the model",
      verdict: { kind: "context", text: "c" },
      event: "SessionStart",
      json: { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "c" } },
    },
    {
      name: "no context is silence",
      verdict: { kind: "context", text: "" },
      event: "SessionStart",
      json: undefined,
    },
    {
      name: "nobody reads context at the end",
      verdict: { kind: "context", text: "c" },
      event: "SessionEnd",
      json: undefined,
    },
    {
      name: "a prompt is blocked in the older form",
      verdict: { kind: "deny", ...refusal },
      event: "UserPromptSubmit",
      json: { decision: "block", reason: text },
      stderr: `${text}\n`,
      exitCode: 2,
    },
    {
      name: "a question about a prompt is a refusal",
      verdict: { kind: "ask", ...refusal },
      event: "UserPromptSubmit",
      json: { decision: "block", reason: text },
      stderr: `${text}\n`,
      exitCode: 2,
    },
    {
      name: "a session starts whatever is said",
      verdict: { kind: "deny", ...refusal },
      event: "SessionStart",
      json: undefined,
      stderr: `${text}\n`,
      exitCode: 2,
    },
    {
      name: "a rewrite after the fact is a refusal",
      verdict: rewrite,
      event: "PostToolUse",
      json: {
        decision: "block",
        reason: "Moved to the trash. Nothing can be rewritten at PostToolUse. (g/w)",
      },
      stderr: "Moved to the trash. Nothing can be rewritten at PostToolUse. (g/w)\n",
      exitCode: 2,
    },
  ];
  for (const row of rows) {
    test(row.name, () => {
      const reply: Reply = claudeCode.encode(row.verdict, row.event ?? "PreToolUse");
      expect(reply.stdout === "" ? undefined : JSON.parse(reply.stdout)).toEqual(row.json);
      expect(reply.stderr).toBe(row.stderr ?? "");
      expect(reply.exitCode).toBe(row.exitCode ?? 0);
    });
  }
  test("stdout is one JSON line that any decoder of bytes reads back", () => {
    const reply = claudeCode.encode({ ...rewrite, toolInput: { command: "\ud800 é\n\u2028" } }, "PreToolUse");
    expect(reply.stdout).not.toContain("\n");
    const bytes = new TextDecoder("utf-8", { fatal: true }).decode(new TextEncoder().encode(reply.stdout));
    expect(JSON.parse(bytes).hookSpecificOutput.updatedInput.command).toBe("\ud800 é\n\u2028");
  });
});

describe("settings files", () => {
  const rows: readonly ["user" | "project" | "local", Environment, string][] = [
    ["user", {}, "/h/.claude/settings.json"],
    ["user", { CLAUDE_CONFIG_DIR: "/c/" }, "/c/settings.json"],
    ["user", { CLAUDE_CONFIG_DIR: "" }, "/h/.claude/settings.json"],
    ["project", { CLAUDE_CONFIG_DIR: "/c" }, "/p/.claude/settings.json"],
    ["local", {}, "/p/.claude/settings.local.json"],
  ];
  for (const [scope, env, path] of rows) {
    test(`${scope} with ${JSON.stringify(env)}`, () =>
      expect(claudeCode.settingsFiles(scope, { home: "/h", project: "/p", env })).toEqual([
        { path, root: ["hooks"] },
      ]));
  }
});

/** Right answers measured with 2.1.197 and 2.1.332; the tool is `Bash`. */
describe("matchers", () => {
  const rows: readonly [matcher: string | undefined, fires: boolean][] = [
    [undefined, true],
    ["", true],
    ["*", true],
    ["Bash", true],
    ["bash", false],
    ["BASH", false],
    ["Bash|Other", true],
    ["Bash,Other", true],
    ["Other, Bash", true],
    [" Bash ", true],
    ["B.*", true],
    ["^Ba", true],
    ["Bas", false],
    ["Ba", false],
    [".*sh", true],
    ["Bash(rm:*)", false],
    ["Bash(*)", false],
    [".*", true],
    ["^Bash$", true],
    ["(?i)Bash", false],
    ["!Bash", false],
    ["Bash|", true],
    ["B*", true],
    ["**", false],
    ["/Bash/", false],
    ["[", false],
  ];
  for (const [matcher, fires] of rows) {
    test(`${matcher} ${fires ? "fires" : "does not fire"}`, () =>
      expect(claudeCode.fires(matcher, "Bash")).toBe(fires));
  }
});

describe("registration", () => {
  const wanted = { key: "PreToolUse", matcher: "Bash", command: "hooks run a", guard: true };
  test("a guard blocks when it cannot run", () =>
    expect(claudeCode.handler(wanted)).toEqual({
      type: "command",
      command: "hooks run a",
      timeout: 5,
      onFailure: "block",
    }));
  test("a helper does not", () =>
    expect(claudeCode.handler({ ...wanted, guard: false })).toEqual({
      type: "command",
      command: "hooks run a",
      timeout: 5,
    }));
  test("every tool is no matcher", () =>
    expect(claudeCode.slots("PreToolUse", "")).toEqual([{ key: "PreToolUse", matcher: undefined }]));
});

/**
 * Measured: 2.1.197 drops the file, its permissions included, for any of these under any event, save an event that holds no
 * list; 2.1.332 only for those under PreToolUse and PermissionRequest, and leaves out the entry else.
 */
describe("files that Claude Code drops, and entries that it leaves out", () => {
  const good = { type: "command", command: "x" };
  const rows: readonly {
    readonly name: string;
    readonly settings: unknown;
    readonly says: string | undefined;
    /** Absent: the file is lost. */
    readonly loses?: "entry" | "entry now";
  }[] = [
    {
      name: "a good file is not one",
      settings: { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [good] }] } },
      says: undefined,
    },
    { name: "no hooks at all", settings: {}, says: undefined },
    { name: "an unknown event may hold anything", settings: { hooks: { BeforeTool: 5 } }, says: undefined },
    {
      name: "unknown keys are fine",
      settings: { hooks: { Stop: [{ x: 1, hooks: [{ ...good, y: 2 }] }] } },
      says: undefined,
    },
    { name: "a list at the root", settings: [], says: "the file does not hold an object" },
    { name: "hooks as a list", settings: { hooks: [] }, says: '"hooks" is not an object' },
    {
      name: "an event that holds an object",
      settings: { hooks: { Stop: {} } },
      says: '"Stop" is not a list of groups',
      loses: "entry",
    },
    {
      name: "the event of the guards that holds an object",
      settings: { hooks: { PreToolUse: {} } },
      says: '"PreToolUse" is not a list of groups',
    },
    {
      name: "the event for permissions that holds an object",
      settings: { hooks: { PermissionRequest: {} } },
      says: '"PermissionRequest" is not a list of groups',
    },
    {
      name: "a flat entry under the event of the guards",
      settings: { hooks: { PreToolUse: [good] } },
      says: 'a hook group has no list of "hooks"',
    },
    {
      name: "an unknown type under the event for permissions",
      settings: { hooks: { PermissionRequest: [{ hooks: [{ type: "toString" }] }] } },
      says: 'a hook has the type "toString"; known are command, http, mcp_tool, prompt, agent',
    },
    {
      name: "a text where a group belongs",
      settings: { hooks: { Stop: ["x"] } },
      says: "a hook group is not an object",
      loses: "entry now",
    },
    {
      name: "a flat entry",
      settings: { hooks: { Stop: [good] } },
      says: 'a hook group has no list of "hooks"',
      loses: "entry now",
    },
    {
      name: "a matcher that is a list",
      settings: { hooks: { PreToolUse: [{ matcher: ["Bash"], hooks: [good] }] } },
      says: "a matcher is not a text",
    },
    {
      name: "a matcher null",
      settings: { hooks: { PreToolUse: [{ matcher: null, hooks: [good] }] } },
      says: "a matcher is not a text",
    },
    {
      name: "no type",
      settings: { hooks: { Stop: [{ hooks: [{ command: "x" }] }] } },
      says: "a hook has no type; known are command, http, mcp_tool, prompt, agent",
      loses: "entry now",
    },
    {
      name: "an unknown type",
      settings: { hooks: { Stop: [{ hooks: [{ type: "toString" }] }] } },
      says: 'a hook has the type "toString"; known are command, http, mcp_tool, prompt, agent',
      loses: "entry now",
    },
    {
      name: "no command",
      settings: { hooks: { Stop: [{ hooks: [{ type: "command" }] }] } },
      says: 'a command hook has no "command" that is a text',
      loses: "entry now",
    },
    {
      name: "a command list",
      settings: { hooks: { Stop: [{ hooks: [{ type: "command", command: ["x"] }] }] } },
      says: 'a command hook has no "command" that is a text',
      loses: "entry now",
    },
    {
      name: "a timeout text",
      settings: { hooks: { Stop: [{ hooks: [{ ...good, timeout: "5" }] }] } },
      says: "a timeout is not a number above 0",
      loses: "entry now",
    },
    {
      name: "a timeout of 0",
      settings: { hooks: { Stop: [{ hooks: [{ ...good, timeout: 0 }] }] } },
      says: "a timeout is not a number above 0",
      loses: "entry now",
    },
    {
      name: "a broken entry of an event we do not watch",
      settings: { hooks: { PreCompact: [{ hooks: [{ ...good, timeout: -1 }] }] } },
      says: "a timeout is not a number above 0",
      loses: "entry now",
    },
  ];
  for (const row of rows) {
    test(row.name, () => {
      const [fault] = claudeCode.faults(row.settings);
      expect(fault?.says).toBe(row.says);
      expect(fault?.loses).toBe(row.loses);
    });
  }
});
