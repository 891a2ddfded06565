import { chatCompletions } from "./chat-completions.ts";
import type { Client } from "./client.ts";

const version = "1.18.33";

export const opencode: Client = {
  id: "opencode",
  version,
  packages: [`opencode-ai@${version}`],
  programs: ["linux-x64", "linux-arm64"].map((platform) => `node_modules/opencode-${platform}/bin/opencode`),
  wire: chatCompletions({
    shell: "bash",
    isError: (text) => /trash-guard|workspace-repos-guard/.test(text),
    subagent: { tool: "task", input: { subagent_type: "general", description: "Run it" } },
  }),
  userSettings: ".config/opencode/plugins/hasna-hooks.js",
  // It keeps a package of its own beside the plugins of each folder.
  ownFiles: [".gitignore", "package.json", "package-lock.json", "bun.lock", "node_modules"].map(
    (name) => `project/.opencode/${name}`,
  ),
  rewrites: "always",
  unableToRun: "blocks",
  hanging: "blocks",
  startFiles: "none",
  projectHooks: "run",
  subagents: "guarded",
  flags: [],
  start: ({ home, path, model }) => ({
    args: ["run", "--format", "json", "Do what the script says."],
    env: {
      HOME: home,
      PATH: path,
      TERM: "dumb",
      TMPDIR: `${home}/tmp`,
      LANG: "C.UTF-8",
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: "local/stand-in",
        small_model: "local/stand-in",
        autoupdate: false,
        share: "disabled",
        permission: { bash: "allow", external_directory: "allow" },
        provider: {
          local: {
            npm: "@ai-sdk/openai-compatible",
            name: "local",
            options: { baseURL: `${model}/v1`, apiKey: "stand-in" },
            models: {
              "stand-in": { name: "stand-in", tool_call: true, limit: { context: 100_000, output: 8000 } },
            },
          },
        },
      }),
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      // With a plugin it fetches a package of its own at the start; without a network that would take minutes.
      npm_config_fetch_retries: "0",
    },
  }),
};
