import { chatCompletions } from "./chat-completions.ts";
import type { Client } from "./client.ts";

const version = "7.7.9";

export const kilo: Client = {
  id: "kilo",
  version,
  // The package that only picks one of these names platforms that were never published.
  packages: [`@kilocode/cli-${process.platform}-${process.arch}@${version}`],
  programs: ["linux-x64", "linux-arm64"].map((platform) => `node_modules/@kilocode/cli-${platform}/bin/kilo`),
  stays: true,
  wire: chatCompletions({
    shell: "bash",
    isError: (text) => /trash-guard|workspace-repos-guard/.test(text),
    subagent: { tool: "task", input: { subagent_type: "general", description: "Run it" } },
  }),
  userSettings: ".config/kilo/plugins/hasna-hooks.js",
  // It keeps a package of its own beside the plugins of each folder.
  ownFiles: [".gitignore", "package.json", "package-lock.json", "bun.lock", "node_modules"].map(
    (name) => `project/.kilo/${name}`,
  ),
  rewrites: "always",
  unableToRun: "blocks",
  hanging: "blocks",
  startFiles: "none",
  projectHooks: "run",
  subagents: "guarded",
  flags: [],
  start: ({ home, path, model }) => {
    const config = JSON.stringify({
      model: "local/stand-in",
      small_model: "local/stand-in",
      autoupdate: false,
      share: "disabled",
      permission: { bash: "allow", external_directory: "allow", task: "allow" },
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
    });
    return {
      args: ["run", "--auto", "--format", "json", "Do what the script says."],
      env: {
        HOME: home,
        PATH: path,
        TERM: "dumb",
        TMPDIR: `${home}/tmp`,
        LANG: "C.UTF-8",
        KILO_CONFIG_CONTENT: config,
        OPENCODE_CONFIG_CONTENT: config,
        KILO_DISABLE_AUTOUPDATE: "1",
        KILO_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        KILO_DISABLE_LSP_DOWNLOAD: "1",
        // With a plugin it fetches a package of its own at the start; without a network that would take minutes.
        npm_config_fetch_retries: "0",
      },
    };
  },
};
