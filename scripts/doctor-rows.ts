/** Doctor's checks as rows: what trips each of them, and what comes close and must not. */
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A throw-away home with the hooks installed. */
export interface Home {
  readonly home: string;
  readonly project: string;
  /** Writes a file below the home, folders included. */
  readonly write: (path: string, text: string, mode?: number) => void;
  /** Changes a file below the home. */
  readonly change: (path: string, edit: (text: string) => string) => void;
}

export interface Row {
  readonly check: string;
  readonly name: string;
  readonly trip: (home: Home) => void;
  /** Part of the path of the file that must be named; empty for a finding in no file. */
  readonly file: string;
  /** Part of what is said. */
  readonly says?: string;
  readonly line?: number;
  /** Variables of the doctor's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** What comes close and is fine: the check must be silent. */
  readonly passes?: (home: Home) => void;
  readonly passesEnv?: Readonly<Record<string, string>>;
  /** Whether `--fix` must mend it. */
  readonly fixed?: true;
}

const CLAUDE = ".claude/settings.json";
const CODEX = ".codex/hooks.json";
const GEMINI = ".gemini/settings.json";
const COPILOT = ".copilot/hooks/hasna-hooks.json";

/** A group of somebody else's for Claude Code, put in front of ours. */
const foreign =
  (command: string, matcher = "Bash", event = "PreToolUse", more: Readonly<Record<string, unknown>> = {}) =>
  ({ change }: Home): void =>
    change(CLAUDE, (text) => {
      const settings = JSON.parse(text);
      settings.hooks[event] ??= [];
      settings.hooks[event].unshift({
        matcher,
        hooks: [{ type: "command", command, timeout: 10, ...more }],
      });
      return `${JSON.stringify(settings, null, 2)}\n`;
    });

/** Our handler in one of the files, changed. */
const ours =
  (path: string, edit: (handler: Record<string, unknown>, group: Record<string, unknown>) => void) =>
  ({ change }: Home): void =>
    change(path, (text) => {
      const settings = JSON.parse(text);
      for (const groups of Object.values(settings.hooks ?? settings) as Record<string, unknown>[][]) {
        for (const group of groups) {
          const handlers = (group.hooks ?? [group]) as Record<string, unknown>[];
          for (const handler of handlers)
            if (String(handler.command).includes("hooks run")) edit(handler, group);
        }
      }
      return `${JSON.stringify(settings, null, 2)}\n`;
    });

const script = (name: string, text: string) => (home: Home) => {
  home.write(`bin/${name}`, text, 0o755);
  foreign(`${home.home}/bin/${name}`)(home);
};

