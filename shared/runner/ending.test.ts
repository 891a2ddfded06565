import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRunner, type RunnerOptions, type TrustedRunRequest } from "./index.ts";
import { bench, descriptors, eventually, marked, runs } from "./testing/runs.ts";

const { run, runner, folder, dispose } = bench();
afterAll(dispose);

/** A sleep that only this test has, to look for in the list of processes. */
let marks = 0;
const mark = (): string => `${300 + ++marks}.0${process.pid}`;

/** For what obeys TERM: on a busy machine that takes its time too. */
const patient = { graceMs: 10_000 } as const;

describe("R5 what ignores TERM dies by KILL", () => {
  test("the command itself", async () => {
    const outcome = await run("trap '' TERM; while :; do sleep 0.05; done", { timeoutMs: 400 });
    expect(outcome).toMatchObject({ cause: "timeout", exitCode: null, signal: "SIGKILL" });
    expect(outcome.survivors).toEqual({ state: "killed", pids: [] });
  });

  test("a grandchild that outlives the command", async () => {
    const sleep = mark();
    const outcome = await run(`(trap '' TERM; sleep ${sleep}; sleep ${sleep}) & wait`, { timeoutMs: 400 });
    expect(outcome.cause).toBe("timeout");
    expect(outcome.survivors).toEqual({ state: "killed", pids: [] });
    expect(marked(sleep)).toEqual([]);
  });

  test("a job of a shell with job control, which is in a group of its own", async () => {
    const sleep = mark();
    const outcome = await run(`set -m; (trap '' TERM; sleep ${sleep}) & wait`, { timeoutMs: 400 });
    expect(outcome.cause).toBe("timeout");
    expect(outcome.survivors.state).toBe("killed");
    expect(marked(sleep)).toEqual([]);
  });

  test("one that obeys TERM is not reported", async () => {
    const outcome = await run("sleep 20", { timeoutMs: 50, limits: patient });
    expect(outcome).toMatchObject({ cause: "timeout", signal: "SIGTERM" });
    expect(outcome.survivors).toEqual({ state: "none", pids: [] });
  });

  test("the grace is used: a command may still tidy up", async () => {
    const outcome = await run("trap 'echo tidied; exit 7' TERM; while :; do sleep 0.02; done", {
      timeoutMs: 400,
      limits: patient,
    });
    expect(outcome).toMatchObject({ cause: "timeout", exitCode: 7, survivors: { state: "none" } });
    expect(outcome.stdout.text).toBe("tidied\n");
  });
});

describe("R6 output held open by something left behind", () => {
  test("ends the wait after the time for it, and says who is left", async () => {
    const sleep = mark();
    const outcome = await run(`echo answer; sleep ${sleep} & exit 0`);
    expect(outcome).toMatchObject({ cause: "exit", exitCode: 0, survivors: { state: "left" } });
    expect(outcome.stdout).toMatchObject({ text: "answer\n", ended: false, truncated: false });
    expect(outcome.survivors.pids.map(runs)).toEqual([true]);
    for (const pid of outcome.survivors.pids) process.kill(pid, "SIGKILL");
  });

  test("ends what is left, where that is asked for", async () => {
    const sleep = mark();
    const outcome = await run(`echo answer; sleep ${sleep} & exit 0`, { leftovers: "kill" });
    expect(outcome.survivors).toEqual({ state: "killed", pids: [] });
    expect(outcome.stdout.text).toBe("answer\n");
    expect(marked(sleep)).toEqual([]);
  });

  test("what is left with files of its own is reported as well", async () => {
    const sleep = mark();
    const outcome = await run(`sleep ${sleep} </dev/null >/dev/null 2>&1 & exit 0`);
    expect(outcome.stdout.ended).toBe(true);
    expect(outcome.survivors.state).toBe("left");
    expect(outcome.survivors.pids).toEqual(marked(sleep));
    for (const pid of outcome.survivors.pids) process.kill(pid, "SIGKILL");
  });

  test("its neighbour: a child that was waited for is nobody left", async () => {
    const outcome = await run("sleep 0.05 & wait; echo done");
    expect(outcome.survivors).toEqual({ state: "none", pids: [] });
    expect(outcome.stdout).toMatchObject({ text: "done\n", ended: true });
  });
});

describe("R7 a process in a session of its own is a limit, and never called dead", () => {
  test("one that holds the output", async () => {
    const sleep = mark();
    const outcome = await run(`setsid sleep ${sleep} & sleep 0.05; exit 0`, { leftovers: "kill" });
    expect(outcome.survivors.state).toBe("left");
    expect(outcome.stdout.ended).toBe(false);
    for (const pid of marked(sleep)) process.kill(pid, "SIGKILL");
  });

  test("one whose parent is ended by a time-out", async () => {
    const sleep = mark();
    const outcome = await run(`setsid sleep ${sleep} >/dev/null 2>&1 & wait`, { timeoutMs: 200 });
    expect(outcome).toMatchObject({ cause: "timeout", survivors: { state: "left" } });
    expect(outcome.survivors.pids).toEqual(marked(sleep));
    for (const pid of marked(sleep)) process.kill(pid, "SIGKILL");
  });
});

