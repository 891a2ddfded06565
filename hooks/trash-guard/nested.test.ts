/** Every nested row under both settings, and what else the setting must leave alone. */
import { describe, expect, test } from "bun:test";
import type { Verdict, World } from "@hasna/hooks-registry";
import { cases } from "./cases.ts";
import { hook } from "./hook.ts";
import { nestedCases } from "./nested-cases.ts";

const trash = "/opt/hooks/trash";
const home = "/home/someone";

async function judge(
  command: string,
  nested: string | undefined,
  { shell = "bash", vouchedTrash = trash, cwd = `${home}/project` } = {},
): Promise<Verdict> {
  const world: World = {
    home,
    user: 1000,
    path: [],
    ownFolder: undefined,
    vouchedTrash,
    ...(nested === undefined ? {} : { settings: { nested } }),
    facts: async () => ({ kind: "missing", mode: 0, owner: -1 }),
    realPath: async (path) => path,
    head: async () => undefined,
  };
  return hook.run(
    {
      event: "PreToolUse",
      tool: "Bash",
      toolInput: { command },
      cwd,
      shell: shell as "bash",
      session: undefined,
    },
    world,
  );
}

describe.each(nestedCases)("$name", ({ command, rule, becomes, shell = "bash" }) => {
  test.each([undefined, "refuse", "REDIRECT", ""])("refused with nested=%s", async (nested) => {
    const verdict = await judge(command, nested, { shell });
    expect(verdict).toMatchObject({ kind: "deny", rule });
  });

  test(becomes === undefined ? "refused with nested=redirect" : "redirected on request", async () => {
    const verdict = await judge(command, "redirect", { shell });
    if (becomes === undefined) expect(verdict).toMatchObject({ kind: "deny", rule });
    else {
      if (verdict.kind !== "rewrite") throw new Error(`${verdict.kind}: ${JSON.stringify(verdict)}`);
      expect(verdict.toolInput.command).toBe(becomes.replaceAll("RM", `${trash} guard`));
      expect(verdict.approves).toBe(false);
    }
  });
});

test("a path that needs quotes is not written into strings", async () => {
  for (const path of ["/Users/a b/trash", "/opt/it's/trash"]) {
    expect((await judge("bash -c 'rm x'", "redirect", { vouchedTrash: path })).kind).toBe("deny");
    expect((await judge("rm x", "redirect", { vouchedTrash: path })).kind).toBe("rewrite");
  }
});

test("the setting changes no row that is passed, asked about or rewritten", async () => {
  for (const { command, want, shell, cwd } of cases) {
    if (want === "deny" || command.includes("{") || cwd !== undefined) continue;
    const more = { shell: shell ?? "bash" };
    expect(await judge(command, "redirect", more), command).toEqual(await judge(command, undefined, more));
  }
});
