import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { harnesses, type Scope } from "@hasna/hooks-harness";
import type { Context } from "../context.ts";
import { findHarnesses } from "./detection.ts";
import { performInstall, performUninstall } from "./perform.ts";
import { type CatalogueEntry, readRequest } from "./request.ts";
import { performSync } from "./sync.ts";

const catalogue: readonly CatalogueEntry[] = [
  {
    name: "greeter",
    events: ["SessionStart"],
    matcher: "",
    kind: "helper",
    rewritesInput: false,
    version: "0.1.0",
  },
  {
    name: "trash-guard",
    events: ["PreToolUse"],
    matcher: "Bash",
    kind: "guard",
    rewritesInput: true,
    version: "0.1.0",
  },
];

let root = "";
let home = "";
let project = "";
let out = "";
let err = "";

beforeEach(() => {
  root = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "hooks-harnesses-"));
  home = join(root, "home");
  project = join(home, "project");
  mkdirSync(project, { recursive: true });
  mkdirSync(join(root, "bin"));
  put(join(root, "build/hooks"), '#!/bin/sh\necho "hooks 0.1.0"\n');
  chmodSync(join(root, "build/hooks"), 0o755);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function context(): Context {
  out = "";
  err = "";
  return {
    env: { PATH: join(root, "bin") },
    home,
    cwd: project,
    user: process.getuid?.() ?? -1,
    binary: join(root, "build/hooks"),
    ownFolder: undefined,
    version: "0.1.0",
    terminal: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    input: async function* () {},
  };
}

type Options = Readonly<Record<string, string | boolean>>;

function request(verb: "install" | "uninstall", options: Options, names: readonly string[]) {
  const known = catalogue.map(({ name }) => name);
  const read = readRequest({ options, words: names, rest: undefined }, known, verb);
  if ("misuse" in read) throw new Error(read.misuse);
  return read;
}

const install = (options: Options = {}, ...names: readonly string[]) =>
  performInstall(
    request("install", options, names.length === 0 ? ["trash-guard"] : names),
    catalogue,
    context(),
  );
const uninstall = (options: Options = {}, ...names: readonly string[]) =>
  performUninstall(
    request("uninstall", options, names.length === 0 ? ["trash-guard"] : names),
    catalogue,
    context(),
  );
const sync = (options: { isDryRun?: boolean; trust?: boolean } = {}) =>
  performSync({ isDryRun: false, asJson: false, trust: false, ...options }, catalogue, context());

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Every file below the home but our own programs and records. */
function files(): readonly string[] {
  return readdirSync(home, { recursive: true })
    .map(String)
    .filter((name) => !name.startsWith(".hasna"))
    .sort();
}

const textOf = (name: string) => readFileSync(join(home, name), "utf8");

describe("each harness by itself", () => {
  for (const harness of harnesses) {
    for (const scope of ["user", "project", "local"] as const) {
      const name = `${harness.id}, ${scope} scope`;
      const places = (at: Scope) =>
        harness.settingsFiles(at, { home, project, env: { PATH: join(root, "bin") } });
      test(`${name}: registered, registered once, and away without a trace`, async () => {
        const before = files();
        const [place] = places(scope);
        if (place === undefined) {
          expect(await install({ harness: harness.id, scope })).toBe(1);
          expect(err).toContain(`has no ${scope} settings`);
          expect(files()).toEqual(before);
          return;
        }
        expect(await install({ harness: harness.id, scope })).toBe(0);
        const text = readFileSync(place.path, "utf8");
        const id = harness.id === "claude-code" ? "" : harness.id;
        expect(text).toContain(id);
        // A shared file names no person's home.
        expect(text.includes(home)).toBe(scope !== "project");
        expect(out).toContain(harness.afterInstall);
        expect(await install({ harness: harness.id, scope })).toBe(0);
        expect(readFileSync(place.path, "utf8")).toBe(text);
        expect(out).toContain("registered already");
        expect(await uninstall({ harness: harness.id, scope })).toBe(0);
        expect(files()).toEqual(before);
      });
    }
  }
});

