/** Every test runs in a HOME of its own: a test that forgets to set one must not reach the developer's files. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const home = mkdtempSync(join(tmpdir(), "hooks-test-home-"));
process.env.HOME = home;
process.on("exit", () => rmSync(home, { recursive: true, force: true }));
for (const name of Object.keys(process.env)) {
  if (/^(XDG_|CLAUDE|CODEX|GEMINI|HASNA_|TRASH_)/.test(name)) delete process.env[name];
}
