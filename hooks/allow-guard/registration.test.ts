/** Settings that register a guard: what an agent's change of them may keep and may not take away. */
import { describe, expect, test } from "bun:test";
import type { HookInput, World } from "@hasna/hooks-registry";
import { hook } from "./hook.ts";

const home = "/home/someone";
const project = `${home}/project`;
const entry = `cd /; BUN_OPTIONS= '${home}/.hasna/hooks/bin/hooks' run trash-guard`;
const other = { matcher: "Write", hooks: [{ type: "command", command: "true # ünï" }] };
const settings = (hooks: object, more: object = {}): string => JSON.stringify({ ...more, hooks }, null, 2);
const ours = { matcher: "Bash", hooks: [{ type: "command", command: entry, timeout: 5 }] };
const guarded = settings({ PreToolUse: [other, ours] }, { model: "x" });

const files: Readonly<Record<string, string>> = {
  [`${home}/.claude/settings.json`]: guarded,
  [`${project}/.gemini/settings.json`]: `{ // mine\n${guarded.slice(1)}`,
  [`${home}/.pi/agent/extensions/hasna-hooks.ts`]: "// Made by `hooks install`; …\n",
  [`${home}/.codex/hooks.json`]: guarded,
  [`${home}/.qwen/settings.json`]: settings({ BeforeTool: [other] }),
};

const world: World = {
  home,
  user: 1000,
  path: [],
  ownFolder: undefined,
  vouchedTrash: undefined,
  facts: async () => ({ kind: "missing", mode: 0, owner: -1 }),
  realPath: async (path) => path,
  // Bytes, as the real world reads them.
  head: async (path) => {
    const text = files[path];
    return text === undefined ? undefined : Buffer.from(text, "utf8").toString("latin1");
  },
};

async function verdictOf(tool: string, toolInput: HookInput["toolInput"]): Promise<string> {
  const input: HookInput = {
    event: "PreToolUse",
    tool,
    toolInput,
    cwd: project,
    shell: "unknown",
    session: undefined,
  };
  const verdict = await hook.run(input, world);
  return "rule" in verdict ? `${verdict.kind} ${verdict.rule}` : verdict.kind;
}

const asks = "ask allow-guard/settings";
const commands: readonly (readonly [command: string, want: string])[] = [
  ["echo '{}' > ~/.claude/settings.json", asks],
  ["cd ~/.claude && echo '{}' > settings.json", asks],
  ["jq 'del(.hooks)' ~/.claude/settings.json > /tmp/s && mv /tmp/s ~/.claude/settings.json", asks],
  ["jq 'del(.hooks)' ~/.claude/settings.json | tee ~/.claude/settings.json", asks],
  ["cp /tmp/settings.json ~/.claude", asks],
  ["cp -t ~/.claude /tmp/settings.json", asks],
  ["sed -i '/trash-guard/d' ~/.claude/settings.json", asks],
  ["sed -i '/trash-guard/d' .gemini/settings.json", asks],
  ["rm ~/.claude/settings.json", asks],
  ["rm -rf ~/.claude", asks],
  ["mv ~/.codex ~/.codex-old", asks],
  ["chmod 000 ~/.codex/hooks.json", asks],
  ["dd if=/dev/null of=$HOME/.codex/hooks.json", asks],
  ["bash -c 'rm ~/.codex/hooks.json'", asks],
  ["git checkout -- .gemini/settings.json", asks],
  [`python3 -c "import os; open(os.path.expanduser('~/.claude/settings.json'),'w').write('{}')"`, asks],
  ["python3 - <<'E'\nopen('/home/someone/.claude/settings.json','w').write('{}')\nE", asks],
  [`node -e "require('fs').unlinkSync(process.env.HOME+'/.pi/agent/extensions/hasna-hooks.ts')"`, asks],
  // Neighbours: other settings, copies, reading.
  ["echo '{}' > ~/.qwen/settings.json", "none"],
  ["rm -rf ~/.qwen", "none"],
  ["echo '{}' > .claude/settings.json", "none"],
  ["cp ~/.claude/settings.json /tmp/backup.json", "none"],
  ["sed -n 1,9p ~/.claude/settings.json", "none"],
  ["jq .hooks ~/.claude/settings.json | tee /tmp/hooks", "none"],
  [`python3 -c "import json; print(json.load(sys.stdin))" < ~/.claude/settings.json`, "none"],
  ["rm -rf ~/.claude/todos .vscode/settings.json", "none"],
  ["git add .gemini/settings.json && git commit -m 'settings'", "none"],
];

