import { describe, expect, test } from "bun:test";
import { claudeCode } from "@hasna/hooks-harness";
import { plain, read } from "./document.ts";
import { ownCommand } from "./own-command.ts";
import { type HookFacts, madeBy, type Plan, planInstall, planUninstall, type Wanted } from "./plan.ts";

const catalogue: readonly HookFacts[] = [
  { name: "greeter", events: ["SessionStart"], matcher: "", kind: "helper", rewritesInput: false },
  { name: "trash-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: true },
  {
    name: "watcher",
    events: ["PreToolUse", "PostToolUse"],
    matcher: "Bash|Write",
    kind: "helper",
    rewritesInput: false,
  },
  {
    name: "workspace-repos-guard",
    events: ["PreToolUse"],
    matcher: "Bash",
    kind: "guard",
    rewritesInput: false,
  },
];

const program = "/h/.hasna/hooks/bin/hooks";
const rule = "Bash(/h/.hasna/hooks/bin/trash guard:*)";

function wanted(names: readonly string[], more: Partial<Wanted> = {}): Wanted {
  return {
    harness: claudeCode,
    root: ["hooks"],
    names,
    catalogue,
    program,
    folder: "/h/.hasna/hooks",
    rule: undefined,
    ...more,
  };
}

function written(plan: Plan): string {
  if (plan.kind !== "write") throw new Error(JSON.stringify(plan));
  return plan.text;
}

const guard = wanted(["trash-guard"]);
const handler = {
  type: "command",
  command: ownCommand(program, ["trash-guard"]),
  timeout: 5,
  onFailure: "block",
};
const group = { matcher: "Bash", hooks: [handler] };

describe("the text that is written", () => {
  const entry = (unit: string, base: string, eol = "\n") =>
    JSON.stringify([group], null, unit).split("\n").join(`${eol}${base}`);
  const rows: readonly {
    readonly name: string;
    readonly before: string | undefined;
    readonly after: string;
  }[] = [
    {
      name: "no file",
      before: undefined,
      after: `{\n  "hooks": {\n    "PreToolUse": ${entry("  ", "    ")}\n  }\n}\n`,
    },
    {
      name: "an empty file",
      before: "",
      after: `{\n  "hooks": {\n    "PreToolUse": ${entry("  ", "    ")}\n  }\n}\n`,
    },
    {
      name: "an empty object keeps its missing line end",
      before: "{}",
      after: `{\n  "hooks": {\n    "PreToolUse": ${entry("  ", "    ")}\n  }\n}`,
    },
    {
      name: "blank with CR LF",
      before: " \r\n",
      after: `{\r\n  "hooks": {\r\n    "PreToolUse": ${entry("  ", "    ", "\r\n")}\r\n  }\r\n}\r\n`,
    },
    {
      name: "tabs",
      before: '{\n\t"model": "m"\n}\n',
      after: `{\n\t"model": "m",\n\t"hooks": {\n\t\t"PreToolUse": ${entry("\t", "\t\t")}\n\t}\n}\n`,
    },
    {
      name: "one line",
      before: '{"model":"m"}',
      after: `{"model":"m","hooks":{"PreToolUse":${JSON.stringify([group])}}}`,
    },
    {
      name: "one line with blanks",
      before: '{"a": 1, "b": 2}\n',
      after: `{"a": 1, "b": 2, "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "${handler.command}", "timeout": 5, "onFailure": "block"}]}]}}\n`,
    },
    {
      name: "a comment behind the last property, and one below",
      before: '{\n  "a": 1 // why\n  // "b": 2\n}\n',
      after: `{\n  "a": 1, // why\n  // "b": 2\n  "hooks": {\n    "PreToolUse": ${entry("  ", "    ")}\n  }\n}\n`,
    },
    {
      name: "a trailing comma stays one",
      before: '{\n  "a": 1,\n}\n',
      after: `{\n  "a": 1,\n  "hooks": {\n    "PreToolUse": ${entry("  ", "    ")}\n  },\n}\n`,
    },
    {
      name: "a group of others on one line",
      before: '{\n  "hooks": {\n    "PreToolUse": [{"matcher": "Edit", "hooks": []}]\n  }\n}\n',
      after: `{\n  "hooks": {\n    "PreToolUse": [{"matcher": "Edit", "hooks": []}, {"matcher": "Bash", "hooks": [{"type": "command", "command": "${handler.command}", "timeout": 5, "onFailure": "block"}]}]\n  }\n}\n`,
    },
    {
      name: "an empty list of groups",
      before: '{\n    "hooks": {\n        "PreToolUse": [ ]\n    }\n}',
      after: `{\n    "hooks": {\n        "PreToolUse": ${entry("    ", "        ")}\n    }\n}`,
    },
    {
      name: "a byte order mark stays in front",
      before: "\uFEFF{}\n",
      after: `\uFEFF{\n  "hooks": {\n    "PreToolUse": ${entry("  ", "    ")}\n  }\n}\n`,
    },
    {
      name: "a key in escapes is the same key",
      before: '{\n  "h\\u006foks": {}\n}\n',
      after: `{\n  "h\\u006foks": {\n    "PreToolUse": ${entry("  ", "    ")}\n  }\n}\n`,
    },
  ];
  for (const row of rows) {
    test(row.name, () => {
      expect(written(planInstall(row.before, guard))).toBe(row.after);
      expect(planInstall(row.after, guard).kind).toBe("unchanged");
    });
  }
});

describe("files that are refused", () => {
  const rows: readonly {
    readonly name: string;
    readonly text: string;
    readonly where: string;
    readonly says: string;
  }[] = [
    {
      name: "cut short",
      text: '{\n  "a": [1,\n',
      where: "3:1",
      says: "a value is expected, but the file ends",
    },
    {
      name: "a missing comma",
      text: '{\n  "a": 1\n  "b": 2\n}',
      where: "3:3",
      says: 'a comma is expected at "\\"b\\""',
    },
    {
      name: "two commas",
      text: '{"a": 1,, "b": 2}',
      where: "1:9",
      says: 'a key in double quotes is expected at ","',
    },
    { name: "single quotes", text: "{'a': 1}", where: "1:2", says: "this is no JSON value at \"'a'\"" },
    {
      name: "text behind",
      text: "{}\n{}",
      where: "2:1",
      says: 'there is text after the end of the value at "{"',
    },
    {
      name: "a list at the root",
      text: "[]",
      where: "1:1",
      says: "the file holds a list where an object is expected",
    },
    {
      name: "null at the root",
      text: "null",
      where: "1:1",
      says: "the file holds null where an object is expected",
    },
    {
      name: "hooks as a list",
      text: '{\n  "hooks": []\n}',
      where: "2:12",
      says: '"hooks" holds a list where an object is expected',
    },
    {
      name: "hooks null",
      text: '{"hooks": null}',
      where: "1:11",
      says: '"hooks" holds null where an object is expected',
    },
    {
      name: "an event as an object",
      text: '{"hooks": {"PreToolUse": {}}}',
      where: "1:26",
      says: '"PreToolUse" holds an object where a list is expected',
    },
    {
      name: "hooks twice",
      text: '{"hooks": {},\n"h\\u006foks": {}}',
      where: "2:1",
      says: 'the key "hooks" stands here a second time in the same object',
    },
    {
      name: "the event twice",
      text: '{"hooks": {"PreToolUse": [],\n "PreToolUse": []}}',
      where: "2:2",
      says: 'the key "PreToolUse" stands here a second time in the same object',
    },
    { name: "nested without end", text: "[".repeat(200_000), where: "1:1", says: "it is nested too deeply" },
    {
      name: "a control character",
      text: '{"a": "\u0001"}',
      where: "1:7",
      says: 'a control character stands in a text at "\\"\\u0001\\""',
    },
  ];
  for (const row of rows) {
    test(row.name, () => {
      const plan = planInstall(row.text, guard);
      if (plan.kind !== "refuse") throw new Error(plan.kind);
      const { line, column, says } = plan.problem;
      expect([`${line}:${column}`, says]).toEqual([row.where, row.says]);
      expect(planUninstall(row.text, guard, undefined).kind).toBe("refuse");
    });
  }
  test("permissions of another shape only when a rule is wanted", () => {
    const text = '{"permissions": []}';
    expect(planInstall(text, { ...guard, rule }).kind).toBe("refuse");
    expect(planInstall(text, guard).kind).toBe("write");
  });
});

describe("one entry an event and matcher", () => {
  const both = wanted(["workspace-repos-guard", "trash-guard"]);
  const value = (text: string): unknown => {
    const reading = read(text);
    return reading.kind === "document" ? plain(reading.document.root) : undefined;
  };
  const file = (...groups: readonly unknown[]) =>
    `${JSON.stringify({ hooks: { PreToolUse: groups } }, null, 2)}\n`;
  const bash = (...names: readonly string[]) => ({
    matcher: "Bash",
    hooks: [{ ...handler, command: ownCommand(program, names) }],
  });

  test("two hooks share it, in the order of their names", () => {
    expect(value(written(planInstall(undefined, both)))).toEqual(
      value(file(bash("trash-guard", "workspace-repos-guard"))),
    );
  });
  test("a second hook joins the entry and changes its command alone", () => {
    const one = written(planInstall(undefined, wanted(["workspace-repos-guard"])));
    const two = written(planInstall(one, guard));
    expect(two).toBe(one.replace("run workspace-repos-guard", "run trash-guard workspace-repos-guard"));
  });
  test("another matcher is another entry, another event too", () => {
    const text = written(planInstall(undefined, wanted(["trash-guard", "watcher", "greeter"])));
    const hooks = (
      value(text) as { hooks: Record<string, { matcher?: string; hooks: { command: string }[] }[]> }
    ).hooks;
    const seen = Object.entries(hooks).flatMap(([event, groups]) =>
      groups.map(({ matcher, hooks }) => [
        event,
        matcher,
        hooks.map(({ command }) => command.split(" run ")[1]).join(),
      ]),
    );
    expect(seen).toEqual([
      ["SessionStart", undefined, "greeter"],
      ["PreToolUse", "Bash", "trash-guard"],
      ["PreToolUse", "Bash|Write", "watcher"],
      ["PostToolUse", "Bash|Write", "watcher"],
    ]);
  });

  const spellings: readonly { readonly name: string; readonly hooks: unknown }[] = [
    {
      name: "the bare word",
      hooks: [{ type: "command", command: "hooks run trash-guard", timeout: 5, onFailure: "block" }],
    },
    {
      name: "another path in quotes",
      hooks: [{ type: "command", command: "'/opt/my tools/hooks' run 'trash-guard'" }],
    },
    {
      name: "the exec form",
      hooks: [{ type: "command", command: "/x/hooks", args: ["run", "trash-guard"] }],
    },
    { name: "an option of old", hooks: [{ type: "command", command: "hooks run trash-guard --profile p" }] },
    { name: "in the background, where a verdict is lost", hooks: [{ ...handler, async: true }] },
    { name: "only for some commands", hooks: [{ ...handler, if: "Bash(ls *)" }] },
    { name: "a time-out that is none", hooks: [{ ...handler, timeout: "5" }] },
    { name: "going on after a failure", hooks: [{ ...handler, onFailure: "continue" }] },
    { name: "no type", hooks: [{ command: handler.command }] },
    { name: "twice in one group", hooks: [handler, { ...handler, command: "hooks run trash-guard" }] },
  ];
  for (const { name, hooks } of spellings) {
    test(`${name} is ours and is corrected`, () => {
      const before = file({ matcher: "Bash", hooks });
      expect(value(written(planInstall(before, guard)))).toEqual(value(file(group)));
      expect(value(written(planUninstall(before, guard, undefined)))).toEqual({});
    });
  }
  test("two groups become one", () => {
    const before = file(bash("workspace-repos-guard"), { matcher: "Edit", hooks: [] }, bash("trash-guard"));
    expect(value(written(planInstall(before, guard)))).toEqual(
      value(file(bash("trash-guard", "workspace-repos-guard"), { matcher: "Edit", hooks: [] })),
    );
  });
  test("an old matcher is left for the new one", () => {
    const before = file({ matcher: "*", hooks: [handler] });
    expect(value(written(planInstall(before, guard)))).toEqual(value(file(group)));
  });
  test("a longer time-out is the user's", () => {
    expect(planInstall(file({ matcher: "Bash", hooks: [{ ...handler, timeout: 20 }] }), guard).kind).toBe(
      "unchanged",
    );
  });
  test("a hook that this version does not know stays where it is", () => {
    const before = file(bash("trash-guard", "from-tomorrow"));
    expect(planInstall(before, guard).kind).toBe("unchanged");
    expect(value(written(planUninstall(before, guard, undefined)))).toEqual(
      value(file(bash("from-tomorrow"))),
    );
  });

  const foreign: readonly { readonly name: string; readonly command: string }[] = [
    { name: "another program with the name of a hook", command: "guard run trash-guard" },
    { name: "a program called hooks that runs something else", command: "/opt/tool/hooks run lint" },
    { name: "hooks without run", command: "hooks list trash-guard" },
    { name: "a longer name", command: "myhooks run trash-guard" },
    { name: "the words in an argument", command: "echo 'hooks run trash-guard'" },
  ];
  for (const { name, command } of foreign) {
    test(`${name} is not ours`, () => {
      const theirs = { matcher: "Bash", hooks: [{ type: "command", command }] };
      expect(value(written(planInstall(file(theirs), guard)))).toEqual(value(file(theirs, group)));
      expect(planUninstall(file(theirs), guard, undefined).kind).toBe("unchanged");
    });
  }
  test("a command of others in our group stays", () => {
    const theirs = { type: "command", command: "audit" };
    const before = file({ matcher: "Bash", hooks: [theirs, handler] });
    expect(planInstall(before, guard).kind).toBe("unchanged");
    expect(value(written(planUninstall(before, guard, undefined)))).toEqual(
      value(file({ matcher: "Bash", hooks: [theirs] })),
    );
  });
});

describe("the permission rule", () => {
  const ruled = { ...guard, rule };
  test("is added and taken back", () => {
    const before = '{\n  "permissions": {\n    "allow": [\n      "Bash(ls:*)"\n    ]\n  }\n}\n';
    const after = written(planInstall(before, ruled));
    expect(after).toContain(`      "Bash(ls:*)",\n      "${rule}"\n    ]`);
    expect(written(planUninstall(after, ruled, madeBy(before, after, ruled)))).toBe(before);
  });
  test("stays when it was there before", () => {
    const before = `{\n  "permissions": {\n    "allow": [\n      "${rule}"\n    ]\n  }\n}\n`;
    const after = written(planInstall(before, ruled));
    expect(written(planUninstall(after, ruled, madeBy(before, after, ruled)))).toBe(before);
  });
  test("stays while another hook needs it", () => {
    const before = written(
      planInstall(undefined, { ...wanted(["trash-guard", "workspace-repos-guard"]), rule }),
    );
    const made = madeBy(undefined, before, ruled);
    const without = written(planUninstall(before, { ...wanted(["workspace-repos-guard"]), rule }, made));
    expect(without).toContain(rule);
    expect(planUninstall(without, ruled, made).kind).toBe("remove");
  });
});

describe("what people are told", () => {
  const rows: readonly {
    readonly name: string;
    readonly text: string;
    readonly where: string;
    readonly says: string;
  }[] = [
    {
      name: "a comment",
      text: '{\n  // mine\n  "a": 1\n}',
      where: "2:3",
      says: "ignores this whole file in silence because of a comment.",
    },
    {
      name: "a trailing comma",
      text: '{\n  "a": [1,],\n}',
      where: "2:10",
      says: "because of a trailing comma, and 1 more of the kind",
    },
    {
      name: "a broken entry of others",
      text: '{\n  "hooks": { "Stop": [\n    { "hooks": [{ "type": "command", "command": "x", "timeout": "5" }] }\n  ] }\n}',
      where: "3:65",
      says: "a timeout is not a number above 0",
    },
    {
      name: "all hooks switched off",
      text: '{"disableAllHooks": true}',
      where: "1:2",
      says: "runs no hook at all",
    },
    {
      name: "another hook on the same calls",
      text: '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"audit"}]}]}}',
      where: "1:63",
      says: '"audit" answers the same calls as trash-guard',
    },
    {
      name: "our hook in a form of its own",
      text: '{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"bunx @hasna/hooks run trash-guard"}]}]}}',
      where: "1:63",
      says: "in a form that is not ours",
    },
  ];
  for (const row of rows) {
    test(row.name, () => {
      const plan = planInstall(row.text, guard);
      if (plan.kind !== "write") throw new Error(plan.kind);
      const [note] = plan.notes;
      expect(note?.text).toContain(row.says);
      // The place is in the text as it will be: what stands before ours has not moved, what stands behind may have.
      expect(`${note?.position?.line}:${note?.position?.column}`).toBe(row.where);
    });
  }
  test("nothing of a hook that watches other calls", () => {
    const text =
      '{"hooks":{"PreToolUse":[{"matcher":"Edit","hooks":[{"type":"command","command":"audit"}]}]}}';
    const plan = planInstall(text, guard);
    expect(plan.kind === "write" ? plan.notes : undefined).toEqual([]);
  });
});