describe("those that are found", () => {
  test("by folder and by program, with the version where a package says it", async () => {
    mkdirSync(join(home, ".gemini"));
    const at = join(root, "lib/node_modules/@openai/codex");
    put(join(at, "package.json"), '{"name":"@openai/codex","version":"0.171.0"}');
    put(join(at, "bin/codex"), "#!/bin/sh\n");
    chmodSync(join(at, "bin/codex"), 0o755);
    const { symlinkSync } = await import("node:fs");
    symlinkSync(join(at, "bin/codex"), join(root, "bin/codex"));
    const found = await findHarnesses({ home, project, env: { PATH: `relative:${join(root, "bin")}` } });
    expect(found.map(({ harness, by, version }) => [harness.id, by, version])).toEqual([
      ["codex", join(root, "bin/codex"), "0.171.0"],
      ["gemini-cli", join(home, ".gemini"), undefined],
    ]);
  });
  test("are all registered in, and an uninstall takes all out", async () => {
    for (const folder of [".codex", ".gemini", ".pi"]) mkdirSync(join(home, folder));
    const before = files();
    expect(await install()).toBe(0);
    expect(files().filter((name) => /hooks|settings/.test(name))).toEqual([
      ".codex/hooks.json",
      ".gemini/settings.json",
      ".pi/agent/extensions/hasna-hooks.ts",
    ]);
    expect(await uninstall()).toBe(0);
    expect(files()).toEqual(before);
  });
  test("none: Claude Code", async () => {
    const says = "No harness was found on this machine, so the settings file of Claude Code is used.";
    await install({ "dry-run": true });
    expect(out).toContain(says);
    await install({ "dry-run": true, json: true });
    expect(JSON.parse(out).harnesses[0].assumed).toBe(true);
    await install();
    expect(files()).toContain(".claude/settings.json");
    expect(out).toContain(says);
    await uninstall();
    for (const [folders, options] of [
      [[], { harness: "claude-code" }],
      [[".claude"], {}],
    ] as const) {
      for (const folder of folders) mkdirSync(join(home, folder));
      await install(options);
      expect(out).toContain("Registered");
      expect(out).not.toContain("No harness was found");
      await uninstall();
    }
  });
  test("a scope that none of them has is refused; one that has it makes up for the others", async () => {
    for (const folder of [".codex", ".gemini"]) mkdirSync(join(home, folder));
    const before = files();
    expect(await install({ scope: "local" })).toBe(1);
    expect(err).toContain("no harness that was found here has local settings (Codex, Gemini CLI)");
    expect(err).toContain("Choose another --scope");
    expect(files()).toEqual(before);
    mkdirSync(join(home, ".claude"));
    expect(await install({ scope: "local" })).toBe(0);
    expect(out).toContain("Codex has no local settings.");
  });
  test("a file that is refused keeps the others from nothing, and the exit code says so", async () => {
    put(join(home, ".gemini/settings.json"), '{ "a": }');
    mkdirSync(join(home, ".codex"));
    expect(await install()).toBe(1);
    expect(err).toContain(`${join(home, ".gemini/settings.json")}:1:8: `);
    expect(textOf(".gemini/settings.json")).toBe('{ "a": }');
    expect(textOf(".codex/hooks.json")).toContain("trash-guard");
  });
  test("one without an event for a hook is passed over", async () => {
    for (const folder of [".codex", ".pi"]) mkdirSync(join(home, folder));
    expect(await install({}, "greeter")).toBe(0);
    expect(out).toContain("pi has no event that greeter could watch");
    expect(existsSync(join(home, ".pi/agent"))).toBe(false);
    await uninstall({}, "greeter");
    rmSync(join(home, ".codex"), { recursive: true });
    expect(await install({}, "greeter")).toBe(0);
    expect(out).not.toContain("laced");
  });
  test("--json names each", async () => {
    for (const folder of [".claude", ".cursor"]) mkdirSync(join(home, folder));
    await install({ json: true, "dry-run": true });
    const { harnesses: told } = JSON.parse(out);
    expect(told[0]).toMatchObject({ harness: "claude-code", changed: true, trust: null });
    expect(told[1]).toEqual({ harness: "cursor", skipped: expect.stringContaining("Claude Code") });
    expect(files().filter((name) => /hooks|settings/.test(name))).toEqual([]);
  });
});

