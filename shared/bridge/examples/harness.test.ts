import { expect, test } from "bun:test";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkLog } from "@hasna/hooks-bridge";
import { Lab, refusing, replacing, shell } from "../testing/lab.ts";
import { readLog, resume, runCalls, type Session } from "./harness.ts";

async function session(lab: Lab): Promise<{ readonly session: Session; readonly shown: string[] }> {
  const shown: string[] = [];
  const { bridge, project: cwd } = lab;
  const log = join(lab.home, "log.jsonl");
  return {
    session: {
      bridge,
      log,
      cwd,
      ask: async ({ digest }) => ({ kind: "once", digest }),
      show: (line) => void shown.push(line),
    },
    shown,
  };
}

test("the example is no longer than a hundred lines", () => {
  const lines = readFileSync(join(import.meta.dir, "harness.ts"), "utf8")
    .trimEnd()
    .split("\n");
  expect(lines.length).toBeLessThanOrEqual(100);
});

test("one message of three calls: one runs, one is rewritten, one is refused; the log proves it", async () => {
  await using lab = await Lab.open([{ body: replacing("touch a", "touch b") }, { body: refusing("rm -rf") }]);
  const { session: one, shown } = await session(lab);
  const calls = ["echo hi", "touch a", "rm -rf /"].map((command) => lab.call(shell(command)));
  const told = await runCalls(calls, one);
  expect(told[0]).toBe("hi\n");
  expect(told[1]).toContain('{"command":"touch b"}');
  expect(told[2]).toBe("no");
  expect(await Bun.file(join(lab.project, "b")).exists()).toBe(true);
  expect(await Bun.file(join(lab.project, "a")).exists()).toBe(false);
  expect(shown[1]).toBe('{"command":"touch b"} (the model asked for {"command":"touch a"})');
  expect(checkLog(readLog(one.log))).toEqual({ ok: true, findings: [], repairs: [] });
});

test("a session that was cut off is closed before it goes on, and a log that lies is not gone on with", async () => {
  await using lab = await Lab.open([]);
  const { session: one } = await session(lab);
  await runCalls([lab.call(shell("echo hi"))], one);
  const lines = readFileSync(one.log, "utf8").split("\n");
  const started = lines.findIndex((line) => line.includes("execution-started"));
  const cut = join(lab.home, "cut.jsonl");
  appendFileSync(cut, `${lines.slice(0, started + 1).join("\n")}\n{"kind":"exec`);
  expect(resume(join(lab.home, "none.jsonl")).repairs).toEqual([]);
  expect(resume(cut).repairs).toMatchObject([{ state: "may-have-run", retry: false }]);
  expect(resume(cut).repairs).toEqual([]);
  const lie = join(lab.home, "lie.jsonl");
  appendFileSync(lie, readFileSync(one.log, "utf8").replace(/echo hi/, "echo ho"));
  expect(() => resume(lie)).toThrow("differ from the model's");
});
