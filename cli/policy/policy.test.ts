import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Reply } from "@hasna/hooks-harness";
import { answerEvent, type Judged, loadHooks } from "../run/command.ts";
import { isFloor, keyOf } from "../run/denial.ts";
import { realWorld } from "../run/world.ts";
import { addRule, grantOnce, grantSession, inForce, revoke } from "./grants.ts";
import { readPolicy } from "./policy.ts";

let home = "";
let project = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hooks-policy-"));
  project = join(home, "project");
  mkdirSync(join(project, "sub"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** What the guards answer, as a harness would hear it. */
async function answer(
  command: string,
  {
    cwd = project,
    session = "s1",
    hooks = ["trash-guard"],
  }: { cwd?: string; session?: string; hooks?: readonly string[] } = {},
): Promise<{ readonly kind: string; readonly text: string; readonly judged: Judged | undefined }> {
  let judged: Judged | undefined;
  const env = { HOME: home, PATH: "/usr/bin:/bin" };
  const world = realWorld({
    env,
    user: process.getuid?.() ?? -1,
    ownFolder: undefined,
    vouchedTrash: "/opt/trash",
  });
  const payload = {
    session_id: session,
    cwd,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
  };
  const reply: Reply = await answerEvent(
    loadHooks(hooks).hooks,
    { kind: "json", payload },
    world,
    { ...env, SHELL: "/bin/bash" },
    undefined,
    (one) => {
      judged = one;
    },
  );
  if (reply.stdout === "") return { kind: "none", text: "", judged };
  const { hookSpecificOutput: said } = JSON.parse(reply.stdout);
  if (said.updatedInput !== undefined) return { kind: "rewrite", text: said.updatedInput.command, judged };
  return { kind: said.permissionDecision, text: said.permissionDecisionReason, judged };
}

const keyFor = (rule: string, command: string, cwd = project): string =>
  keyOf(rule, { toolInput: { command }, cwd });

async function once(rule: string, command: string): Promise<void> {
  const key = keyFor(rule, command);
  await grantOnce(home, {
    version: 1,
    id: key.slice(0, 10),
    key,
    rule,
    reason: "test",
    expires: Date.now() + 60_000,
  });
}

async function policy(
  rules: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
  where = ".hasna/hooks/policy.json",
): Promise<void> {
  const path = join(home, where);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ version: 1, rules, ...more }));
}

const lift = (rule: string, more: Readonly<Record<string, unknown>> = {}) => ({
  rule,
  verdict: "allow",
  reason: "test",
  expires: "2099-01-01",
  ...more,
});

describe("once", () => {
  test("the call passes one time, and the whole circle is on record", async () => {
    const first = await answer("shred x");
    expect(first.kind).toBe("deny");
    const key = keyFor("trash-guard/shred", "shred x");
    expect(first.text).toContain(`hooks allow --once ${key.slice(0, 10)}`);
    expect(first.judged?.key).toBe(key);
    await once("trash-guard/shred", "shred x");
    const second = await answer("shred x");
    expect(second.kind).toBe("none");
    expect(second.judged).toMatchObject({ lifts: [{ rule: "trash-guard/shred", by: "once" }], key });
    expect((await answer("shred x")).kind).toBe("deny");
  });

  test("another command, another folder, another rule: refused", async () => {
    await once("trash-guard/shred", "shred x");
    expect((await answer("shred y")).kind).toBe("deny");
    expect((await answer("shred x", { cwd: join(project, "sub") })).kind).toBe("deny");
    expect((await answer("rmdir x")).kind).toBe("deny");
    expect((await answer("shred x")).kind).toBe("none");
  });

  test("of calls at once one passes", async () => {
    await once("trash-guard/shred", "shred x");
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer("shred x")));
    expect(answers.filter(({ kind }) => kind === "none").length).toBe(1);
  });

  test("what stands beside it is still redirected, and still refused", async () => {
    await once("trash-guard/shred", "shred x && rm -r build");
    const both = await answer("shred x && rm -r build");
    expect(both).toMatchObject({ kind: "rewrite", text: "shred x && /opt/trash guard -r build" });
    await once("trash-guard/shred", "shred x; rmdir y");
    const other = await answer("shred x; rmdir y");
    expect(other.text).toContain("trash-guard/rmdir");
    // Not spent by a call that did not run.
    await once("trash-guard/rmdir", "shred x; rmdir y");
    expect((await answer("shred x; rmdir y")).kind).toBe("none");
    expect(readdirSync(join(home, ".hasna/hooks/grants"))).toEqual([]);
  });

  test("a grant that has ended lifts nothing", async () => {
    const key = keyFor("trash-guard/shred", "shred x");
    await grantOnce(home, {
      version: 1,
      id: "x",
      key,
      rule: "trash-guard/shred",
      reason: "r",
      expires: Date.now() - 1,
    });
    expect((await answer("shred x")).kind).toBe("deny");
  });
});

