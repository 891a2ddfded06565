/** Doctor over real installs in throw-away homes: each check trips on its fixture, and a clean home is silent. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "../cli/context.ts";
import { checks } from "../cli/doctor/checks.ts";
import { examine, isFinding } from "../cli/doctor/examine.ts";
import type { Diagnosis } from "../cli/doctor/finding.ts";
import { repair } from "../cli/doctor/repair.ts";
import { loadCatalogue } from "../cli/install/catalogue.ts";
import { performInstall } from "../cli/install/perform.ts";
import { readRequest } from "../cli/install/request.ts";
import { sidecarText } from "../shared/trash/index.ts";
import { type Home, type Row, rows, writeAnew } from "./doctor-rows.ts";

const dist = join(import.meta.dir, "../dist");
const isBuilt = existsSync(join(dist, "hooks"));
const HOOKS = ["trash-guard", "workspace-repos-guard"];
const FOUND = [
  ".claude",
  ".codex",
  ".gemini",
  ".copilot",
  ".cursor",
  ".kiro",
  ".kimi-code",
  ".cline",
  ".config/opencode",
];
const REGISTERED = "claude-code,codex,gemini-cli,opencode,cline";

let root = "";
let hash = "";
beforeAll(() => {
  // Below the working copy: /tmp may be another disk, and a hard link must not copy a hundred megabytes.
  root = mkdtempSync(join(isBuilt ? dist : tmpdir(), "doctor-"));
  if (isBuilt) hash = new Bun.CryptoHasher("sha256").update(readFileSync(join(dist, "hooks"))).digest("hex");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
setDefaultTimeout(30_000);

function context(
  home: Home,
  env: Readonly<Record<string, string>> = {},
): Context & { readonly home: string } {
  const filled = Object.fromEntries(
    Object.entries(env).map(([key, value]) => [key, value.replaceAll("{home}", home.home)]),
  );
  return {
    env: { PATH: "/usr/bin:/bin", HOME: home.home, ...filled },
    home: home.home,
    cwd: home.project,
    user: process.getuid?.() ?? -1,
    binary: join(home.home, ".hasna/hooks/versions/0.1.0/hooks"),
    ownFolder: join(home.home, ".hasna/hooks/bin"),
    version: "0.1.0",
    terminal: false,
    out: () => {},
    err: () => {},
    input: async function* () {},
  };
}

/** Every file of the home but the programs, as the installer left it: a row begins from here, at the same paths. */
let asInstalled: readonly { readonly path: string; readonly text: string }[] = [];

/** A home in which the built program is placed and the hooks are registered, by the installer itself. */
async function installed(): Promise<Home> {
  const home = join(root, "home");
  rmSync(home, { recursive: true, force: true });
  const project = join(home, "project");
  const version = join(home, ".hasna/hooks/versions/0.1.0");
  for (const folder of [project, version, ...FOUND.map((name) => join(home, name))])
    mkdirSync(folder, { recursive: true });
  for (const name of ["hooks", "trash"]) linkSync(join(dist, name), join(version, name));
  symlinkSync("versions/0.1.0", join(home, ".hasna/hooks/bin"));
  const one: Home = {
    home,
    project,
    write: (path, text, mode) => writeAnew(join(home, path), text, mode),
    change: (path, edit) => writeAnew(join(home, path), edit(readFileSync(join(home, path), "utf8"))),
  };
  if (asInstalled.length > 0) {
    for (const { path, text } of asInstalled) one.write(path, text);
    return one;
  }
  one.write(".hasna/hooks/versions/0.1.0/trash-guard.json", sidecarText(join(version, "trash")));
  one.write(".hasna/hooks/versions/0.1.0/program.sha256", `${hash}\n`);
  const call = { words: HOOKS, rest: undefined, options: { harness: REGISTERED, trust: true, json: true } };
  const request = readRequest(call, HOOKS, "install");
  if ("misuse" in request) throw new Error(request.misuse);
  const code = await performInstall(request, await loadCatalogue(), context(one));
  if (code !== 0) throw new Error("the install of a clean home failed");
  // As an install that names no harness leaves it.
  const except = ["copilot-cli", "kiro", "kimi", "cursor"];
  const everywhere = Object.fromEntries(HOOKS.map((name) => [name, { except }]));
  one.write(".hasna/hooks/wanted.json", JSON.stringify({ version: 1, everywhere }));
  asInstalled = [...new Bun.Glob("**/*").scanSync({ cwd: home, dot: true, onlyFiles: true })]
    .filter((path) => !/\/(?:hooks|trash)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(home, path), "utf8") }));
  return one;
}

async function diagnose(
  home: Home,
  only: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Diagnosis> {
  return examine(
    await loadCatalogue(),
    context(home, env),
    checks.filter(({ id }) => only.includes(id)),
  );
}

const told = ({ findings, unable }: Diagnosis): readonly string[] => [
  ...findings.map(({ check, file, line, says }) => `${check} ${file ?? ""}:${line ?? ""} ${says}`),
  ...unable.map(({ check, says }) => `unable ${check}: ${says}`),
];

const suite = isBuilt ? describe : describe.skip;

suite("a clean home (skipped: needs `bun run build`)", () => {
  test("no check has anything to say", async () => {
    const home = await installed();
    const diagnosis = await examine(await loadCatalogue(), context(home));
    expect(told(diagnosis)).toEqual([]);
    // Five files; Claude Code's holds two entries, as only one of the two guards watches PowerShell.
    expect(diagnosis.entries).toBe(6);
    expect(diagnosis.checked.length).toBe(checks.length);
  });

  test("every check has a row that trips it, and ids are unique", () => {
    const tripped = new Set(rows.map(({ check }) => check));
    expect(checks.map(({ id }) => id).filter((id) => !tripped.has(id))).toEqual([]);
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    for (const { check } of rows) expect(checks.map(({ id }) => id)).toContain(check);
  });

  test("every check says what it means and how it is mended", () => {
    for (const { means, mend, title } of checks) {
      expect(means).toMatch(/\.$/);
      expect(mend).toMatch(/[.]$/);
      expect(title).not.toMatch(/\.$/);
    }
  });
});

suite.each(rows)("$check: $name", (row: Row) => {
  test("trips", async () => {
    const home = await installed();
    row.trip(home);
    const diagnosis = await diagnose(home, [row.check], row.env);
    expect(diagnosis.unable).toEqual([]);
    const [first] = diagnosis.findings.filter(
      ({ file, says }) => (file ?? "").includes(row.file) && says.includes(row.says ?? ""),
    );
    expect(first, told(diagnosis).join("\n")).toBeDefined();
    expect(first !== undefined && isFinding(first)).toBe(true);
    expect(first?.fix.length).toBeGreaterThan(5);
    if (row.line !== undefined) expect(first?.line).toBe(row.line);
    if (row.fixed !== true) return;
    const done = await repair(diagnosis.findings, await loadCatalogue(), context(home, row.env));
    expect(done.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(told(await diagnose(home, [row.check], row.env))).toEqual([]);
  });

  const { passes } = row;
  if (passes !== undefined)
    test("its neighbour passes", async () => {
      const home = await installed();
      passes(home);
      expect(told(await diagnose(home, [row.check], row.passesEnv ?? row.env))).toEqual([]);
    });
});
