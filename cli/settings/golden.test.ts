/** Whole files as people have them, before and after an install. `UPDATE_GOLDEN=1 bun test golden` writes the afters anew. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claudeCode } from "@hasna/hooks-harness";
import { type HookFacts, madeBy, planInstall, planUninstall, type Wanted } from "./plan.ts";

const folder = join(import.meta.dir, "golden");
const guard = { events: ["PreToolUse"], matcher: "Bash", kind: "guard" } as const;
const catalogue: readonly HookFacts[] = [
  { ...guard, name: "trash-guard", rewritesInput: true },
  { ...guard, name: "workspace-repos-guard", rewritesInput: false },
];
const wanted: Wanted = {
  harness: claudeCode,
  root: ["hooks"],
  names: ["trash-guard", "workspace-repos-guard"],
  catalogue,
  program: "/home/u/.hasna/hooks/bin/hooks",
  folder: "/home/u/.hasna/hooks",
  rule: "Bash(/home/u/.hasna/hooks/bin/trash guard:*)",
};

describe("golden files", () => {
  for (const name of readdirSync(folder).filter((name) => name.includes(".before."))) {
    test(name, () => {
      const before = readFileSync(join(folder, name), "utf8");
      const path = join(folder, name.replace(".before.", ".after."));
      const plan = planInstall(before, wanted);
      if (plan.kind !== "write") throw new Error(plan.kind);
      if (process.env.UPDATE_GOLDEN === "1") writeFileSync(path, plan.text);
      const after = readFileSync(path, "utf8");
      expect(plan.text).toBe(after);
      expect(planInstall(after, wanted).kind).toBe("unchanged");
      const back = planUninstall(after, wanted, madeBy(before, after, wanted));
      // A container that held a line break and nothing else closes up; the record of an install gives that back too.
      const closed = before.replace(/\{\s+\}/, "{}");
      expect(back.kind === "write" ? back.text : back.kind).toBe(closed);
    });
  }
});
