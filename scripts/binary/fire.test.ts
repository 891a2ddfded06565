/** `hooks fire` with the built program, on settings that its own `install` wrote and on a hook of somebody else beside. */
import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
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
    expect(both.stdout).toMatch(/ours, matcher "Bash\|PowerShell"\n {5}cd \/; /);
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

test("Ctrl-C ends the hooks that run, and says so", async () => {
  await withFolder(async (home) => {
    mkdirSync(join(home, ".claude"));
    const seconds = `77.0${process.pid}`;
    const settings = {
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: `sleep ${seconds}` }] }] },
    };
    writeFileSync(join(home, ".claude/settings.json"), JSON.stringify(settings));
    const child = Bun.spawn(
      [program("hooks"), "fire", "PreToolUse", "--command", "ls", "--harness", "claude"],
      {
        cwd: home,
        env: { PATH: "/usr/bin:/bin", HOME: home },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const sleeps = (): boolean => Bun.spawnSync(["pgrep", "-f", `sleep ${seconds}`]).exitCode === 0;
    while (!sleeps()) await Bun.sleep(20);
    child.kill("SIGINT");
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    expect(await child.exited).toBe(1);
    expect(err).toBe("hooks fire: interrupted; hooks that still ran were ended.\n");
    expect(out).toContain("given up after");
    expect(sleeps()).toBe(false);
  });
}, 30_000);

test("the output that README.md shows is what comes out", async () => {
  await withFolder(async (folder) => {
    const home = realpathSync(folder);
    const hooks = (...argv: string[]): Promise<Ended> =>
      run({ argv: [program("hooks"), ...argv], cwd: join(home, "project"), env: { HOME: home } });
    for (const name of ["project", "hooks", ".claude"]) mkdirSync(join(home, name));
    writeFileSync(join(home, "hooks/no-force.sh"), MISHEARD, { mode: 0o755 });
    writeFileSync(join(home, ".claude/settings.json"), SHOWN_SETTINGS.replaceAll("HOME", home));
    expect(await hooks("install", "trash-guard", "--harness", "claude-code")).toMatchObject({ exitCode: 0 });
    const { stdout } = await hooks("fire", "PreToolUse", "--command", "rm -rf build");
    expect(timeless(stdout.replaceAll(home, "/home/u"))).toBe(timeless(shownInReadme()));
  });
}, 60_000);

const MISHEARD = `#!/bin/sh
echo "checking the command"
cat >/dev/null
echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no -f here"}}'
`;

const SHOWN_SETTINGS = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "HOME/hooks/no-force.sh" }] },
      { "matcher": "Write|Edit", "hooks": [{ "type": "command", "command": "HOME/hooks/format.sh" }] }
    ]
  }
}
`;

function shownInReadme(): string {
  const readme = readFileSync(join(import.meta.dir, "../../README.md"), "utf8");
  return /<!-- fire: .*-->\n\n```text\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
}

/** Times differ from run to run, and so does how much of a path-laden reply fits a line. */
function timeless(text: string): string {
  return text
    .replaceAll(/\d+ ms|\d+\.\d s/g, "N ms")
    .replaceAll(/(stdout {2}\{"hookSpecificOutput".{80}).*$/gm, "$1 ...");
}
