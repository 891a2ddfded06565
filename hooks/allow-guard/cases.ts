// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are shell text
import type { HookCase, HookInputCase } from "@hasna/hooks-registry";

type Row = readonly [name: string, command: string, cwd?: string];

function rows(want: HookCase["want"], rule: string | undefined, list: readonly Row[]): readonly HookCase[] {
  return list.map(([name, command, cwd]) => ({
    name,
    command,
    want,
    ...(rule !== undefined && { rule: `allow-guard/${rule}` }),
    ...(cwd !== undefined && { cwd }),
  }));
}

const lifting = rows("deny", "lift", [
  ["the command itself", "hooks allow --once 04fefe4462"],
  ["for a session", "hooks allow --session 04fefe4462 --reason x"],
  ["a rule", "hooks allow --rule trash-guard/rmdir --expires 1d --reason x"],
  ["by its path", "~/.hasna/hooks/bin/hooks allow --once 04fefe4462"],
  ["in quotes", "'hooks' \"allow\" --once 04fefe4462"],
  ["quotes inside the words", 'ho"ok"s al\\low --once 04fefe4462'],
  ["behind sudo and env", "sudo env A=1 hooks allow --once 04fefe4462"],
  ["behind something else", "cd /tmp && ls; hooks allow --once 04fefe4462"],
  ["in a substitution", "echo $(hooks allow --once 04fefe4462)"],
  ["in a shell's string", "sh -c 'hooks allow --once 04fefe4462'"],
  ["in eval", 'eval "hooks allow --once 04fefe4462"'],
  ["by a variable", "h=hooks; $h allow --once 04fefe4462"],
  ["from two variables", 'a=hoo; b=ks; "$a$b" allow --once 04fefe4462'],
  ["with a word that only running tells", "hooks $(echo allow) --once 04fefe4462"],
  ["through a pseudo terminal", "script -qc 'hooks allow --once 04fefe4462' /dev/null"],
  ["through a pseudo terminal, the answer fed", "echo yes | script -q -c 'hooks allow --once 04fefe4462'"],
  ["through unbuffer", "unbuffer hooks allow --once 04fefe4462"],
  ["through expect", "expect -c 'spawn hooks allow --once 04fefe4462; expect yes; send yes'"],
  ["typed into tmux", "tmux send-keys -t 0 'hooks allow --once 04fefe4462' Enter"],
  ["typed into screen", "screen -X stuff 'hooks allow --once 04fefe4462\n'"],
  ["handed to at", "echo 'hooks allow --once 04fefe4462' | at now"],
  ["a here-document for a shell", "bash <<E\nhooks allow --once 04fefe4462\nE"],
  ["from a package runner", "bunx @hasna/hooks allow --once 04fefe4462"],
  ["from a package runner, a version", "npx -y @hasna/hooks@0.1.0 allow --once 04fefe4462"],
  ["from source", "bun cli/main.ts allow --once 04fefe4462"],
  ["a copied program", "cp ~/.hasna/hooks/bin/hooks /tmp/h; /tmp/h allow --once 04fefe4462"],
  ["in the background", "nohup setsid hooks allow --once 04fefe4462 &"],
  ["through xargs", "echo 04fefe4462 | xargs hooks allow --once"],
  ["through ssh to this machine", "ssh localhost hooks allow --once 04fefe4462"],
]);