test("R8 a time-out stays a time-out, whatever the command still says and however it exits", async () => {
  const outcome = await run("trap 'echo \\{\\}; exit 0' TERM; while :; do sleep 0.02; done", {
    timeoutMs: 400,
    limits: patient,
  });
  expect(outcome).toMatchObject({ cause: "timeout", exitCode: 0, signal: null });
  expect(outcome.stdout.text).toBe("{}\n");
});

describe("R9 one cause, the first", () => {
  const rows: readonly (readonly [name: string, abortMs: number, timeoutMs: number, cause: string])[] = [
    ["abort before time-out", 40, 250, "abort"],
    ["time-out before abort", 250, 40, "timeout"],
  ];
  test.each(rows)("%s", async (_, abortMs, timeoutMs, cause) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), abortMs);
    // Longer than both: each of them comes while the command is still being ended.
    const outcome = await run("trap '' TERM; while :; do sleep 0.02; done", {
      timeoutMs,
      signal: abort.signal,
      limits: { graceMs: 400 },
    });
    expect(outcome.cause).toBe(cause as "abort");
  });

  test("an exit before both", async () => {
    const abort = new AbortController();
    const ending = run("exit 4", { timeoutMs: 5000, signal: abort.signal });
    const outcome = await ending;
    abort.abort();
    expect(outcome).toMatchObject({ cause: "exit", exitCode: 4 });
  });

  test("an abort while the output is held ends the wait and the holder; the cause stays the exit", async () => {
    const sleep = mark();
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 150);
    const outcome = await run(`sleep ${sleep} & exit 0`, {
      signal: abort.signal,
      limits: { drainMs: 20_000, graceMs: patient.graceMs },
    });
    expect(outcome).toMatchObject({ cause: "exit", exitCode: 0, survivors: { state: "none" } });
    expect(outcome.durationMs).toBeLessThan(5000);
    expect(marked(sleep)).toEqual([]);
  });

  test("a signal from elsewhere", async () => {
    expect(await run("kill -SEGV $$")).toMatchObject({ cause: "signal", exitCode: null, signal: "SIGSEGV" });
  });
});

test("R10 a signal that is aborted already starts nothing", async () => {
  const outcome = await run("echo ran > ran.txt", { signal: AbortSignal.abort(), stdin: "x" });
  expect(outcome).toMatchObject({ cause: "abort", exitCode: null, stdin: { state: "refused" } });
  expect(await Bun.file(join(folder, "ran.txt")).exists()).toBe(false);
});

describe("R11 limits out of range are refused before anything runs", () => {
  const numbers = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e12];

  test.each(numbers)("a time-out of %d", (timeoutMs) => {
    for (const kind of ["model", "trusted"] as const) {
      expect(() => runner.resolve({ kind, command: "true", timeoutMs })).toThrow(
        /timeoutMs must be a number/,
      );
    }
    expect(() => createRunner({ timeoutMs })).toThrow(/timeoutMs/);
    expect(() => createRunner({ maxTimeoutMs: timeoutMs })).toThrow(/maxTimeoutMs/);
  });

  const limits: readonly (readonly [NonNullable<TrustedRunRequest["limits"]>, string])[] = [
    [{ stdoutBytes: 0 }, "stdoutBytes"],
    [{ stderrBytes: -5 }, "stderrBytes"],
    [{ spillBytes: -1 }, "spillBytes"],
    [{ graceMs: Number.NaN }, "graceMs"],
    [{ drainMs: 1e12 }, "drainMs"],
  ];
  test.each(limits)("%o", (more, field) => {
    expect(() => runner.resolve({ kind: "trusted", command: "true", limits: more })).toThrow(field);
    expect(() => createRunner({ limits: more } satisfies RunnerOptions)).toThrow(field);
  });

  test("its neighbours: the least and the most", () => {
    expect(runner.resolve({ kind: "trusted", command: "true", timeoutMs: 1 }).timeoutMs).toBe(1);
    expect(runner.resolve({ kind: "trusted", command: "true", timeoutMs: 600_000 }).timeoutMs).toBe(600_000);
  });
});

