/** Public reports of settings that were lost, or of hooks that were registered and did not guard: each a row with the right answer. */
import { describe, expect, test } from "bun:test";
import { claudeCode } from "@hasna/hooks-harness";
import { ownCommand } from "./own-command.ts";
import { type HookFacts, madeBy, planInstall, planUninstall, type Wanted } from "./plan.ts";

const catalogue: readonly HookFacts[] = [
  { name: "trash-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: true },
  { name: "welcome", events: ["SessionStart"], matcher: "", kind: "helper", rewritesInput: false },
];
const wanted: Wanted = {
  harness: claudeCode,
  root: ["hooks"],
  names: ["trash-guard", "welcome"],
  catalogue,
  program: "/h/.hasna/hooks/bin/hooks",
  folder: "/h/.hasna/hooks",
  rule: undefined,
};

interface Incident {
  readonly id: string;
  readonly what: string;
  readonly url: string;
  readonly text: string;
  /** What the warnings must say, in order; none when the file is fine. */
  readonly warns?: readonly string[];
}

const incidents: readonly Incident[] = [
  {
    id: "D01",
    what: "a foreign hook of the event that ours joins stays",
    url: "https://github.com/DeusData/codebase-memory-mcp/issues/1200",
    text: '{"hooks":{"SessionStart":[{"matcher":"compact","hooks":[{"type":"command","command":"other-tool"}]}]}}',
  },
  {
    id: "D04",
    what: "model, status line and an empty hooks object stay",
    url: "https://github.com/eneskirca/nodeterm/issues/851",
    text: '{"model":"m","statusLine":{"type":"command","command":"x"},"hooks":{}}',
  },
  {
    id: "D05",
    what: "a comment is kept, and the file is not taken for empty",
    url: "https://github.com/gsd-build/get-shit-done/issues/1461",
    text: '{\n  // my configuration\n  "hooks": {"SessionStart": []}\n}',
    warns: ["because of a comment"],
  },
  {
    id: "D06",
    what: "deny rules survive a trailing comma",
    url: "https://github.com/vfarcic/dot-agent-deck/issues/516",
    text: '{\n  "permissions": {"deny": ["Bash(rm -rf *)"]},\n  "hooks": {},\n}',
    warns: ["because of a trailing comma"],
  },
  {
    id: "D08",
    what: "a comment is named as what is wrong, with its place",
    url: "https://github.com/vshulcz/deja-vu/issues/1664",
    text: "{ // why this hook is here\n}",
    warns: ["because of a comment"],
  },
  {
    id: "D10",
    what: "keys keep their order",
    url: "https://github.com/herdrdev/herdr/issues/2066",
    text: '{\n  "zzz": 1,\n  "aaa": 2\n}\n',
  },
  {
    id: "D11",
    what: "slashes are not escaped",
    url: "https://github.com/wxtsky/CodeIsland/issues/106",
    text: '{"env":{"P":"/usr/bin"}}',
  },
  {
    id: "D12",
    what: "characters beyond ASCII and four blanks stay",
    url: "https://github.com/agent-toolworks/token-save/issues/7",
    text: '{\n    "note": "text \u2014 with a dash \u00e9"\n}',
  },
  {
    id: "D21",
    what: "an uninstall leaves the rest of the file",
    url: "https://github.com/cycodehq/cycode-cli/pull/537",
    text: '{"permissions":{"deny":["Read(.env)"]},"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"ours"}]}]}}',
    warns: ['"ours" answers the same calls as trash-guard'],
  },
  {
    id: "D29",
    what: "line ends are not doubled",
    url: "https://github.com/fujibee/agmsg/issues/101",
    text: '{\r\n  "a": 1\r\n}\r\n',
  },
  {
    id: "C01",
    what: "a second hook on the same calls is named: it may undo the rewrite",
    url: "https://github.com/anthropics/claude-code/issues/15897",
    text: '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"cat >/dev/null; echo \'{}\'"},{"type":"command","command":"to-trash"}]}]}}',
    warns: ["answers the same calls as trash-guard", '"to-trash" answers the same calls as trash-guard'],
  },
  {
    id: "C35",
    what: "a matcher of another type loses the whole file: said with its place",
    url: "https://github.com/anthropics/claude-code/issues/75081",
    text: '{"hooks":{"PreToolUse":[{"matcher":{"type":"always"},"hooks":[]}],"Stop":[{"hooks":[{"type":"command","command":"echo ok"}]}]}}',
    warns: ["a matcher is not a text"],
  },
];

describe("what was there stays", () => {
  for (const { id, what, url, text, warns = [] } of incidents) {
    test(`${id}: ${what}`, () => {
      const plan = planInstall(text, wanted);
      if (plan.kind !== "write") throw new Error(`${url}: ${plan.kind}`);
      // Every character of the old text stands in the new one, in its order: things were put in, nothing was taken out.
      let at = 0;
      for (const character of text) {
        at = plan.text.indexOf(character, at) + 1;
        expect(at).toBeGreaterThan(0);
      }
      expect(plan.notes.map(({ text }) => text).filter((_, index) => index < warns.length)).toEqual(
        warns.map((says) => expect.stringContaining(says)),
      );
      expect(plan.notes).toHaveLength(warns.length);
      expect(planInstall(plan.text, wanted).kind).toBe("unchanged");
      const back = planUninstall(plan.text, wanted, madeBy(text, plan.text, wanted));
      expect(back.kind === "write" ? back.text : back.kind).toBe(text);
    });
  }
});

describe("what is written guards", () => {
  test("D28: a blank file is a new file", () => {
    const plan = planInstall("   \n", wanted);
    expect(plan.kind === "write" ? JSON.parse(plan.text).hooks.PreToolUse : []).toHaveLength(1);
  });
  test("D30: hooks go into the settings file that the harness reads, and nowhere else", () => {
    const files = (["user", "project", "local"] as const).map((scope) =>
      claudeCode
        .settingsFiles(scope, { home: "/h", project: "/p", env: {} })
        .map(({ path }) => path)
        .join(),
    );
    expect(files).toEqual([
      "/h/.claude/settings.json",
      "/p/.claude/settings.json",
      "/p/.claude/settings.local.json",
    ]);
  });
  test("D32: a shared file names no person's path", () => {
    expect(ownCommand("hooks", ["trash-guard"])).toBe("hooks run trash-guard");
  });
  test("C11, C24: a guard has a time-out of its own and blocks when it cannot run", () => {
    const plan = planInstall(undefined, wanted);
    const [group] = plan.kind === "write" ? JSON.parse(plan.text).hooks.PreToolUse : [];
    expect([group.hooks[0].timeout, group.hooks[0].onFailure]).toEqual([5, "block"]);
  });
  test("C13: a person's own file names the program by its whole path", () => {
    expect(ownCommand(wanted.program, ["trash-guard"])).toContain(
      " /h/.hasna/hooks/bin/hooks run trash-guard",
    );
  });
});