describe("a shell's command", () => {
  test.each(commands)("%s", async (command, want) => {
    expect(await verdictOf("Bash", { command })).toBe(want);
  });
});

const denies = "deny allow-guard/settings";
const claude = `${home}/.claude/settings.json`;
const edits: readonly (readonly [name: string, input: HookInput["toolInput"], want: string])[] = [
  ["the whole file without us", { file_path: claude, content: "{}" }, denies],
  [
    "below an event that is never called",
    { file_path: claude, content: settings({ Stop: [other, ours] }) },
    denies,
  ],
  [
    "with a matcher that meets nothing",
    { file_path: claude, content: settings({ PreToolUse: [other, { ...ours, matcher: "Bsh" }] }) },
    denies,
  ],
  [
    "with a switch that stops all hooks",
    { file_path: claude, content: settings({ PreToolUse: [other, ours] }, { disableAllHooks: true }) },
    denies,
  ],
  [
    "the command made another one",
    { file_path: claude, old_string: "hooks' run trash-guard", new_string: "true'" },
    denies,
  ],
  [
    "the event renamed in place",
    { file_path: claude, old_string: '"PreToolUse"', new_string: '"PreToolUseOff"' },
    denies,
  ],
  [
    "one of several edits",
    {
      file_path: claude,
      edits: [
        { old_string: '"x"', new_string: '"y"' },
        { old_string: entry, new_string: "true" },
      ],
    },
    denies,
  ],
  ["by a path with dots", { file_path: `${project}/../.claude/settings.json`, content: "{}" }, denies],
  ["in a file with comments", { file_path: ".gemini/settings.json", content: "{}" }, denies],
  ["a generated plugin", { file_path: `${home}/.pi/agent/extensions/hasna-hooks.ts`, content: "" }, denies],
  // Neighbours: everything of ours stays.
  ["another setting", { file_path: claude, old_string: '"model": "x"', new_string: '"model": "ÿ"' }, "none"],
  [
    "another hook beside",
    { file_path: claude, content: settings({ PreToolUse: [ours, other, other], Stop: [other] }) },
    "none",
  ],
  [
    "a hook of somebody else taken out",
    { file_path: claude, content: settings({ PreToolUse: [ours] }) },
    "none",
  ],
  ["an edit that meets nothing", { file_path: claude, old_string: "nowhere", new_string: "" }, "none"],
  ["settings without us", { file_path: `${home}/.qwen/settings.json`, content: "{}" }, "none"],
  ["a file of that name elsewhere", { file_path: `${project}/.vscode/settings.json`, content: "{}" }, "none"],
];

describe("a tool that writes files", () => {
  test.each(edits)("%s", async (_, input, want) => {
    const tool = "content" in input ? "Write" : "edits" in input ? "MultiEdit" : "Edit";
    expect(await verdictOf(tool, input)).toBe(want);
  });

  test("a patch of a file that registers a guard is asked about", async () => {
    const patch = (file: string) => ({
      input: `*** Begin Patch\n*** Update File: ${file}\n@@\n-x\n*** End Patch`,
    });
    expect(await verdictOf("apply_patch", patch(claude))).toBe(asks);
    expect(await verdictOf("apply_patch", patch(`${home}/.qwen/settings.json`))).toBe("none");
  });
});
