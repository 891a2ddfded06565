/** Rows of somebody who wants a denial to get lost, a call to run twice or on other arguments, or the bridge to hang. */
import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createRunner, wholeEnvironment } from "@hasna/hooks-runner";
import { conditionFits } from "./condition.ts";
import { readDocument } from "./document.ts";
import { asking, denying, Lab, nested, prints, replacing, rewriting, shell } from "./testing/lab.ts";
import { approve, authorize } from "./unit/approve.ts";
import { checkLog } from "./unit/check-log.ts";
import { commit } from "./unit/commit.ts";
import { execute } from "./unit/execute.ts";
import type { LogEvent } from "./unit/log.ts";

describe("P2 P6 a denial that is hidden in a reply", () => {
  const twice =
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no","permissionDecision":"allow"}}';
  const deep = `cat >/dev/null; printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"x","y":'; for i in 1 2 3 4; do head -c 5000 /dev/zero | tr '\\000' '['; done; for i in 1 2 3 4; do head -c 5000 /dev/zero | tr '\\000' ']'; done; printf '}}}'`;
  const rows: readonly (readonly [name: string, body: string, strict: string, faithful: string])[] = [
    ["behind a second decision", prints(twice), "deny", "allow"],
    [
      "beside a second, weaker one",
      prints(twice.replace('"deny"', '"x"').replace('"allow"', '"deny"')),
      "deny",
      "deny",
    ],
    ["in nesting that no writer follows", deep, "deny", "none"],
    [
      "neighbour: one key in two objects",
      prints(nested({ permissionDecision: "allow", updatedInput: { command: "ls", x: { command: 1 } } })),
      "allow",
      "allow",
    ],
  ];
  test.each(rows)("P2 P6 %s", async (_, body, strict, faithful) => {
    for (const [mode, decision] of [
      ["strict", strict],
      ["faithful", faithful],
    ] as const) {
      await using lab = await Lab.open([{ body }], { mode });
      expect((await lab.bridge.plan(lab.call(shell("ls")))).decision).toBe(decision as "deny");
    }
  });
  test("P2 a second decision is told in the client's way, too", async () => {
    await using lab = await Lab.open([{ body: prints(twice) }], { mode: "faithful" });
    const { hazards } = await lab.bridge.fire({
      event: "PreToolUse",
      tool: "Bash",
      input: { command: "ls" },
      callId: "c",
    });
    expect(hazards.map(({ says }) => says).join()).toContain('"permissionDecision" stands twice');
  });
});

describe("P8 a registration that cannot be started takes no other hook and no call with it", () => {
  test("P8 an argument with a NUL closes its entry", async () => {
    await using lab = await Lab.open([
      { body: "exit 0", handler: { args: ["a\0b"] } },
      { body: "echo seen >> $PWD/../seen" },
    ]);
    expect((await lab.bridge.plan(lab.call(shell("ls")))).decision).toBe("deny");
    expect(lab.read("seen")).toBe("seen\n");
  });
  test("P8 R11 a time that the embedder's runner does not allow is a hook that could not be started", async () => {
    const runner = createRunner({ environment: wholeEnvironment, maxTimeoutMs: 1000, timeoutMs: 1000 });
    await using lab = await Lab.open([{ body: "exit 0", handler: { timeout: 60 } }], { runner });
    const plan = await lab.bridge.plan(lab.call(shell("ls")));
    expect(plan.decision).toBe("deny");
    expect(plan.trace?.hooks[0]?.runs[0]?.outcome.fault?.message).toContain("timeoutMs");
    await runner.dispose();
  });
});

