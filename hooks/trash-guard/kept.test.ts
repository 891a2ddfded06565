/** The refusals that stay are refusals, and for the rule that their row names. */
import { expect, test } from "bun:test";
import { hook } from "./hook.ts";
import { keptCases } from "./kept-cases.ts";

for (const nested of ["refuse", "redirect"]) {
  test.each(keptCases)(`$shell $command (nested=${nested})`, async ({ command, shell, rules, why }) => {
    const verdict = await hook.run(
      {
        event: "PreToolUse",
        tool: "Bash",
        toolInput: { command },
        cwd: "/home/someone/project",
        shell,
        session: undefined,
      },
      {
        home: "/home/someone",
        user: 1000,
        path: [],
        ownFolder: undefined,
        vouchedTrash: "/opt/hooks/trash",
        settings: { nested },
        facts: async () => ({ kind: "missing", mode: 0, owner: -1 }),
        realPath: async (path) => path,
        head: async () => undefined,
      },
    );
    // With redirect some of them become a command that does the same.
    if (nested === "redirect" && verdict.kind === "rewrite") return;
    expect(rules).toContain("rule" in verdict ? verdict.rule : verdict.kind);
    expect(why).not.toBe("");
  });
}
