/**
 * `bun run marketplace OUT`: one marketplace in Claude Code's format, which Codex, Copilot CLI, Droid and Qwen Code take as it
 * is, with one self-contained plugin a hook, and one Gemini CLI extension a hook.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { discover } from "@hasna/hooks-registry/discover";
import type { BunPlugin } from "bun";

const root = resolve(import.meta.dir, "..");

/** Where the marketplace lies for those who install from it. */
const REPOSITORY = "hasna/hooks";

/** Seconds that a harness waits for the hook. */
const TIMEOUT = 10;

/** The shell's tool under the names of all five harnesses: Droid knows it as Execute alone, the others as Bash. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = { Bash: ["Execute"], Write: ["Create"] };
const GEMINI_NAMES: Readonly<Record<string, string>> = {
  Bash: "run_shell_command",
  Write: "write_file",
  Edit: "replace",
};

/** Gemini CLI puts its own folder and separator in, as text. */
const GEMINI_COMMAND = ["sh ", "{extensionPath}", "{/}run.sh gemini-cli"].join("$");

const [out] = process.argv.slice(2);
if (out === undefined) {
  console.error("Usage: bun run marketplace OUT");
  process.exit(2);
}
await make(resolve(out));

async function make(folder: string): Promise<void> {
  const plugins: unknown[] = [];
  for (const { name, version, file } of discover(join(root, "hooks"))) {
    const source = dirname(file);
    const { hook: manifest, license } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
    const description: string = manifest.summary;
    const program = await programOf(file, name, version);
    const plugin = join(folder, "plugins", name);
    fill(plugin, source, program, manifest.kind);
    write(join(plugin, ".claude-plugin/plugin.json"), {
      name,
      version,
      description,
      author: { name: "Hasna" },
      license,
    });
    write(join(plugin, "hooks/hooks.json"), {
      description,
      hooks: entries(manifest.events, claudeMatcher, {
        type: "command",
        // In double quotes: the one form that all five expand.
        command: `sh "\${CLAUDE_PLUGIN_ROOT}/run.sh"`,
        timeout: TIMEOUT,
      }),
    });
    plugins.push({ name, source: `./plugins/${name}`, description, version });
    const extension = join(folder, "gemini", name);
    fill(extension, source, program, manifest.kind);
    write(join(extension, "gemini-extension.json"), { name, version, description });
    const events = Object.fromEntries(
      Object.entries(manifest.events as Record<string, string>).map(([event, matcher]) => [
        geminiEvent(event),
        matcher,
      ]),
    );
    write(join(extension, "hooks/hooks.json"), {
      hooks: entries(events, geminiMatcher, {
        name,
        type: "command",
        command: GEMINI_COMMAND,
        timeout: TIMEOUT * 1000,
      }),
    });
  }
  write(join(folder, ".claude-plugin/marketplace.json"), {
    name: "hasna-hooks",
    owner: { name: "Hasna" },
    plugins,
  });
  console.log(`${plugins.length} plugins in ${folder}`);
}

function fill(folder: string, source: string, program: string, kind: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "hook.mjs"), program);
  writeFileSync(join(folder, "run.sh"), launcher(kind));
  copyFileSync(join(source, "CHANGELOG.md"), join(folder, "CHANGELOG.md"));
  const readme = readFileSync(join(source, "README.md"), "utf8").trimEnd();
  const install = `Install it in Claude Code: \`/plugin install ${basename(folder)} --marketplace ${REPOSITORY}\``;
  writeFileSync(join(folder, "README.md"), `${readme}\n\n${install}\n`);
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
}

/** A guard that cannot be run refuses with 2, which every harness reads as a block; a helper is silent then. */
function launcher(kind: string): string {
  const isGuard = kind === "guard";
  return `#!/bin/sh
# Some harnesses leave no variable behind, so the folder is found by this file.
here=\${0%/*}
for runtime in node bun; do
  if command -v "$runtime" >/dev/null 2>&1; then
    "$runtime" "$here/hook.mjs" "$@"
    code=$?
    # What fails in a way of its own must not be taken for "go on".
    case $code in 0 | 2) exit $code ;; *) exit ${isGuard ? 2 : 0} ;; esac
  fi
done
${isGuard ? 'echo "This guard needs node or bun on PATH, and neither is there, so the call is refused." >&2\nexit 2' : "exit 0"}
`;
}

function entries(
  events: Readonly<Record<string, string>>,
  matcherOf: (neutral: string) => string,
  handler: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(events).map(([event, neutral]) => {
      const matcher = matcherOf(neutral);
      return [event, [{ ...(matcher === "" ? {} : { matcher }), hooks: [handler] }]];
    }),
  );
}

function claudeMatcher(neutral: string): string {
  if (neutral === "") return "";
  return neutral
    .split("|")
    .flatMap((tool) => [tool, ...(OTHER_NAMES[tool] ?? [])])
    .join("|");
}

function geminiMatcher(neutral: string): string {
  const known = neutral.split("|").flatMap((tool) => GEMINI_NAMES[tool] ?? []);
  return [...new Set(known)].join("|");
}

function geminiEvent(event: string): string {
  return event.replace("PreToolUse", "BeforeTool").replace("PostToolUse", "AfterTool");
}

/** One hook and what it needs as one module for Node.js. */
async function programOf(file: string, name: string, version: string): Promise<string> {
  const alone: BunPlugin = {
    name: "one-hook",
    setup(build) {
      build.onResolve({ filter: /^hooks:bundled$/ }, () => ({ path: "bundled", namespace: "hooks" }));
      build.onLoad({ filter: /./, namespace: "hooks" }, () => ({
        loader: "ts",
        contents: `import { hook } from ${JSON.stringify(file)};\nexport const bundledHooks = [{ name: ${JSON.stringify(name)}, version: ${JSON.stringify(version)}, hook }];`,
      }));
    },
  };
  const result = await Bun.build({
    entrypoints: [join(import.meta.dir, "plugin-main.ts")],
    plugins: [alone],
    target: "node",
    format: "esm",
    minify: { whitespace: true },
  });
  const text = await result.outputs[0]?.text();
  if (!result.success || text === undefined) throw new Error(result.logs.join("\n"));
  return text;
}

function write(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
