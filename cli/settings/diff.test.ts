import { describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unifiedDiff } from "./diff.ts";
import { randomFrom } from "./testing/settings-generator.ts";

describe("unified diff", () => {
  test("nothing for nothing", () => expect(unifiedDiff("f", "a\n", "a\n")).toBe(""));
  test("a new file", () =>
    expect(unifiedDiff("f", undefined, "a\n")).toBe("--- /dev/null\n+++ f\n@@ -0,0 +1,1 @@\n+a\n"));
  test("a removed file", () =>
    expect(unifiedDiff("f", "a\n", undefined)).toBe("--- f\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n"));
  test("context, and a missing line end", () =>
    expect(unifiedDiff("f", "1\n2\n3\n4\n5", "1\n2\n3\n4\nfive")).toBe(
      "--- f\n+++ f\n@@ -2,4 +2,4 @@\n 2\n 3\n 4\n-5\n\\ No newline at end of file\n+five\n\\ No newline at end of file\n",
    ));
  test("a changed line end is a change", () =>
    expect(unifiedDiff("f", "a\r\n", "a\n")).toContain("-a\n+a\n"));

  const hasPatch = Bun.which("patch") !== null;
  test.skipIf(!hasPatch)(
    `what it prints, patch applies${hasPatch ? "" : " (patch is not installed)"}`,
    () => {
      const folder = mkdtempSync(join(tmpdir(), "hooks-diff-"));
      const random = randomFrom(3);
      for (let round = 0; round < 25; round++) {
        const lines = Array.from({ length: Math.floor(random() * 40) }, () =>
          String(Math.floor(random() * 6)),
        );
        const changed = lines.flatMap((line) =>
          random() < 0.15 ? [] : random() < 0.15 ? [line, "x"] : [line],
        );
        const [before, after] = [lines, changed].map(
          (text) => text.join("\n") + (random() < 0.5 ? "\n" : ""),
        ) as [string, string];
        if (before === after || before === "" || after === "") continue;
        const file = join(folder, "f");
        writeFileSync(file, before);
        writeFileSync(`${file}.diff`, unifiedDiff("f", before, after));
        const patched = Bun.spawnSync(["patch", "-s", "-o", "-", "f", "f.diff"], { cwd: folder });
        expect(patched.stdout.toString()).toBe(after);
      }
    },
  );
});
