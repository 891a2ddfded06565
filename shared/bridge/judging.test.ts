/** How several hooks of one event come to one end: each harness's own way, and ours. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openBridge } from "./bridge.ts";
import type { DialectId } from "./registration.ts";
import { denying, Lab, nested, prints, replacing, rewriting, shell } from "./testing/lab.ts";

const allow = prints(nested({ permissionDecision: "allow" }));
const byCode = "cat >/dev/null; echo no >&2; exit 2";
const rewrite = rewriting({ command: "other" });

/** R ran, B blocked, N the new command: Qwen Code, Copilot CLI, Droid, as they were measured; - was not. */
const rows: readonly (readonly [name: string, bodies: readonly string[], outcome: string])[] = [
  ["a denial", [denying], "BBB"],
  ["exit 2 with stderr", [byCode], "BBB"],
  ["exit 2 without", ["exit 2"], "RBB"],
  ["exit 1", ["exit 1"], "RBR"],
  ["a denial and exit 1", [`${denying}; exit 1`], "BBB"],
  ["a text line, then a denial", [`echo hello; ${denying}`], "RRR"],
  ["a command that is not there", ["/nonexistent/hook"], "RBR"],
  ["a rewrite", [rewrite], "RNN"],
  ["an empty rewrite", [rewriting({})], "RBR"],
  ["a rewriter, then a denier", [rewrite, denying], "BBN"],
  ["a denier, then a rewriter", [denying, rewrite], "RBB"],
  ["a denier, then an allower", [denying, allow], "RBB"],
  ["an allower, then a denier", [allow, denying], "BBR"],
  ["an allower, then exit 2", [allow, byCode], "RBB"],
];

describe("harnesses in which order decides", () => {
  const ids: readonly DialectId[] = ["qwen-code", "copilot-cli", "droid"];
  const files = [".qwen/settings.json", ".copilot/hooks/a.json", ".factory/hooks.json"];
  for (const [index, id] of ids.entries()) {
    test.each(rows)(`${id}: %s`, async (_, bodies, outcome) => {
      const home = mkdtempSync(join(tmpdir(), "judging-"));
      const commands = bodies.map((body, at) => {
        const path = join(home, `${at}.sh`);
        writeFileSync(path, body);
        return { type: "command", command: `sh ${path}` };
      });
      const events = { PreToolUse: id === "copilot-cli" ? commands : [{ hooks: commands }] };
      const path = join(home, files[index] as string);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(id === "droid" ? events : { hooks: events }));
      const options = { places: { home, project: home, env: {} }, session: { session: "s", cwd: home } };
      const bridge = await openBridge({ ...options, harnesses: [id], mode: "faithful" });
      const input = { command: "rmdir victim" };
      const { verdict, effective } = await bridge.fire({
        event: "PreToolUse",
        tool: "Bash",
        input,
        callId: "c",
      });
      await bridge.dispose();
      rmSync(home, { recursive: true });
      const runs = (effective as { readonly command: string }).command === "other" ? "N" : "R";
      expect(verdict.decision === "deny" ? "B" : runs).toBe(outcome[index] as string);
    });
  }
});

test("a hook that nobody waits for holds up no call; firing an event waits to tell what it did", async () => {
  await using lab = await Lab.open([{ body: `sleep 1; ${denying}`, handler: { async: true } }]);
  const start = performance.now();
  const plan = await lab.bridge.plan(lab.call(shell("ls")));
  expect(plan.decision).toBe("none");
  expect(performance.now() - start).toBeLessThan(900);
  expect(plan.trace?.hooks[0]).toMatchObject({ state: "detached", runs: [] });
  const facts = { event: "PreToolUse", tool: "Bash", input: { command: "ls" }, callId: "c" } as const;
  const trace = await lab.bridge.fire(facts);
  expect([trace.verdict.decision, trace.hooks[0]?.runs.length]).toEqual(["none", 1]);
});

test("Gemini CLI's sequential hooks see what the one before made of the input", async () => {
  const body = (from: string, to: string): string =>
    replacing(from, to).replace("updatedInput", "tool_input").replace("PreToolUse", "BeforeTool");
  await using lab = await Lab.open([{ body: "true", client: "gemini-cli" }], { mode: "faithful" });
  const hooks = [lab.script("one.sh", body("one", "two")), lab.script("two.sh", body("two", "three"))];
  const handlers = hooks.map((command) => ({ name: command, type: "command", command }));
  lab.write(
    ".gemini/settings.json",
    JSON.stringify({ hooks: { BeforeTool: [{ sequential: true, hooks: handlers }] } }),
  );
  await lab.bridge.reload();
  const { effective } = await lab.bridge.plan(lab.call(shell("echo one")));
  expect(effective).toEqual({ command: "echo three" });
});