const writing = rows("deny", "policy", [
  ["a redirection", "echo '{}' > ~/.hasna/hooks/policy.json"],
  ["by $HOME", 'echo "{}" >> "$HOME/.hasna/hooks/policy.json"'],
  ["from its folder", "cd ~/.hasna/hooks && echo '{}' > policy.json"],
  ["tee", "echo '{}' | tee ~/.hasna/hooks/policy.json"],
  ["a copy over it", "cp /tmp/p.json ~/.hasna/hooks/policy.json"],
  ["a copy into its folder", "cp /tmp/policy.json ~/.hasna/hooks"],
  ["a link in its place", "ln -sf /tmp/p.json ~/.hasna/hooks/policy.json"],
  ["a grant", "echo '{}' > ~/.hasna/hooks/grants/once-x.json"],
  ["an edit in place", "sed -i 's/deny/allow/' ~/.hasna/hooks/policy.json"],
  ["another language", "python3 -c \"open('{home}/.hasna/hooks/policy.json','w').write('{}')\""],
  ["dd", "dd if=/tmp/p of={home}/.hasna/hooks/policy.json"],
  ["the whole folder moved away", "mv ~/.hasna/hooks /tmp/away"],
  ["the log emptied", "truncate -s0 ~/.hasna/hooks/log/verdicts.jsonl"],
  ["the project's policy removed", "rm .hasna/hooks-policy.json"],
  ["the project's policy put back", "git checkout HEAD~1 -- .hasna/hooks-policy.json"],
  ["a pattern that reaches it", "chmod 000 ~/.hasna/hooks/p*"],
]);

const removing = rows("deny", "uninstall", [
  ["a guard taken away", "hooks uninstall trash-guard"],
  [
    "a guard taken away by the program's path",
    "~/.hasna/hooks/bin/hooks uninstall trash-guard --scope project",
  ],
  ["a guard taken away in a shell's string", "bash -c 'hooks uninstall trash-guard'"],
  ["a guard taken away through a pseudo terminal", "script -qc 'hooks uninstall trash-guard' /dev/null"],
  ["a guard taken away from a package runner", "bunx @hasna/hooks uninstall trash-guard"],
  ["a guard taken away by a copied program", "/tmp/h uninstall trash-guard"],
  ["a guard taken away from source", "bun cli/main.ts uninstall trash-guard"],
  ["everything taken away", "cd /tmp; hooks uninstall trash-guard allow-guard --purge"],
]);

const replacing = rows("deny", "program", [
  ["a program that says nothing in its place", "printf '#!/bin/sh\n' > ~/.hasna/hooks/bin/hooks"],
  ["another program copied over it", "cp /bin/true ~/.hasna/hooks/bin/hooks"],
  ["the program moved away", "mv ~/.hasna/hooks/bin/hooks /tmp/h"],
  ["the program made one that cannot run", "chmod 644 ~/.hasna/hooks/bin/hooks"],
]);

const switching = rows("ask", "settings", [
  [
    "all hooks switched off in a file of the project",
    "echo '{\"disableAllHooks\":true}' > .claude/settings.local.json",
  ],
  [
    "all hooks switched off with jq",
    "jq '.disableAllHooks=true' ~/.claude/settings.json | sponge ~/.claude/settings.json",
  ],
]);

const hidden = rows("deny", "hidden", [
  ["a quote that is never closed", 'echo "hooks allow --once x'],
  ["in another language", "python3 -c \"import os; os.system('hooks allow --once 04fefe4462')\""],
]);

