/** A home in which our program has been at work, and its page: for the browser test and the pictures in the docs. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bashEvent, program, run } from "../binary/programs.ts";

export interface Demo {
  readonly home: string;
  readonly project: string;
  readonly url: string;
  stop(): Promise<number>;
}

/** Commands as an agent sends them; most get a verdict. */
const COMMANDS = [
  "rm -rf build dist",
  "git status && rm notes.txt",
  "ls -la",
  "shred -u secrets.txt",
  "rm -rf / --no-preserve-root",
  "find . -name '*.log' -delete",
];

/** `folder` is empty and becomes the home. */
export async function startDemo(folder: string): Promise<Demo> {
  const project = join(folder, "shop");
  mkdirSync(join(project, "build"), { recursive: true });
  mkdirSync(join(folder, ".claude"));
  for (const name of ["notes.txt", "build/app.js", "draft.md", "old.css"]) {
    writeFileSync(join(project, name), `${name}\n`.repeat(400));
  }
  const env = { HOME: folder };
  const hooks = program("hooks");
  await run({ argv: [hooks, "install", "trash-guard", "--harness", "claude-code"], cwd: project, env });
  // A fault that doctor finds: milliseconds where the harness counts seconds.
  const file = join(folder, ".claude/settings.json");
  const settings = await Bun.file(file).json();
  settings.hooks.PreToolUse[0].hooks[0].timeout = 5000;
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`);
  for (const command of COMMANDS) {
    await run({ argv: [hooks, "run", "trash-guard"], stdin: bashEvent(command, project), cwd: project, env });
  }
  await run({ argv: [program("trash"), "put", "notes.txt", "build"], cwd: project, env });
  await run({ argv: [program("trash"), "put", "draft.md"], cwd: project, env });
  const page = Bun.spawn([hooks, "ui"], {
    cwd: project,
    env: { PATH: "/usr/bin:/bin", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  const { value } = await page.stdout.getReader().read();
  return {
    home: folder,
    project,
    url: new TextDecoder().decode(value).trim(),
    stop: () => {
      page.kill("SIGTERM");
      return page.exited;
    },
  };
}
