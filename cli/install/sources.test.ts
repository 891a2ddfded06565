/** Everything that a harness merges is read before a hook that rewrites goes in: a neighbour in any of them is told. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { harnessById } from "@hasna/hooks-harness";
import type { Wanted } from "../settings/plan.ts";
import { otherScopes } from "./scopes.ts";

let home = "";
let project = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hooks-sources-"));
  project = join(home, "work/app");
  mkdirSync(project, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const nested = (event: string, tool: string) =>
  JSON.stringify({
    hooks: { [event]: [{ matcher: tool, hooks: [{ type: "command", command: "theirs" }] }] },
  });
const claude = nested("PreToolUse", "Bash");
const flat = '{"version":1,"hooks":{"PreToolUse":[{"type":"command","command":"theirs","matcher":"Bash"}]}}';
const toml =
  '[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "theirs"\n';
const kiro =
  '{"version":"v1","hooks":[{"name":"t","trigger":"PreToolUse","matcher":"shell|execute_bash","action":{"type":"command","command":"theirs"}}]}';

/** Harness, file with a neighbour below the home, what is in it, and other files that lead there. */
const rows: readonly (readonly [
  id: string,
  file: string,
  text: string,
  more?: Readonly<Record<string, string>>,
  env?: Readonly<Record<string, string>>,
])[] = [
  ["claude-code", "work/app/.claude/settings.json", claude],
  ["claude-code", "work/app/.claude/settings.local.json", claude],
  ["claude-code", "work/.claude/settings.local.json", claude, { "work/.git/HEAD": "ref: x\n" }],
  [
    "claude-code",
    ".claude/plugins/cache/m/p/1/hooks/hooks.json",
    claude,
    {
      ".claude/plugins/installed_plugins.json":
        '{"plugins":{"p@m":[{"installPath":"~/.claude/plugins/cache/m/p/1"}]}}',
    },
  ],
  [
    "claude-code",
    "p/.claude-plugin/plugin.json",
    claude,
    { ".claude/plugins/installed_plugins.json": '{"plugins":{"p@m":[{"installPath":"~/p"}]}}' },
  ],
  [
    "claude-code",
    "market/plugins/p/hooks/hooks.json",
    claude,
    {
      ".claude/settings.json":
        '{"enabledPlugins":{"p@m":true},"extraKnownMarketplaces":{"m":{"source":{"source":"directory","path":"~/market"}}}}',
      "market/.claude-plugin/marketplace.json": '{"plugins":[{"name":"p","source":"./plugins/p"}]}',
    },
  ],
  ["codex", ".codex/config.toml", toml],
  ["codex", "work/app/.codex/config.toml", toml],
  ["codex", ".codex/plugins/cache/m/p/1/hooks/hooks.json", claude],
  ["gemini-cli", ".gemini/extensions/e/hooks/hooks.json", nested("BeforeTool", "run_shell_command")],
  ["gemini-cli", "work/app/.gemini/extensions/e/hooks/hooks.json", nested("BeforeTool", "run_shell_command")],
  [
    "gemini-cli",
    "system.json",
    nested("BeforeTool", "run_shell_command"),
    {},
    { GEMINI_CLI_SYSTEM_SETTINGS_PATH: "~/system.json" },
  ],
  ["qwen-code", ".qwen/extensions/e/hooks/hooks.json", nested("PreToolUse", "run_shell_command")],
  ["copilot-cli", ".copilot/hooks/theirs.json", flat],
  ["copilot-cli", "work/app/.github/hooks/theirs.json", flat],
  ["copilot-cli", "work/app/.claude/settings.json", claude],
  ["droid", ".factory/plugins/cache/m/p/1/hooks/hooks.json", nested("PreToolUse", "Execute")],
  ["grok", ".grok/hooks/theirs.json", claude],
  ["kiro", "work/app/.kiro/hooks/theirs.json", kiro],
];

for (const [id, file, text, more = {}, env = {}] of rows) {
  test(`${id}: ${file}`, async () => {
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text.replaceAll("~/", `${home}/`));
    };
    put(file, text);
    for (const [path, text] of Object.entries(more)) put(path, text);
    const harness = harnessById(id);
    if (harness === undefined) throw new Error(id);
    const places = {
      home,
      project,
      env: Object.fromEntries(
        Object.entries(env).map(([name, value]) => [name, value.replace("~/", `${home}/`)]),
      ),
    };
    const [own] = harness.settingsFiles("user", places);
    const wanted: Wanted = {
      harness,
      root: own?.root ?? [],
      names: ["trash-guard"],
      catalogue: [
        { name: "trash-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: true },
      ],
      program: "/h/.hasna/hooks/bin/hooks",
      folder: "/h/.hasna/hooks",
      rule: undefined,
    };
    const others = await otherScopes(wanted, places, own?.path ?? "");
    const told = others.flatMap(({ path, neighbours }) =>
      neighbours.map((note) => [path, note.text] as const),
    );
    expect(told).toEqual([[join(home, file), expect.stringContaining('"theirs" answers the same calls')]]);
  });
}
