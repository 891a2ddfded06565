import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { claudeCode, type Scope } from "@hasna/hooks-harness";
import type { Context } from "../context.ts";
import { performInstall, performUninstall } from "./perform.ts";
import { type CatalogueEntry, type Request, readRequest } from "./request.ts";

const guard = { events: ["PreToolUse"], kind: "guard", version: "0.1.0" } as const;
const catalogue: readonly CatalogueEntry[] = [
  { ...guard, name: "edit-rewriter", matcher: "Edit", rewritesInput: true },
  { ...guard, name: "trash-guard", matcher: "Bash", rewritesInput: true },
  { ...guard, name: "watcher", matcher: "", rewritesInput: false },
  { ...guard, name: "wide-rewriter", matcher: "Write|Bash", rewritesInput: true },
];

let root = "";
let home = "";
let project = "";
let settings = "";
let out = "";
let err = "";

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "hooks-install-"));
  home = join(root, "home");
  project = join(home, "project");
  settings = join(home, ".claude/settings.json");
  mkdirSync(project, { recursive: true });
  build("0.1.0");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A program to be placed: it says its version, and what it was started with. */
function build(version: string, extra = ""): string {
  const path = join(root, `build-${version}${extra}`, "hooks");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `#!/bin/sh\n[ "$1" = --version ] && { echo "hooks ${version}${extra}"; exit; }\nprintf '%s|' "$BUN_OPTIONS" "$BUN_BE_BUN" "$@"\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

function context(more: Partial<Context> = {}): Context {
  out = "";
  err = "";
  return {
    env: { PATH: "/usr/bin:/bin" },
    home,
    cwd: project,
    user: process.getuid?.() ?? -1,
    binary: join(root, "build-0.1.0/hooks"),
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
    ...more,
  };
}

function request(names: string | readonly string[], more: Partial<Request> = {}): Request {
  const words = typeof names === "string" ? [names] : names;
  const read = readRequest(
    { options: {}, words, rest: undefined },
    catalogue.map(({ name }) => name),
    "install",
  );
  if ("misuse" in read) throw new Error(read.misuse);
  return { ...read, ...more };
}

const install = (
  names: string | readonly string[],
  more: Partial<Request> = {},
  world: Partial<Context> = {},
) => performInstall(request(names, more), catalogue, context(world));
const uninstall = (
  names: string | readonly string[],
  more: Partial<Request> = {},
  world: Partial<Context> = {},
) => performUninstall(request(names, more), catalogue, context(world));

function put(text: string, path = settings): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function commandsIn(path: string): readonly string[] {
  const value = JSON.parse(readFileSync(path, "utf8"));
  return value.hooks.PreToolUse.flatMap(({ hooks }: { hooks: { command: string }[] }) =>
    hooks.map(({ command }) => command),
  );
}

/** Every path below a folder with its size and time: what a command has touched. */
function traces(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .sort();
}

const programs = () => join(home, ".hasna/hooks");

describe("install", () => {
  test("places the program, registers it, and what is registered runs", async () => {
    expect(await install("trash-guard")).toBe(0);
    const [command = ""] = commandsIn(settings);
    expect(command).toBe(
      `cd /; BUN_OPTIONS= BUN_BE_BUN= BUN_INSPECT= ${programs()}/bin/hooks run trash-guard`,
    );
    const run = Bun.spawnSync(["/bin/sh", "-c", command], {
      cwd: "/",
      env: { BUN_OPTIONS: "--preload /evil.ts", BUN_BE_BUN: "1" },
    });
    expect(run.stdout.toString()).toBe("||run|trash-guard|");
    expect(out).toContain(`Placed hooks 0.1.0 and trash in ${programs()}/versions/0.1.0.`);
    expect(out).toContain(`Registered trash-guard in ${settings} (Claude Code, user scope).`);
    expect(out).toContain("New Claude Code sessions");
    expect(err).toBe("");
  });
  test("how to undo and to ask is said in words that work, and how to have shorter ones", async () => {
    const bin = `${programs()}/bin`;
    mkdirSync(join(root, "other"));
    writeFileSync(join(root, "other/trash"), "#!/bin/sh\n", { mode: 0o755 });
    const rows = [
      { path: "/usr/bin:/bin", hooks: `${bin}/hooks`, trash: `${bin}/trash`, isExported: true },
      { path: `${root}/none:${bin}`, hooks: "hooks", trash: "trash", isExported: false },
      // Somebody else's trash comes first.
      { path: `${root}/other:${bin}`, hooks: "hooks", trash: `${bin}/trash`, isExported: true },
    ];
    for (const { path, hooks, trash, isExported } of rows) {
      await install("trash-guard", {}, { env: { PATH: path } });
      expect(out).toContain(`\nSee what a hook answers: ${hooks} explain trash-guard -- 'rm -rf build'\n`);
      expect(out).toContain(`\nBring back the last delete: ${trash} undo\n`);
      expect(out.includes(`export PATH=${bin}:"$PATH"\n`)).toBe(isExported);
      await uninstall("trash-guard");
    }
    // A hook that deletes nothing has nothing to bring back.
    await install("watcher");
    expect(out).not.toContain("undo");
    expect(out).toContain(`${bin}/hooks explain watcher`);
  });
  test("a home with blanks and quotes in its name", async () => {
    const odd = join(root, "it's my $HOME");
    mkdirSync(odd);
    await install("trash-guard", {}, { home: odd });
    const [command = ""] = commandsIn(join(odd, ".claude/settings.json"));
    expect(Bun.spawnSync(["/bin/sh", "-c", command], { cwd: "/" }).stdout.toString()).toBe(
      "||run|trash-guard|",
    );
    // The rule's own syntax cannot hold such a path.
    expect(readFileSync(join(odd, ".claude/settings.json"), "utf8")).not.toContain("permissions");
    const said = /last delete: (.*) undo/.exec(out)?.[1] ?? "";
    const undo = Bun.spawnSync(["/bin/sh", "-c", `${said} undo`]);
    expect(undo.stdout.toString()).toContain("|undo|");
    expect(await install("trash-guard", {}, { home: odd })).toBe(0);
    expect(out).toContain("registered already");
    await uninstall("trash-guard", {}, { home: odd });
    expect(existsSync(join(odd, ".claude"))).toBe(false);
  });
  test("the trash beside it is vouched for by a sidecar", async () => {
    await install("trash-guard");
    const folder = join(programs(), "versions/0.1.0");
    const sidecar = JSON.parse(readFileSync(join(folder, "trash-guard.json"), "utf8"));
    expect(sidecar).toMatchObject({ name: "@hasna/trash", guardProtocol: 1, target: join(folder, "trash") });
    expect(sidecar.verbs).toEqual(expect.arrayContaining(["guard", "undo", "restore"]));
    expect(statSync(join(folder, "trash")).ino).toBe(statSync(join(folder, "hooks")).ino);
    expect(statSync(folder).mode & 0o022).toBe(0);
  });
  test("the permission rule comes with a hook that rewrites, unless it is refused", async () => {
    await install("trash-guard");
    const rule = `Bash(${programs()}/bin/trash guard:*)`;
    expect(JSON.parse(readFileSync(settings, "utf8")).permissions.allow).toEqual([rule]);
    expect(out).toContain(`Allowed ${rule}`);
    await uninstall("trash-guard");
    await install("trash-guard", { withRule: false });
    expect(JSON.parse(readFileSync(settings, "utf8")).permissions).toBeUndefined();
    await uninstall("trash-guard");
    await install("watcher");
    expect(JSON.parse(readFileSync(settings, "utf8")).permissions).toBeUndefined();
  });
  test("the file as it was is kept, and where is said; a new file has no copy", async () => {
    put('{"model": "m"}');
    await install("trash-guard");
    const backup = /kept in (\S+) until the uninstall/.exec(out)?.[1] ?? "";
    expect(readFileSync(backup, "utf8")).toBe('{"model": "m"}');
    await uninstall("trash-guard");
    expect(existsSync(backup)).toBe(false);
    rmSync(settings);
    await install("trash-guard");
    expect(out).not.toContain("is kept in");
  });
  test("again: nothing is touched", async () => {
    await install("trash-guard");
    const before = traces(join(home, ".claude"));
    expect(await install("trash-guard")).toBe(0);
    expect(out).toContain(`trash-guard: registered already in ${settings}`);
    expect(traces(join(home, ".claude"))).toEqual(before);
  });
  test("a dry run shows the difference and leaves no trace", async () => {
    put('{\n  "model": "m"\n}\n');
    const before = traces(root);
    expect(await install("trash-guard", { isDryRun: true })).toBe(0);
    expect(traces(root)).toEqual(before);
    expect(out).toContain(`Would place hooks 0.1.0`);
    expect(out).toContain(`--- ${settings}\n+++ ${settings}\n@@ -1,3 +1,`);
    const shown = out
      .split("\n")
      .filter((line) => /^[+][^+]/.test(line))
      .map((line) => line.slice(1));
    await install("trash-guard");
    const lines = readFileSync(settings, "utf8").split("\n");
    expect(shown.every((line) => lines.includes(line))).toBe(true);
    expect(shown.length).toBe(lines.length - 3);
  });
  test("--json is one document with the same plan", async () => {
    await install("trash-guard", { isDryRun: true, asJson: true });
    const plan = JSON.parse(out);
    const [site] = plan.harnesses;
    expect([plan.command, plan.dryRun, site.changed, site.file, plan.placement.kind]).toEqual([
      "install",
      true,
      true,
      settings,
      "place",
    ]);
    await install("trash-guard", { asJson: true });
    expect(JSON.parse(out).harnesses[0].diff).toBe(site.diff);
  });
});

describe("scopes", () => {
  const rows: readonly { readonly scope: Scope; readonly file: () => string; readonly bare: boolean }[] = [
    { scope: "user", file: () => settings, bare: false },
    { scope: "project", file: () => join(project, ".claude/settings.json"), bare: true },
    { scope: "local", file: () => join(project, ".claude/settings.local.json"), bare: false },
  ];
  for (const { scope, file, bare } of rows) {
    test(`${scope}: its file, its command, and away again`, async () => {
      expect(await install("trash-guard", { scope })).toBe(0);
      const [command = ""] = commandsIn(file());
      expect(command === "hooks run trash-guard").toBe(bare);
      // Nothing of a person's home in a file that is shared.
      expect(readFileSync(file(), "utf8").includes(home)).toBe(!bare);
      await uninstall("trash-guard", { scope });
      expect(existsSync(dirname(file()))).toBe(false);
    });
  }
  test("CLAUDE_CONFIG_DIR moves the user's file", async () => {
    const moved = join(root, "config");
    await install("trash-guard", {}, { env: { CLAUDE_CONFIG_DIR: moved } });
    expect(commandsIn(join(moved, "settings.json"))).toHaveLength(1);
    expect(existsSync(settings)).toBe(false);
  });
  test("the home folder is no project", async () => {
    expect(await install("trash-guard", { scope: "project" }, { cwd: home })).toBe(1);
    expect(err).toContain("the project settings of this folder are the user's own");
    expect(existsSync(settings)).toBe(false);
  });
  test("a bare word that no PATH finds is said", async () => {
    await install("trash-guard", { scope: "project" });
    expect(err).toContain("WARNING");
    expect(err).toContain("no program of that name is on your PATH");
    await install("trash-guard", { scope: "project" }, { env: { PATH: `/bin:${programs()}/bin` } });
    expect(err).toBe("");
  });
  test("the same hook in another scope is said, not refused", async () => {
    await install("trash-guard");
    expect(await install("trash-guard", { scope: "local" })).toBe(0);
    expect(err).toContain("trash-guard is registered here too (user scope), so each call is judged twice");
    expect(await uninstall("trash-guard", { scope: "local" })).toBe(0);
    expect(err).toContain("trash-guard stays registered here (user scope)");
  });
  test("a file in the place of the home or of our folder is named, with what to do", async () => {
    const file = join(root, "file");
    const full = join(root, "full");
    writeFileSync(file, "");
    mkdirSync(full);
    writeFileSync(join(full, ".hasna"), "");
    for (const home of [file, full]) {
      for (const perform of [install, uninstall]) {
        const failed = await perform("trash-guard", {}, { home }).catch((error: unknown) => error);
        expect(failed).toBe(1);
        expect(err).toContain(`${home}/.hasna`);
        expect(err).toContain("a part of its path is a file and not a folder");
        expect(err).toContain("Move that file away, or set HOME");
        expect(readFileSync(home === file ? file : join(full, ".hasna"), "utf8")).toBe("");
      }
    }
  });
  test("no home", async () => {
    expect(await install("trash-guard", {}, { home: undefined })).toBe(1);
    expect(err).toContain("HOME is not set");
  });
});

describe("two hooks that rewrite the same calls", () => {
  test("in one request", async () => {
    expect(await install(["trash-guard", "wide-rewriter"])).toBe(1);
    expect(err).toContain("trash-guard and wide-rewriter both rewrite the same calls (Bash, for one)");
    expect(existsSync(`${programs()}/bin`)).toBe(false);
    expect(existsSync(settings)).toBe(false);
  });
  test("in one file", async () => {
    await install("trash-guard");
    const before = readFileSync(settings, "utf8");
    expect(await install("wide-rewriter")).toBe(1);
    expect(err).toMatch(/settings\.json:\d+:\d+: wide-rewriter and trash-guard/);
    expect(err).toContain('Run "hooks uninstall trash-guard" first');
    expect(readFileSync(settings, "utf8")).toBe(before);
  });
  for (const [first, second] of [
    ["user", "project"],
    ["project", "user"],
    ["local", "project"],
  ] as const) {
    test(`${first} and ${second} scope`, async () => {
      await install("trash-guard", { scope: first });
      expect(await install("wide-rewriter", { scope: second })).toBe(1);
      expect(err).toContain("wide-rewriter and trash-guard both rewrite the same calls (Bash, for one)");
    });
  }
  test("in managed settings", async () => {
    const managed = join(root, "managed.d");
    put(
      '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/opt/hooks run wide-rewriter"}]}]}}',
      join(managed, "10.json"),
    );
    const harness = { ...claudeCode, managedSettings: [`${managed}/`] };
    expect(await install("trash-guard", { harnesses: [harness] })).toBe(1);
    expect(err).toContain(`${managed}/10.json:1:80: trash-guard and wide-rewriter`);
  });
  test.each([
    ["^(Bash|Write)$", 1],
    [".*", 1],
    ["Ba.h", 1],
    ["^Write$", 0],
    ["Write", 0],
    ["^(?!Bash).*$", 0],
  ])("a matcher that somebody made %j in the file is read as the harness reads it", async (matcher, code) => {
    await install("wide-rewriter");
    writeFileSync(settings, readFileSync(settings, "utf8").replace('"Write|Bash"', JSON.stringify(matcher)));
    expect(readFileSync(settings, "utf8")).toContain(matcher);
    expect(await install("trash-guard")).toBe(code);
    if (code === 1) expect(err).toContain("(Bash, for one)");
  });
  test("on other tools they live together", async () => {
    expect(await install(["trash-guard", "edit-rewriter"])).toBe(0);
    expect(commandsIn(settings)).toHaveLength(2);
  });
  test("one that rewrites beside one that does not", async () =>
    expect(await install(["trash-guard", "watcher"])).toBe(0));
});

describe("what is refused is left alone", () => {
  const rows: readonly { readonly name: string; readonly text: string; readonly says: string }[] = [
    { name: "a syntax error", text: '{\n  "a": 1\n  "b": 2\n}', says: ":3:3: a comma is expected" },
    {
      name: "a key twice",
      text: '{"hooks": {}, "hooks": {}}',
      says: ':1:15: the key "hooks" stands here a second time',
    },
    { name: "hooks of another shape", text: '{"hooks": []}', says: ':1:11: "hooks" holds a list' },
    {
      name: "rules of another shape",
      text: '{"permissions": {"allow": "x"}}',
      says: ':1:27: "allow" holds a text',
    },
  ];
  for (const row of rows) {
    test(row.name, async () => {
      put(row.text);
      expect(await install("trash-guard")).toBe(1);
      expect(err).toContain(settings + row.says);
      expect(err).toContain("Nothing was changed.");
      expect(readFileSync(settings, "utf8")).toBe(row.text);
      expect(readdirSync(home).sort()).toEqual([".claude", "project"]);
      await install("trash-guard", { asJson: true });
      expect(JSON.parse(out).error.line).toBe(Number(row.says.split(":")[1]));
    });
  }
  test("a file that is read but ignored by the harness is written, and that is said", async () => {
    const text = '{\n  "a": 1, // why\n}\n';
    put(text);
    expect(await install("trash-guard")).toBe(0);
    expect(err).toContain(
      `WARNING: ${settings}:2:11: Claude Code reads strict JSON and ignores this whole file in silence because of a comment`,
    );
    expect(readFileSync(settings, "utf8")).toStartWith('{\n  "a": 1, // why\n  "hooks": {');
    await uninstall("trash-guard");
    expect(readFileSync(settings, "utf8")).toBe(text);
  });
  test("hooks that are switched off elsewhere are said", async () => {
    put('{"disableAllHooks": true}', join(project, ".claude/settings.local.json"));
    expect(await install("trash-guard")).toBe(0);
    expect(err).toContain('"disableAllHooks" is true here (local scope)');
  });
});

describe("versions", () => {
  const use = (version: string, more: Partial<Request> = {}) =>
    install("trash-guard", more, { binary: build(version), version });
  const inUse = () => readlinkSync(join(programs(), "bin"));

  test("a newer one takes over, the one before stays, older ones go", async () => {
    for (const version of ["0.1.0", "0.2.0", "0.10.0"]) {
      expect(await use(version)).toBe(0);
      expect(inUse()).toBe(`versions/${version}`);
    }
    expect(readdirSync(join(programs(), "versions")).sort()).toEqual(["0.10.0", "0.2.0"]);
    expect(commandsIn(settings)).toHaveLength(1);
  });
  test("an older one does not, unless forced", async () => {
    await use("0.10.0");
    expect(await use("0.9.0")).toBe(0);
    expect(out).toContain("hooks 0.10.0 stays in use: it is newer than this 0.9.0; --force replaces it.");
    expect(inUse()).toBe("versions/0.10.0");
    await use("0.9.0", { force: true });
    expect(inUse()).toBe("versions/0.9.0");
  });
  test("a release beats its own candidates", async () => {
    await use("1.0.0");
    await use("1.0.0-rc.1");
    expect(inUse()).toBe("versions/1.0.0");
  });
  test("another build of the same version gets a folder of its own", async () => {
    await use("0.1.0");
    await install("trash-guard", {}, { binary: build("0.1.0", "-changed"), version: "0.1.0" });
    expect(inUse()).toMatch(/^versions\/0\.1\.0\+[0-9a-f]{8}$/);
    expect(out).toContain(
      `Placed hooks 0.1.0 and trash in ${programs()}/${inUse()}, in use instead of another build of 0.1.0.\n`,
    );
    expect(readFileSync(join(programs(), "versions/0.1.0/hooks"), "utf8")).toContain('hooks 0.1.0"');
    await use("0.2.0");
    expect(out).toContain("in use instead of 0.1.0+");
  });
  test("the program in place is not copied over itself", async () => {
    await use("0.1.0");
    const before = traces(join(programs(), "versions"));
    await install("trash-guard", {}, { binary: join(programs(), "bin/hooks") });
    expect(traces(join(programs(), "versions"))).toEqual(before);
  });
  test("from source there is nothing to place", async () => {
    expect(await install("trash-guard", {}, { binary: undefined })).toBe(1);
    expect(err).toContain("running from source");
    expect(err).toContain("bun run build");
    expect(existsSync(settings)).toBe(false);
    await use("0.1.0");
    expect(await install("watcher", {}, { binary: undefined })).toBe(0);
    expect(commandsIn(settings)).toHaveLength(2);
  });
  test("a program that does not run is not registered", async () => {
    const broken = build("0.3.0");
    writeFileSync(broken, "#!/bin/sh\nexit 3\n");
    expect(install("trash-guard", {}, { binary: broken, version: "0.3.0" })).rejects.toThrow("does not run");
    expect(existsSync(settings)).toBe(false);
  });
  test("a folder in the place of the link is somebody's", async () => {
    mkdirSync(join(programs(), "bin"), { recursive: true });
    expect(await install("trash-guard")).toBe(1);
    expect(err).toContain("is not the link that hooks keeps there");
  });
});

describe("uninstall", () => {
  test("leaves the programs, and says where", async () => {
    await install("trash-guard");
    expect(await uninstall("trash-guard")).toBe(0);
    expect(out).toContain(`The programs stay in ${programs()}`);
    expect(existsSync(join(programs(), "bin/hooks"))).toBe(true);
    expect(existsSync(join(home, ".claude"))).toBe(false);
  });
  test("--purge leaves nothing at all", async () => {
    await install("trash-guard");
    expect(await uninstall("trash-guard", { purge: true })).toBe(0);
    expect(readdirSync(home)).toEqual(["project"]);
  });
  test("--purge is refused while another file needs the programs", async () => {
    await install("trash-guard");
    const elsewhere = join(home, "elsewhere");
    mkdirSync(elsewhere);
    await install("watcher", { scope: "local" }, { cwd: elsewhere });
    expect(await uninstall("trash-guard", { purge: true })).toBe(1);
    expect(err).toContain(join(elsewhere, ".claude/settings.local.json"));
    expect(existsSync(join(programs(), "bin/hooks"))).toBe(true);
    expect(existsSync(settings)).toBe(false);
    // A project that was deleted needs nothing.
    rmSync(elsewhere, { recursive: true });
    expect(await uninstall("trash-guard", { purge: true })).toBe(0);
    expect(readdirSync(home)).toEqual(["project"]);
  });
  test("--purge is refused while the same file needs the programs, record or not", async () => {
    await install(["trash-guard", "watcher"]);
    rmSync(join(programs(), "receipts"), { recursive: true });
    expect(await uninstall("watcher", { purge: true })).toBe(1);
    expect(err).toContain(`still registered in ${settings}`);
    expect(existsSync(join(programs(), "bin/hooks"))).toBe(true);
  });
  test("a file of another folder that is on record is named, with how to take it out", async () => {
    await install("trash-guard", { scope: "project" });
    const told = () => err.includes(`note: ${join(project, ".claude/settings.json")}: trash-guard stays`);
    expect(await uninstall("trash-guard", {}, { cwd: root })).toBe(0);
    expect(told()).toBe(true);
    expect(err).toContain(`(cd ${project} && ${programs()}/bin/hooks uninstall trash-guard --scope project)`);
    // Another hook than the one asked for is no news.
    await uninstall("watcher", {}, { cwd: root });
    expect(told()).toBe(false);
    await uninstall("trash-guard", { scope: "project" });
    expect(told()).toBe(false);
    await uninstall("trash-guard", {}, { cwd: root });
    expect(told()).toBe(false);
  });
  test("one of two in one entry", async () => {
    await install(["trash-guard", "watcher"]);
    await uninstall("watcher");
    expect(commandsIn(settings).map((command) => command.split(" run ")[1])).toEqual(["trash-guard"]);
    expect(readFileSync(settings, "utf8")).toContain("permissions");
  });
  test("what is not there", async () => {
    expect(await uninstall("trash-guard")).toBe(0);
    expect(out).toContain("not registered");
    expect(readdirSync(home)).toEqual(["project"]);
  });
  test("a dry run leaves no trace", async () => {
    await install("trash-guard");
    const before = traces(root);
    expect(await uninstall("trash-guard", { isDryRun: true })).toBe(0);
    expect(out).toContain(`Would take trash-guard out of ${settings}`);
    expect(out).toContain("+++ /dev/null");
    expect(traces(root)).toEqual(before);
  });
});

describe("the command line", () => {
  const known = catalogue.map(({ name }) => name);
  const rows: readonly {
    readonly words: readonly string[];
    readonly options?: Record<string, string>;
    readonly says: string;
  }[] = [
    { words: [], says: "name at least one hook" },
    {
      words: ["trash-gaurd"],
      says: 'there is no hook "trash-gaurd". Did you mean "trash-guard"? Known are edit-rewriter, trash-guard',
    },
    { words: ["zzz"], says: 'there is no hook "zzz". Known are' },
    {
      words: ["watcher"],
      options: { scope: "global" },
      says: '--scope must be user, project, local, got "global"',
    },
    {
      words: ["watcher"],
      options: { harness: "claude" },
      says: 'there is no harness "claude". Known are claude-code',
    },
    { words: ["watcher"], options: { harness: "claude-cod" }, says: 'Did you mean "claude-code"?' },
    { words: ["watcher"], options: { harness: "al" }, says: "and all." },
  ];
  for (const { words, options = {}, says } of rows) {
    test(says, () => {
      const read = readRequest({ options, words, rest: undefined }, known, "install");
      expect("misuse" in read ? read.misuse : "").toContain(says);
    });
  }
  for (const harness of ["all", "codex,all"]) {
    test(`--harness ${harness} is what holds without the option`, () => {
      const read = readRequest(
        { options: { harness }, words: ["watcher"], rest: undefined },
        known,
        "install",
      );
      expect(read).toEqual(request("watcher"));
    });
  }
  test("a name twice is one", () => expect(request(["watcher", "watcher"]).names).toEqual(["watcher"]));
});
