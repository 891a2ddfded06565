import { describe, expect, test } from "bun:test";
import { harnessById } from "@hasna/hooks-harness";
import { planDistrust, planTrust, type TrustEntry, trustEntries, trustState } from "./codex-trust.ts";
import type { Plan } from "./plan.ts";

const harness = harnessById("codex");
if (harness === undefined) throw new Error("no codex");
const ownership = { names: ["trash-guard", "watcher"], folder: "/h/.hasna/hooks" };
const path = "/h/.codex/hooks.json";
const command = "/h/.hasna/hooks/bin/hooks run trash-guard --harness codex";

function entries(hooks: object): readonly TrustEntry[] {
  if (harness === undefined) return [];
  return trustEntries(JSON.stringify({ hooks }), path, { harness, root: ["hooks"] }, ownership);
}

const foreign = { matcher: "Bash", hooks: [{ type: "command", command: "audit" }] };
const own = { matcher: "Bash", hooks: [{ type: "command", command, timeout: 5 }] };
const [entry] = entries({ PreToolUse: [foreign, own] });
if (entry === undefined) throw new Error("no entry");

describe("the key and the hash", () => {
  test("the place counts from 0, and the event is in small letters", () =>
    expect(entry.key).toBe("/h/.codex/hooks.json:pre_tool_use:1:0"));
  test("entries of others are none of ours", () => expect(entries({ PreToolUse: [foreign] })).toEqual([]));

  const hash = (group: object, event = "PreToolUse") => entries({ [event]: [group] })[0]?.hash;
  const same: readonly (readonly [what: string, group: object])[] = [
    ["keys that Codex does not know", { ...own, x: 1, hooks: [{ ...own.hooks[0], "x-id": 1 }] }],
    ["another order of keys", { hooks: [{ timeout: 5, command, type: "command" }], matcher: "Bash" }],
    ["async false", { ...own, hooks: [{ ...own.hooks[0], async: false }] }],
  ];
  for (const [what, group] of same) {
    test(`${what}: the same`, () => expect(hash(group)).toBe(entry.hash));
  }
  const other: readonly (readonly [what: string, group: object])[] = [
    ["another command", { ...own, hooks: [{ ...own.hooks[0], command: `${command} watcher` }] }],
    ["another time", { ...own, hooks: [{ ...own.hooks[0], timeout: 6 }] }],
    ["no time, which is 600", { ...own, hooks: [{ type: "command", command }] }],
    ["another matcher", { ...own, matcher: "" }],
    ["no matcher", { hooks: own.hooks }],
    ["a message", { ...own, hooks: [{ ...own.hooks[0], statusMessage: "m" }] }],
  ];
  for (const [what, group] of other) {
    test(`${what}: another one`, () => expect(hash(group)).not.toBe(entry.hash));
  }
  test("a prompt has no matcher", () =>
    expect(hash(own, "UserPromptSubmit")).toBe(hash({ hooks: own.hooks }, "UserPromptSubmit")));
  test("sha256 of compact JSON with sorted keys", () => {
    const identity = `{"event_name":"pre_tool_use","hooks":[{"async":false,"command":"${command}","timeout":5,"type":"command"}],"matcher":"Bash"}`;
    expect(entry.hash).toBe(`sha256:${new Bun.CryptoHasher("sha256").update(identity).digest("hex")}`);
  });
});

const table = `[hooks.state."${entry.key}"]\nenabled = true\ntrusted_hash = "${entry.hash}"\n`;

function text(plan: Plan): string | undefined {
  if (plan.kind === "write") return plan.text;
  return plan.kind === "remove" ? undefined : plan.kind;
}

describe("config.toml", () => {
  const rows: readonly (readonly [name: string, before: string | undefined, after: string])[] = [
    ["no file", undefined, table],
    ["other settings", 'model = "m"\n', `model = "m"\n\n${table}`],
    ["no line end at the end", 'model = "m"', `model = "m"\n${table}`],
    ["a table of Codex's own", "[hooks.state]\n", `[hooks.state]\n\n${table}`],
    [
      "another entry's trust",
      '[hooks.state."/x:stop:0:0"]\ntrusted_hash = "sha256:1"\n',
      `[hooks.state."/x:stop:0:0"]\ntrusted_hash = "sha256:1"\n\n${table}`,
    ],
    ["windows", "a = 1\r\n", `a = 1\r\n\r\n${table.replaceAll("\n", "\r\n")}`],
  ];
  for (const [name, before, after] of rows) {
    test(`${name}: trusted, and taken back to the same bytes`, () => {
      expect(before === undefined ? "untrusted" : trustState(before, entry)).toBe("untrusted");
      expect(text(planTrust(before, [entry]))).toBe(after);
      expect(trustState(after, entry)).toBe("trusted");
      expect(planTrust(after, [entry]).kind).toBe("unchanged");
      expect(text(planDistrust(after, [entry]))).toBe(before);
    });
  }
  test("a hash of old is brought up to date in its place, comments stay", () => {
    const old = `# mine\n${table.replace(entry.hash, "sha256:0")}# behind\n[t]\na = 1 # why\n`;
    expect(trustState(old, entry)).toBe("modified");
    expect(text(planTrust(old, [entry]))).toBe(old.replace("sha256:0", entry.hash));
  });
  test("what a person switched off is said, and trusted again only by a write", () => {
    const off = table.replace("true", "false");
    expect(trustState(off, entry)).toBe("off");
    expect(text(planTrust(off, [entry]))).toBe(table);
  });
  test("trust for another hash is not ours to take", () =>
    expect(planDistrust(table.replace(entry.hash, "sha256:0"), [entry]).kind).toBe("unchanged"));
  test("hooks of another shape are left alone", () => {
    const plan = planTrust('hooks = "none"\n', [entry]);
    expect(plan.kind === "refuse" ? plan.problem.says : plan.kind).toContain("no table can be added");
  });
  test("a file that is no TOML is refused with its place", () => {
    const plan = planTrust("a = 1\nb = \n", [entry]);
    expect(plan.kind === "refuse" ? plan.problem.line : 0).toBe(2);
  });
});