describe("R15 folders", () => {
  test.each(["with blank", "with\nline end", "with 'quotes' \"both\"", "ümläut"])(
    "%j works",
    async (name) => {
      mkdirSync(join(folder, name));
      const outcome = await run("pwd", { cwd: name });
      expect(outcome.stdout.text).toBe(`${join(folder, name)}\n`);
    },
  );

  test("one that vanished", async () => {
    const outcome = await run("pwd", { cwd: join(folder, "gone") });
    expect(outcome).toMatchObject({
      cause: "spawn-error",
      exitCode: null,
      fault: { code: "ENOENT", part: "cwd" },
    });
    expect(outcome.fault?.message).toContain(join(folder, "gone"));
  });

  test("one that is a file", async () => {
    writeFileSync(join(folder, "file"), "");
    const outcome = await run("pwd", { cwd: "file" });
    expect(outcome).toMatchObject({ cause: "spawn-error", fault: { code: "ENOTDIR", part: "cwd" } });
  });

  const programs: readonly (readonly [string, string])[] = [
    ["/nowhere/program", "ENOENT"],
    ["/etc/passwd", "EACCES"],
  ];
  test.each(programs)("a program that cannot be started: %s", async (command, code) => {
    const outcome = await run(command, { args: [] });
    expect(outcome).toMatchObject({ cause: "spawn-error", fault: { code, part: "program" } });
  });

  test("a program with arguments is started without a shell", async () => {
    const outcome = await run("/bin/echo", { args: ["$HOME", "*", "a b"] });
    expect(outcome.stdout.text).toBe("$HOME * a b\n");
  });
});

describe("R16 a NUL", () => {
  const rows: readonly (readonly [string, Partial<TrustedRunRequest>])[] = [
    ["command", { command: "echo a\0b" }],
    ["cwd", { cwd: "a\0b" }],
    ["args[0]", { args: ["a\0b"] }],
    ["shell", { shell: ["/bin/sh", "-c\0"] }],
  ];
  test.each(rows)("in %s is refused, and the field named", (field, more) => {
    const request = { kind: "trusted", command: "true", ...more } as const;
    expect(() => runner.resolve(request)).toThrow(expect.objectContaining({ code: "text-with-nul", field }));
  });

  test("its neighbour: in the input it is a byte like any other", async () => {
    expect((await run("cat", { stdin: "a\0b" })).stdout.text).toBe("a\0b");
  });
});

describe("R17 many at once", () => {
  test("200 runs leave no process and no descriptor behind", async () => {
    const sleep = mark();
    // The first run opens what the engine keeps for all.
    await run("true");
    const before = descriptors();
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        if (at % 4 === 0) return run(`sleep ${sleep}`, { timeoutMs: 400 });
        if (at % 4 === 1) return run("cat", { stdin: "x".repeat(100_000), limits: { stdoutBytes: 1000 } });
        if (at % 4 === 2) return run(`sleep ${sleep} & exit 0`, { leftovers: "kill" });
        return run("exit 5");
      }),
    );
    const causes = Map.groupBy(outcomes, ({ cause }) => cause);
    expect(causes.get("timeout")?.length).toBe(50);
    expect(causes.get("exit")?.length).toBe(150);
    expect(outcomes.filter(({ survivors }) => survivors.state === "left")).toEqual([]);
    expect(marked(sleep)).toEqual([]);
    // The reaper of processes closes its own descriptors a moment after the exit is told.
    await eventually(() => descriptors().length <= before.length);
    expect(descriptors().length).toBeLessThanOrEqual(before.length);
  }, 30_000);
});

describe("D1 dispose", () => {
  test("ends what runs and leaves no process", async () => {
    const own = bench();
    const sleep = mark();
    const ending = [own.run(`sleep ${sleep}`), own.run(`trap '' TERM; sleep ${sleep}; sleep ${sleep}`)];
    const task = own.runner.start(own.runner.resolve({ kind: "trusted", command: `sleep ${sleep}` }));
    expect(await eventually(() => marked(sleep).length >= 3)).toBe(true);
    await own.dispose();
    expect(marked(sleep)).toEqual([]);
    expect((await Promise.all(ending)).map(({ cause }) => cause)).toEqual(["abort", "abort"]);
    expect((await task.done).cause).toBe("abort");
  });

  test("a runner that is disposed of starts nothing more", async () => {
    const own = bench();
    const spec = own.runner.resolve({ kind: "trusted", command: "true" });
    await own.dispose();
    expect(own.runner.run(spec)).rejects.toThrow("disposed");
    expect(() => own.runner.start(spec)).toThrow("disposed");
  });

  test("a host that exits takes its commands with it", async () => {
    const sleep = mark();
    const script = `
      import { createRunner } from ${JSON.stringify(join(import.meta.dir, "index.ts"))};
      const runner = createRunner();
      runner.run(runner.resolve({ kind: "trusted", command: "trap '' TERM; sleep ${sleep}; sleep ${sleep}" }));
      await Bun.sleep(200);
      process.exit(0);`;
    const host = Bun.spawn([process.execPath, "-e", script], { stdio: ["ignore", "ignore", "inherit"] });
    expect(await eventually(() => marked(`sleep ${sleep}`).length > 0 || marked(sleep).length > 1)).toBe(
      true,
    );
    expect(await host.exited).toBe(0);
    expect(await eventually(() => marked(sleep).length === 0)).toBe(true);
  });
});