describe("those that read another's settings", () => {
  const rows: readonly (readonly [found: readonly string[], scope: Scope, files: readonly string[]])[] = [
    [[".claude", ".cursor", ".vscode"], "user", [".claude/settings.json"]],
    [[".cursor"], "user", [".cursor/hooks.json"]],
    [[".copilot", ".vscode"], "user", [".copilot/hooks/hasna-hooks.json"]],
    [[".vscode"], "user", [".copilot/hooks/hasna-hooks.json"]],
    // Copilot CLI reads Claude Code's settings of a project, and not the user's.
    [[".claude", ".copilot"], "user", [".claude/settings.json", ".copilot/hooks/hasna-hooks.json"]],
    [[".claude", ".copilot"], "project", ["project/.claude/settings.json"]],
    [[".copilot"], "project", ["project/.github/hooks/hasna-hooks.json"]],
    // It cannot be told from Claude Code, and loses a rewrite.
    [[".claude", ".grok"], "user", [".claude/settings.json", ".grok/hooks/hasna-hooks.json"]],
  ];
  for (const [found, scope, want] of rows) {
    test(`${found.join(" and ")}, ${scope} scope`, async () => {
      for (const folder of found) mkdirSync(join(home, folder));
      expect(await install({ scope })).toBe(0);
      expect(files().filter((name) => /\.json$/.test(name))).toEqual([...want]);
    });
  }
  test("what stands in Claude Code's settings already counts", async () => {
    await install({ harness: "claude-code" });
    await install({ harness: "cursor" });
    expect(files()).toContain(".cursor/hooks.json");
    await uninstall({ harness: "cursor" });
    mkdirSync(join(home, ".cursor"), { recursive: true });
    await install();
    expect(files()).not.toContain(".cursor/hooks.json");
  });
});

test("Droid's hooks in settings.json are joined: a hooks.json would switch them off", async () => {
  const theirs = '{\n  "hooks": { "Stop": [] },\n  "model": "m"\n}\n';
  put(join(home, ".factory/settings.json"), theirs);
  await install();
  expect(files()).not.toContain(".factory/hooks.json");
  expect(JSON.parse(textOf(".factory/settings.json")).hooks.PreToolUse[0].matcher).toBe("Execute");
  await uninstall();
  expect(textOf(".factory/settings.json")).toBe(theirs);
});

describe("Codex's trust", () => {
  const config = 'model = "m"\n\n[projects."/x"]\ntrust_level = "trusted"\n';
  beforeEach(() => put(join(home, ".codex/config.toml"), config));
  test("is not given unasked, and what is skipped is said with the way out", async () => {
    expect(await install()).toBe(0);
    expect(err).toContain("WARNING: Codex skips this entry without a word until trusted");
    expect(err).toContain("--harness codex\n    sha256:");
    expect(err).toContain("/hooks in a Codex session");
    expect(textOf(".codex/config.toml")).toBe(config);
  });
  test("is written with --trust after showing what, and taken back with the entry", async () => {
    expect(await install({ trust: true, "dry-run": true })).toBe(0);
    const shown = /sha256:[0-9a-f]{64}/.exec(out)?.[0] ?? "none";
    expect(textOf(".codex/config.toml")).toBe(config);
    expect(await install({ trust: true })).toBe(0);
    expect(out).toContain(`Trusted in ${join(home, ".codex/config.toml")}`);
    expect(textOf(".codex/config.toml")).toStartWith(config);
    expect(textOf(".codex/config.toml")).toContain(shown);
    expect(await install()).toBe(0);
    expect(out).toContain("Codex trusts this entry.");
    expect(err).toBe("");
    await uninstall();
    expect(textOf(".codex/config.toml")).toBe(config);
  });
  test("comes after the entry: two hooks in it make another hash", async () => {
    await install({ trust: true });
    await install({}, "greeter");
    expect(err).toContain("SessionStart");
    expect(err).not.toContain("PreToolUse");
  });
  test("an uninstall that moves the entries of others says so", async () => {
    await install();
    const { hooks } = JSON.parse(textOf(".codex/hooks.json"));
    const theirs = { matcher: "Bash", hooks: [{ type: "command", command: "theirs" }] };
    put(
      join(home, ".codex/hooks.json"),
      JSON.stringify({ hooks: { PreToolUse: [...hooks.PreToolUse, theirs] } }),
    );
    await uninstall();
    expect(err).toContain("Hooks of others behind ours move up");
    put(join(home, ".codex/hooks.json"), JSON.stringify({ hooks: { PreToolUse: [theirs] } }));
    await install();
    await uninstall();
    expect(err).toBe("");
  });
  test("a config.toml that is no TOML is refused with its place", async () => {
    put(join(home, ".codex/config.toml"), "a = \n");
    expect(await install({ trust: true })).toBe(1);
    expect(err).toContain("config.toml:1:");
    expect(existsSync(join(home, ".codex/hooks.json"))).toBe(false);
  });
});