describe("P8 settings that are no ordinary file", () => {
  const rows: readonly (readonly [name: string, make: (path: string) => void, decision: string])[] = [
    ["a pipe that nobody writes", (path) => void execFileSync("mkfifo", [path]), "deny"],
    ["a link to a file without end", (path) => symlinkSync("/dev/zero", path), "deny"],
    ["a link to itself", (path) => symlinkSync(path, path), "deny"],
    [
      "neighbour: a link to nothing, as people switch a file off",
      (path) => symlinkSync("/dev/null", path),
      "none",
    ],
    ["neighbour: a link whose file is gone", (path) => symlinkSync("/nowhere/x", path), "none"],
  ];
  test.each(rows)("P8 %s", async (_, make, decision) => {
    await using lab = await Lab.open([]);
    mkdirSync(join(lab.project, ".claude"));
    make(join(lab.project, ".claude/settings.json"));
    await lab.bridge.reload();
    expect((await lab.bridge.plan(lab.call(shell("ls")))).decision).toBe(decision as "deny");
  });
  test.each([
    [".gemini/settings.json", `{"hooks":{"BeforeTool":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`],
    [".codex/config.toml", `a = ${"[".repeat(200_000)}${"]".repeat(200_000)}`],
  ])("P8 nesting without end in %s closes", async (path, text) => {
    await using lab = await Lab.open(
      [{ body: "exit 0", client: path.startsWith(".codex") ? "codex" : "gemini-cli" }],
      { files: { [path]: text } },
    );
    expect(lab.bridge.loaded.status).toBe("refused");
    expect((await lab.bridge.plan(lab.call(shell("ls")))).decision).toBe("deny");
  });
  test("P8 thousands of registrations are read in a moment, each with its line", () => {
    const count = 20_000;
    const text = JSON.stringify(
      Array.from({ length: count }, (_, i) => ({ i })),
      null,
      1,
    );
    const reading = readDocument(text, { comments: false, trailingCommas: false, bom: false });
    if (reading.kind !== "document") throw new Error(reading.says);
    const began = performance.now();
    for (let at = 0; at < count; at++) {
      expect(reading.document.position([at])).toEqual({ line: 2 + 3 * at, column: 2 });
    }
    // Counting through the text for each takes minutes.
    expect(performance.now() - began).toBeLessThan(5000);
  });
});

describe("P7 conditions", () => {
  const rows: readonly (readonly [rule: string, command: string, fits: boolean])[] = [
    ["Bash(*a*a*a*a*a*a*a*a*b)", "a".repeat(5000), false],
    ["Bash(*a*a*a*a*a*a*a*a*b)", `${"a".repeat(5000)}b`, true],
    ["Bash(git:*)", "git", true],
    ["Bash(git:*)", "git push", true],
    ["Bash(git:*)", "gitk", false],
    ["Bash(git * --force *)", "git push --force", true],
    ["Bash(git * --force *)", "git push --force x", true],
    ["Bash(git * --force *)", "git push", false],
    ["Bash(ab*ba)", "aba", false],
    ["Bash(ab*ba)", "abba", true],
    ["Bash(ls)", "ls", true],
    ["Bash(ls)", "ls -l", false],
    ["Bash(a.c)", "abc", false],
    ["Bash(* *)", "rm", true],
  ];
  test.each(rows)("P7 %s on %s", (rule, command, fits) => {
    expect(conditionFits(rule, ["Bash"], command)).toBe(fits);
  });
});

describe("W3 A1 tokens out of turn", () => {
  async function denied() {
    const lab = await Lab.open([{ body: denying }]);
    return { lab, committed: commit(await lab.bridge.plan(lab.call(shell("ls"))), lab.sink) };
  }
  test("W4 a committed denial is no ticket, whatever the types say", async () => {
    const { lab, committed } = await denied();
    let ran = false;
    await expect(
      execute(committed as never, () => {
        ran = true;
      }),
    ).rejects.toThrow("a step was left out");
    expect(ran).toBe(false);
    await lab[Symbol.asyncDispose]();
  });
  test("W3 a plan, an approval and a ticket stand for nothing but their own step, once", async () => {
    await using lab = await Lab.open([{ body: asking }]);
    const plan = await lab.bridge.plan(lab.call(shell("ls")));
    expect(() => authorize(plan as never)).toThrow("a step was left out");
    await expect(execute(plan as never, () => {})).rejects.toThrow("a step was left out");
    const committed = commit(plan, lab.sink);
    expect(() => commit(committed as never, lab.sink)).toThrow("a step was left out");
    const approved = await approve(committed, async ({ digest }) => ({ kind: "once", digest }));
    if (approved.stage !== "approved") throw new Error("not approved");
    await expect(
      approve(approved as never, async ({ digest }) => ({ kind: "once", digest })),
    ).rejects.toThrow();
    await expect(execute(approved as never, () => {})).rejects.toThrow("a step was left out");
    const ticket = authorize(approved);
    expect(() => authorize(ticket as never)).toThrow("a step was left out");
    await expect(execute(structuredClone(ticket), () => {})).rejects.toThrow();
    expect((await execute(ticket, () => 1)).kind).toBe("done");
    await expect(execute(ticket, () => 1)).rejects.toThrow("used already");
  });
  const ring: Record<string, unknown> = {};
  ring.ring = ring;
  const edits: readonly (readonly [string, unknown])[] = [
    ["a ring", ring],
    ["a number that JSON has not", { command: 1n }],
    ["nothing", undefined],
    ["nesting without end", JSON.parse(`{"command":"x","y":${"[".repeat(2000)}${"]".repeat(2000)}}`)],
  ];
  test.each(edits)("A3 A4 an edit into %s is a no", async (_, value) => {
    await using lab = await Lab.open([{ body: asking }]);
    const committed = commit(await lab.bridge.plan(lab.call(shell("ls"))), lab.sink);
    const next = await approve(committed, async ({ digest }) => ({
      kind: "edit",
      digest,
      arguments: value as never,
    }));
    expect(next.stage).toBe("refused");
  });
});

