import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "./app.ts";
import type { Context } from "./context.ts";

interface Said {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), "hooks-app-"));
  homes.push(home);
  return home;
}

async function hooks(argv: readonly string[], input = "", home = "/home/u"): Promise<Said> {
  let out = "";
  let err = "";
  const context: Context = {
    env: { HOME: home, PATH: "/usr/bin" },
    home,
    cwd: join(home, "project"),
    user: 1000,
    binary: undefined,
    ownFolder: undefined,
    version: "0.0.0",
    terminal: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    input: async function* () {
      yield input;
    },
  };
  return { exitCode: await app(argv, context), out, err };
}

describe("the command line", () => {
  const rows: readonly (readonly [name: string, argv: readonly string[], exitCode: number, says: RegExp])[] =
    [
      ["nothing shows the commands", [], 2, /Usage: hooks COMMAND/],
      ["help", ["help"], 0, /install +Register/],
      ["help of one command", ["help", "explain"], 0, /--jsonl/],
      ["a command's own help", ["explain", "--help"], 0, /--jsonl/],
      ["the version", ["--version"], 0, /^hooks 0\.0\.0\n$/],
      ["a mistyped command", ["instal", "x"], 2, /no command "instal"\. Did you mean "install"\?/],
      ["a word that is near nothing", ["frobnicate"], 2, /no command "frobnicate"\. Run "hooks help"/],
      ["a name from the object's prototype", ["constructor"], 2, /no command "constructor"/],
      ["help of a mistyped command", ["help", "instal"], 2, /no command "instal"\. Did you mean "install"\?/],
      ["a command's own help by one letter", ["sync", "-h"], 0, /Usage: hooks sync/],
      ["help of install names the harnesses", ["help", "install"], 0, /\n {2}claude-code +Claude Code\n/],
      [
        "a mistyped option",
        ["list", "--jsno"],
        2,
        /no option "--jsno"\. Did you mean "--json"\?\nUsage: hooks list/,
      ],
      ["an option without its value", ["install", "x", "--scope"], 2, /--scope needs a value\.\nUsage/],
      ["an option in the place of a value", ["install", "--scope", "--json"], 2, /--scope needs a value/],
      [
        "a value for an option that takes none",
        ["list", "--json=yes"],
        2,
        /--json takes no value, got "yes"/,
      ],
      ["an option from the object's prototype", ["list", "--constructor"], 2, /no option "--constructor"/],
      ["a name for list", ["list", "trash-guard"], 2, /it takes no names, got "trash-guard"/],
      [
        "explain with the command before the dashes",
        ["explain", "rm", "-rf", "build"],
        2,
        /no option "-r"\. What belongs to the command to explain stands after --/,
      ],
      [
        "explain with a mistyped hook",
        ["explain", "trash-gard", "--", "ls"],
        2,
        /Did you mean "trash-guard"\? Known are .*trash-guard, /,
      ],
      ["explain without a command", ["explain"], 2, /put the command after --/],
      [
        "explain with a shell it does not know",
        ["explain", "--shell", "fish", "--", "ls"],
        2,
        /one of bash, zsh, sh, unknown/,
      ],
      ["explain with a hook that is not there", ["explain", "nope", "--", "ls"], 2, /no hook "nope"/],
      ["help on what is nearly a topic", ["help", "exit-code"], 2, /Did you mean "exit-codes"\?/],
      ["a topic of help is no command", ["exit-code"], 2, /no command "exit-code"\. Run/],
    ];
  test.each(rows)("%s", async (_, argv, exitCode, says) => {
    const said = await hooks(argv);
    expect(said.out + said.err).toMatch(says);
    expect(said.exitCode).toBe(exitCode);
    if (exitCode !== 0 && argv.length > 0) expect(said.out).toBe("");
  });
});

describe("list", () => {
  test("names the settings files that register a hook, and only those", async () => {
    const home = newHome();
    const file = join(home, ".claude/settings.json");
    const command = `${home}/.hasna/hooks/bin/hooks run trash-guard`;
    const group = { matcher: "Bash", hooks: [{ type: "command", command }] };
    mkdirSync(join(home, ".claude"));
    writeFileSync(file, JSON.stringify({ hooks: { PreToolUse: [group] } }));
    const { hooks: rows } = JSON.parse((await hooks(["list", "--json"], "", home)).out);
    for (const { name, registered } of rows) {
      expect([name, ...registered]).toEqual(name === "trash-guard" ? [name, file] : [name]);
    }
    const { out } = await hooks(["list"], "", home);
    expect(out).toContain(`of Bash|PowerShell, registered in ${file}\n`);
    expect(out).toContain("of Bash, not registered\n");
  });
});