describe("a file that its harness does not read is said to be one", () => {
  const rows: readonly (readonly [id: string, path: string, text: string, says: string | undefined])[] = [
    ["codex", ".codex/hooks.json", "\uFEFF{}", "byte order mark"],
    ["codex", ".codex/hooks.json", '{"$schema": "x"}', '"$schema" is not among the keys it knows'],
    ["codex", ".codex/hooks.json", "{} // c", "because of a comment"],
    ["gemini-cli", ".gemini/settings.json", "\uFEFF{}", "Gemini CLI does not start"],
    ["gemini-cli", ".gemini/settings.json", '{"a": 1,}', "does not start because of a trailing comma"],
    ["gemini-cli", ".gemini/settings.json", '{"a": 1} // c', undefined],
    ["qwen-code", ".qwen/settings.json", "\uFEFF{}", undefined],
    ["droid", ".factory/hooks.json", "/* c */ {}", undefined],
    ["droid", ".factory/hooks.json", '{"Stop": [{"hooks": [{"type": "command"}]}]}', 'no "command"'],
    ["claude-code", ".claude/settings.json", "\uFEFF{}", undefined],
  ];
  for (const [id, path, text, says] of rows) {
    test(`${id}: ${JSON.stringify(text)}`, async () => {
      put(join(home, path), text);
      expect(await install({ harness: id })).toBe(0);
      const warnings = err.split("\n").filter((line) => line.startsWith(`WARNING: ${join(home, path)}`));
      if (says === undefined) expect(warnings).toEqual([]);
      else expect(warnings.join()).toContain(says);
      await uninstall({ harness: id });
      expect(textOf(path)).toBe(text);
    });
  }
});

describe("hooks of others that answer the same calls are named", () => {
  const theirs = (event: string, matcher: string) =>
    JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [{ type: "command", command: "to-trash" }] }] } });
  test("in another scope", async () => {
    put(join(project, ".gemini/settings.json"), theirs("BeforeTool", "run_shell"));
    await install({ harness: "gemini-cli" });
    expect(err).toContain(`${join(project, ".gemini/settings.json")}:1:`);
    expect(err).toContain('"to-trash" answers the same calls as trash-guard');
  });
  test("in a plugin of Claude Code, unless it is switched off", async () => {
    const plugin = join(root, "plugin");
    put(join(plugin, "hooks/hooks.json"), theirs("PreToolUse", "Bash"));
    put(
      join(home, ".claude/plugins/installed_plugins.json"),
      JSON.stringify({ version: 2, plugins: { "p@m": [{ installPath: plugin }] } }),
    );
    await install({ harness: "claude-code" });
    expect(err).toContain(`${join(plugin, "hooks/hooks.json")}:1:`);
    put(join(home, ".claude/settings.json"), '{"enabledPlugins":{"p@m":false}}');
    await install({ harness: "claude-code" });
    expect(err).toBe("");
  });
  test("not on other tools", async () => {
    put(join(project, ".gemini/settings.json"), theirs("BeforeTool", "write_file"));
    await install({ harness: "gemini-cli" });
    expect(err).toBe("");
  });
});