/** A program of ours that answers in its own way, in the place of the real one. */
const program =
  (text: string) =>
  ({ home }: Home): void => {
    const path = join(home, ".hasna/hooks/bin/hooks");
    rmSync(path);
    writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && { echo "hooks 0.1.0"; exit; }\n${text}\n`);
    chmodSync(path, 0o755);
  };

/** The real program behind a script that cannot do without HOME. */
function needsHome(one: Home): void {
  const folder = join(one.home, ".hasna/hooks/bin");
  renameSync(join(folder, "hooks"), join(folder, "hooks-behind"));
  writeFileSync(join(folder, "hooks"), '#!/bin/sh\n[ -n "$HOME" ] || exit 1\nexec "$0-behind" "$@"\n');
  chmodSync(join(folder, "hooks"), 0o755);
}

export const rows: readonly Row[] = [
  {
    check: "settings-unreadable",
    name: "a settings file that is no UTF-8",
    trip: ({ home }) => writeFileSync(join(home, CLAUDE), Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
    file: CLAUDE,
    passes: ({ change }) => change(CLAUDE, (text) => text.replace("{", '{\n  "note": "ünï — ok",')),
  },
  {
    check: "settings-syntax",
    name: "a brace that is never closed",
    trip: ({ write }) => write(CLAUDE, '{\n  "hooks": {\n'),
    file: CLAUDE,
    line: 3,
    passes: ({ write }) => write(CLAUDE, "  \n"),
  },
  {
    check: "settings-syntax",
    name: "a table that stands twice in Kimi's TOML",
    trip: ({ write }) => write(".kimi-code/config.toml", "[a]\n[a]\n"),
    file: ".kimi-code/config.toml",
    passes: ({ write }) => write(".kimi-code/config.toml", "[a]\n[b]\n"),
  },
  {
    check: "settings-comment",
    name: "a comment in Claude Code's strict JSON",
    trip: ({ change }) => change(CLAUDE, (text) => text.replace("{", "{\n  // mine")),
    file: CLAUDE,
    line: 2,
    passes: ({ change }) => change(GEMINI, (text) => text.replace("{", "{\n  // Gemini CLI bears it")),
  },
  {
    check: "settings-trailing-comma",
    name: "a trailing comma",
    trip: ({ write }) => write(CLAUDE, '{\n  "model": "m",\n}\n'),
    file: CLAUDE,
    line: 2,
  },
  {
    check: "settings-bom",
    name: "a byte order mark in Codex's file",
    trip: ({ change }) => change(CODEX, (text) => `\uFEFF${text}`),
    file: CODEX,
    line: 1,
    passes: ({ change }) => change(CLAUDE, (text) => `\uFEFF${text}`),
  },
  {
    check: "settings-shape",
    name: "a matcher that is a list",
    trip: ({ change }) =>
      change(CLAUDE, (text) =>
        text.replace('"hooks": {', '"hooks": {\n    "Stop": [{ "matcher": ["a"], "hooks": [] }],'),
      ),
    file: CLAUDE,
    says: "matcher is not a text",
    passes: ({ change }) =>
      change(CLAUDE, (text) =>
        text.replace('"hooks": {', '"hooks": {\n    "Stop": [{ "matcher": "a", "hooks": [] }],'),
      ),
  },
  {
    check: "settings-shape",
    name: "a root key that Codex does not know",
    trip: ({ change }) => change(CODEX, (text) => text.replace("{", '{\n  "$schema": "x",')),
    file: CODEX,
    line: 2,
  },
  {
    check: "hooks-switched-off",
    name: "disableAllHooks in the local settings",
    trip: ({ write }) => write("project/.claude/settings.local.json", '{\n  "disableAllHooks": true\n}\n'),
    file: "settings.local.json",
    line: 2,
    passes: ({ write }) => write("project/.claude/settings.local.json", '{ "disableAllHooks": false }\n'),
  },
  {
    check: "hooks-switched-off",
    name: "hooksConfig.enabled in Gemini CLI",
    trip: ({ change }) =>
      change(GEMINI, (text) => text.replace("{", '{\n  "hooksConfig": { "enabled": false },')),
    file: GEMINI,
  },
  {
    check: "hooks-switched-off",
    name: "our entry's name on Gemini CLI's list",
    trip: ({ change }) =>
      change(GEMINI, (text) => text.replace("{", '{\n  "hooksConfig": { "disabled": ["hooks"] },')),
    file: GEMINI,
    passes: ({ change }) =>
      change(GEMINI, (text) => text.replace("{", '{\n  "hooksConfig": { "disabled": ["other"] },')),
  },
  {
    check: "hooks-switched-off",
    name: "Codex's feature switch",
    trip: ({ change }) => change(".codex/config.toml", (text) => `${text}\n[features]\nhooks = false\n`),
    file: ".codex/config.toml",
    passes: ({ change }) => change(".codex/config.toml", (text) => `${text}\n[features]\nhooks = true\n`),
  },
  {
    check: "event-spelling",
    name: "an event with a small letter",
    trip: ({ change }) => change(CLAUDE, (text) => text.replace('"PreToolUse"', '"preToolUse"')),
    file: CLAUDE,
    says: '"PreToolUse"',
    passes: ({ write }) =>
      write(".copilot/hooks/hasna-hooks.json", '{ "version": 1, "hooks": { "preToolUse": [] } }\n'),
  },
  {
    check: "event-unknown",
    name: "Gemini CLI's event in Claude Code's file",
    trip: foreign("true", "", "BeforeTool"),
    file: CLAUDE,
    says: "another harness's",
    passes: foreign("true", "", "SubagentStop"),
  },
  {
    check: "entry-without-list",
    name: "a handler without the list around it",
    trip: ({ change }) =>
      change(CLAUDE, (text) =>
        text.replace('"hooks": {', '"hooks": {\n    "Stop": [{ "type": "command", "command": "true" }],'),
      ),
    file: CLAUDE,
    passes: ({ change }) =>
      change(CLAUDE, (text) =>
        text.replace(
          '"hooks": {',
          '"hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }],',
        ),
      ),
  },
  {
    check: "entry-without-list",
    name: "a list where Copilot CLI wants the handler",
    trip: ({ write }) =>
      write(
        COPILOT,
        '{ "version": 1, "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }\n',
      ),
    file: COPILOT,
  },
  {
    check: "hooks-in-unread-file",
    name: "a hooks.json beside Claude Code's settings",
    trip: ({ write }) => write(".claude/hooks/hooks.json", '{ "hooks": { "PreToolUse": [] } }\n'),
    file: ".claude/hooks/hooks.json",
    passes: ({ write }) => write(".claude/hooks/guard.sh", "exit 0\n"),
  },
  {
    check: "registration-missing",
    name: "somebody wrote the settings anew without our entry",
    trip: ({ write }) => write(CLAUDE, '{ "model": "m" }\n'),
    file: CLAUDE,
    fixed: true,
  },
  {
    check: "hook-unknown",
    name: "an entry for a hook that this version does not have",
    trip: ours(CLAUDE, (handler) => {
      handler.command = `${handler.command} retired-guard`;
    }),
    file: CLAUDE,
    says: "retired-guard",
  },
  {
    check: "program-elsewhere",
    name: "an entry that starts a copy in a cache",
    trip: (home) => {
      home.write("cache/hooks", "#!/bin/sh\nexit 0\n", 0o755);
      ours(CLAUDE, (handler) => {
        handler.command = String(handler.command).replace(
          /\S*\.hasna\/hooks\/bin\/hooks/,
          `${home.home}/cache/hooks`,
        );
      })(home);
    },
    file: CLAUDE,
    fixed: true,
  },
  {
    check: "entry-in-other-form",
    name: "an entry that pipes into our hook",
    trip: foreign("tee -a /tmp/x | hooks run trash-guard"),
    file: CLAUDE,
    passes: foreign("tee -a /tmp/x"),
  },
  {
    check: "entry-fails-open",
    name: "our entry without onFailure",
    trip: ours(CLAUDE, (handler) => {
      delete handler.onFailure;
    }),
    file: CLAUDE,
    fixed: true,
  },
  {
    check: "registered-twice",
    name: "the user's and the project's settings",
    trip: ({ write }) =>
      write(
        "project/.claude/settings.json",
        '{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "hooks run trash-guard", "timeout": 5, "onFailure": "block" }] }] } }\n',
      ),
    file: "project/.claude/settings.json",
  },
  {
    check: "registered-twice",
    name: "Cursor reads Claude Code's settings",
    trip: ({ write, home }) =>
      write(
        ".cursor/hooks.json",
        `{ "version": 1, "hooks": { "preToolUse": [{ "command": "${home}/.hasna/hooks/bin/hooks run trash-guard --harness cursor", "matcher": "Shell", "timeout": 5, "failClosed": true }] } }\n`,
      ),
    file: ".cursor/hooks.json",
    says: "Cursor reads trash-guard",
    passes: ({ write }) => write(".cursor/hooks.json", '{ "version": 1, "hooks": {} }\n'),
  },
  {
    check: "trust-missing",
    name: "Codex never trusted the entry",
    trip: ({ write }) => write(".codex/config.toml", 'model = "m"\n'),
    file: CODEX,
    says: "never trusted",
  },
  {
    check: "trust-stale",
    name: "the entry changed after it was trusted",
    trip: ours(CODEX, (handler) => {
      handler.timeout = 7;
    }),
    file: CODEX,
    says: "changed since",
  },
  {
    check: "trust-off",
    name: "a person switched the entry off",
    trip: ({ change }) =>
      change(".codex/config.toml", (text) => text.replaceAll("enabled = true", "enabled = false")),
    file: CODEX,
  },
  {
    check: "matcher-fits-no-tool",
    name: "a permission rule as a matcher",
    trip: foreign("true", "Bash(rm:*)"),
    file: CLAUDE,
    passes: foreign("true", "Bash|Edit"),
  },
  {
    check: "matcher-fits-no-tool",
    name: "our entry of Gemini CLI with Claude Code's tool",
    trip: ours(GEMINI, (_, group) => {
      group.matcher = "Bash";
    }),
    file: GEMINI,
    fixed: true,
  },
  {
    check: "matcher-misses-shell",
    name: "our entry that watches Edit only",
    trip: ours(CLAUDE, (_, group) => {
      group.matcher = "Edit";
    }),
    file: CLAUDE,
    fixed: true,
    passes: ours(CLAUDE, (_, group) => {
      group.matcher = "Bash|Edit";
    }),
  },
  {
    check: "foreign-matcher-misses-shell",
    name: "Kiro's editor tool alone",
    trip: ({ write }) =>
      write(
        ".kiro/hooks/hasna-hooks.json",
        '{ "version": "v1", "hooks": [{ "name": "g", "trigger": "PreToolUse", "matcher": "^shell$", "action": { "type": "command", "command": "true" }, "timeout": 5 }] }\n',
      ),
    file: ".kiro/",
    passes: ({ write }) =>
      write(
        ".kiro/hooks/hasna-hooks.json",
        '{ "version": "v1", "hooks": [{ "name": "g", "trigger": "PreToolUse", "matcher": "execute_bash|shell", "action": { "type": "command", "command": "true" }, "timeout": 5 }] }\n',
      ),
  },
  {
    check: "hook-at-wrong-event",
    name: "our guard under PostToolUse",
    trip: ({ change }) => change(CLAUDE, (text) => text.replace('"PreToolUse"', '"PostToolUse"')),
    file: CLAUDE,
  },
  {
    check: "timeout-missing",
    name: "our entry without a time-out",
    trip: ours(CLAUDE, (handler) => {
      delete handler.timeout;
    }),
    file: CLAUDE,
    fixed: true,
  },
  {
    check: "timeout-zero",
    name: "a time-out of 0",
    trip: ours(CLAUDE, (handler) => {
      handler.timeout = 0;
    }),
    file: CLAUDE,
    fixed: true,
  },
  {
    check: "timeout-zero",
    name: "a time-out that is a text",
    trip: foreign("true", "Bash", "PreToolUse", { timeout: "5" }),
    file: CLAUDE,
    passes: foreign("true", "Bash", "PreToolUse", { timeout: 0.5 }),
  },
  {
    check: "timeout-unit",
    name: "milliseconds in Claude Code",
    trip: ours(CLAUDE, (handler) => {
      handler.timeout = 5000;
    }),
    file: CLAUDE,
    says: "seconds",
  },
  {
    check: "timeout-unit",
    name: "seconds in Gemini CLI",
    trip: ours(GEMINI, (handler) => {
      handler.timeout = 5;
    }),
    file: GEMINI,
    fixed: true,
  },
  {
    check: "timeout-long",
    name: "ten minutes in front of every command",
    trip: foreign("true", "Bash", "PreToolUse", { timeout: 600 }),
    file: CLAUDE,
    passes: foreign("true", "Bash", "PostToolUse", { timeout: 600 }),
  },
  {
    check: "program-missing",
    name: "a hook whose program is gone",
    trip: foreign("/opt/gone/guard --strict"),
    file: CLAUDE,
    says: "/opt/gone/guard",
    passes: foreign("cat >/dev/null; exit 0"),
  },
  {
    check: "script-missing",
    name: "an interpreter without its script",
    trip: foreign("sh /opt/gone/guard.sh"),
    file: CLAUDE,
    passes: foreign("sh -c 'exit 0'"),
  },
  {
    check: "program-not-in-desktop-path",
    name: "a program in a folder that a shell profile adds",
    trip: (home) => {
      home.write("tools/my-guard", "#!/bin/sh\n", 0o755);
      foreign("my-guard --check")(home);
    },
    env: { PATH: "{home}/tools:/usr/bin:/bin" },
    file: CLAUDE,
    passes: foreign("sh -c true"),
  },
  {
    check: "command-relative",
    name: "a script below the current folder",
    trip: foreign("bash .claude/hooks/guard.sh"),
    file: CLAUDE,
    passes: foreign('bash "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'),
  },
  {
    check: "plugin-variable",
    name: "CLAUDE_PLUGIN_ROOT in the user's settings",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a shell's.
    trip: foreign('sh "${CLAUDE_PLUGIN_ROOT}/h.sh"'),
    file: CLAUDE,
    passes: foreign('sh -c "$CLAUDE_PROJECT_DIR/h.sh"'),
  },
  {
    check: "personal-path-in-project",
    name: "an interpreter in somebody's home",
    trip: ({ write }) =>
      write(
        "project/.claude/settings.json",
        '{ "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "C:/Users/me/python.exe h.py", "timeout": 5 }] }] } }\n',
      ),
    file: "project/.claude/settings.json",
    passes: ({ write }) =>
      write(
        "project/.claude/settings.json",
        '{ "hooks": { "PreToolUse": [{ "hooks": [{ "type": "command", "command": "python3 \\"$CLAUDE_PROJECT_DIR\\"/h.py", "timeout": 5 }] }] } }\n',
      ),
  },
  {
    check: "binary-missing",
    name: "the installed program was removed",
    trip: ({ home }) => rmSync(join(home, ".hasna/hooks/bin/hooks")),
    file: ".hasna/hooks/bin/hooks",
  },
  {
    check: "binary-changed",
    name: "the installed program is another one",
    trip: program("exit 0"),
    file: "versions/0.1.0/hooks",
  },
  {
    check: "versions-differ",
    name: "the program in the folder of 0.1.0 says 9.9.9",
    trip: ({ home }) => {
      const path = join(home, ".hasna/hooks/bin/hooks");
      rmSync(path);
      writeFileSync(path, "#!/bin/sh\necho hooks 9.9.9\n");
      chmodSync(path, 0o755);
    },
    file: ".hasna/hooks/bin/hooks",
    says: "9.9.9",
  },
  {
    check: "writable-by-others",
    name: "settings that everybody may write",
    trip: ({ home }) => chmodSync(join(home, CLAUDE), 0o666),
    file: CLAUDE,
    fixed: true,
    passes: ({ home }) => chmodSync(join(home, CLAUDE), 0o644),
  },
  {
    check: "bun-variables",
    name: "a variable of the environment, and an entry that does not switch it off",
    trip: ours(CLAUDE, (handler) => {
      handler.command = String(handler.command).replace("BUN_OPTIONS= ", "");
    }),
    env: { BUN_OPTIONS: "--preload=x" },
    file: CLAUDE,
    passes: () => {},
    passesEnv: { BUN_OPTIONS: "--preload=x" },
  },
  {
    check: "bun-variables",
    name: "a variable in the project's settings",
    trip: (home) => {
      home.write("project/.claude/settings.json", '{\n  "env": { "BUN_BE_BUN": "1" }\n}\n');
      ours(CLAUDE, (handler) => {
        handler.command = String(handler.command).replace("BUN_BE_BUN= ", "");
      })(home);
    },
    file: "project/.claude/settings.json",
    line: 2,
    passes: ({ write }) => write("project/.claude/settings.json", '{ "env": { "BUN_BE_BUN": "1" } }\n'),
  },
  {
    check: "canary-does-not-run",
    name: "a program for another processor",
    trip: ({ home }) => {
      const path = join(home, ".hasna/hooks/bin/hooks");
      rmSync(path);
      writeFileSync(path, "#!/nonexistent/interpreter\n");
      chmodSync(path, 0o755);
    },
    file: "",
  },
  {
    check: "canary-wrong-verdict",
    name: "a program that says nothing",
    trip: program("exit 0"),
    file: "",
    says: "it said nothing",
  },
  {
    check: "canary-wrong-verdict",
    name: "a program that refuses everything",
    trip: program(
      `printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}'; echo no >&2; exit 2`,
    ),
    file: CLAUDE,
    says: "`true` must pass",
  },
  {
    check: "canary-empty-environment",
    name: "a program that needs HOME",
    trip: needsHome,
    file: "",
  },
  {
    check: "canary-hostile-project",
    name: "an entry without the empty variables",
    trip: ours(CLAUDE, (handler) => {
      handler.command = String(handler.command).replace("BUN_OPTIONS= BUN_BE_BUN= BUN_INSPECT= ", "");
    }),
    file: CLAUDE,
    fixed: true,
  },
  {
    check: "canary-noise",
    name: "a greeting in ~/.bashrc",
    trip: ({ write, home }) => {
      write(".bashrc", "echo hello\n");
      symlinkSync(join(home, ".bashrc"), join(home, "env"));
    },
    env: { BASH_ENV: "{home}/.bashrc" },
    file: GEMINI,
    passes: ({ write }) => write(".bashrc", "alias ll='ls -l'\n"),
    passesEnv: { BASH_ENV: "{home}/.bashrc" },
  },
  {
    check: "canary-late",
    name: "a program that is slower than the time-out",
    trip: (home) => {
      ours(CLAUDE, (handler) => {
        handler.timeout = 0.2;
      })(home);
      program("sleep 0.5; exit 0")(home);
    },
    file: CLAUDE,
  },
  {
    check: "two-rewriters",
    name: "somebody else's rewriter on the same tool",
    trip: script("saver", `#!/bin/sh\necho '{"hookSpecificOutput":{"updatedInput":{}}}'\n`),
    file: CLAUDE,
    passes: (home) => {
      home.write("bin/saver", `#!/bin/sh\necho '{"hookSpecificOutput":{"updatedInput":{}}}'\n`, 0o755);
      foreign(`${home.home}/bin/saver`, "Edit")(home);
    },
  },
  {
    check: "foreign-approves",
    name: "a hook that answers allow",
    trip: script("yes", `#!/bin/sh\necho '{"hookSpecificOutput":{"permissionDecision":"allow"}}'\n`),
    file: CLAUDE,
    passes: script("no", `#!/bin/sh\necho '{"hookSpecificOutput":{"permissionDecision":"deny"}}'\n`),
  },
  {
    check: "foreign-fetches",
    name: "an upgrade at the start of each session",
    trip: foreign("uv pip install --upgrade somepkg --quiet", "", "SessionStart"),
    file: CLAUDE,
    passes: foreign("uv run check.py", "", "SessionStart"),
  },
  {
    check: "foreign-needs-program",
    name: "a script that reads its payload with jq",
    trip: script("guard", "#!/bin/sh\nC=$(jq -r .tool_input.command)\n"),
    env: { PATH: "/nonexistent" },
    file: CLAUDE,
    says: "jq",
    passes: script("guard", "#!/bin/sh\nC=$(cat)\n"),
  },
  {
    check: "trash-missing",
    name: "no trash anywhere",
    trip: ({ home }) => rmSync(join(home, ".hasna/hooks/bin/trash")),
    env: { PATH: "/nonexistent" },
    file: "",
  },
  {
    check: "trash-foreign",
    name: "another program called trash",
    trip: (home) => {
      rmSync(join(home.home, ".hasna/hooks/bin/trash"));
      home.write("tools/trash", "#!/usr/bin/env node\n", 0o755);
    },
    env: { PATH: "{home}/tools:/usr/bin:/bin" },
    file: "",
    says: "tools/trash",
  },
  {
    check: "trash-unusable",
    name: "a home trash that is a file",
    trip: ({ write }) => write(".local/share/Trash", "in the way\n"),
    file: ".hasna/hooks/bin/trash",
  },
  {
    check: "log-cannot-be-written",
    name: "a failure on record",
    trip: ({ write }) =>
      write(
        ".hasna/hooks/log-failures.jsonl",
        `${JSON.stringify({ v: 1, at: new Date().toISOString(), file: "x", code: "ENOSPC", says: "no space left on device" })}\n`,
      ),
    file: "log-failures.jsonl",
    says: "no space left",
    passes: ({ write }) =>
      write(
        ".hasna/hooks/log-failures.jsonl",
        `${JSON.stringify({ v: 1, at: "2020-01-01T00:00:00Z", file: "x", code: "ENOSPC", says: "long ago" })}\n`,
      ),
  },
  {
    check: "log-cannot-be-written",
    name: "a folder in the place of the log",
    trip: ({ write }) => write(".hasna/hooks/log/verdicts.jsonl/x", ""),
    file: "log/verdicts.jsonl",
    passes: ({ write }) => write(".hasna/hooks/log/verdicts.jsonl", ""),
  },
  {
    check: "latency-above-budget",
    name: "answers of a tenth of a second",
    trip: ({ write }) => write(".hasna/hooks/log/verdicts.jsonl", answers(120)),
    file: "log/verdicts.jsonl",
    says: "120 ms",
    passes: ({ write }) => write(".hasna/hooks/log/verdicts.jsonl", answers(12)),
  },
  {
    check: "policy-faulty",
    name: "a project's policy that lifts",
    trip: ({ write }) =>
      write(
        "project/.hasna/hooks-policy.json",
        '{ "version": 1, "rules": [{ "rule": "trash-guard/rmdir", "verdict": "allow", "reason": "r", "expires": "2099-01-01" }] }\n',
      ),
    file: "project/.hasna/hooks-policy.json",
    says: "tighten only",
    passes: ({ write }) =>
      write(
        "project/.hasna/hooks-policy.json",
        '{ "version": 1, "rules": [{ "rule": "trash-guard/redirect", "verdict": "ask", "reason": "r" }] }\n',
      ),
  },
  {
    check: "policy-faulty",
    name: "a rule for what is never let pass",
    trip: ({ write }) =>
      write(
        ".hasna/hooks/policy.json",
        '{ "version": 1,\n "rules": [{ "rule": "trash-guard/protected-path", "verdict": "allow", "reason": "r", "expires": "2099-01-01" }] }\n',
      ),
    file: ".hasna/hooks/policy.json",
    says: "never let pass",
    line: 2,
  },
];

/** A log of fifty answers that took this many milliseconds. */
function answers(ms: number): string {
  const record = {
    v: 1,
    at: "2026-11-30T12:00:00.000Z",
    harness: "claude-code",
    event: "PreToolUse",
    hook: "trash-guard",
  };
  return `${JSON.stringify({ ...record, rule: "trash-guard/shred", verdict: "deny", reason: "r.", ms })}\n`.repeat(
    50,
  );
}

/** Makes a folder and writes a file anew, so that a hard link to another home's file is not written through. */
export function writeAnew(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}
