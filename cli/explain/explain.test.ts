import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "../app.ts";
import type { Context } from "../context.ts";

const folder = mkdtempSync(join(tmpdir(), "hooks-explain-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function explain(argv: readonly string[], input = "", heard: (out: string) => void = () => {}) {
  let out = "";
  let err = "";
  const context: Context = {
    env: { HOME: "/home/u", PATH: "/usr/bin" },
    home: "/home/u",
    cwd: folder,
    user: 1000,
    binary: undefined,
    ownFolder: undefined,
    version: "0.0.0",
    terminal: false,
    out: (text) => {
      out += text;
      heard(out);
    },
    err: (text) => {
      err += text;
    },
    input: async function* () {
      yield input;
    },
  };
  return { exitCode: await app(["explain", ...argv], context), out, err };
}

interface Row {
  readonly command: string;
  readonly program: string;
  readonly words: readonly string[];
  readonly wrappers?: readonly string[];
  readonly place?: string;
  readonly rule: string | null;
  readonly why: RegExp;
}

describe("every program of a command, with what each hook says of it", () => {
  const rows: readonly Row[] = [
    {
      command: "ls -la; shred x",
      program: "ls",
      words: ["-la"],
      rule: null,
      why: /no hook watches anything/,
    },
    {
      command: "ls -la; shred x",
      program: "shred",
      words: ["x"],
      rule: "trash-guard/shred",
      why: /what trash-guard\/shred is about/,
    },
    {
      command: "sudo timeout 5 shred 'a b'",
      program: "shred",
      words: ["a b"],
      wrappers: ["sudo", "timeout"],
      rule: "trash-guard/shred",
      why: /about/,
    },
    {
      command: "bash -c 'shred $X'",
      program: "shred",
      words: ["$X"],
      wrappers: ["bash"],
      place: "string",
      rule: "trash-guard/code-string",
      why: /about/,
    },
    {
      command: "shred x; find . -delete",
      program: "find",
      words: [".", "-delete"],
      rule: null,
      why: /alone it would meet trash-guard\/find-delete; here trash-guard\/shred comes first/,
    },
    {
      command: "echo rm; shred x",
      program: "echo",
      words: ["rm"],
      rule: null,
      why: /trash-guard .*nothing against it/,
    },
    {
      command: "x=$(shred a) ls",
      program: "shred",
      words: ["a"],
      place: "substitution",
      rule: "trash-guard/substitution",
      why: /about/,
    },
  ];
  for (const { command, program, words, wrappers = [], place = "list", rule, why } of rows) {
    test(`${program} in ${command}`, async () => {
      const { parts } = JSON.parse((await explain(["--json", "--", command])).out);
      const part = parts.find((one: { program: string }) => one.program === program);
      expect(part).toMatchObject({ words, wrappers, place, rule, why: expect.stringMatching(why) });
    });
  }

  test("what the harness is told, in its own form", async () => {
    const claude = JSON.parse((await explain(["--json", "--", "shred x"])).out).told;
    expect(claude).toMatchObject({
      harness: "claude-code",
      exitCode: 2,
      stderr: expect.stringContaining("shred"),
    });
    const gemini = await explain(["--harness", "gemini-cli", "--", "shred x"]);
    expect(gemini.out).toContain("Gemini CLI is told: exit code ");
    expect((await explain(["--harness", "gemini-cl", "--", "ls"])).err).toContain(
      'Did you mean "gemini-cli"?',
    );
  });

  test("a doubt is said", async () => {
    expect((await explain(["--", "$EDITOR x"])).out).toContain("not certain (unknown-program)");
  });
});

describe("as a linter", () => {
  const jsonl = (...commands: readonly string[]) =>
    commands.map((command) => JSON.stringify({ command })).join("\n");
  const rows: readonly (readonly [name: string, argv: readonly string[], input: string, exitCode: number])[] =
    [
      ["a denial among others", ["--jsonl", "--fail-on", "deny"], jsonl("ls", "shred x", "pwd"), 1],
      ["none", ["--jsonl", "--fail-on", "deny", "--trash", "/t/trash"], jsonl("ls", "rm x"), 0],
      [
        "a rewrite, asked for",
        ["--jsonl", "--fail-on", "deny,rewrite", "--trash", "/t/trash"],
        jsonl("ls", "rm x"),
        1,
      ],
      [
        "a line that cannot be read is not clean",
        ["--jsonl", "--fail-on", "deny"],
        `${jsonl("ls")}\nnonsense`,
        2,
      ],
      ["without --fail-on it only tells", ["--jsonl"], `${jsonl("shred x")}\nnonsense`, 0],
      ["one command", ["--fail-on", "deny", "--", "shred x"], "", 1],
      ["one harmless command", ["--fail-on", "deny", "--", "ls"], "", 0],
      ["a kind that there is not", ["--fail-on", "denied", "--", "ls"], "", 2],
    ];
  for (const [name, argv, input, exitCode] of rows) {
    test(`${name}: ${exitCode}`, async () => expect((await explain(argv, input)).exitCode).toBe(exitCode));
  }
});

describe("--watch", () => {
  test("judges each line, again when the file is replaced, and ends on a signal", async () => {
    const file = join(folder, "commands.txt");
    writeFileSync(file, "# mine\nls\n\nshred x\n");
    const { out, exitCode } = await explain(["--watch", "commands.txt"], "", (heard) => {
      const seen = heard.split("\n").filter((line) => /^\d+ /.test(line)).length;
      if (seen === 1 && heard.includes("1 none, 1 deny")) {
        writeFileSync(`${file}.new`, "find . -delete\n");
        renameSync(`${file}.new`, file);
      }
      if (heard.endsWith("\n1 deny\n")) process.emit("SIGTERM");
    });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^ {3}2 {2}none +ls\n {3}4 {2}deny {5}trash-guard\/shred +shred x\n1 none, 1 deny\n/);
    expect(out).toMatch(/\n {3}1 {2}deny {5}trash-guard\/find-delete +find \. -delete\n1 deny\n$/);
  }, 10_000);

  test("a file that is not there", async () => {
    const { err, exitCode } = await explain(["--watch", "nothing.txt"]);
    expect({ exitCode, err }).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("nothing.txt cannot be read"),
    });
  });
});