describe("sync", () => {
  test("brings back what a client has dropped, and keeps what it has added", async () => {
    await install({ harness: "claude-code" });
    const value = JSON.parse(textOf(".claude/settings.json"));
    delete value.hooks.PreToolUse[0].hooks[0].onFailure;
    put(join(home, ".claude/settings.json"), JSON.stringify({ ...value, theme: "dark" }));
    expect(await sync()).toBe(0);
    const after = JSON.parse(textOf(".claude/settings.json"));
    expect([after.theme, after.hooks.PreToolUse[0].hooks[0].onFailure]).toEqual(["dark", "block"]);
    put(join(home, ".claude/settings.json"), "{}");
    await sync();
    expect(textOf(".claude/settings.json")).toContain("trash-guard");
  });
  test("registers in a harness that came later, when the hook was asked for everywhere", async () => {
    mkdirSync(join(home, ".codex"));
    await install();
    mkdirSync(join(home, ".gemini"));
    expect(await sync({ isDryRun: true })).toBe(0);
    expect(out).toContain("Would register trash-guard");
    expect(files()).not.toContain(".gemini/settings.json");
    await sync();
    expect(files()).toContain(".gemini/settings.json");
  });
  test("not when it was asked for in one, nor where it was taken out", async () => {
    await install({ harness: "codex" });
    mkdirSync(join(home, ".gemini"));
    await sync();
    expect(files()).not.toContain(".gemini/settings.json");
    await install();
    await uninstall({ harness: "gemini-cli" });
    await sync();
    expect(files()).not.toContain(".gemini/settings.json");
    await uninstall();
    await sync();
    expect(files()).not.toContain(".codex/hooks.json");
  });
  test("a project's file is brought about from anywhere", async () => {
    await install({ harness: "claude-code", scope: "local" });
    rmSync(join(project, ".claude"), { recursive: true });
    const elsewhere = { ...context(), cwd: root };
    await performSync({ isDryRun: false, asJson: false, trust: false }, catalogue, elsewhere);
    expect(files()).toContain("project/.claude/settings.local.json");
  });
  for (const [name, spoil, repair] of [
    [
      "a text that is none",
      () => put(join(home, ".claude/settings.json"), '{ "a": }'),
      () => put(join(home, ".claude/settings.json"), "{}"),
    ],
    [
      "a file that may not be written",
      () => {
        put(join(home, ".claude/settings.json"), "{}");
        chmodSync(join(home, ".claude/settings.json"), 0o444);
      },
      () => chmodSync(join(home, ".claude/settings.json"), 0o644),
    ],
  ] as const) {
    test(`what was refused was not installed: ${name}`, async () => {
      spoil();
      expect(await install()).toBe(1);
      repair();
      mkdirSync(join(home, ".gemini"));
      expect(await sync()).toBe(0);
      expect(textOf(".claude/settings.json")).toBe("{}");
      expect(files()).not.toContain(".gemini/settings.json");
      expect(out).toContain("nothing to do");
      // A second hook that is refused leaves the record of the first as it was.
      await install({ harness: "claude-code" });
      const good = textOf(".claude/settings.json");
      spoil();
      put(join(home, ".claude/keep"), "");
      expect(await install({ harness: "claude-code" }, "greeter")).toBe(1);
      repair();
      put(join(home, ".claude/settings.json"), good);
      await sync();
      expect(textOf(".claude/settings.json")).toBe(good);
      await uninstall({ harness: "claude-code" });
      expect(textOf(".claude/settings.json")).toBe("{}");
    });
  }
  test("nothing was ever installed: nothing is done, and that is said", async () => {
    expect(await sync()).toBe(0);
    expect(out).toContain("No hook is on record as installed, so there is nothing to do.");
    expect(out).toContain("hooks install trash-guard");
    expect(files()).toEqual(["project"]);
  });
});
