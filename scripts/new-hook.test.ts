/** Adding a hook as README.md tells it, in a copy of the repository. */
import { afterAll, expect, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve, sep } from "node:path";
import { differences, type Tree, treeOf } from "./e2e/tree.ts";
import { shellBlocks } from "./shell-blocks.ts";

const root = resolve(import.meta.dir, "..");
const copies: string[] = [];
/** The name that README.md gives the new hook, or one beside it for a reader who has done what README.md says. */
const name = existsSync(join(root, "hooks/my-guard")) ? "my-guard-again" : "my-guard";

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}, 60_000);

test("a new hook is one new folder, and README.md's five commands make it work", async () => {
  const copy = copyOfRepository();
  const before = filesOf(copy);
  const [block] = shellBlocks(readFileSync(join(root, "README.md"), "utf8")).filter(({ section }) =>
    section.startsWith("Add a hook"),
  );
  const said = new Map<string, string>();
  for (const typed of block?.commands ?? []) {
    const command = typed.replaceAll("my-guard", name);
    const { text, code } = await run(["/bin/sh", "-c", command], copy);
    expect({ command, code, text: code === 0 ? "" : text }).toEqual({ command, code, text: "" });
    said.set(command.split(" ").slice(0, 3).join(" "), text);
  }
  expect(said.size).toBe(5);
  expect(said.get("bun test registry")).toMatch(/[1-9]\d* pass\n/);
  expect(said.get(`dist/hooks explain ${name}`)).toContain(`${name}/forced-push`);
  expect((await run(["dist/hooks", "list"], copy)).text).toContain(name);
  expect(readFileSync(join(copy, "README.md"), "utf8")).toContain(`[${name}](hooks/${name}/README.md)`);
  expect(readFileSync(join(copy, `hooks/${name}/package.json`), "utf8")).not.toMatch(/template|private/);

  const changed = differences(before, filesOf(copy)).map((line) => line.replace(/ \(.*/, ""));
  const outside = changed.filter((line) => !line.startsWith(`new: hooks/${name}`));
  // Both are written by commands, neither by hand.
  expect(outside.sort()).toEqual(["changed: README.md", "changed: bun.lock"]);
  expect(changed).toContain(`new: hooks/${name}/hook.ts`);
}, 120_000);

test.each([
  ["no name", []],
  ["two names", ["my-guard", "other"]],
  ["a name that is no folder name", ["../my-guard"]],
  ["capitals", ["MyGuard"]],
  ["a name that begins with an underscore", ["_guard"]],
  ["a hook that exists", ["trash-guard"]],
])("%s is refused before anything is written", async (_, names) => {
  const before = readdirSync(join(root, "hooks")).sort();
  const { code, text } = await run([process.execPath, "scripts/new-hook.ts", ...names], root);
  expect(code).toBe(2);
  expect(text).toContain("Usage: bun run new-hook NAME");
  expect(readdirSync(join(root, "hooks")).sort()).toEqual(before);
});

function copyOfRepository(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), "hooks-copy-")));
  copies.push(copy);
  const left = [".git", "dist", ".cache", join("node_modules", ".cache")];
  cpSync(root, copy, {
    recursive: true,
    // Bun's isolated node_modules are relative links; followed, they would point back here.
    verbatimSymlinks: true,
    filter: (path) => !left.includes(relative(root, path)),
  });
  return copy;
}

function filesOf(copy: string): Tree {
  const folders = readdirSync(copy).filter((name) => !["node_modules", "dist"].includes(name));
  const tree = treeOf(copy, folders);
  return new Map([...tree].filter(([path]) => !path.split(sep).includes("node_modules")));
}

async function run(
  command: string[],
  cwd: string,
): Promise<{ readonly text: string; readonly code: number }> {
  const child = Bun.spawn(command, {
    cwd,
    env: { ...process.env, PATH: `${join(cwd, "node_modules/.bin")}:${process.env.PATH}` },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { text: `${out}${err}`, code };
}
