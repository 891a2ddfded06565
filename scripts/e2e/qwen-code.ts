import { chatCompletions } from "./chat-completions.ts";
import type { Client } from "./client.ts";

const version = "0.24.4";

export const qwenCode: Client = {
  id: "qwen-code",
  version,
  packages: [`@qwen-code/qwen-code@${version}`],
  programs: ["node_modules/.bin/qwen"],
  wire: chatCompletions({
    shell: "run_shell_command",
    isError: (text) => /trash-guard|workspace-repos-guard/.test(text),
    subagent: { tool: "agent", input: { subagent_type: "general-purpose", description: "Run it" } },
  }),
  userSettings: ".qwen/settings.json",
  // It writes this itself into a file that lacks it.
  files: {
    ".qwen/settings.json": '{\n  "$version": 4\n}\n',
    "project/.qwen/settings.json": '{\n  "$version": 4\n}\n',
  },
  rewrites: "never",
  unableToRun: "open",
  hanging: "open",
  startFiles: "firm",
  projectHooks: "run",
  subagents: "guarded",
  flags: [],
  start: ({ home, path, model }) => ({
    args: [
      "--auth-type",
      "openai",
      "--openai-base-url",
      `${model}/v1`,
      "--openai-api-key",
      "stand-in",
      "-m",
      "stand-in",
      "-y",
      "-p",
      "Do what the script says.",
    ],
    env: { HOME: home, PATH: path, TERM: "dumb", TMPDIR: `${home}/tmp`, LANG: "C.UTF-8", SHLVL: "1" },
  }),
};
