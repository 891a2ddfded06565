/** W, A, H and M of the list of attacks: a rewrite is one thing for everybody who reads the call. */
import { describe, expect, test } from "bun:test";
import { pickModelRequest } from "@hasna/hooks-runner";
import {
  allowing,
  asking,
  denying,
  Lab,
  nested,
  refusing,
  replacing,
  rewriting,
  shell,
} from "./testing/lab.ts";
import { type ApprovalAnswer, type ApprovalView, approve, authorize } from "./unit/approve.ts";
import { checkLog } from "./unit/check-log.ts";
import { commit, recordModelCall } from "./unit/commit.ts";
import { execute, schedule } from "./unit/execute.ts";
import { correctHistory, type Message, type ProviderTraits } from "./unit/history.ts";
import type { CallPlan } from "./unit/plan.ts";
import { noteFor, presentCall, presentResult, recordResult } from "./unit/present.ts";
import { UnitFault } from "./unit/tokens.ts";

const once = async ({ digest }: ApprovalView): Promise<ApprovalAnswer> => ({ kind: "once", digest });

describe("rewrites", () => {
  test("W1 executed, recorded, presented, told behind the call and remembered are one input", async () => {
    await using lab = await Lab.open([
      { body: replacing("rm", "trash") },
      { body: "cat > $PWD/../after.json", event: "PostToolUse" },
    ]);
    const { record, ran, told } = await lab.way(shell("rm build"));
    expect(ran).toEqual({ command: "trash build" });
    expect(JSON.parse(record.arguments)).toEqual(ran as object);
    expect(presentCall(record).arguments).toEqual(ran);
    expect(presentResult(record, "done").original).toBe(shell("rm build"));
    expect(told).toContain("trash build");
    await lab.bridge.after({ record, response: { stdout: "" } });
    const behind = JSON.parse(lab.read("after.json"));
    expect(behind.tool_input).toEqual({ command: "trash build" });
    expect(behind.original_tool_input).toEqual({ command: "rm build" });
    expect(lab.check()).toEqual({ ok: true, findings: [], repairs: [] });
  });

  const raws: readonly (readonly [name: string, raw: string, runs: boolean])[] = [
    ["key order and blanks", '{ "description" : "x",\n "command":"rm a" }', true],
    ["the same key twice, of which some readers take the first", '{"command":"ls","command":"rm a"}', false],
    ["the same key in two spellings", '{"command":"ls","\\u0063ommand":"rm a"}', false],
    [
      "its neighbour, one key in two objects",
      '{"command":"rm a","x":{"command":"ls"},"y":[{"command":1}]}',
      true,
    ],
    ["a whole number that is rounded", '{"command":"rm a","id":9007199254740993}', false],
    [
      "its neighbour that is not",
      '{"command":"rm a","id":9007199254740992,"n":[-0,0.1,1e21,18446744073709552000]}',
      true,
    ],
    ["digits in a text", '{"command":"rm a","id":"9007199254740993","\\"{[":1}', true],
    [
      "nesting that no writer follows",
      `{"command":"rm a","x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      false,
    ],
    ["its neighbour that all follow", `{"command":"rm a","x":${"[".repeat(400)}${"]".repeat(400)}}`, true],
    ["half a surrogate pair, escaped", '{"command":"rm \\ud800"}', true],
    ["half a surrogate pair, as it is", '{"command":"rm \ud800"}', true],
    ["an own key __proto__", '{"command":"rm a","__proto__":{"x":1}}', true],
    ["no JSON", '{"command":"rm a"', false],
    ["a number that is none", '{"command":"rm a","n":1e400}', false],
    ["a list", '["rm a"]', false],
    ["nothing", "", false],
  ];
  test.each(raws)("W2 the original is kept byte for byte: %s", async (_, raw, runs) => {
    await using lab = await Lab.open([{ body: rewriting({ command: "trash a" }) }]);
    const { record, ran, told } = await lab.way(raw);
    if (runs) {
      expect(ran).toEqual({ command: "trash a" });
      expect(record.rewrite?.originalArguments).toBe(raw);
    } else {
      // Nobody can say what would run, so nothing does; the record holds what the model wrote.
      expect(ran).toBeUndefined();
      expect(record.arguments).toBe(raw);
      expect(told).toContain("cannot be used");
    }
    expect(lab.check()).toMatchObject({ ok: true, repairs: [] });
  });

  test("W3 nobody who holds an object of the call can change what runs", async () => {
    await using lab = await Lab.open([{ body: rewriting({ command: "safe", deep: { a: [1] } }) }]);
    const call = lab.call(shell("rm a"));
    recordModelCall(call, lab.sink);
    const plan = await lab.bridge.plan(call);
    const attacks: readonly (() => void)[] = [
      () => Object.assign(plan, { effectiveRaw: shell("rm -rf /") }),
      () => Object.assign(plan.effective as object, { command: "rm -rf /" }),
      () => (plan.effective as unknown as { deep: { a: number[] } }).deep.a.push(2),
      () => Object.defineProperty(plan.effective, "command", { get: () => "rm -rf /" }),
    ];
    for (const attack of attacks) expect(attack).toThrow(TypeError);
    call.rawArguments = shell("rm -rf /");
    const committed = commit(plan, lab.sink);
    expect(() => Object.assign(committed.record, { arguments: shell("rm -rf /") })).toThrow(TypeError);
    const ticket = authorize(committed);
    expect(() => Object.assign(ticket, { arguments: {} })).toThrow(TypeError);
    const forged = new Proxy(ticket, {
      get: (target, key) => (key === "arguments" ? {} : Reflect.get(target, key)),
    });
    await expect(execute(forged, () => 1)).rejects.toThrow(UnitFault);
    await expect(execute({ ...ticket }, () => 1)).rejects.toThrow(UnitFault);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await execute(ticket, resolve);
    expect(await promise).toEqual({ command: "safe", deep: { a: [1] } });
    await expect(execute(ticket, () => 1)).rejects.toThrow(UnitFault);
    recordResult(committed.record, "", lab.sink);
    expect(lab.check().ok).toBe(true);
  });

  test("W4 a denial beside a rewrite: nothing runs, the original is recorded, the rewrite is marked as discarded", async () => {
    await using lab = await Lab.open([{ body: rewriting({ command: "safe" }) }, { body: denying }]);
    const { plan, record, ran } = await lab.way(shell("rm a"));
    expect(ran).toBeUndefined();
    expect(record).toMatchObject({ decision: "deny", arguments: shell("rm a") });
    expect(record.rewrite).toBeUndefined();
    expect(plan.trace?.hooks.map(({ rewrite }) => rewrite)).toEqual(["discarded-by-deny", undefined]);
    expect(lab.check().ok).toBe(true);
  });

  const broken: readonly (readonly [string, unknown])[] = [
    ["empty", {}],
    ["a part without the command", { description: "x" }],
    ["a list", ["rm"]],
    ["null", null],
    ["a number for the command", { command: 5 }],
    ["a blank command", { command: "  " }],
    ["a text", "ls"],
  ];
  test.each(broken)(
    "W5 a new input that is none never lets the original run in silence: %s",
    async (_, input) => {
      await using lab = await Lab.open([{ body: rewriting(input) }]);
      const { record, ran, told } = await lab.way(shell("rm a"));
      expect(ran).toBeUndefined();
      expect(record.decision).toBe("deny");
      expect(told).toContain(".claude/settings.json:");
      expect(lab.check().ok).toBe(true);
    },
  );

  describe("W6 two rewriters", () => {
    test("are chained in the order of the file, whatever they take", async () => {
      for (const [first, second] of [
        ["sleep 0.3;", ""],
        ["", "sleep 0.3;"],
      ] as const) {
        await using lab = await Lab.open([
          { body: `${first}${replacing("one", "two")}` },
          { body: `${second}${replacing("two", "three")}` },
        ]);
        const { record, ran } = await lab.way(shell("echo one"));
        expect(ran).toEqual({ command: "echo three" });
        expect(record.rewrite?.steps.map(({ handlerId }) => handlerId.slice(-3))).toEqual(["0:0", "1:0"]);
        expect(lab.check().ok).toBe(true);
      }
    });
    test("a later silence does not erase a rewrite", async () => {
      await using lab = await Lab.open([
        { body: replacing("one", "two") },
        { body: "cat >/dev/null" },
        { body: allowing },
      ]);
      expect((await lab.way(shell("echo one"))).ran).toEqual({ command: "echo two" });
    });
    test("that undo each other are a conflict, and nothing runs", async () => {
      await using lab = await Lab.open([
        { body: replacing("one", "two") },
        { body: replacing("two", "one") },
      ]);
      const { ran, record, plan } = await lab.way(shell("echo one zero one"));
      expect(ran).toBeUndefined();
      expect(record.reason).toContain("nothing runs");
      expect(plan.trace?.hazards.map(({ kind }) => kind)).toContain("two-rewriters");
    });
    test("one that stayed silent at first and rewrites the final input is a conflict", async () => {
      await using lab = await Lab.open([
        { body: replacing("two", "three") },
        { body: replacing("one", "two") },
      ]);
      const { ran, record } = await lab.way(shell("echo one"));
      expect(ran).toBeUndefined();
      expect(record.reason).toContain("already rewritten");
    });
  });

  test("W7 a guard that passed the original is asked about the final input", async () => {
    await using lab = await Lab.open([{ body: refusing("danger") }, { body: replacing("safe", "danger") }]);
    const { ran, record, plan } = await lab.way(shell("echo safe"));
    expect(ran).toBeUndefined();
    expect(record.decision).toBe("deny");
    expect(plan.trace?.hooks[0]?.runs.map(({ round }) => round)).toEqual(["first", "recheck"]);
  });

  test("W8 a look that became a change runs alone", async () => {
    await using lab = await Lab.open([{ body: replacing("ls b", "rm b") }]);
    const committed = [];
    for (const command of ["ls a", "ls b", "ls c", "ls d"]) {
      const call = lab.call(shell(command));
      recordModelCall(call, lab.sink);
      committed.push(commit(await lab.bridge.plan(call), lab.sink));
    }
    const isLook = (_: string, args: unknown): boolean =>
      (args as { command: string }).command.startsWith("ls");
    const rows = schedule(committed, isLook).map(({ parallel, calls }) => [parallel, calls.length]);
    expect(rows).toEqual([
      [true, 1],
      [false, 1],
      [true, 2],
    ]);
  });

  test("W9 a rewrite reaches neither the tool's name nor the call's id, nor stdin, environment, owner and limits", async () => {
    const input = {
      command: "safe",
      stdin: "x",
      env: { A: "1" },
      owner: "root",
      limits: {},
      tool: "Write",
      callId: "other",
    };
    await using lab = await Lab.open([
      { body: rewriting(input, { tool_name: "Write", tool_use_id: "other" }) },
    ]);
    const { record, ran } = await lab.way(shell("rm a"));
    expect(record).toMatchObject({ callId: "call-1", tool: "Bash" });
    expect(Object.keys(pickModelRequest(ran)).sort()).toEqual(["command", "kind"]);
  });

  test("W10 a rewriter that changes its own result every time is stopped", async () => {
    await using lab = await Lab.open([{ body: replacing("echo", "echo echo") }]);
    const { ran, record, plan } = await lab.way(shell("echo a"));
    expect(ran).toBeUndefined();
    expect(record.reason).toContain("does not settle");
    expect(plan.trace?.hooks[0]?.runs).toHaveLength(2);
  });

  test("W11 a rewrite into the same value is no rewrite", async () => {
    await using lab = await Lab.open([{ body: rewriting({ b: 2, command: "ls" }) }]);
    const raw = '{ "command": "ls", "b": 2 }';
    const { record, told } = await lab.way(raw);
    expect(record).toMatchObject({ arguments: raw });
    expect(record.rewrite).toBeUndefined();
    expect(told).toBe("done");
    expect(lab.check().ok).toBe(true);
  });

  test("W12 the same holds for a call inside a call, and for one that no agent made", async () => {
    await using lab = await Lab.open([{ body: replacing("rm", "trash") }]);
    const call = lab.call(shell("rm outer"));
    recordModelCall(call, lab.sink);
    const outer = commit(await lab.bridge.plan(call), lab.sink);
    let inner: unknown;
    await execute(authorize(outer), async () => {
      inner = (await lab.way(shell("rm inner"))).ran;
    });
    recordResult(outer.record, "", lab.sink);
    expect(inner).toEqual({ command: "trash inner" });
    expect(lab.check()).toEqual({ ok: true, findings: [], repairs: [] });
  });

  test("W13 what a hook wanted before it ran out of time is not done", async () => {
    const body = `trap '' TERM\n${rewriting({ command: "evil" })}\nsleep 2\nexit 0`;
    await using lab = await Lab.open([{ body, handler: { timeout: 0.4 } }]);
    const { ran, record, plan } = await lab.way(shell("ls"));
    expect(ran).toBeUndefined();
    expect(record.decision).toBe("deny");
    expect(plan.trace?.hooks[0]?.runs[0]?.outcome.cause).toBe("timeout");
  });

  test("W14 an original that a hook marks as secret is shown to nobody, and stays in the log", async () => {
    const secret = shell("curl -H 'token: abc123'");
    await using lab = await Lab.open([
      { body: rewriting({ command: "curl -H @file" }, { hideOriginal: true }) },
      { body: asking },
    ]);
    let view: ApprovalView | undefined;
    const { record, told } = await lab.way(secret, async (seen) => {
      view = seen;
      return { kind: "once", digest: seen.digest };
    });
    expect(JSON.stringify([view, told, presentCall(record)])).not.toContain("abc123");
    expect(record.rewrite?.originalArguments).toBe(secret);
    expect(lab.check().ok).toBe(true);
  });

  test("W15 of a rewrite of 1 MiB the note shows a part and the record all", async () => {
    const body = `cat >/dev/null; printf '%s' '${nested({ permissionDecision: "allow", updatedInput: { command: "@" } }).split("@")[0]}'; head -c 1048576 /dev/zero | tr '\\0' x; printf '%s' '"}}}'`;
    await using lab = await Lab.open([{ body }]);
    const { record, told } = await lab.way(shell("ls"));
    expect(record.arguments.length).toBeGreaterThan(1 << 20);
    expect(told.length).toBeLessThan(3000);
    expect(lab.check().ok).toBe(true);
  });

  test("W16 of five calls in one message the third alone is rewritten", async () => {
    await using lab = await Lab.open([{ body: replacing("three", "THREE") }]);
    const calls = ["one", "two", "three", "four", "five"].map((word) => lab.call(shell(`echo ${word}`)));
    for (const call of calls) recordModelCall(call, lab.sink);
    const records = [];
    for (const call of calls) {
      const committed = commit(await lab.bridge.plan(call), lab.sink);
      await execute(authorize(committed), () => "");
      recordResult(committed.record, "", lab.sink);
      records.push(committed.record);
    }
    expect(records.map(({ rewrite }) => rewrite !== undefined)).toEqual([false, false, true, false, false]);
    expect(lab.check()).toEqual({ ok: true, findings: [], repairs: [] });
  });

  test("the harness's own tool names and keys: hooks see Bash, the tool gets its own form back", async () => {
    await using lab = await Lab.open([{ body: replacing("rm", "trash"), matcher: "Bash" }], {
      naming: {
        toHook: (tool, input) =>
          tool === "bash"
            ? { tool: "Bash", input: { command: (input as { script: string }).script } }
            : { tool, input },
        fromHook: (_, input, before) => ({
          ...(before as object),
          script: (input as { command: string }).command,
        }),
      },
    });
    const { ran } = await lab.way('{"script":"rm a","timeoutMs":5}', undefined, "bash");
    expect(ran).toEqual({ script: "trash a", timeoutMs: 5 });
  });
});

describe("approval", () => {
  test("A1 the view shows what would run and what was asked for, and a grant holds for nothing else", async () => {
    await using lab = await Lab.open([{ body: replacing("rm", "trash") }, { body: asking }]);
    let view: ApprovalView | undefined;
    const { ran } = await lab.way(shell("rm a"), async (seen) => {
      view = seen;
      return await once(seen);
    });
    expect(view).toMatchObject({
      effective: { command: "trash a" },
      original: shell("rm a"),
      reason: "sure?",
    });
    expect(ran).toEqual({ command: "trash a" });
    const other = await lab.way(shell("rm b"), async () => ({
      kind: "once",
      digest: (view as ApprovalView).digest,
    }));
    expect(other.ran).toBeUndefined();
    expect(lab.check().ok).toBe(true);
  });
  test("A2 a question of one hook and a rewrite of another: the rewritten call runs", async () => {
    await using lab = await Lab.open([{ body: asking }, { body: replacing("rm", "trash") }]);
    expect((await lab.way(shell("rm a"), once)).ran).toEqual({ command: "trash a" });
    expect(lab.check().ok).toBe(true);
  });
  test("A3 a person's own change is one more step and one more question, and no third", async () => {
    await using lab = await Lab.open([{ body: asking }]);
    const seen: unknown[] = [];
    const { ran, record } = await lab.way(shell("rm a"), async ({ effective, digest }) => {
      seen.push(effective);
      return seen.length === 1
        ? { kind: "edit", digest, arguments: { command: "ls a" } }
        : { kind: "once", digest };
    });
    expect(seen).toEqual([{ command: "rm a" }, { command: "ls a" }]);
    expect(ran).toEqual({ command: "ls a" });
    expect(record.rewrite?.originalArguments).toBe(shell("rm a"));
    const endless = await lab.way(shell("rm b"), async ({ digest }) => ({
      kind: "edit",
      digest,
      arguments: { command: "x" },
    }));
    expect(endless.ran).toBeUndefined();
    expect(lab.check()).toEqual({ ok: true, findings: [], repairs: [] });
  });
  const answers: readonly (readonly [string, () => Promise<unknown>])[] = [
    ["nobody there", async () => ({ kind: "unavailable" })],
    ["cancelled", async () => ({ kind: "cancel" })],
    ["an error", async () => Promise.reject(new Error("gone"))],
    ["a word that is none", async () => ({ kind: "always" })],
    ["true", async () => true],
    ["yes without a digest", async () => ({ kind: "once" })],
    ["nothing", async () => undefined],
  ];
  test.each(answers)("A4 what is no yes is a no: %s", async (_, answer) => {
    await using lab = await Lab.open([{ body: asking }]);
    const { ran, told } = await lab.way(shell("rm a"), answer as () => Promise<ApprovalAnswer>);
    expect(ran).toBeUndefined();
    expect(told).toContain("did not run");
    expect(lab.check().ok).toBe(true);
  });
  test("A5 two open questions answered in the other order", async () => {
    await using lab = await Lab.open([{ body: asking }]);
    const open = new Map<string, (answer: ApprovalAnswer) => void>();
    const ask = (view: ApprovalView) =>
      new Promise<ApprovalAnswer>((resolve) => open.set(JSON.stringify(view.effective), resolve));
    const one = lab.way(
      shell("one"),
      async (view) => ({ ...(await ask(view)), digest: view.digest }) as ApprovalAnswer,
    );
    const two = lab.way(
      shell("two"),
      async (view) => ({ ...(await ask(view)), digest: view.digest }) as ApprovalAnswer,
    );
    while (open.size < 2) await Bun.sleep(5);
    open.get(shell("two"))?.({ kind: "reject", digest: "sha256:" });
    expect((await two).ran).toBeUndefined();
    open.get(shell("one"))?.({ kind: "once", digest: "sha256:" });
    expect((await one).ran).toEqual({ command: "one" });
    expect(lab.check().ok).toBe(true);
  });
  test("A6 an abort while a person is asked is a no, and a late yes changes nothing", async () => {
    await using lab = await Lab.open([{ body: asking }]);
    const call = lab.call(shell("rm a"));
    recordModelCall(call, lab.sink);
    const committed = commit(await lab.bridge.plan(call), lab.sink);
    const abort = new AbortController();
    let late: ((answer: ApprovalAnswer) => void) | undefined;
    const asked = approve(
      committed,
      () =>
        new Promise((resolve) => {
          late = resolve;
          abort.abort();
        }),
      abort.signal,
    );
    const refused = await asked;
    late?.({ kind: "once", digest: committed.record.digest });
    await Bun.sleep(1);
    expect(refused.stage).toBe("refused");
    expect(() => authorize(committed)).toThrow(UnitFault);
    recordResult(refused.record, "refused", lab.sink);
    expect(lab.check().ok).toBe(true);
  });
  test("a denied call gets neither a question nor a ticket; an asked one no ticket without an answer", async () => {
    await using lab = await Lab.open([{ body: denying }]);
    const call = lab.call(shell("ls"));
    recordModelCall(call, lab.sink);
    expect(() => commit({ ...({} as CallPlan) }, lab.sink)).toThrow(UnitFault);
    const denied = commit(await lab.bridge.plan(call), lab.sink);
    expect(() => authorize(denied)).toThrow("denied");
    await using other = await Lab.open([{ body: asking }]);
    const second = other.call(shell("ls"));
    recordModelCall(second, other.sink);
    const asked = commit(await other.bridge.plan(second), other.sink);
    expect(() => authorize(asked)).toThrow("approve()");
  });
});

describe("history", () => {
  /** A message with two calls, the second rewritten, and what came back. */
  async function story(): Promise<{
    readonly lab: Lab;
    readonly messages: readonly Message[];
    readonly records: readonly Parameters<typeof noteFor>[0][];
  }> {
    const lab = await Lab.open([{ body: replacing("rm", "trash") }]);
    const one = await lab.way(shell("ls"));
    const two = await lab.way(shell("rm a"));
    const messages: readonly Message[] = [
      { role: "user", text: "go" },
      {
        role: "assistant",
        blocks: [
          { kind: "reasoning", text: "hm", signature: "r" },
          { kind: "tool-call", callId: "call-1", tool: "Bash", arguments: shell("ls"), signature: "s1" },
          { kind: "tool-call", callId: "call-2", tool: "Bash", arguments: shell("rm a"), signature: "s2" },
        ],
        usage: { output: 7 },
      },
      { role: "tool", callId: "call-1", text: "done" },
      { role: "tool", callId: "call-2", text: "done" },
    ];
    return { lab, messages, records: [one.record, two.record] };
  }

  test("H1 the note leaves the model's own message byte for byte and call beside result", async () => {
    const { lab, messages, records } = await story();
    await using _ = lab;
    const corrected = correctHistory(messages, records);
    expect(JSON.stringify(corrected.slice(0, 3))).toBe(JSON.stringify(messages.slice(0, 3)));
    expect(corrected).toHaveLength(4);
    expect(corrected[3]).toMatchObject({ role: "tool", callId: "call-2" });
    expect((corrected[3] as { text: string }).text).toStartWith(noteFor(records[1] as never) as string);
    expect(correctHistory(corrected, records)).toEqual(corrected);
  });

  const signatures: readonly (readonly [
    ProviderTraits["signature"],
    "note" | "replaced",
    string | undefined,
  ])[] = [
    ["keep", "replaced", "s2"],
    ["drop", "replaced", undefined],
    ["refuse", "note", "s2"],
    ["none", "note", "s2"],
  ];
  test.each(signatures)(
    "H2 a provider that bears changed calls, signatures: %s",
    async (signature, way, kept) => {
      const { lab, messages, records } = await story();
      await using _ = lab;
      const corrected = correctHistory(messages, records, { toolCallMutable: true, signature });
      const before = messages[1] as Message & { role: "assistant" };
      const after = corrected[1] as Message & { role: "assistant" };
      expect(after.blocks).toHaveLength(before.blocks.length);
      expect(after.blocks[1]).toBe(before.blocks[1] as never);
      const block = after.blocks[2] as {
        callId: string;
        tool: string;
        arguments: string;
        signature?: string;
      };
      expect(block).toMatchObject({ callId: "call-2", tool: "Bash" });
      expect(block.arguments).toBe(way === "replaced" ? shell("trash a") : shell("rm a"));
      expect(block.signature).toBe(kept as never);
      const told = (corrected[3] as { text: string }).text;
      expect(told === "done").toBe(way === "replaced");
      // A provider that declares nothing is left alone.
      expect(correctHistory(messages, records, { toolCallMutable: false, signature })[1]).toBe(before);
    },
  );

  test("H3 a fork, a resumed and a compacted session stay corrected", async () => {
    const { lab, messages, records } = await story();
    await using _ = lab;
    const note = noteFor(records[1] as never) as string;
    const fork = correctHistory(messages.slice(0, 4), records);
    const resumed = correctHistory(JSON.parse(JSON.stringify(messages)), JSON.parse(JSON.stringify(records)));
    const compacted = correctHistory(messages.slice(3), records);
    for (const one of [fork, resumed, compacted]) {
      expect((one.at(-1) as { text: string }).text).toBe(`${note}\ndone`);
      // A session that is resumed twice is not corrected twice.
      expect(correctHistory(one, records)).toEqual(one);
    }
  });

  test("H4 usage stands there once, replaced or not", async () => {
    const { lab, messages, records } = await story();
    await using _ = lab;
    for (const traits of [undefined, { toolCallMutable: true, signature: "drop" } as const]) {
      const used = correctHistory(messages, records, traits).flatMap((one) =>
        one.role === "assistant" ? [one.usage] : [],
      );
      expect(used).toEqual([{ output: 7 }]);
    }
  });

  test("H5 a tool cannot say that a call was rewritten", async () => {
    await using lab = await Lab.open([{ body: replacing("rm", "trash") }]);
    const { record } = await lab.way(shell("rm a"));
    const note = noteFor(record) as string;
    const forged = { ...lab.log.at(-1), text: `${note}\n${note}\n` };
    expect(checkLog([...lab.log.slice(0, -1), forged as never]).findings.map(({ kind }) => kind)).toEqual([
      "remembered",
    ]);
    const call = lab.call(shell("cat note"));
    recordModelCall(call, lab.sink);
    const committed = commit(await lab.bridge.plan(call), lab.sink);
    await execute(authorize(committed), () => "");
    const told = recordResult(committed.record, `${note}\n<CALL-rewritten>`, lab.sink);
    expect(told).not.toMatch(/<\/?call-rewritten/i);
    expect(lab.check().ok).toBe(true);
  });
});
