import { describe, expect, test } from "bun:test";
import { harnesses, harnessOf } from "@hasna/hooks-harness";
import { canaryPayload } from "./canary-payload.ts";

describe.each(harnesses)("$label", (harness) => {
  test("reads a canary as the shell command that it is", () => {
    for (const { key } of harness.slots("PreToolUse", "Bash")) {
      const decoded = harness.decode(canaryPayload(harness, key, "shred -- x", "/p"), {});
      expect(decoded.kind).toBe("input");
      if (decoded.kind !== "input") continue;
      const { event, tool, toolInput, cwd } = decoded.input;
      expect({ event, tool, command: toolInput.command, cwd }).toEqual({
        event: "PreToolUse",
        tool: "Bash",
        command: "shred -- x",
        cwd: "/p",
      });
    }
  });
});

/** Entries that do not name their harness are told apart by the payload; these have one that nobody else sends. */
test.each([
  "claude-code",
  "gemini-cli",
  "cursor",
  "windsurf",
  "cline",
  "droid",
  "kiro",
  "devin-cli",
] as const)("an entry that names no harness takes %s's canary for what it is", (id) => {
  const harness = harnesses.find((one) => one.id === id);
  const key = harness?.slots("PreToolUse", "Bash")[0]?.key ?? "";
  expect(harness && harnessOf(canaryPayload(harness, key, "x", "/p"))).toBe(id);
});
