/** `hooks fire` with the built program, on settings that its own `install` wrote and on a hook of somebody else beside. */
import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ended, program, run, withFolder } from "./programs.ts";

const NAG = `#!/bin/sh
cat >/dev/null
echo 'remember the milk' >&2
`;

async function inHome(
  use: (home: string, hooks: (...argv: string[]) => Promise<Ended>) => Promise<void>,
): Promise<void> {
  await withFolder(async (home) => {
    const project = join(home, "project");
    mkdirSync(join(project, "build"), { recursive: true });
    mkdirSync(join(home, ".claude"));
    const nag = join(home, "nag.sh");
    writeFileSync(nag, NAG);
    chmodSync(nag, 0o755);
    writeFileSync(
      join(home, ".claude/settings.json"),
      JSON.stringify({
        hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: nag }] }] },
      }),
    );
    await use(home, (...argv) =>
      run({ argv: [program("hooks"), ...argv], cwd: project, env: { HOME: home } }),
    );
  });
}

test("an installed hook of ours and a foreign one both run; ours rewrites, refuses, and nothing is deleted", async () => {
  await inHome(async (home, hooks) => {
    expect(await hooks("install", "trash-guard", "--harness", "claude-code")).toMatchObject({ exitCode: 0 });

    const both = await hooks("fire", "PreToolUse", "--command", "rm -rf build", "--harness", "claude");
    expect(both).toMatchObject({ stderr: "", exitCode: 0 });
    expect(both.stdout).toContain('foreign, matcher "Bash"\n     ~/nag.sh');
    expect(both.stdout).toContain("stderr  remember the milk");
    expect(both.stdout).toMatch(/ours, matcher "Bash"\n {5}cd \/; /);
    expect(both.stdout).toMatch(
      /\n {2}- rm -rf build\n {2}\+ .*\/\.hasna\/hooks\/bin\/trash guard -rf build\n/,
    );
    expect(both.stdout).not.toContain("Hazards");
    expect(existsSync(join(home, "project/build"))).toBe(true);

    const refused = await hooks(
      "fire",
      "PreToolUse",
      "--command",
      "rm -rf ~",
      "--harness",
      "claude",
      "--only-ours",
    );
    expect(refused.stdout).toMatch(/Decision\n {2}deny: the call does not run\n {2}because {2}\S/);
    expect(refused.stdout).not.toContain("nag.sh");
  });
  // The program is copied into the home folder: 110 MB, on a busy disk.
}, 60_000);
