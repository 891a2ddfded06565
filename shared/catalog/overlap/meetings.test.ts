import { describe, expect, test } from "bun:test";
import { meetings, type Watcher } from "./meetings.ts";

const hook = (name: string, more: Partial<Watcher> = {}): Watcher => ({
  hook: name,
  harness: "claude-code",
  event: "PreToolUse",
  matcher: "Bash",
  tools: undefined,
  rewrites: "yes",
  file: "settings.json",
  line: 1,
  ...more,
});

/** What was measured to be missed, or said for nothing, where pairs are compared by substring in one file. */
const rows: readonly (readonly [name: string, watchers: readonly Watcher[], found: readonly string[]])[] = [
  ["two that rewrite", [hook("a"), hook("b")], ["clash a b Bash"]],
  [
    "by patterns",
    [hook("a", { matcher: "^(Bash|Write)$" }), hook("b", { matcher: "^(Bash|Edit)$" })],
    ["clash a b Bash"],
  ],
  ["one for every tool", [hook("a", { matcher: "" }), hook("b")], ["clash b a Bash"]],
  [
    "both for every tool",
    [hook("a", { matcher: "" }), hook("b", { matcher: undefined })],
    ["clash a b Bash"],
  ],
  ["a name inside of a name", [hook("a", { matcher: "Edit" }), hook("b", { matcher: "NotebookEdit" })], []],
  ["in two files", [hook("a", { file: "user" }), hook("b", { file: "project" })], ["clash a b Bash"]],
  ["in two harnesses", [hook("a"), hook("b", { harness: "codex" })], []],
  ["at two events", [hook("a"), hook("b", { event: "PostToolUse" })], []],
  [
    "somebody else's beside one that rewrites",
    [hook("a"), hook("x", { rewrites: "unknown" })],
    ["advice a x Bash"],
  ],
  ["somebody else's on other tools", [hook("a"), hook("x", { rewrites: "unknown", matcher: "Read" })], []],
  ["two that only look", [hook("a", { rewrites: "no" }), hook("b", { rewrites: "no" })], []],
  ["one that only looks", [hook("a"), hook("b", { rewrites: "no" })], []],
  ["two of somebody else", [hook("x", { rewrites: "unknown" }), hook("y", { rewrites: "unknown" })], []],
  [
    "each other one is named",
    [hook("a"), hook("b"), hook("c")],
    ["clash a b Bash", "clash a c Bash", "clash b c Bash"],
  ],
  ["the same hook twice", [hook("a", { line: 1 }), hook("a", { line: 2 })], []],
  ["what cannot be told", [hook("a", { matcher: "(B)\\1" }), hook("b", { matcher: "^x" })], ["clash a b ?"]],
  [
    "a pattern, and a hook that answers to one tool only",
    [hook("a", { matcher: ".*", tools: ["Bash"] }), hook("b", { matcher: ".*", tools: ["Edit"] })],
    [],
  ],
  [
    "a pattern that lets the tool through",
    [hook("a", { matcher: "run_.*", tools: ["run_x"] }), hook("b", { matcher: ".*" })],
    ["clash a b run_x"],
  ],
  [
    "one that does not",
    [hook("a", { matcher: "^Edit$", tools: ["Bash"] }), hook("b", { matcher: ".*" })],
    [],
  ],
];

describe("hooks that meet", () => {
  test.each(rows)("%s", (_, watchers, found) => {
    const said = meetings(watchers).map(
      ({ kind, one, other, witness = "?" }) => `${kind} ${one.hook} ${other.hook} ${witness}`,
    );
    expect(said.sort()).toEqual([...found].sort());
  });
});
