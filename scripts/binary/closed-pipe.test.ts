/** A reader that stops early (`hooks list | head -1`) ends the program quietly and takes nothing from what it does. */
import { expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program, run } from "./programs.ts";

test.each(["help", "list", "list --json", "install trash-guard", "explain -- ls"])(
  "hooks %s into a closed pipe",
  async (words) => {
    const home = mkdtempSync(join(tmpdir(), "hooks-pipe-"));
    // The pause lets the reader go first; `wait` for it would need bash.
    const script = `{ sleep 0.2; "${program("hooks")}" ${words}; echo "ended with $?" >&2; } | true`;
    const { stderr } = await run({ argv: ["/bin/sh", "-c", script], env: { HOME: home } });
    const isInstalled = existsSync(join(home, ".claude/settings.json"));
    rmSync(home, { recursive: true, force: true });
    expect(stderr).toBe("ended with 0\n");
    expect(isInstalled).toBe(words.startsWith("install"));
  },
  20_000,
);
