/** The generated marketplace: each plugin and extension is whole, and its program answers with nothing of ours installed. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { discover } from "@hasna/hooks-registry/discover";

const root = resolve(import.meta.dir, "..");
const names = discover(join(root, "hooks")).map(({ name }) => name);
const node = Bun.which("node");
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hooks-market-"));
  const made = Bun.spawnSync([process.execPath, "scripts/marketplace.ts", folder], { cwd: root });
  expect(made.stderr.toString()).toBe("");
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command that each hook refuses. */
const refused: Readonly<Record<string, string>> = {
  "trash-guard": "rm -rf ~",
  "workspace-repos-guard": "rm -rf ~/workspace/repos/app",
  "allow-guard": "hooks allow trash-guard/protected",
};

describe.each(names)("%s", (name) => {
  const event = (command: string): string =>
    JSON.stringify({
      session_id: "s",
      cwd: "/home/u/project",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command },
    });
  const answer = (kind: "plugins" | "gemini", command: string, path: string) => {
    const child = Bun.spawnSync(["/bin/sh", join(folder, kind, name, "run.sh")], {
      stdin: new TextEncoder().encode(event(command)),
      cwd: "/",
      env: { HOME: "/home/u", PATH: path },
    });
    return { code: child.exitCode, text: child.stdout.toString() + child.stderr.toString() };
  };
  const path = `${node === null ? resolve(process.execPath, "..") : resolve(node, "..")}:/usr/bin:/bin`;

  test("is listed, and its files are there", () => {
    const market = JSON.parse(readFileSync(join(folder, ".claude-plugin/marketplace.json"), "utf8"));
    const { source } = market.plugins.find((plugin: { readonly name: string }) => plugin.name === name);
    const files = readdirSync(join(folder, source)).sort();
    expect(files).toEqual([
      ".claude-plugin",
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "hook.mjs",
      "hooks",
      "run.sh",
    ]);
    const text = readFileSync(join(folder, source, "hooks/hooks.json"), "utf8");
    expect(text).toMatch(/sh ..[$]\{CLAUDE_PLUGIN_ROOT\}.run.sh/);
    expect(text).toContain("Execute");
    expect(existsSync(join(folder, "gemini", name, "gemini-extension.json"))).toBe(true);
  });

  test("refuses, and lets the neighbour pass", () => {
    const no = answer("plugins", refused[name] ?? "", path);
    expect(no.text).toContain(`${name}/`);
    expect(answer("plugins", "git status", path)).toEqual({ code: 0, text: "" });
  }, 30_000);

  test("refuses where no runtime is found", () => {
    const lone = answer("plugins", "ls", "/nowhere");
    expect(lone.code).toBe(2);
  });
});
