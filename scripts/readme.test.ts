/**
 * What README.md tells people to type, typed. A `bunx` of ours starts the built program for `@hasna/hooks`, because a
 * checkout is what is tested. The section on adding a hook is typed in a copy of the repository by new-hook.test.ts.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { differences, type Tree, treeOf } from "./e2e/tree.ts";
import { shellBlocks } from "./shell-blocks.ts";

const root = resolve(import.meta.dir, "..");
const dist = join(root, "dist");
const readme = readFileSync(join(root, "README.md"), "utf8");
const typed = shellBlocks(readme).filter(({ section }) => !section.startsWith("Add a hook"));

let home = "";
let project = "";

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "hooks-readme-")));
  project = join(home, "project");
  mkdirSync(join(project, "build"), { recursive: true });
  writeFileSync(join(project, "build/app.js"), "built\n");
  mkdirSync(join(home, "shims"));
  const bunx = `#!/bin/sh\n[ "$1" = @hasna/hooks ] && shift && exec "${dist}/hooks" "$@"\n`;
  writeFileSync(join(home, "shims/bunx"), bunx, { mode: 0o755 });
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

test("the commands of README.md work in the order in which a reader types them", async () => {
  const before = treeOf(home, ["project"]);
  expect(typed.length).toBeGreaterThan(3);
  // What a reader exports holds for what comes after it.
  let exported = "";
  for (const command of typed.flatMap(({ commands }) => commands)) {
    const isUndo = command.endsWith("trash undo");
    // Between installing and undoing, README says, an agent deletes a folder.
    if (isUndo) await agentDeletesBuild();
    const { out, err, code } = await type(exported + command);
    expect(`${command}: ${code} ${code === 0 ? "" : out + err}`).toBe(`${command}: 0 `);
    if (isUndo) expect(changes(before)).toEqual([]);
    if (command.startsWith("export ")) exported += `${command}\n`;
  }
  expect(changes(before)).toEqual([]);
  expect(existsSync(join(home, ".claude/settings.json"))).toBe(false);
}, 30_000);

test("the scripts that README.md names are there", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [...readme.matchAll(/\b(?:bun run|npm run|npm(?= start| test))\s([\w:-]+)/g)].map(
    (match) => match[1],
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
});

test("the files that README.md links to are there", () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map((match) => String(match[1]));
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
});

test("the table of hooks is not stale", async () => {
  const { out, err, code } = await run([process.execPath, join(root, "scripts/readme.ts"), "--check"]);
  expect({ code, text: `${out}${err}`.trim() }).toEqual({ code: 0, text: "README.md is up to date" });
});

test("the picture shows what `bun scripts/start.ts` prints today", async () => {
  const { out, code } = await run([process.execPath, join(root, "scripts/start.ts")]);
  expect(code).toBe(0);
  const svg = readFileSync(join(root, "docs/start.svg"), "utf8");
  const drawn = [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map((match) => textOf(String(match[1])));
  expect(normal(drawn.join("\n"))).toBe(normal(out));
}, 30_000);

/** Ids of the trash differ from run to run, and the drawing wraps long lines. */
function normal(output: string): string {
  return output
    .replace(/\b\w{6}(?= {2}just now)/, "ID")
    .replace(/(?<=trash undo )\w{6}\b/, "ID")
    .replace(/\s+/g, "");
}

function textOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

async function agentDeletesBuild(): Promise<void> {
  const settings = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
  const event = {
    hook_event_name: "PreToolUse",
    cwd: project,
    tool_name: "Bash",
    tool_input: { command: "rm -rf build" },
  };
  const hook = settings.hooks.PreToolUse[0].hooks[0].command;
  const { out } = await type(hook, JSON.stringify(event));
  await type(JSON.parse(out).hookSpecificOutput.updatedInput.command);
  expect(existsSync(join(project, "build"))).toBe(false);
}

const changes = (before: Tree): string[] => differences(before, treeOf(home, ["project"]));

function type(command: string, input = ""): Promise<Ended> {
  return run(["/bin/sh", "-c", command], input);
}

interface Ended {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

async function run(command: string[], input = ""): Promise<Ended> {
  const child = Bun.spawn(command, {
    cwd: project,
    env: { HOME: home, PATH: `${home}/shims:/usr/local/bin:/usr/bin:/bin`, LANG: "C.UTF-8" },
    stdin: new TextEncoder().encode(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}
