import { describe, expect, test } from "bun:test";
import { app } from "./app.ts";
import type { Context } from "./context.ts";

interface Said {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

async function hooks(argv: readonly string[], input = ""): Promise<Said> {
  let out = "";
  let err = "";
  const context: Context = {
    env: { HOME: "/home/u", PATH: "/usr/bin" },
    home: "/home/u",
    cwd: "/home/u/project",
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
      ["a mistyped option", ["list", "--jsno"], 2, /Usage: hooks list/],
      ["explain without a command", ["explain"], 2, /put the command after --/],
      [
        "explain with a shell it does not know",
        ["explain", "--shell", "fish", "--", "ls"],
        2,
        /one of bash, zsh, sh, unknown/,
      ],
      ["explain with a hook that is not there", ["explain", "nope", "--", "ls"], 1, /no hook "nope"/],
    ];
  test.each(rows)("%s", async (_, argv, exitCode, says) => {
    const said = await hooks(argv);
    expect(said.out + said.err).toMatch(says);
    expect(said.exitCode).toBe(exitCode);
    if (exitCode !== 0 && argv.length > 0) expect(said.out).toBe("");
  });
});

describe("explain", () => {
  test("list names every hook with what it watches", async () => {
    const { hooks: rows } = JSON.parse((await hooks(["list", "--json"])).out);
    expect(rows.map(({ name }: { name: string }) => name)).toEqual(["trash-guard", "workspace-repos-guard"]);
    for (const row of rows)
      expect(row).toMatchObject({
        version: expect.any(String),
        summary: expect.any(String),
        matcher: "Bash",
      });
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
