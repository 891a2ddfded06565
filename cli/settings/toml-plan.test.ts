import { describe, expect, test } from "bun:test";
import { harnessById } from "@hasna/hooks-harness";
import type { HookFacts, Plan, Wanted } from "./plan.ts";
import { planTomlInstall, planTomlUninstall, registeredInToml } from "./toml-plan.ts";

const catalogue: readonly HookFacts[] = [
  { name: "other-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: false },
  { name: "trash-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: true },
  { name: "watcher", events: ["Stop"], matcher: "", kind: "helper", rewritesInput: false },
];
const harness = harnessById("kimi");
if (harness === undefined) throw new Error("no kimi");
const base: Wanted = {
  harness,
  root: ["hooks"],
  names: ["trash-guard"],
  catalogue,
  program: "/h/.hasna/hooks/bin/hooks",
  folder: "/h/.hasna/hooks",
  rule: undefined,
};
const only = (...names: readonly string[]): Wanted => ({ ...base, names });
const ownership = { names: catalogue.map(({ name }) => name), folder: base.folder };

function text(plan: Plan): string {
  if (plan.kind !== "write") throw new Error(JSON.stringify(plan));
  return plan.text;
}

const command = (names: string) =>
  `cd /; BUN_OPTIONS= BUN_BE_BUN= BUN_INSPECT= /h/.hasna/hooks/bin/hooks run ${names} --harness kimi`;
const table = (names: string) =>
  `[[hooks]]\nevent = 'PreToolUse'\nmatcher = 'Bash'\ncommand = '${command(names)}'\ntimeout = 5\n`;

describe("tables of hooks", () => {
  test("only keys that Kimi knows", () =>
    expect(text(planTomlInstall(undefined, base))).toBe(table("trash-guard")));
  test("several hooks of one event and matcher in one table, in a fixed order", () => {
    const first = text(planTomlInstall("# mine\n", base));
    expect(text(planTomlInstall(first, only("other-guard")))).toBe(
      `# mine\n\n${table("other-guard trash-guard")}`,
    );
  });
  test("one of two is taken out of the table", () => {
    const both = text(planTomlInstall("a = 1\n", only("other-guard", "trash-guard")));
    expect(text(planTomlUninstall(both, base, undefined))).toBe(`a = 1\n\n${table("other-guard")}`);
  });
  test("D26: found by what it runs, however it is spelled", () => {
    const spelled = `[[ "hooks" ]] # theirs\ncommand = """/opt/x/hooks run trash-guard"""\nevent = "PreToolUse"\n[t]\na = 1\n`;
    expect(registeredInToml(spelled, ownership)).toEqual(["trash-guard"]);
    expect(text(planTomlUninstall(spelled, base, undefined))).toBe("[t]\na = 1\n");
  });
  test("a comment in front of the next table stays with it", () => {
    const file = `${table("trash-guard")}\n# about t\n[t]\na = 1\n`;
    expect(text(planTomlUninstall(file, base, undefined))).toBe("\n# about t\n[t]\na = 1\n");
  });
  test("a wrong time is corrected", () =>
    expect(text(planTomlInstall(table("trash-guard").replace("timeout = 5", "timeout = 0"), base))).toBe(
      table("trash-guard"),
    ));
  for (const [name, file, line] of [
    ["a syntax error", "a = 1\nb = \n", 2],
    ["a list in one line", 'a = 1\nhooks = [{ event = "Stop", command = "x" }]\n', 2],
    ["a table of that name", "[hooks]\na = 1\n", 1],
  ] as const) {
    test(`${name} is refused with its line`, () => {
      const plan = planTomlInstall(file, base);
      expect(plan.kind === "refuse" ? plan.problem.line : plan.kind).toBe(line);
    });
  }
  test("D25: tables of others stay tables", () => {
    const file =
      '[agents]\nname = "a"\n[[hooks]]\nevent = "PreToolUse"\nmatcher = "Bash"\ncommand = "theirs"\n';
    const after = text(planTomlInstall(file, base));
    expect(after).toStartWith(file);
    expect(text(planTomlUninstall(after, base, undefined))).toBe(file);
  });
});
