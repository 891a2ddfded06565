import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Verdict, World } from "@hasna/hooks-registry";
import { hook } from "./hook.ts";

let root = "";

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "links-")));
  mkdirSync(join(root, "disk/someone/workspace/repos/app"), { recursive: true });
  mkdirSync(join(root, "disk/someone/project"), { recursive: true });
  symlinkSync(join(root, "disk/someone"), join(root, "home"));
  mkdirSync(join(root, "disk/someone/.hasna/repos"), { recursive: true });
  mkdirSync(join(root, "data/clones/app"), { recursive: true });
  symlinkSync(join(root, "data/clones"), join(root, "home/.hasna/repos/clones"));
  symlinkSync(join(root, "home/workspace/repos"), join(root, "disk/someone/project/linked"));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function judge(command: string, cwd: string): Verdict | Promise<Verdict> {
  const world: World = {
    home: join(root, "home"),
    user: 1000,
    path: [],
    ownFolder: undefined,
    vouchedTrash: undefined,
    facts: async () => ({ kind: "missing", mode: 0, owner: -1 }),
    realPath: (path) => realpath(path).catch(() => undefined),
    head: async () => undefined,
  };
  const toolInput = { command };
  return hook.run(
    { event: "PreToolUse", tool: "Bash", toolInput, cwd, shell: "bash", session: undefined },
    world,
  );
}

const rows: readonly (readonly [name: string, command: string, cwd: string, want: Verdict["kind"]])[] = [
  ["a folder behind a link into the checkouts", "rm -rf linked/app", "home/project", "deny"],
  ["git clean in a folder behind a link", "git -C linked/app clean -fd", "home/project", "deny"],
  ["where a root that is a link leads to", "rm -rf app", "data/clones", "deny"],
  ["beside it", "rm -rf other", "data", "none"],
  ["a pattern behind a link", "rm -rf linked/*", "home/project", "deny"],
  ["a pattern further down", "rm -rf linked/app/*.log", "home/project", "deny"],
  ["a variable behind a link", 'rm -rf linked/"$X"', "home/project", "deny"],
  ["find below a link", "find linked/ -name x -delete", "home/project", "deny"],
  ["a pattern that could be the link itself", "rm -rf link*", "home/project", "none"],
  ["the link itself may go: it holds nothing", "rm linked", "home/project", "none"],
  ["the home's real path", "rm -rf build", "disk/someone/workspace/repos/app", "deny"],
  ["a variable, from the home's real path", 'rm -rf "$X"', "disk/someone/workspace/repos/app", "deny"],
  ["a folder elsewhere", "rm -rf build", "home/project", "none"],
];

for (const [name, command, cwd, want] of rows) {
  test(name, async () => {
    expect((await judge(command, join(root, cwd))).kind).toBe(want);
  });
}
