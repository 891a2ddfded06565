import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StdinReport } from "./index.ts";
import { bench } from "./testing/runs.ts";

const { run, runner, folder, dispose } = bench();
afterAll(dispose);

const MEGABYTES = new Uint8Array(4 * 1024 * 1024).fill(0x61);

describe("R1 what file 0 is", () => {
  const kind = "stat -L -c %F /proc/self/fd/0";

  test("/dev/null without input", async () => {
    const outcome = await run(`${kind}; readlink /proc/self/fd/0; wc -c`);
    expect(outcome.stdout.text).toBe("character special file\n/dev/null\n0\n");
    expect(outcome.stdin).toEqual({ state: "none", taken: 0, given: 0 });
  });

  test("something to read from with input, and its end comes", async () => {
    const outcome = await run(`${kind}; wc -c`, { stdin: "abc" });
    expect(outcome.stdout.text).toBe("socket\n3\n");
  });

  test("a shell on a socket does not take itself for a remote one and read a profile into the answer", async () => {
    const home = join(folder, "home");
    mkdirSync(home);
    writeFileSync(join(home, ".bashrc"), "echo spoiled\n");
    const outcome = await run("cat", { stdin: "{}", env: { HOME: home, SHLVL: null } });
    expect(outcome.stdout.text).toBe("{}");
  });
});

describe("R2 a reader that goes away is an outcome", () => {
  const rows: readonly (readonly [
    command: string,
    stdin: Uint8Array,
    exitCode: number,
    state: readonly StdinReport["state"][],
  ])[] = [
    ["exit 2", MEGABYTES, 2, ["partial", "refused"]],
    ["head -c 10 >/dev/null; exit 3", MEGABYTES, 3, ["partial"]],
    ["cat >/dev/null", MEGABYTES, 0, ["delivered"]],
    ["cat >/dev/null", new Uint8Array([0, 255, 10]), 0, ["delivered"]],
  ];
  test.each(rows)("%s", async (command, stdin, exitCode, states) => {
    const outcome = await run(command, { stdin });
    expect(outcome).toMatchObject({ cause: "exit", exitCode });
    expect(states).toContain(outcome.stdin.state);
    expect(outcome.stdin.given).toBe(stdin.length);
    expect(outcome.stdin.taken).toBeLessThanOrEqual(stdin.length);
  });

  test("a run does not wait for a background process to read the rest", async () => {
    const outcome = await run("{ sleep 5; } <&0 >/dev/null 2>&1 & exit 0", {
      stdin: MEGABYTES,
      leftovers: "kill",
    });
    expect(outcome.stdin.state).toBe("partial");
    expect(outcome.durationMs).toBeLessThan(3000);
  });
});

test("R3 a command that closes its input early goes on, and its answer counts", async () => {
  const outcome = await run('exec 0<&-; sleep 0.05; echo \'{"decision":"block"}\'', { stdin: MEGABYTES });
  expect(outcome).toMatchObject({ cause: "exit", exitCode: 0 });
  expect(["partial", "refused"]).toContain(outcome.stdin.state);
  expect(outcome.stdout.text).toBe('{"decision":"block"}\n');
});

describe("R4 empty input is input", () => {
  const rows: readonly (readonly [
    name: string,
    stdin: string | Uint8Array | undefined,
    state: string,
    device: string,
  ])[] = [
    ["absent", undefined, "none", "character special file"],
    ["empty text", "", "delivered", "socket"],
    ["no bytes", new Uint8Array(0), "delivered", "socket"],
  ];
  test.each(rows)("%s", async (_, stdin, state, device) => {
    const outcome = await run("stat -L -c %F /proc/self/fd/0; cat", stdin === undefined ? {} : { stdin });
    expect(outcome.stdin.state).toBe(state as StdinReport["state"]);
    expect(outcome.stdout.text).toBe(`${device}\n`);
  });
});

test("input is copied: what the caller does with its buffer later changes nothing", async () => {
  const stdin = new TextEncoder().encode("before");
  const spec = runner.resolve({ kind: "trusted", command: "cat", stdin });
  stdin.fill(0x78);
  expect((await runner.run(spec)).stdout.text).toBe("before");
});

test("bytes go through as they are, both ways", async () => {
  const stdin = Uint8Array.from({ length: 256 * 1024 }, (_, at) => (at * 7) % 256);
  const outcome = await run("cat", { stdin, limits: { stdoutBytes: stdin.length } });
  expect(Buffer.compare(outcome.stdout.bytes, stdin)).toBe(0);
});
