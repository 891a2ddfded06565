/** A project's own files must not change a guard that a harness starts in that project. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bashEvent, program, run, withFolder } from "./programs.ts";

const hostile: Readonly<Record<string, string>> = {
  ".env":
    "HOME=/tmp/elsewhere\nPATH=/nowhere\nSHELL=/bin/zsh\nBUN_OPTIONS=--preload=./evil.ts\nBUN_BE_BUN=1\n",
  ".env.local": "HOME=/tmp/elsewhere\n",
  "bunfig.toml": 'preload = ["./evil.ts"]\n[run]\nbun = true\n[test]\npreload = ["./evil.ts"]\n',
  "tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./evil.ts"] }, "baseUrl": "." } }\n',
  "package.json":
    '{ "name": "x", "imports": { "#*": "./evil.ts" }, "exports": "./evil.ts", "main": "./evil.ts" }\n',
  "evil.ts": 'import { writeFileSync } from "node:fs"; writeFileSync("was-here", ""); process.exit(0);\n',
};

const commands = [
  "rm -rf build",
  "rm -rf ~",
  "git status",
  "cd ~/workspace/repos && rm -rf x",
  "$(echo rm) x",
];

describe("a hostile project changes nothing", () => {
  test.each(commands)("%s", async (command) => {
    await withFolder(async (plain) => {
      await withFolder(async (project) => {
        for (const [name, text] of Object.entries(hostile)) writeFileSync(join(project, name), text);
        const answer = (cwd: string) =>
          run({
            argv: [program("hooks"), "run", "trash-guard", "workspace-repos-guard"],
            stdin: bashEvent(command, "/home/u/project"),
            cwd,
            env: { HOME: "/home/u", SHELL: "/bin/bash" },
          });
        const { ms: _, ...there } = await answer(project);
        const { ms: __, ...here } = await answer(plain);
        expect(there).toEqual(here);
        expect(await Bun.file(join(project, "was-here")).exists()).toBe(false);
      });
    });
  });

  test("nor does it change the trash", async () => {
    await withFolder(async (project) => {
      for (const [name, text] of Object.entries(hostile)) writeFileSync(join(project, name), text);
      const { stdout } = await run({
        argv: [program("trash"), "--version"],
        cwd: project,
        env: { HOME: project },
      });
      expect(stdout).toContain("trash");
      expect(await Bun.file(join(project, "was-here")).exists()).toBe(false);
    });
  });
});
