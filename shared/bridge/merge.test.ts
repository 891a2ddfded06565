/** M of the list of attacks: one decision, whatever the order and wherever hooks come from. */
import { describe, expect, test } from "bun:test";
import { merge } from "./merge.ts";
import { allowing, asking, denying, Lab, prints, rewriting, shell } from "./testing/lab.ts";
import { type Decision, type FailureKind, SILENT, STRICT_POLICY } from "./verdict.ts";

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((one, index) => permutations(items.toSpliced(index, 1)).map((rest) => [one, ...rest]));
}

describe("M1 any order", () => {
  const strength: readonly Decision[] = ["deny", "ask", "allow", "none"];
  for (let mask = 1; mask < 16; mask++) {
    const set = strength.filter((_, index) => (mask & (1 << index)) !== 0);
    test(`M1 ${set.join(", ")}`, () => {
      const merged = permutations(set).map((order) =>
        merge(order.map((decision) => ({ ...SILENT, decision, reason: decision }))),
      );
      expect(new Set(merged.map(({ decision }) => decision))).toEqual(new Set(set.slice(0, 1)));
      // M4: the reason is that of the winner alone.
      expect(new Set(merged.map(({ reason }) => reason))).toEqual(
        new Set([set[0] === "none" ? undefined : set[0]]),
      );
    });
  }
});

describe("M2 across harnesses and files", () => {
  test.each([[["claude-code", "codex"]], [["codex", "claude-code"]]] as const)(
    "M2 a granted question of one never hides a denial of another: %j",
    async (order) => {
      const hooks = { "claude-code": { body: asking }, codex: { body: denying } };
      await using lab = await Lab.open(order.map((client) => ({ client, ...hooks[client] })));
      const { ran, plan } = await lab.way(shell("ls"), async ({ digest }) => ({ kind: "once", digest }));
      expect(plan.decision).toBe("deny");
      expect(plan.trace?.hooks.map(({ state }) => state)).toEqual(["ran", "ran"]);
      expect(ran).toBeUndefined();
    },
  );
  test("M2 a user's allow and a project's denial", async () => {
    await using lab = await Lab.open([{ body: allowing }]);
    const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "echo no >&2; exit 2" }] }] };
    lab.write("project/.claude/settings.local.json", JSON.stringify({ hooks }));
    await lab.bridge.reload();
    expect((await lab.bridge.plan(lab.call(shell("ls")))).decision).toBe("deny");
  });
});

describe("M3 failures by event", () => {
  const failing: readonly (readonly [FailureKind, string])[] = [
    ["timeout", "sleep 2"],
    ["spawn", "exit 127"],
    ["signal", "kill -9 $$"],
    ["exit-other", "exit 1"],
    ["bad-json", "printf '{'"],
    ["bad-reply", prints('{"decision":"perhaps"}')],
    ["truncated", "head -c 3000 /dev/zero | tr '\\0' x"],
  ];
  for (const [kind, body] of failing) {
    for (const event of ["PreToolUse", "UserPromptSubmit", "PostToolUse"] as const) {
      const worth = STRICT_POLICY[event][kind];
      test(`M3 ${kind} at ${event}: ${worth}, or what the embedder says`, async () => {
        const run = async (policy: "pass" | "ask" | "deny" | undefined): Promise<Decision> => {
          await using lab = await Lab.open(
            [{ body, event, handler: { timeout: kind === "timeout" ? 0.1 : 20 } }],
            {
              outputBytes: 2000,
              ...(policy !== undefined && { policy: { [event]: { [kind]: policy } } }),
            },
          );
          const call = { tool: "Bash", input: { command: "ls" }, callId: "c" };
          if (event === "UserPromptSubmit")
            return (await lab.bridge.event({ event, prompt: "p" })).verdict.decision;
          if (event === "PostToolUse")
            return (await lab.bridge.event({ event, ...call, response: "" })).verdict.decision;
          return (await lab.bridge.plan(lab.call(shell("ls")))).decision;
        };
        expect(await run(undefined)).toBe(worth === "pass" ? "none" : worth);
        const otherwise = worth === "deny" ? "pass" : "deny";
        expect(await run(otherwise)).toBe(otherwise === "pass" ? "none" : "deny");
      });
    }
  }
});

test("M4 reasons come from the winning rank alone, contexts from all", async () => {
  const context = prints(
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"by the way"}}',
  );
  await using lab = await Lab.open([
    { body: asking },
    { body: denying },
    { body: context },
    { body: rewriting({ command: "x" }) },
  ]);
  const { reason, context: told } = await lab.bridge.plan(lab.call(shell("ls")));
  expect([reason, told]).toEqual(["no", ["by the way"]]);
});

test("M5 given up during the second of three: no decision leaks, pairs are closed, the third does not start", async () => {
  await using lab = await Lab.open([
    { body: rewriting({ command: "other" }) },
    { body: "echo started >$PWD/../second; exec sleep 30" },
    { body: "echo started >$PWD/../third" },
  ]);
  const abort = new AbortController();
  const call = lab.call(shell("ls"));
  const planning = lab.bridge.plan(call, abort.signal);
  while (!(await Bun.file(`${lab.home}/second`).exists())) await Bun.sleep(5);
  abort.abort();
  const plan = await planning;
  expect(plan.decision).toBe("deny");
  expect(plan.effectiveRaw).toBe(call.rawArguments);
  expect(plan.steps).toEqual([]);
  const kinds = plan.audit.map(({ kind }) => kind);
  expect(kinds).toEqual(["hook-invoked", "hook-result", "hook-invoked", "hook-result"]);
  expect(await Bun.file(`${lab.home}/third`).exists()).toBe(false);
});
