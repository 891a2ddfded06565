import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { HookEvent, Verdict } from "@hasna/hooks-registry";
import type { Decoded, HarnessId, Protocol } from "./harness.ts";
import { harnesses } from "./harnesses.ts";
import { harnessOf, loadProtocol } from "./protocol-loaders.ts";

const protocols: readonly Protocol[] = await Promise.all(harnesses.map(({ id }) => loadProtocol(id)));

/** Those whose payloads tell no more than the harness they were made after; their entries name them. */
const LOOKS_LIKE: Readonly<Partial<Record<HarnessId, HarnessId>>> = {
  codewith: "codex",
  grok: "claude-code",
  opencode: "claude-code",
  kilo: "claude-code",
  pi: "claude-code",
};

describe("payloads", () => {
  for (const protocol of protocols) {
    const folder = join(import.meta.dir, protocol.id, "payloads");
    test(`${protocol.id} has some`, () => expect(existsSync(folder)).toBe(true));
    for (const file of readdirSync(folder).sort()) {
      test(`${protocol.id} ${file}`, async () => {
        const { raw, want } = (await Bun.file(join(folder, file)).json()) as { raw: string; want: Decoded };
        expect(protocol.decode(JSON.parse(raw), {})).toEqual(want);
        const like = LOOKS_LIKE[protocol.id] ?? protocol.id;
        if (want.kind === "input" && want.input.tool === "Bash")
          expect(harnessOf(JSON.parse(raw))).toBe(like);
      });
    }
    for (const payload of [
      null,
      undefined,
      1,
      "rm",
      [],
      {},
      { hook_event_name: [] },
      { hook_event_name: "__proto__" },
    ]) {
      test(`${protocol.id} reads ${JSON.stringify(payload)} as a problem`, () =>
        expect(protocol.decode(payload, {}).kind).toBe("problem"));
    }
    test(`${protocol.id} asks for a command`, () => {
      const tool = (protocol.tools.Bash ?? "Bash").split("|")[0];
      const read = (toolInput: Readonly<Record<string, unknown>> | null) => {
        const event = protocol.events.PreToolUse;
        const forms: Readonly<Partial<Record<HarnessId, unknown>>> = {
          cline: { hookName: "tool_call", tool_call: { name: tool, input: toolInput } },
          windsurf: {
            agent_action_name: "pre_run_command",
            tool_info: toolInput && { command_line: toolInput.command },
          },
        };
        const form = forms[protocol.id] ?? { hook_event_name: event, tool_name: tool, tool_input: toolInput };
        return protocol.decode(form, {}).kind;
      };
      expect([read({ command: "ls" }), read({ command: 5 }), read({}), read(null)]).toEqual([
        "input",
        "problem",
        "problem",
        "problem",
      ]);
    });
  }
});

const refusal = { rule: "g/r", reason: "It deletes.", next: "Use less.", spans: [] };
const text = "It deletes. Use less. (g/r)";
const given = { command: "rm -rf build", summary: "clean" };
const rewrite: Verdict = {
  kind: "rewrite",
  rule: "g/w",
  reason: "Moved to the trash.",
  toolInput: { ...given, command: "/t guard -rf build", timeout: 120_000, run_in_background: false },
  edits: [],
  approves: true,
};
const safe = "Moved to the trash. Run this instead: /t guard -rf build (g/w)";
const claudeDeny = (reason: string) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: reason,
  },
});
const short = { command: "/t guard -rf build", summary: "clean" };
const allowed = { permissionDecision: "allow", permissionDecisionReason: "Moved to the trash." };
const claudeAsk = (reason: string) => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "ask",
    permissionDecisionReason: reason,
  },
});
const claudeRewrite = (decision: object, toolInput: object) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", ...decision, updatedInput: toolInput },
});

/** An exit code with a text on stderr, and nothing on stdout. */
const silent = undefined;

