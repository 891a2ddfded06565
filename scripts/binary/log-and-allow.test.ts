/** The whole circle with the built program: refused, on record, let pass by a person at a terminal and by nobody else. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bashEvent, type Ended, program, run } from "./programs.ts";

setDefaultTimeout(30_000);

let home = "";
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "hooks-circle-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const env = (more: Readonly<Record<string, string>> = {}) => ({
  HOME: home,
  SHELL: "/bin/bash",
  TERM: "dumb",
  ...more,
});

function judge(command: string): Promise<Ended> {
  return run({ argv: [program("hooks"), "run", "trash-guard"], stdin: bashEvent(command, home), env: env() });
}

function hooks(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return run({ argv: [program("hooks"), ...words], env: env(more), cwd: home });
}

const hasScript = Bun.which("script") !== null;

/** At a pseudo terminal, with an answer typed; `through` starts the command line instead of `sh`. */
async function atTerminal(
  words: readonly string[],
  typed: string,
  more: Readonly<Record<string, string>> = {},
  through = "/bin/sh",
): Promise<Ended> {
  const file = join(home, `type-${Math.random()}.sh`);
  writeFileSync(
    file,
    `exec script -qec "${through} -c '${[program("hooks"), ...words].join(" ")}; exit \\$?'" /dev/null\n`,
  );
  return run({
    argv: ["sh", "-c", `(sleep 0.5; echo ${typed}; sleep 0.5) | sh ${file}`],
    env: env(more),
    cwd: home,
  });
}

async function refusedId(command: string): Promise<string> {
  const { stdout } = await judge(command);
  return /hooks allow --once ([0-9a-f]{10})/.exec(stdout)?.[1] ?? "no id";
}

describe("the log", () => {
  test("a call that nobody stops leaves no line, not even a file", async () => {
    await judge("git status");
    expect(existsSync(join(home, ".hasna"))).toBe(false);
  });

  test("a refusal and a rewrite each leave one, with secrets taken out", async () => {
    await judge("TOKEN=hunter2 shred a");
    const { stdout } = await hooks(["log", "--json"]);
    const [record] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(record).toMatchObject({
      v: 1,
      verdict: "deny",
      rule: "trash-guard/shred",
      harness: "claude-code",
      hook: "trash-guard",
      cwd: home,
    });
    expect(record.input.command).toBe("TOKEN=[redacted] shred a");
    expect(record.ms).toBeGreaterThan(0);
  });

  const broken: readonly (readonly [string, () => void])[] = [
    ["a full disk", () => symlinkSync("/dev/full", join(home, ".hasna/hooks/log/verdicts.jsonl"))],
    ["a folder in its place", () => mkdirSync(join(home, ".hasna/hooks/log/verdicts.jsonl"))],
    [
      "no folder that could be made",
      () => {
        rmSync(join(home, ".hasna"), { recursive: true });
        writeFileSync(join(home, ".hasna"), "");
      },
    ],
  ];
  test.each(broken)("%s changes no answer", async (_, breakIt) => {
    const before = await judge("shred b");
    rmSync(join(home, ".hasna/hooks/log"), { recursive: true, force: true });
    mkdirSync(join(home, ".hasna/hooks/log"), { recursive: true });
    breakIt();
    const { ms: _ms, ...after } = await judge("shred b");
    const { ms: _before, ...wanted } = before;
    expect(after).toEqual(wanted);
    rmSync(join(home, ".hasna"), { recursive: true, force: true });
  });
});

describe("allow", () => {
  test("without a terminal nobody lifts anything", async () => {
    const id = await refusedId("shred c");
    for (const words of [
      ["--once", id],
      ["--session", id],
      ["--rule", "trash-guard/shred", "--reason", "r", "--expires", "1d"],
    ]) {
      const { exitCode, stderr } = await hooks(["allow", ...words]);
      expect({ exitCode, stderr }).toEqual({
        exitCode: 1,
        stderr: expect.stringContaining("this is no terminal"),
      });
    }
    expect((await judge("shred c")).exitCode).toBe(2);
    expect(readdirSync(join(home, ".hasna/hooks"))).not.toContain("grants");
  });

  const withScript = hasScript ? test : test.skip;

  withScript("a person at a terminal lets the call pass once (skipped: needs `script`)", async () => {
    const id = await refusedId("shred d");
    const { stdout, exitCode } = await atTerminal(["allow", "--once", id], "yes");
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining("shred d") });
    expect((await hooks(["allow", "--list"])).stdout).toContain(id);
    expect(await judge("shred d")).toMatchObject({ exitCode: 0, stdout: "" });
    expect((await judge("shred d")).exitCode).toBe(2);
    expect((await hooks(["log", "--verdict", "lifted", "--json"])).stdout).toContain(id);
    expect((await hooks(["stats"])).stdout).toContain("let pass  shred d");
  });

  withScript("another word than yes changes nothing (skipped: needs `script`)", async () => {
    const id = await refusedId("shred e");
    expect((await atTerminal(["allow", "--once", id], "y")).exitCode).toBe(1);
    expect((await judge("shred e")).exitCode).toBe(2);
  });

  withScript(
    "an agent behind a pseudo terminal is seen by its variables (skipped: needs `script`)",
    async () => {
      const id = await refusedId("shred f");
      const { stdout, exitCode } = await atTerminal(["allow", "--once", id], "yes", { CLAUDECODE: "1" });
      expect({ exitCode, stdout }).toEqual({
        exitCode: 1,
        stdout: expect.stringContaining("CLAUDECODE is set"),
      });
    },
  );

  withScript("and by the harness above it (skipped: needs `script`)", async () => {
    const id = await refusedId("shred g");
    const claude = join(home, "claude");
    copyFileSync("/bin/sh", claude);
    chmodSync(claude, 0o755);
    const { stdout, exitCode } = await atTerminal(["allow", "--once", id], "yes", {}, claude);
    if (process.platform === "linux")
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: expect.stringContaining("claude (") });
  });

  withScript("the floor is told so (skipped: needs `script`)", async () => {
    await judge("rm -rf ~");
    const [line] = readFileSync(join(home, ".hasna/hooks/log/verdicts.jsonl"), "utf8")
      .trim()
      .split("\n")
      .slice(-1);
    const { id } = JSON.parse(line ?? "{}");
    const { stdout, exitCode } = await atTerminal(["allow", "--once", id], "yes");
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: expect.stringContaining("never let pass") });
  });

  const reaches = [
    "hooks allow --once 0123456789",
    "script -qc 'hooks allow --once 0123456789'",
    "echo '{}' > ~/.hasna/hooks/policy.json",
  ];
  test.each(reaches)("beside any guard an agent's call is refused: %s", async (command) => {
    for (const guard of ["trash-guard", "workspace-repos-guard"]) {
      const { stdout, exitCode } = await run({
        argv: [program("hooks"), "run", guard],
        stdin: bashEvent(command, home),
        env: env(),
      });
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: expect.stringContaining("allow-guard/") });
    }
  });
});
