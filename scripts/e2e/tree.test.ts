import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differences, treeOf } from "./tree.ts";

/** Each change to the folder must show, and undoing nothing must show nothing. */
const rows: readonly (readonly [name: string, change: (root: string) => void, seen: readonly RegExp[]])[] = [
  ["nothing", () => {}, []],
  ["one byte", (root) => writeFileSync(join(root, "a/file"), "texT"), [/^changed: a\/file/]],
  ["permission bits", (root) => chmodSync(join(root, "a/file"), 0o755), [/^changed: a\/file .*644.*755/]],
  ["a file that is gone", (root) => unlinkSync(join(root, "a/file")), [/^gone: a\/file$/]],
  ["a new empty folder", (root) => mkdirSync(join(root, "a/new")), [/^new: a\/new$/]],
  [
    "a link that leads elsewhere",
    (root) => {
      unlinkSync(join(root, "a/link"));
      symlinkSync("other", join(root, "a/link"));
    },
    [/^changed: a\/link/],
  ],
  [
    "a folder that is gone",
    (root) => rmSync(join(root, "a"), { recursive: true }),
    [/a$/, /a\/file$/, /a\/link$/],
  ],
];

test.each(rows)("%s", (_, change, seen) => {
  const root = mkdtempSync(join(tmpdir(), "hooks-tree-"));
  try {
    mkdirSync(join(root, "a"));
    writeFileSync(join(root, "a/file"), "text", { mode: 0o644 });
    symlinkSync("file", join(root, "a/link"));
    const before = treeOf(root, ["a", "absent"]);
    change(root);
    const lines = differences(before, treeOf(root, ["a", "absent"]));
    expect(lines).toHaveLength(seen.length);
    for (const [number, pattern] of seen.entries()) expect(lines[number]).toMatch(pattern);
  } finally {
    rmSync(root, { recursive: true });
  }
});
