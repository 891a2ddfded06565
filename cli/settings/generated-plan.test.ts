import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type HarnessId, harnessById } from "@hasna/hooks-harness";
import { planGeneratedInstall, planGeneratedUninstall, registeredInGenerated } from "./generated-plan.ts";
import type { HookFacts, Plan, Wanted } from "./plan.ts";

const catalogue: readonly HookFacts[] = [
  { name: "editor", events: ["PreToolUse"], matcher: "Write|Edit", kind: "helper", rewritesInput: false },
  { name: "trash-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: true },
  { name: "welcome", events: ["SessionStart"], matcher: "", kind: "helper", rewritesInput: false },
];

let folder = "";
let program = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hooks-generated-"));
  program = join(folder, "hooks");
  // Bun reads the repository's own settings in the folder it starts in, as the tests do.
  const root = resolve(import.meta.dir, "../..");
  const script = join(root, "cli/run/testing/hooks.ts");
  writeFileSync(program, `#!/bin/sh\ncd '${root}' && exec '${process.execPath}' '${script}' "$@"\n`);
  chmodSync(program, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function wanted(id: HarnessId, names: readonly string[], at = program): Wanted {
  const harness = harnessById(id);
  if (harness === undefined) throw new Error(id);
  return { harness, root: [], names, catalogue, program: at, folder: "/h/.hasna/hooks", rule: undefined };
}

function text(plan: Plan): string {
  if (plan.kind !== "write") throw new Error(JSON.stringify(plan));
  return plan.text;
}

const hosts = ["opencode", "kilo", "pi", "cline"] as const;

describe("the file", () => {
  for (const id of hosts) {
    test(`${id}: written, found again, widened, narrowed, gone`, () => {
      const one = text(planGeneratedInstall(undefined, wanted(id, ["trash-guard"])));
      expect(registeredInGenerated(one)).toEqual(["trash-guard"]);
      expect(planGeneratedInstall(one, wanted(id, ["trash-guard"])).kind).toBe("unchanged");
      const two = text(planGeneratedInstall(one, wanted(id, ["editor", "welcome"])));
      // What it has no event for is not in it.
      expect(registeredInGenerated(two)).toEqual(["editor", "trash-guard"]);
      expect(text(planGeneratedUninstall(two, wanted(id, ["editor"])))).toBe(one);
      expect(planGeneratedUninstall(one, wanted(id, ["trash-guard"])).kind).toBe("remove");
    });
    test(`${id}: a file of somebody else's by that name is left alone`, () => {
      const plan = planGeneratedInstall("export const mine = 1;\n", wanted(id, ["trash-guard"]));
      expect(plan.kind === "refuse" ? plan.problem.says : plan.kind).toContain("not ours");
      expect(planGeneratedUninstall("export const mine = 1;\n", wanted(id, ["trash-guard"])).kind).toBe(
        "unchanged",
      );
    });
  }
});

const rm = "rm -rf build";
const safe = "/opt/trash guard -rf build";

/** A plugin as its host loads it. */
async function load(id: HarnessId, at?: string): Promise<Record<string, unknown>> {
  const path = join(folder, `${id}-${Math.random()}.ts`);
  writeFileSync(path, text(planGeneratedInstall(undefined, wanted(id, ["trash-guard"], at))));
  return await import(path);
}

describe("in opencode, and so in Kilo", () => {
  type Before = (input: object, output: { args: Record<string, unknown> }) => Promise<void>;
  const hook = async (at?: string, id: HarnessId = "opencode"): Promise<Before> => {
    const { HasnaHooks } = (await load(id, at)) as {
      HasnaHooks: (host: object) => Promise<{ "tool.execute.before": Before }>;
    };
    return (await HasnaHooks({ directory: folder }))["tool.execute.before"];
  };
  test("a rewrite changes the very object that the host hands over", async () => {
    const args: Record<string, unknown> = { command: rm, description: "d" };
    await (await hook(undefined, "kilo"))({ tool: "bash", sessionID: "s" }, { args });
    expect(args).toEqual({ command: safe, description: "d" });
  }, 60_000);
  test("a refusal is thrown with its reason", async () => {
    const run = (await hook())({ tool: "bash" }, { args: { command: 'rm -rf "$HOME"' } });
    expect(run).rejects.toThrow("(trash-guard/protected-path)");
    await run.catch(() => undefined);
  }, 60_000);
  test("what is harmless, and another tool, pass as they are", async () => {
    const before = await hook();
    for (const [tool, input] of [
      ["bash", { command: "ls" }],
      ["read", { filePath: "a" }],
    ] as const) {
      const args: Record<string, unknown> = { ...input };
      await before({ tool }, { args });
      expect(args).toEqual(input);
    }
  }, 60_000);
  test("a guard whose program is gone refuses, and says what to do", async () => {
    const run = (await hook("/nowhere/hooks"))({ tool: "bash" }, { args: { command: "ls" } });
    expect(run).rejects.toThrow("/nowhere/hooks uninstall trash-guard");
    await run.catch(() => undefined);
  });
});

describe("in pi", () => {
  type Call = (event: object, context: object) => Promise<unknown>;
  const hook = async (at?: string): Promise<Call> => {
    let call: Call | undefined;
    const extension = (await load("pi", at)).default as (pi: object) => void;
    extension({
      on: (name: string, handler: Call) => {
        if (name === "tool_call") call = handler;
      },
    });
    if (call === undefined) throw new Error("no handler");
    return call;
  };
  test("a rewrite, a refusal, silence", async () => {
    const call = await hook();
    const event = (command: string) => ({ toolName: "bash", input: { command } });
    const rewritten = event(rm);
    expect(await call(rewritten, { cwd: folder })).toBeUndefined();
    expect(rewritten.input).toEqual({ command: safe });
    const refused = (await call(event('rm -rf "$HOME"'), { cwd: folder })) as {
      block: boolean;
      reason: string;
    };
    expect([refused.block, refused.reason]).toEqual([true, expect.stringContaining("protected-path")]);
    expect(await call(event("ls"), { cwd: folder })).toBeUndefined();
  }, 60_000);
  test("a guard whose program is gone refuses", async () => {
    const call = await hook("/nowhere/hooks");
    expect(await call({ toolName: "bash", input: { command: "ls" } }, {})).toMatchObject({ block: true });
  });
});

describe("in Cline", () => {
  const run = (commands: readonly string[], at = program) => {
    const path = join(folder, "PreToolUse");
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, text(planGeneratedInstall(undefined, wanted("cline", ["trash-guard"], at))));
    const event = {
      hookName: "tool_call",
      workspaceRoots: [folder],
      tool_call: { name: "run_commands", input: { commands } },
    };
    // As Cline starts it: `sh FILE`.
    const child = Bun.spawnSync(["sh", path], {
      stdin: Buffer.from(JSON.stringify(event)),
      stderr: "ignore",
    });
    const said = child.stdout.toString();
    return said === "" ? undefined : JSON.parse(said);
  };
  test("a rewrite, a refusal, silence", () => {
    expect(run([rm])).toEqual({ overrideInput: { commands: [safe] } });
    expect(run(['rm -rf "$HOME"'])).toMatchObject({ cancel: true });
    expect(run(["ls"])).toBeUndefined();
    expect(run([rm, "ls"])).toMatchObject({ cancel: true, errorMessage: expect.stringContaining(safe) });
  }, 60_000);
  test("a guard whose program is gone refuses, in JSON", () =>
    expect(run(["ls"], "/nowhere/hooks")).toMatchObject({ cancel: true }));
});
