import { afterAll, describe, expect, test } from "bun:test";
import { ownerId, type TaskHandle, type TaskRead, type TrustedRunRequest } from "./index.ts";
import { bench, eventually } from "./testing/runs.ts";

const { runner, dispose } = bench({ limits: { stdoutBytes: 100 }, tasksPerOwner: 3 });
afterAll(dispose);

const anna = ownerId("session-anna");
const ben = ownerId("session-ben");

function start(command: string, more: Partial<TrustedRunRequest> = {}): TaskHandle {
  return runner.start(runner.resolve({ kind: "trusted", command, ...more }));
}

const text = ({ stdout }: TaskRead): string => Buffer.from(stdout).toString();

describe("R14 a task is its owner's alone", () => {
  test("only exactly the owner finds it; nobody's task is the host's", async () => {
    const tasks = [
      start("sleep 5", { owner: anna }),
      start("sleep 5", { owner: ben }),
      start("sleep 5"),
    ] as const;
    const callers = [anna, ben, null] as const;
    for (const [at, task] of tasks.entries()) {
      for (const [caller, id] of callers.entries()) {
        expect(runner.task(task.id, id) === undefined, `${at} asked by ${caller}`).toBe(at !== caller);
      }
    }
    expect(tasks.map(({ owner }) => owner)).toEqual([...callers]);
    for (const task of tasks) expect(task.kill()).toBe(true);
    await Promise.all(tasks.map(({ done }) => done));
    expect(tasks.map(({ status }) => status)).toEqual(["killed", "killed", "killed"]);
  });

  test("an owner of the host's terms stands over the request's, a model's request has none", async () => {
    const spec = runner.resolve({ kind: "trusted", command: "true", owner: anna }, { owner: ben });
    expect(spec.owner).toBe(ben);
    expect(runner.resolve({ kind: "model", command: "true" }, { owner: ben }).owner).toBe(ben);
    expect(runner.resolve({ kind: "model", command: "true" }).owner).toBeNull();
    expect(() => ownerId("")).toThrow("name");
  });

  test("an id that is not there", () => {
    const id = "task-999" as TaskHandle["id"];
    expect(runner.task(id, null)).toBeUndefined();
    expect(runner.task("__proto__" as TaskHandle["id"], null)).toBeUndefined();
  });

  test("one owner cannot take the room of another", async () => {
    const carl = ownerId("session-carl");
    const running = [1, 2, 3].map(() => start("sleep 5", { owner: carl }));
    expect(() => start("sleep 5", { owner: carl })).toThrow("3 tasks of this owner run already");
    const other = start("true", { owner: ben });
    expect((await other.done).exitCode).toBe(0);
    for (const task of running) task.kill();
    await Promise.all(running.map(({ done }) => done));
    const again = start("true", { owner: carl });
    expect((await again.done).exitCode).toBe(0);
  });
});

describe("output of a task", () => {
  test("is read while it runs, from a cursor, and by two readers alike", async () => {
    const task = start("echo one; while [ ! -e go ]; do sleep 0.01; done; echo two");
    expect(await eventually(() => text(task.read()) === "one\n")).toBe(true);
    const first = task.read();
    expect(text(task.read(first.next))).toBe("");
    const go = start("touch go");
    await go.done;
    await task.done;
    expect(text(task.read(first.next))).toBe("two\n");
    expect(text(task.read())).toBe("one\ntwo\n");
    expect(task.status).toBe("exited");
    expect(task.kill()).toBe(false);
  });

  test("says how much is missed", async () => {
    const task = start("printf '%0150d' 3", { limits: { spillBytes: 0 } });
    await task.done;
    expect(task.read()).toMatchObject({
      missed: { stdout: 50, stderr: 0 },
      next: { stdout: 150, stderr: 0 },
    });
    expect(task.read({ stdout: 120, stderr: 0 }).stdout.length).toBe(30);
    expect(task.read({ stdout: 1e9, stderr: 0 }).stdout.length).toBe(0);
  });

  test("a task has no time-out", async () => {
    const task = start("sleep 0.2; echo late", { timeoutMs: 20 });
    expect(await task.done).toMatchObject({ cause: "exit", exitCode: 0 });
    expect(text(task.read())).toBe("late\n");
  });

  test("one that cannot start has ended, and says why", async () => {
    const task = start("true", { cwd: "/nowhere" });
    expect(await task.done).toMatchObject({ cause: "spawn-error", fault: { part: "cwd" } });
    expect(task.status).toBe("killed");
  });
});