const isRoot = process.getuid?.() === 0;
test.skipIf(isRoot)(
  `a home that cannot be written says what to do${isRoot ? " (root may write anywhere)" : ""}`,
  async () => {
    const home = newHome();
    chmodSync(home, 0o555);
    const { exitCode, err } = await hooks(["install", "trash-guard"], "", home);
    expect(err).toMatch(/^hooks install: EACCES.+\n {2}Make that place writable for you/);
    expect(exitCode).toBe(1);
  },
  20_000,
);

describe("explain", () => {
  test("list names every hook with what it watches", async () => {
    const { hooks: rows } = JSON.parse((await hooks(["list", "--json"])).out);
    // Not all names: a new hook must not make this test wrong.
    const names = rows.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["trash-guard", "workspace-repos-guard"]));
    expect(names).toEqual(names.toSorted());
    for (const row of rows)
      expect(row).toMatchObject({
        version: expect.any(String),
        summary: expect.any(String),
        matcher: expect.stringContaining("Bash"),
        registered: [],
      });
  });

  test("a command that no hook objects to says who decides", async () => {
    const { out } = await hooks(["explain", "--", "git status"]);
    expect(out).toStartWith(
      "verdict  none\n\n  git status\n\nNo hook objects: the harness goes by its own permission rules.\n",
    );
    expect(out).toContain("It starts\n  git status\n      no hook watches anything in it\n");
    expect(out).toEndWith("\nClaude Code is told: exit code 0\n");
  });

  test("a rewrite shows the judged verb and what it becomes", async () => {
    const { out } = await hooks([
      "explain",
      "trash-guard",
      "--trash",
      "/opt/trash",
      "--",
      "cd a && rm -rf build",
    ]);
    expect(out).toContain("verdict  rewrite");
    expect(out).toContain("  cd a && rm -rf build\n          ^^");
    expect(out).toContain("  cd a && /opt/trash guard -rf build");
  });

  test("a denial shows its rule and the next step", async () => {
    const { out } = await hooks(["explain", "trash-guard", "--", "rm -rf ~"]);
    expect(out).toMatch(/verdict {2}deny\nrule {5}trash-guard\/[a-z-]+\nreason {3}.+\nnext {5}.+/);
  });

  test("a command that deletes nothing", async () => {
    expect(JSON.parse((await hooks(["explain", "--json", "--", "git status"])).out)).toMatchObject({
      verdict: "none",
      edits: [],
    });
  });
});

describe("explain --jsonl", () => {
  const lines: readonly (readonly [line: string, want: Readonly<Record<string, unknown>>])[] = [
    [
      JSON.stringify({ command: "rm x" }),
      {
        verdict: "rewrite",
        rewritten: "/t/trash guard x",
        edits: [{ start: 0, end: 2, text: "/t/trash guard" }],
      },
    ],
    [JSON.stringify({ command: "ls" }), { verdict: "none", rule: null, rewritten: null, edits: [] }],
    ["not json", { verdict: "error" }],
    ["", { verdict: "error" }],
    ["null", { verdict: "error" }],
    ["[]", { verdict: "error" }],
    [
      JSON.stringify({ command: 5 }),
      { verdict: "error", reason: '"command" must be a string, got a number' },
    ],
    [JSON.stringify({ command: "ls", hooks: "trash-guard" }), { verdict: "error" }],
    [JSON.stringify({ command: "ls", hooks: ["nope"] }), { verdict: "error" }],
    [JSON.stringify({ command: "ls", shell: "fish" }), { verdict: "error" }],
    [JSON.stringify({ command: "rm -rf .", cwd: "/home/x", home: "/home/x" }), { verdict: "deny" }],
    [JSON.stringify({ command: "rm y", hooks: [] }), { verdict: "none" }],
    [
      JSON.stringify({ command: "\ud83d\ude00 && rm y" }),
      { verdict: "rewrite", edits: [{ start: 6, end: 8, text: "/t/trash guard" }] },
    ],
  ];

  test("answers every line in order, bad ones too", async () => {
    const { out, exitCode } = await hooks(
      ["explain", "--jsonl", "--trash", "/t/trash"],
      lines.map(([line]) => `${line}\n`).join(""),
    );
    const answers = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.length).toBe(lines.length);
    for (const [index, [line, want]] of lines.entries()) expect(answers[index], line).toMatchObject(want);
    expect(exitCode).toBe(0);
  });

  test("a last line without its newline is answered", async () => {
    const { out } = await hooks(["explain", "--jsonl"], '{"command":"ls"}\n{"command":"pwd"}');
    expect(out.trimEnd().split("\n").length).toBe(2);
  });
});
