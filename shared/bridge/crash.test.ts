/** C and D of the list of attacks: what a crash leaves can be judged from the log alone, and nothing is left running. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { asking, Lab, replacing, shell } from "./testing/lab.ts";
import { authorize } from "./unit/approve.ts";
import { checkLog, closeOpenCalls } from "./unit/check-log.ts";
import { commit, recordModelCall } from "./unit/commit.ts";
import { execute } from "./unit/execute.ts";
import type { LogEvent } from "./unit/log.ts";
import { presentCall, recordResult } from "./unit/present.ts";
import { UnitFault } from "./unit/tokens.ts";

describe("C1 a crash at every point", () => {
  test("C1 of every beginning of a log: no finding, no retry of what may have run, every open pair gets a result", async () => {
    await using lab = await Lab.open([{ body: replacing("rm", "trash") }, { body: asking }]);
    await lab.way(shell("rm a"), async ({ digest }) => ({ kind: "once", digest }));
    await lab.way(shell("rm b"), async ({ digest }) => ({ kind: "reject", digest }));
    for (let length = 0; length <= lab.log.length; length++) {
      const left = lab.log.slice(0, length);
      const { ok, repairs } = checkLog(left);
      expect([length, ok]).toEqual([length, true]);
      const calls = new Set(left.map(({ callId }) => callId));
      const closed = new Set(left.filter(({ kind }) => kind === "result").map(({ callId }) => callId));
      expect(new Set(repairs.map(({ callId }) => callId))).toEqual(calls.difference(closed));
      for (const { callId, retry, result } of repairs) {
        const mayHaveRun = left.some(
          (event) => event.callId === callId && event.kind === "execution-started",
        );
        if (mayHaveRun) expect([retry, result.includes("do not send it again")]).toEqual([false, true]);
      }
      // Closed, it is whole, and closing it once more does nothing.
      const closing = [...left];
      closeOpenCalls(checkLog(left), { append: (event) => void closing.push(event) });
      expect([length, checkLog(closing)]).toEqual([length, { ok: true, findings: [], repairs: [] }]);
    }
  });

  const points = [
    "model-call",
    "call",
    "approval-asked",
    "approval-decided",
    "execution-started",
    "body",
    "execution-ended",
    "result",
  ];
  test.each(points)("C1 KILL at %s: the file on disk says whether the call may have run", async (point) => {
    await using lab = await Lab.open([{ body: replacing("touch", "mkdir") }, { body: asking }]);
    const child = Bun.spawn(
      [process.execPath, join(import.meta.dir, "testing/crash-child.ts"), lab.home, point],
      {
        stdout: "ignore",
        stderr: "inherit",
      },
    );
    await child.exited;
    expect(child.signalCode).toBe("SIGKILL");
    const lines = readFileSync(join(lab.home, "log.jsonl"), "utf8").split("\n");
    const log: LogEvent[] = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
    const { ok, repairs } = checkLog(log);
    expect(ok).toBe(true);
    const didRun = await Bun.file(join(lab.home, "ran")).exists();
    const [repair] = repairs;
    if (didRun && point !== "result") expect(repair?.retry).toBe(false);
    if (repair?.retry === true) expect(didRun).toBe(false);
    if (point === "result") expect(repairs).toEqual([]);
    rmSync(join(lab.home, "log.jsonl"));
  });
});

test("C2 a log that cannot be written lets nothing run", async () => {
  await using lab = await Lab.open([{ body: replacing("rm", "trash") }]);
  for (const failing of [1, 2, 3]) {
    const call = lab.call(shell("rm a"));
    const plan = await lab.bridge.plan(call);
    let count = 0;
    const sink = {
      append: () => {
        count++;
        if (count === failing) throw new Error("disk full");
      },
    };
    expect(() => commit(plan, sink)).toThrow("disk full");
    expect(() => commit(plan, sink)).toThrow(UnitFault);
  }
  const call = lab.call(shell("rm a"));
  let events = 0;
  const sink = {
    append: ({ kind }: LogEvent) => {
      events++;
      if (kind === "execution-started") throw new Error("disk full");
    },
  };
  recordModelCall(call, sink);
  const ticket = authorize(commit(await lab.bridge.plan(call), sink));
  let ran = false;
  await expect(
    execute(ticket, () => {
      ran = true;
    }),
  ).rejects.toThrow("disk full");
  expect([ran, events > 0]).toEqual([false, true]);
});

test("C3 a log that is read again gives the same views", async () => {
  await using lab = await Lab.open([{ body: replacing("rm", "trash") }]);
  const { record } = await lab.way(shell("rm a"));
  const again = lab.log.map((event): LogEvent => JSON.parse(JSON.stringify(event)));
  const read = again.find((event) => event.kind === "call");
  expect(read?.kind === "call" && presentCall(read)).toEqual(presentCall(record));
  expect(checkLog(again)).toEqual(checkLog(lab.log));
});

describe("checkLog finds every lie", () => {
  const lies: readonly (readonly [string, (event: LogEvent) => LogEvent | undefined, string])[] = [
    [
      "other arguments recorded",
      (e) => (e.kind === "call" ? { ...e, arguments: shell("rm -rf /") } : e),
      "record-digest",
    ],
    [
      "the original changed",
      (e) => (e.kind === "model-call" ? { ...e, arguments: shell("ls") } : e),
      "original",
    ],
    ["the sidecar gone", (e) => (e.kind === "call" ? (({ rewrite: _, ...rest }) => rest)(e) : e), "original"],
    [
      "a step missing",
      (e) => (e.kind === "call" && e.rewrite ? { ...e, rewrite: { ...e.rewrite, steps: [] } } : e),
      "steps",
    ],
    [
      "asked about something else",
      (e) => (e.kind === "approval-asked" ? { ...e, digest: "sha256:0" } : e),
      "approval",
    ],
    ["no answer", (e) => (e.kind === "approval-decided" ? undefined : e), "ran-without-approval"],
    [
      "a no that ran",
      (e) => (e.kind === "approval-decided" ? { ...e, outcome: "reject" } : e),
      "ran-without-approval",
    ],
    [
      "something else ran",
      (e) => (e.kind === "execution-started" ? { ...e, digest: "sha256:0" } : e),
      "executed",
    ],
    ["a denied call ran", (e) => (e.kind === "call" ? { ...e, decision: "deny" } : e), "ran-though-denied"],
    ["something else shown", (e) => (e.kind === "presented" ? { ...e, digest: "sha256:0" } : e), "presented"],
    ["the note missing", (e) => (e.kind === "result" ? { ...e, text: "done" } : e), "remembered"],
    ["no record", (e) => (e.kind === "call" ? undefined : e), "no-record"],
    ["a hook without an end", (e) => (e.kind === "hook-result" ? undefined : e), "open-pair"],
    ["no event at all", (e) => (e.kind === "presented" ? ({ kind: "x" } as never) : e), "not-an-event"],
  ];
  test.each(lies)("%s", async (_, lie, kind) => {
    await using lab = await Lab.open([{ body: replacing("rm", "trash") }, { body: asking }]);
    await lab.way(shell("rm a"), async ({ digest }) => ({ kind: "once", digest }));
    expect(lab.check().ok).toBe(true);
    const changed = lab.log.flatMap((event) => lie(event) ?? []);
    expect(checkLog(changed).findings.map((finding) => finding.kind)).toContain(kind as never);
  });
  test("what happens twice", async () => {
    await using lab = await Lab.open([]);
    await lab.way(shell("ls"));
    for (const [twice, kind] of [
      ["call", "two-records"],
      ["execution-started", "ran-twice"],
      ["result", "two-results"],
    ]) {
      const doubled = lab.log.flatMap((event) => (event.kind === twice ? [event, event] : [event]));
      expect(checkLog(doubled).findings.map((finding) => finding.kind)).toContain(kind as never);
    }
  });
});

test.skipIf(process.platform !== "linux")(
  "D1 disposing with a hook that runs leaves no process (off Linux there is no /proc)",
  async () => {
    await using lab = await Lab.open([
      { body: `echo $$ >$PWD/../pid; trap '' TERM; sleep 60 & wait; sleep 60` },
    ]);
    const planning = lab.bridge.plan(lab.call(shell("ls"))).catch((error: unknown) => error);
    const path = join(lab.home, "pid");
    while (!(await Bun.file(path).exists()) || lab.read("pid") === "") await Bun.sleep(5);
    const group = Number(lab.read("pid"));
    await lab.bridge.dispose();
    await planning;
    const left = readdirSync("/proc").filter((name) => {
      if (!/^\d+$/.test(name)) return false;
      try {
        const fields = readFileSync(`/proc/${name}/stat`, "latin1")
          .replace(/^.*\) /s, "")
          .split(" ");
        return Number(fields[2]) === group && fields[0] !== "Z";
      } catch {
        return false;
      }
    });
    expect(left).toEqual([]);
  },
);

test("D2 the cost of a call does not grow with the log", async () => {
  await using lab = await Lab.open([]);
  // Kept, as a harness keeps it: what looked through it would show.
  const { log, sink } = lab;
  const turn = async (number: number): Promise<void> => {
    const call = { callId: `c${number}`, tool: "Bash", rawArguments: shell(`echo ${number}`) };
    recordModelCall(call, sink);
    const committed = commit(await lab.bridge.plan(call), sink);
    await execute(authorize(committed), () => "");
    recordResult(committed.record, "", sink);
  };
  const medians: number[] = [];
  const took: number[] = [];
  for (let number = 0; number < 10_000; number++) {
    const start = performance.now();
    await turn(number);
    took.push(performance.now() - start);
    if (took.length === 1000) medians.push(took.splice(0).sort((a, b) => a - b)[500] ?? 0);
  }
  const [, second = 0] = medians;
  expect(log).toHaveLength(10_000 * 5);
  expect(medians.at(-1) ?? 0).toBeLessThan(Math.max(second * 3, 0.2));
});

test("D3 the cost over a bare process is counted with its number (figures: bun shared/bridge/bench.ts)", async () => {
  await using lab = await Lab.open([{ body: "exit 0" }]);
  const over: number[] = [];
  for (let count = 0; count < 10; count++) {
    const start = performance.now();
    const { trace } = await lab.bridge.plan(lab.call(shell("ls")));
    over.push(performance.now() - start - (trace?.hooks[0]?.runs[0]?.outcome.durationMs ?? 0));
  }
  expect(over).toHaveLength(10);
  expect(over.sort((a, b) => a - b)[5]).toBeLessThan(50);
});
