/** Public reports about registrations and replies that concern more than one file of Claude Code: rows with the right answer. */
import { describe, expect, test } from "bun:test";
import { harnesses, isHarnessId, loadProtocol } from "@hasna/hooks-harness";
import { planWith } from "./forms.ts";
import type { Wanted } from "./plan.ts";
import { formats, roundTrip } from "./testing/formats.ts";

const wantedOf = (name: string): Wanted => {
  const format = formats.find((format) => format.name === name);
  if (format === undefined) throw new Error(name);
  return format.wanted;
};

function written(text: string | undefined, wanted: Wanted): string {
  const plan = planWith(text, wanted);
  if (plan.kind !== "write") throw new Error(JSON.stringify(plan));
  return plan.text;
}

describe("TOML", () => {
  const rows: readonly (readonly [id: string, url: string, what: string, text: string])[] = [
    [
      "D25",
      "https://github.com/gsd-build/get-shit-done/issues/2760",
      "tables of others stay what they are, once",
      '[agents]\nname = "a"\n[[hooks]]\nevent = "PreToolUse"\nmatcher = "Bash"\ncommand = "theirs"\n',
    ],
    [
      "D26",
      "https://github.com/weave-os/router/pull/1211",
      "no marks in comments: nested tables stay, and a second install finds the first",
      '[model_providers.x]\nbase_url = "http://127.0.0.1"\n[model_providers.x.http_headers]\nA = "b"\n',
    ],
    [
      "D27",
      "https://github.com/crevissepartners/projmux/pull/807",
      "what a harness keeps beside stays: trust by place is not moved",
      '# >>> ours\n[[hooks]]\nevent = "Stop"\ncommand = "theirs"\n[state."/h/config.toml:pre_tool_use:0:0"]\ntrusted_hash = "sha256:1"\n# <<< ours\n',
    ],
  ];
  for (const [id, url, what, text] of rows) {
    test(`${id}: ${what}`, () => {
      expect([url, roundTrip(text, wantedOf("kimi"))]).toEqual([url, undefined]);
      expect(written(text, wantedOf("kimi"))).toStartWith(text);
    });
  }
});

describe("places that count", () => {
  test("D27: ours goes behind the entries of others, whose trust is kept by their place", () => {
    const theirs =
      '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"theirs"}]}]}}';
    const { hooks } = JSON.parse(written(theirs, wantedOf("codex")));
    expect(hooks.PreToolUse[0].hooks).toEqual([{ type: "command", command: "theirs" }]);
  });
  test("C02, https://github.com/anthropics/claude-code/issues/83353: one entry an event and matcher, whatever runs in it", () => {
    const wanted = { ...wantedOf("codex"), names: ["other-guard", "trash-guard"] };
    const { hooks } = JSON.parse(written(undefined, wanted));
    expect(hooks.PreToolUse).toHaveLength(1);
    expect(hooks.PreToolUse[0].hooks).toHaveLength(1);
    expect(hooks.PreToolUse[0].hooks[0].command).toContain("run other-guard trash-guard ");
  });
});

describe("what is registered", () => {
  for (const harness of harnesses) {
    const { form } = harness;
    const [place] = harness.settingsFiles("user", { home: "/h", project: "/p", env: {} });
    if (place === undefined) continue;
    const wanted: Wanted = { ...wantedOf("codex"), harness, root: place.root, rule: undefined };
    const text = written(undefined, wanted);
    test(`C12, C13, C14, C18: ${harness.id} starts one program by its whole path, and no variable of a plugin`, () => {
      expect(text).toContain("/home/u/.hasna/hooks/bin/hooks");
      expect(text).not.toMatch(/CLAUDE_PLUGIN_ROOT|node |python|bash -c|\.\.?\/hooks/);
    });
    test(`C24: ${harness.id} has a time-out of seconds in its own unit`, () => {
      if (form.kind === "generated") expect(text).toMatch(/timeout: 5000|--harness cline/);
      else if (harness.timeout !== undefined) {
        const { key, value, unit } = harness.timeout;
        expect(value).toBe(unit === "ms" ? 5000 : 5);
        expect(text).toMatch(new RegExp(`"?${key}"? ?[:=] ${value}\\b`));
      }
    });
  }
});

describe("replies", () => {
  const refusal = { rule: "r", reason: "r", next: "n", spans: [] };
  test("C06, https://github.com/openai/codex/issues/46664: Codex gets a rewrite with its permission, or a refusal", async () => {
    const codex = await loadProtocol("codex");
    const rewrite = {
      kind: "rewrite",
      rule: "r",
      reason: "r",
      toolInput: { command: "trash a" },
      edits: [],
    } as const;
    expect(
      JSON.parse(codex.encode({ ...rewrite, approves: true }, "PreToolUse").stdout).hookSpecificOutput,
    ).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: { command: "trash a" },
    });
    expect(codex.encode({ ...rewrite, approves: false }, "PreToolUse").exitCode).toBe(2);
  });
  for (const { id } of harnesses.filter(({ id }) => isHarnessId(id))) {
    test(`C10, C11, C16, C37: ${id} is told of a denial so that it blocks, and of nothing by nothing`, async () => {
      const protocol = await loadProtocol(id);
      const { stdout, stderr, exitCode } = protocol.encode({ kind: "deny", ...refusal }, "PreToolUse");
      expect(exitCode === 2 ? stderr : stdout).toContain("r n (r)");
      expect(exitCode).not.toBe(1);
      expect(["", "{}"]).toContain(protocol.encode({ kind: "none" }, "PreToolUse").stdout);
    });
    test(`C29: ${id} without an event is a problem, which a guard refuses`, async () => {
      const protocol = await loadProtocol(id);
      expect(protocol.decode(undefined, {}).kind).toBe("problem");
    });
  }
});