const passing = rows("none", undefined, [
  ["what uninstall would do", "hooks uninstall trash-guard --dry-run"],
  ["the help of uninstall", "hooks uninstall --help"],
  ["the hooks that there are", "hooks list && hooks doctor"],
  ["what install would do", "hooks install trash-guard --dry-run"],
  ["a package of another kind", "npm uninstall eslint-plugin-hooks"],
  ["a guard's package", "npm uninstall route-guard"],
  ["a commit that speaks of uninstall", "git commit -m 'hooks uninstall trash-guard keeps comments'"],
  ["settings that nobody registered a guard in", "echo '{}' > .claude/settings.json"],
  ["reading the settings", "jq .hooks ~/.claude/settings.json; cat ~/.codex/config.toml"],
  ["a search for the switch", "grep -rn disableAllHooks ~/.claude/settings.json"],
  ["the program copied away", "cp ~/.hasna/hooks/bin/hooks /tmp/h"],
  ["another command of ours", "hooks log --since 1d"],
  ["its help", "hooks help allow"],
  ["what a hook would answer", "hooks explain -- 'rm -rf build'"],
  ["our commands by their path", "~/.hasna/hooks/bin/hooks doctor --json"],
  ["a search for the words", "grep -rn 'hooks allow' docs"],
  ["a commit that speaks of it", 'git commit -m "document hooks allow"'],
  ["prose", "echo 'run hooks allow --once ID yourself'"],
  ["a pull request that speaks of it", "gh pr create --title x --body 'hooks allow needs a terminal'"],
  ["reading the policy", "cat ~/.hasna/hooks/policy.json | jq .rules"],
  ["looking at the folder", "ls -la ~/.hasna/hooks ~/.hasna/hooks/grants"],
  ["showing the log", "tail -f ~/.hasna/hooks/log/verdicts.jsonl"],
  ["the project's policy under version control", "git add .hasna/hooks-policy.json"],
  ["another program's option", "npm install --allow-scripts"],
  ["another program's verb", "direnv allow ."],
  ["ufw", "sudo ufw allow 22/tcp"],
  ["another hooks folder", "cp pre-commit .git/hooks/ && chmod +x .git/hooks/*"],
  ["a checkout below the same folder", "touch ~/.hasna/repos/clones/x/notes.md"],
  ["a variable of ours on PATH", 'export PATH="$HOME/.hasna/hooks/bin:$PATH"'],
  ["a sed that only prints", "sed -n 1,5p ~/.hasna/hooks/policy.json"],
]);

export const cases: readonly HookCase[] = [
  ...lifting,
  ...writing,
  ...removing,
  ...replacing,
  ...switching,
  ...hidden,
  ...passing,
];

const policy = "/home/someone/.hasna/hooks/policy.json";

export const inputs: readonly HookInputCase[] = [
  {
    name: "a tool that writes the policy",
    input: { tool: "Write", toolInput: { file_path: policy, content: "{}" } },
    want: "deny",
    rule: "allow-guard/policy",
  },
  {
    name: "a PowerShell tool that lifts a refusal",
    input: { tool: "PowerShell", toolInput: { command: "hooks allow --once abc" } },
    want: "deny",
  },
  {
    name: "a tool that edits a grant",
    input: {
      tool: "Edit",
      toolInput: { file_path: "/home/someone/.hasna/hooks/grants/once-x.json", old_string: "a" },
    },
    want: "deny",
    rule: "allow-guard/policy",
  },
  {
    name: "a project's policy by a relative path",
    input: { tool: "Write", toolInput: { file_path: "sub/../.hasna/hooks-policy.json", content: "{}" } },
    want: "deny",
    rule: "allow-guard/policy",
  },
  {
    name: "a patch that names the policy",
    input: {
      tool: "apply_patch",
      toolInput: { input: `*** Begin Patch\n*** Update File: ${policy}\n@@\n*** End Patch` },
    },
    want: "deny",
    rule: "allow-guard/policy",
  },
  {
    name: "a tool that writes the program",
    input: { tool: "Write", toolInput: { file_path: "/home/someone/.hasna/hooks/bin/hooks", content: "" } },
    want: "deny",
    rule: "allow-guard/program",
  },
  {
    name: "a tool that switches all hooks off",
    input: {
      tool: "Write",
      toolInput: { file_path: ".claude/settings.local.json", content: '{ "disableAllHooks": true }' },
    },
    want: "deny",
    rule: "allow-guard/settings",
  },
  {
    name: "a tool that writes settings without any hook",
    input: { tool: "Write", toolInput: { file_path: ".claude/settings.json", content: '{ "model": "x" }' } },
    want: "none",
  },
  {
    name: "a file that speaks of it",
    input: {
      tool: "Write",
      toolInput: {
        file_path: "/home/someone/project/README.md",
        content: `Edit ${policy} or run hooks allow.`,
      },
    },
    want: "none",
  },
  {
    name: "a file of another name in the same folder",
    input: { tool: "Write", toolInput: { file_path: "/home/someone/.hasna/notes.md", content: "x" } },
    want: "none",
  },
];
