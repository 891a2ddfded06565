import { describe, expect, test } from "bun:test";
import type { Hook, HookInput, Verdict, World } from "@hasna/hooks-registry";
import { judge, judgeUnreadable } from "./judge.ts";
import { realWorld } from "./world.ts";

const world: World = realWorld({ env: { HOME: "/home/u" }, user: 1000, ownFolder: undefined });
const input: HookInput = {
  event: "PreToolUse",
  tool: "Bash",
  toolInput: { command: "rm x" },
  cwd: "/home/u",
  shell: "bash",
  session: undefined,
};

function hook(name: string, run: Hook["run"], more: Partial<Hook> = {}): Hook {
  return {
    name,
    summary: "s",
    events: ["PreToolUse"],
    matcher: "Bash",
    kind: "guard",
    rewritesInput: false,
    couldOwn: (text) => text.includes("rm"),
    run,
    ...more,
  };
}

const deny: Verdict = { kind: "deny", rule: "d/d", reason: "r", next: "n", spans: [] };
const ask: Verdict = { kind: "ask", rule: "a/a", reason: "r", next: "n", spans: [] };
const none: Verdict = { kind: "none" };
const rewrite = (rule: string): Verdict => ({
  kind: "rewrite",
  rule,
  reason: "r",
  toolInput: { command: "y" },
  edits: [{ start: 0, end: 2, text: "y" }],
  approves: false,
});
const boom = (): Verdict => {
  throw new Error("first line\n    at secret stack");
};

describe("several hooks, one answer", () => {
  const rows: readonly (readonly [name: string, hooks: readonly Hook[], rule: string])[] = [
    ["nothing to say", [hook("a", () => none)], "none"],
    ["a denial beats a question", [hook("a", () => ask), hook("b", () => deny)], "deny d/d"],
    ["a question beats a rewrite", [hook("a", () => rewrite("w/w")), hook("b", () => ask)], "ask a/a"],
    [
      "a rewrite beats silence",
      [hook("a", () => none), hook("b", async () => rewrite("w/w"))],
      "rewrite w/w",
    ],
    [
      "two rewrites are refused",
      [hook("a", () => rewrite("w/1")), hook("b", () => rewrite("w/2"))],
      "deny hooks/two-rewrites",
    ],
    ["a denial beats two rewrites", [hook("a", () => rewrite("w/1")), hook("b", () => deny)], "deny d/d"],
    ["another tool's hook is not asked", [hook("a", () => deny, { matcher: "Write|Edit" })], "none"],
    ["another event's hook is not asked", [hook("a", () => deny, { events: ["Stop"] })], "none"],
    ["an empty matcher watches every tool", [hook("a", () => deny, { matcher: "" })], "deny d/d"],
    ["a guard that throws denies what it could own", [hook("g", boom)], "deny g/cannot-judge"],
    ["a guard that rejects denies too", [hook("g", async () => boom())], "deny g/cannot-judge"],
    ["a guard that throws is silent otherwise", [hook("g", boom, { couldOwn: () => false })], "none"],
    [
      "a guard whose quick check throws owns everything",
      [hook("g", boom, { couldOwn: boom as never })],
      "deny g/cannot-judge",
    ],
    ["a helper that throws is silent", [hook("h", boom, { kind: "helper" })], "none"],
    [
      "a broken hook does not silence its neighbour",
      [hook("h", boom, { kind: "helper" }), hook("b", () => deny)],
      "deny d/d",
    ],
  ];
  test.each(rows)("%s", async (_, hooks, want) => {
    const verdict = await judge(hooks, input, world);
    expect("rule" in verdict ? `${verdict.kind} ${verdict.rule}` : verdict.kind).toBe(want);
  });

  test("an error's stack never reaches the model", async () => {
    const verdict = await judge([hook("g", boom)], input, world);
    expect(JSON.stringify(verdict)).toContain("first line");
    expect(JSON.stringify(verdict)).not.toContain("secret stack");
  });
});

test("an unreadable event is refused by the guard that could own it and by no other", () => {
  const guard = hook("g", () => none);
  expect(judgeUnreadable([guard], "rm x", "it is not JSON").kind).toBe("deny");
  expect(judgeUnreadable([guard], "ls", "it is not JSON").kind).toBe("none");
});
