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
    expect(outcome.stdout.text).toBe("fifo\n3\n");
  });

  test("a socket where that is asked for, which cannot be opened by its name", async () => {
    const outcome = await run(`${kind}; cat /dev/stdin; wc -c`, { stdin: "abc", stdinAs: "socket" });
    expect(outcome.stdout.text).toBe("socket\n3\n");
    expect(outcome.stderr.text).toContain("/dev/stdin");
  });

  test("its neighbour: a pipe can", async () => {
    expect((await run("cat /dev/stdin", { stdin: "abc" })).stdout.text).toBe("abc");
  });

  test("a shell on a socket does not take itself for a remote one and read a profile into the answer", async () => {
    const home = join(folder, "home");
    mkdirSync(home);
    writeFileSync(join(home, ".bashrc"), "echo spoiled\n");
    const outcome = await run("cat", { stdin: "{}", stdinAs: "socket", env: { HOME: home, SHLVL: null } });
    expect(outcome.stdout.text).toBe("{}");
  });
});

describe("R2 input that is not read is an outcome", () => {
  const small = new TextEncoder().encode("0123456789");
  const rows: readonly (readonly [command: string, stdin: Uint8Array, exitCode: number, taken: number])[] = [
    ["exit 2", MEGABYTES, 2, 0],
    ["exit 0", small, 0, 0],
    ["cat >/dev/null", MEGABYTES, 0, MEGABYTES.length],
    ["cat >/dev/null", Uint8Array.of(0, 255, 10), 0, 3],
    ["dd bs=4 count=1 status=none >/dev/null", small, 0, 4],
    ["dd bs=1000 count=1 iflag=fullblock status=none >/dev/null; exit 3", MEGABYTES, 3, 1000],
  ];
  test.each(rows)("%s", async (command, stdin, exitCode, taken) => {
    const outcome = await run(command, { stdin });
    expect(outcome).toMatchObject({ cause: "exit", exitCode });
    const part = taken === 0 ? "refused" : "partial";
    const state = taken === stdin.length ? "delivered" : part;
    expect(outcome.stdin).toEqual({ state, taken, given: stdin.length });
  });

  test.each(["exit 2", "head -c 10 >/dev/null; exit 2"])(
    "through a socket, where EPIPE ends it: %s",
    async (command) => {
      const outcome = await run(command, { stdin: MEGABYTES, stdinAs: "socket" });
      expect(outcome).toMatchObject({ cause: "exit", exitCode: 2 });
      expect(["partial", "refused"]).toContain(outcome.stdin.state);
      expect(outcome.stdin.taken).toBeLessThan(MEGABYTES.length);
    },
  );

  test.each(["pipe", "socket"] as const)(
    "a run does not wait for a background process to read the rest: %s",
    async (stdinAs) => {
      const outcome = await run("{ sleep 5; } <&0 >/dev/null 2>&1 & exit 0", {
        stdin: MEGABYTES,
        stdinAs,
        leftovers: "kill",
      });
      expect(outcome.stdin.state).not.toBe("delivered");
      expect(outcome.durationMs).toBeLessThan(3000);
    },
  );
});

describe.each(["pipe", "socket"] as const)("R3 through a %s", (stdinAs) => {
  test("a command that closes its input early goes on, and its answer counts", async () => {
    const command = 'exec 0<&-; sleep 0.05; echo \'{"decision":"block"}\'';
    const outcome = await run(command, { stdin: MEGABYTES, stdinAs });
    expect(outcome).toMatchObject({ cause: "exit", exitCode: 0 });
    expect(["partial", "refused"]).toContain(outcome.stdin.state);
    expect(outcome.stdout.text).toBe('{"decision":"block"}\n');
  });
});

describe("R4 empty input is input", () => {
  const rows: readonly (readonly [
    name: string,
    stdin: string | Uint8Array | undefined,
    state: string,
    device: string,
  ])[] = [
    ["absent", undefined, "none", "character special file"],
    ["empty text", "", "delivered", "fifo"],
    ["no bytes", new Uint8Array(0), "delivered", "fifo"],
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

test.each(["pipe", "socket"] as const)("bytes go through a %s as they are, both ways", async (stdinAs) => {
  const stdin = Uint8Array.from({ length: 256 * 1024 }, (_, at) => (at * 7) % 256);
  const outcome = await run("cat", { stdin, stdinAs, limits: { stdoutBytes: stdin.length } });
  expect(Buffer.compare(outcome.stdout.bytes, stdin)).toBe(0);
});