describe("W1 C1 a log that somebody has changed", () => {
  type Change = (log: LogEvent[]) => unknown;
  const at = (log: readonly LogEvent[], kind: LogEvent["kind"]): number =>
    log.findIndex((event) => event.kind === kind);
  const edit =
    (kind: LogEvent["kind"], fields: object): Change =>
    (log) => {
      const place = at(log, kind);
      log[place] = { ...log[place], ...fields } as LogEvent;
    };
  const insert =
    (before: LogEvent["kind"], make: (log: readonly LogEvent[]) => object): Change =>
    (log) =>
      log.splice(at(log, before), 0, make(log) as LogEvent);
  const record = (log: readonly LogEvent[]) => log[at(log, "call")] as LogEvent & { kind: "call" };
  const rows: readonly (readonly [name: string, change: Change])[] = [
    ["another tool was asked for", edit("model-call", { tool: "Read" })],
    ["a record without a form", edit("call", { rewrite: null })],
    ["steps without a form", edit("call", { rewrite: { originalArguments: "", digest: "" } })],
    ["a decision that there is not", edit("call", { decision: "yes" })],
    ["a result without a form", edit("result", { text: 5 })],
    ["a yes that became a no", edit("approval-decided", { outcome: "reject" })],
    [
      "a no behind the yes",
      insert("execution-started", (log) => ({ ...log[at(log, "approval-decided")], outcome: "cancel" })),
    ],
    [
      "the question taken out by a revision",
      (log) => {
        insert("execution-started", (all) => ({ ...record(all), kind: "call-revised", decision: "allow" }))(
          log,
        );
        return log.splice(at(log, "approval-decided"), 1);
      },
    ],
    [
      "a revision that nobody made",
      insert("approval-asked", (log) => ({ ...record(log), kind: "call-revised" })),
    ],
    [
      "start and end taken out",
      (log) => {
        log.splice(at(log, "execution-started"), 1);
        log.splice(at(log, "execution-ended"), 1);
      },
    ],
    [
      "a hook's end before its start",
      (log) => {
        const [one, two] = [at(log, "hook-invoked"), at(log, "hook-result")];
        [log[one], log[two]] = [log[two] as LogEvent, log[one] as LogEvent];
      },
    ],
    ["a start twice", insert("execution-ended", (log) => ({ ...log[at(log, "execution-started")] }))],
    [
      "the record behind the start",
      (log) => log.splice(at(log, "execution-started") + 1, 0, ...log.splice(at(log, "call"), 1)),
    ],
    ["an event of no kind", insert("call", () => ({ callId: "call-1", kind: "__proto__" }))],
    ["no event", insert("call", () => [])],
  ];
  test.each(rows)("W1 C1 %s is found, and nothing throws", async (_, change) => {
    await using lab = await Lab.open([{ body: replacing("rm", "trash") }, { body: asking }]);
    await lab.way(shell("rm a"), async ({ digest }) => ({ kind: "once", digest }));
    expect(lab.check()).toEqual({ ok: true, findings: [], repairs: [] });
    const log = structuredClone(lab.log);
    change(log);
    expect(checkLog(log).ok).toBe(false);
  });
  test("A4 a call that a person refused though no hook had asked does not run unseen", async () => {
    await using lab = await Lab.open([]);
    await lab.way(shell("ls"), async ({ digest }) => ({ kind: "once", digest }));
    const log = lab.log.map((event) =>
      event.kind === "approval-decided" ? { ...event, outcome: "reject" as const } : event,
    );
    expect(checkLog(log).findings.map(({ kind }) => kind)).toEqual(["ran-without-approval"]);
  });
});

test("W15 a note is cut between characters", async () => {
  // The prefix puts the cut, at whichever of two neighbours, into a pair once.
  for (const front of ["a", "aa"]) {
    const long = front + "\u{1F600}".repeat(2000);
    await using lab = await Lab.open([{ body: rewriting({ command: long }) }]);
    const { told } = await lab.way(shell("rm a"));
    expect(told.isWellFormed()).toBe(true);
    expect(lab.check().ok).toBe(true);
  }
});
