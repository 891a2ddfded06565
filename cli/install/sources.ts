/** Files beside the three scopes, and beside plugins, in which a harness finds hooks: all of them run beside ours. */
import { dirname, join, resolve } from "node:path";
import { type Harness, type HarnessId, harnesses, type Places } from "@hasna/hooks-harness";

/** One file with hooks in it, and how to read it. */
interface Source {
  readonly scope: "user" | "project" | "local" | "managed" | "plugin";
  readonly path: string;
  readonly root: readonly string[];
  /** Whose form it is written in, where that is not the harness that reads it. */
  readonly harness: Harness;
  readonly syntax: "json" | "toml";
}

interface Pattern {
  readonly scope: Source["scope"];
  /** Where the pattern begins: the harness's own folder, the project, the home, the root of the system. */
  readonly at: "own" | "project" | "home" | "/";
  readonly glob: string;
  readonly root?: readonly string[];
}

const codexFiles = (folder: string): readonly Pattern[] => [
  { scope: "user", at: "own", glob: "config.toml" },
  { scope: "project", at: "project", glob: `${folder}/config.toml` },
];
const copilotFiles: readonly Pattern[] = [
  { scope: "user", at: "own", glob: "hooks/*.json" },
  { scope: "user", at: "own", glob: "settings.json" },
  { scope: "project", at: "project", glob: ".github/hooks/*.json" },
];

/** Measured with the clients where they run, from their documentation otherwise. */
const PATTERNS: Readonly<Partial<Record<HarnessId, readonly Pattern[]>>> = {
  codex: [
    ...codexFiles(".codex"),
    { scope: "managed", at: "/", glob: "etc/codex/config.toml" },
    { scope: "managed", at: "/", glob: "etc/codex/managed_config.toml" },
  ],
  codewith: codexFiles(".codewith"),
  "gemini-cli": [
    { scope: "plugin", at: "project", glob: ".gemini/extensions/*/hooks/hooks.json" },
    { scope: "managed", at: "/", glob: "etc/gemini-cli/system-defaults.json" },
  ],
  "qwen-code": [
    { scope: "plugin", at: "project", glob: ".qwen/extensions/*/hooks/hooks.json" },
    { scope: "managed", at: "/", glob: "etc/qwen-code/system-defaults.json" },
  ],
  "copilot-cli": copilotFiles,
  "vs-code": copilotFiles,
  grok: [
    { scope: "user", at: "home", glob: ".grok/hooks/*.json" },
    { scope: "project", at: "project", glob: ".grok/hooks/*.json" },
  ],
  kiro: [
    { scope: "user", at: "home", glob: ".kiro/hooks/*.json" },
    { scope: "project", at: "project", glob: ".kiro/hooks/*.json" },
  ],
};

/** Variables that name a settings file by themselves. */
const NAMED_BY: Readonly<Partial<Record<HarnessId, readonly string[]>>> = {
  "gemini-cli": ["GEMINI_CLI_SYSTEM_SETTINGS_PATH", "GEMINI_CLI_SYSTEM_DEFAULTS_PATH"],
  "qwen-code": ["QWEN_CODE_SYSTEM_SETTINGS_PATH", "QWEN_CODE_SYSTEM_DEFAULTS_PATH"],
};

export async function moreSources(harness: Harness, places: Places): Promise<readonly Source[]> {
  const found: Source[] = [];
  const add = (scope: Source["scope"], path: string, more: Partial<Source> = {}): void => {
    const syntax = path.endsWith(".toml") ? "toml" : "json";
    found.push({ scope, path, root: ["hooks"], harness, syntax, ...more });
  };
  for (const { scope, at, glob, root = ["hooks"] } of PATTERNS[harness.id] ?? []) {
    const folder = {
      own: harness.presence.folder(places),
      project: places.project,
      home: places.home,
      "/": "/",
    }[at];
    for (const path of await filesLike(glob, folder)) add(scope, path, { root });
  }
  for (const name of NAMED_BY[harness.id] ?? []) {
    const path = places.env[name];
    if (path !== undefined && path !== "") add("managed", resolve(places.project, path));
  }
  if (harness.id === "claude-code") {
    // Kept at the root of the repository since 2.1.211; one in the folder of the session is read besides.
    const root = await repositoryOf(places.project);
    if (root !== undefined) add("local", join(root, ".claude/settings.local.json"));
  }
  for (const { harness: id, scopes } of harness.reads) {
    const other = harnesses.find((one) => one.id === id);
    for (const scope of other === undefined ? [] : scopes) {
      for (const place of other?.settingsFiles(scope, places) ?? [])
        add(scope, place.path, { root: place.root, ...(other !== undefined && { harness: other }) });
    }
  }
  return found;
}

async function filesLike(glob: string, folder: string): Promise<readonly string[]> {
  try {
    const files = await Array.fromAsync(
      new Bun.Glob(glob).scan({ cwd: folder, dot: true, onlyFiles: false }),
    );
    return files.sort().map((file) => join(folder, file));
  } catch {
    // No such folder: nothing in it.
    return [];
  }
}

async function repositoryOf(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    if (await Bun.file(join(at, ".git/HEAD")).exists()) return at;
    // A worktree's is a file.
    if (await Bun.file(join(at, ".git")).exists()) return at;
    if (at === dirname(at)) return undefined;
  }
}