describe("session", () => {
  test("its rule is lifted in that session alone", async () => {
    const now = Date.now();
    await grantSession(home, "s1", { rule: "trash-guard/rmdir", reason: "r", id: "i" }, now + 60_000, now);
    expect((await answer("rmdir a")).kind).toBe("none");
    expect((await answer("rmdir b")).kind).toBe("none");
    expect((await answer("rmdir b", { session: "s2" })).kind).toBe("deny");
    expect((await answer("rmdir a; shred b")).text).toContain("trash-guard/shred");
    expect(await revoke(home, "i")).toBe(1);
    expect((await answer("rmdir a")).kind).toBe("deny");
  });
});

describe("policy", () => {
  test("a rule lifts what it names, where it says so", async () => {
    await policy([lift("trash-guard/rmdir", { folder: project })]);
    expect((await answer("rmdir a")).kind).toBe("none");
    expect((await answer("rmdir a", { cwd: home })).kind).toBe("deny");
    await policy([lift("trash-guard/rmdir", { command: "rmdir a" })]);
    expect((await answer("rmdir a")).kind).toBe("none");
    expect((await answer("rmdir b")).kind).toBe("deny");
    await policy([lift("trash-guard/rmdir", { expires: "2020-01-01" })]);
    expect((await answer("rmdir a")).kind).toBe("deny");
  });

  const floor: readonly (readonly [string, string])[] = [
    ["rm -rf ~", "trash-guard/protected-path"],
    ["rm -rf /", "trash-guard/protected-path"],
    ['rm -rf "$X"/*', "trash-guard/unset-variable"],
    ["hooks allow --once x", "allow-guard/lift"],
  ];
  test.each(floor)("nothing lifts %s", async (command, rule) => {
    await policy([lift(rule)]);
    await once(rule, command);
    const now = Date.now();
    await grantSession(home, "s1", { rule, reason: "r", id: "i" }, now + 60_000, now);
    const { kind, text } = await answer(command);
    expect(kind).toBe("deny");
    expect(text).toContain(rule);
    expect(text).not.toContain("--once");
    expect(isFloor(rule)).toBe(true);
  });

  test("a rule that is lifted does not hide the floor behind it", async () => {
    await policy([
      lift("trash-guard/rmdir"),
      lift("workspace-repos-guard/delete"),
      lift("workspace-repos-guard/ancestor"),
    ]);
    expect((await answer("rmdir a; rm -rf ~")).text).toContain("protected-path");
    const both = { hooks: ["workspace-repos-guard", "trash-guard"] };
    // What one guard lets pass the other still sends to the trash.
    expect((await answer("rm -rf ~/workspace", both)).kind).toBe("rewrite");
    expect((await answer("rmdir ~", both)).text).toContain("protected-path");
  });

  test("a project tightens and never loosens", async () => {
    const where = "project/.hasna/hooks-policy.json";
    await policy([lift("trash-guard/rmdir")], {}, where);
    expect((await answer("rmdir a")).kind).toBe("deny");
    await policy([{ rule: "trash-guard/redirect", verdict: "deny", reason: "keep build" }], {}, where);
    expect((await answer("rm -r build")).text).toContain("keep build");
    expect((await answer("rm -r build", { cwd: join(project, "sub") })).kind).toBe("deny");
    expect((await answer("rm -r build", { cwd: home })).kind).toBe("rewrite");
    await policy([lift("trash-guard/rmdir")]);
    expect((await answer("rmdir a")).kind).toBe("none");
    await policy([{ rule: "trash-guard/rmdir", verdict: "deny", reason: "no" }], {}, where);
    expect((await answer("rmdir a")).kind).toBe("deny");
    await policy([], { lifts: false }, where);
    expect((await answer("rmdir a")).kind).toBe("deny");
    await once("trash-guard/rmdir", "rmdir a");
    expect((await answer("rmdir a")).kind).toBe("deny");
  });

  test("the user's policy tightens as well", async () => {
    await policy([{ rule: "trash-guard/*", verdict: "ask", reason: "I want to see it" }]);
    const { kind, text } = await answer("rm -r build");
    expect(kind).toBe("ask");
    expect(text).toContain("I want to see it.");
  });

  test("a broken policy lifts nothing and refuses nothing new", async () => {
    mkdirSync(join(home, ".hasna/hooks"), { recursive: true });
    writeFileSync(join(home, ".hasna/hooks/policy.json"), "{ nope");
    expect((await answer("rmdir a")).kind).toBe("deny");
    expect((await answer("rm -r build")).kind).toBe("rewrite");
    expect((await answer("ls")).kind).toBe("none");
  });

  const faults: readonly (readonly [string, unknown, "user" | "project"])[] = [
    ["no version", { rules: [] }, "user"],
    ["rules that are no list", { version: 1, rules: {} }, "user"],
    ["a rule without a reason", { version: 1, rules: [{ rule: "a/b", verdict: "deny" }] }, "user"],
    [
      "a lift without an end",
      { version: 1, rules: [{ rule: "a/b", verdict: "allow", reason: "r" }] },
      "user",
    ],
    ["a lift of a whole hook", { version: 1, rules: [lift("a/*")] }, "user"],
    ["a lift in a project", { version: 1, rules: [lift("a/b")] }, "project"],
    ["an end that is no date", { version: 1, rules: [lift("a/b", { expires: "soon" })] }, "user"],
    ["a relative folder", { version: 1, rules: [lift("a/b", { folder: "x" })] }, "user"],
    [
      "a verdict that is none",
      { version: 1, rules: [{ rule: "a/b", verdict: "maybe", reason: "r" }] },
      "user",
    ],
  ];
  test.each(faults)("%s is a fault, and nothing of the file lifts", (_, value, whose) => {
    const { faults, rules } = readPolicy(JSON.stringify(value), whose);
    expect(faults.length).toBe(1);
    expect(rules.filter(({ verdict }) => verdict === "allow")).toEqual([]);
  });
});

test("rules are added, listed and taken back; a file that is no policy stays as it is", async () => {
  const rule = {
    rule: "trash-guard/rmdir",
    verdict: "allow",
    reason: "r",
    expires: "2099-01-01T00:00:00.000Z",
  } as const;
  const path = await addRule(home, rule);
  expect((await inForce(home, Date.now())).policy.rules.length).toBe(1);
  expect(await revoke(home, "trash-guard/rmdir")).toBe(1);
  expect((await inForce(home, Date.now())).policy.rules).toEqual([]);
  writeFileSync(path, "{ mine");
  await expect(addRule(home, rule)).rejects.toThrow("no policy");
  expect(await Bun.file(path).text()).toBe("{ mine");
});