/** What each is told of one verdict before a tool call; the forms are those that were measured or documented to be understood. */
const rows: readonly {
  readonly id: HarnessId;
  readonly deny: unknown;
  /** Left out: as a denial. */
  readonly ask?: unknown;
  readonly approved: unknown;
  /** A rewrite of a line with other parts. */
  readonly mixed: unknown;
  /** Left out: nothing on stdout. */
  readonly nothing?: string;
}[] = [
  {
    id: "claude-code",
    deny: claudeDeny(text),
    ask: claudeAsk(text),
    approved: claudeRewrite(allowed, rewrite.toolInput),
    mixed: claudeRewrite({}, rewrite.toolInput),
  },
  ...(["codex", "codewith"] as const).map((id) => ({
    id,
    deny: claudeDeny(text),
    approved: {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "/t guard -rf build" },
      },
    },
    mixed: claudeDeny(safe),
  })),
  {
    id: "gemini-cli",
    deny: { decision: "deny", reason: text },
    approved: { hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: short } },
    mixed: { hookSpecificOutput: { hookEventName: "BeforeTool", tool_input: short } },
  },
  {
    id: "qwen-code",
    deny: claudeDeny(text),
    ask: claudeAsk(text),
    approved: claudeDeny(safe),
    mixed: claudeDeny(safe),
  },
  ...(["copilot-cli", "vs-code"] as const).map((id) => ({
    id,
    deny: { permissionDecision: "deny", permissionDecisionReason: text, ...claudeDeny(text) },
    ask: { permissionDecision: "ask", permissionDecisionReason: text, ...claudeAsk(text) },
    approved: { permissionDecision: "allow", modifiedArgs: short, ...claudeRewrite(allowed, short) },
    mixed: { modifiedArgs: short, ...claudeRewrite({}, short) },
  })),
  {
    id: "droid",
    deny: claudeDeny(text),
    approved: claudeRewrite(allowed, short),
    mixed: claudeRewrite({}, short),
  },
  ...(["opencode", "kilo", "pi"] as const).map((id) => ({
    id,
    deny: { deny: text },
    approved: { input: short },
    mixed: { input: short },
  })),
  {
    id: "cline",
    deny: { cancel: true, errorMessage: text },
    approved: { overrideInput: { command: short.command } },
    mixed: { overrideInput: { command: short.command } },
  },
  {
    id: "cursor",
    deny: { permission: "deny", user_message: text, agent_message: text },
    approved: { permission: "allow", updated_input: rewrite.toolInput },
    mixed: { permission: "deny", user_message: safe, agent_message: safe },
    nothing: "{}",
  },
  { id: "windsurf", deny: silent, approved: silent, mixed: silent },
  { id: "kiro", deny: silent, approved: silent, mixed: silent },
  {
    id: "devin-cli",
    deny: { decision: "block", reason: text, ...claudeDeny(text) },
    approved: claudeRewrite(allowed, rewrite.toolInput),
    mixed: claudeRewrite({}, rewrite.toolInput),
  },
  { id: "kimi", deny: silent, approved: silent, mixed: silent },
  {
    id: "grok",
    deny: { decision: "deny", reason: text },
    approved: { decision: "deny", reason: safe },
    mixed: { decision: "deny", reason: safe },
  },
];

describe("replies before a tool call", () => {
  test("every harness has a row", () =>
    expect(rows.map(({ id }) => id).sort()).toEqual(protocols.map(({ id }) => id).sort()));
  for (const row of rows) {
    const protocol = protocols.find(({ id }) => id === row.id) as Protocol;
    const say = (verdict: Verdict) => protocol.encode(verdict, "PreToolUse", given);
    const json = (verdict: Verdict) => {
      const { stdout, stderr } = say(verdict);
      // The reason reaches the model by stderr where stdout is not read.
      if (stdout === "") expect(stderr).toMatch(/^(It deletes\.|Moved to the trash\.)/);
      return stdout === "" ? undefined : JSON.parse(stdout);
    };
    test(`${row.id}: deny`, () => expect(json({ kind: "deny", ...refusal })).toEqual(row.deny));
    test(`${row.id}: ask`, () => expect(json({ kind: "ask", ...refusal })).toEqual(row.ask ?? row.deny));
    test(`${row.id}: rewrite`, () => expect(json(rewrite)).toEqual(row.approved));
    test(`${row.id}: rewrite beside other parts`, () =>
      expect(json({ ...rewrite, approves: false })).toEqual(row.mixed));
    test(`${row.id}: nothing, and a plain allow, are silence`, () => {
      for (const verdict of [{ kind: "none" }, { kind: "allow", reason: "fine" }] as const) {
        expect(say(verdict)).toEqual({ stdout: row.nothing ?? "", stderr: "", exitCode: 0 });
      }
    });
  }
});

describe("whatever the harness and event", () => {
  const verdicts: readonly Verdict[] = [
    { kind: "deny", ...refusal },
    { kind: "ask", ...refusal },
    rewrite,
    { ...rewrite, approves: false },
    { kind: "context", text: "c" },
  ];
  for (const protocol of protocols) {
    for (const event of Object.keys(protocol.events) as HookEvent[]) {
      test(`${protocol.id} at ${event}`, () => {
        for (const verdict of verdicts) {
          const { stdout, stderr, exitCode } = protocol.encode(verdict, event, given);
          // One JSON document or nothing: a line more and the decision is lost.
          if (stdout !== "") expect(typeof JSON.parse(stdout)).toBe("object");
          expect(stdout).not.toContain("\n");
          // Text on stderr exactly with code 2: without it three of them let the command run.
          expect(exitCode).toBe(stderr === "" ? 0 : 2);
          // These would show the code, or the JSON itself, and not the reason.
          const isByJson = ["cursor", "copilot-cli", "vs-code"].includes(protocol.id) && stdout !== "";
          if (verdict.kind === "deny" && !isByJson) expect(stderr).toBe(`${text}\n`);
          if (verdict.kind === "deny") expect(`${stdout}${stderr}`).toContain(text);
          // A denial that also carries a new input is refused by Codex, which then runs the old one.
          if (exitCode === 2)
            expect(stdout).not.toMatch(
              /updatedInput|tool_input|modifiedArgs|updated_input|overrideInput|"input"/,
            );
        }
      });
    }
  }
});
