/** A hook made by somebody else: `hooks new`, `test`, `pack`, and what `hooks test` finds. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ended, program, run } from "./programs.ts";

let folder = "";
const hooks = (...argv: string[]): Promise<Ended> =>
  run({ argv: [program("hooks"), ...argv], env: { HOME: folder }, cwd: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hooks-author-"));
  const made = await hooks("new", "my-guard", "--package", "@acme/hook-my-guard");
  expect({ err: made.stderr, code: made.exitCode }).toEqual({ err: "", code: 0 });
}, 30_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a new hook passes at once", async () => {
  const done = await hooks("test", "my-guard");
  expect({ err: done.stderr, code: done.exitCode }).toEqual({ err: "", code: 0 });
  expect(done.stdout).toContain("cases and 400 damaged inputs are right");
}, 30_000);

test("two packs are the same bytes, with nothing that is for the author alone", async () => {
  cpSync(join(folder, "my-guard"), join(folder, "elsewhere/my-guard"), { recursive: true });
  const packs = [
    await hooks("pack", "my-guard", "--out", "a.tgz"),
    await hooks("pack", "elsewhere/my-guard", "--out", "b.tgz"),
  ];
  expect(packs.map(({ stderr }) => stderr)).toEqual(["", ""]);
  const [a, b] = [readFileSync(join(folder, "a.tgz")), readFileSync(join(folder, "b.tgz"))];
  expect(a.equals(b)).toBe(true);
  const tar = (...words: string[]): string =>
    Bun.spawnSync(["tar", ...words], { cwd: folder }).stdout.toString();
  expect(tar("-tzf", "a.tgz").trim().split("\n")).toEqual(
    ["CHANGELOG.md", "README.md", "cases.ts", "hook.js", "package.json"].map((name) => `package/${name}`),
  );
  expect(tar("-xzOf", "a.tgz", "package/package.json")).not.toMatch(/workspace:|devDependencies|private/);
  expect(tar("-xzOf", "a.tgz", "package/hook.js")).not.toContain(folder);
}, 30_000);

test.each([
  ["capitals", "MyGuard"],
  ["the template's own name", "template-hook"],
  ["a name that is taken", "my-guard"],
])("%s makes nothing", async (_, name) => {
  const done = await hooks("new", name);
  expect(done.exitCode).toBe(1);
});

describe("hooks test finds", () => {
  interface Row {
    readonly name: string;
    readonly file: string;
    readonly from: string | RegExp;
    readonly to: string;
    readonly says: string;
  }
  const rows: readonly Row[] = [
    {
      name: "a case that is wrong",
      file: "cases.ts",
      from: `want: "none" },`,
      to: `want: "deny" },`,
      says: "should be deny and is none",
    },
    {
      name: "a rule under another name",
      file: "cases.ts",
      from: "my-guard/forced-push",
      to: "my-guard/pushed",
      says: "should name the rule my-guard/pushed",
    },
    {
      name: "a socket that nobody declared",
      file: "hook.ts",
      from: `if (typeof command`,
      to: `try { Bun.connect({ hostname: "127.0.0.1", port: 9, socket: { data() {} } }); } catch {}\n  if (typeof command`,
      says: "network: Bun.connect",
    },
    {
      name: "a fetch that nobody declared",
      file: "hook.ts",
      from: `if (typeof command`,
      to: `fetch("http://127.0.0.1:9").catch(() => {});\n  if (typeof command`,
      says: "network",
    },
    {
      name: "a module that nobody declared",
      file: "hook.ts",
      from: /^/,
      to: `import { connect } from "node:net";\nexport const c = connect;\n`,
      says: "imports net",
    },
    {
      name: "a crash on odd input",
      file: "hook.ts",
      from: `if (typeof command !== "string" || !hook.couldOwn(command)) return { kind: "none" };`,
      to: `if (!hook.couldOwn(command as string)) return { kind: "none" };\n  if (typeof command !== "string") throw new Error("no text");`,
      says: "it fails",
    },
    {
      name: "a hook that is slow",
      file: "hook.ts",
      from: `if (typeof command`,
      to: `const end = performance.now() + 8;\n  while (performance.now() < end);\n  if (typeof command`,
      says: "5 are allowed",
    },
    {
      name: "a README under another title",
      file: "README.md",
      from: "# my-guard",
      to: "# Guard",
      says: `begins with "# my-guard"`,
    },
    {
      name: "a README that hides what it misses",
      file: "README.md",
      from: "does not catch",
      to: "catches",
      says: "does not catch",
    },
    {
      name: "a manifest that is wrong",
      file: "package.json",
      from: `"kind": "guard"`,
      to: `"kind": "gard"`,
      says: "hook.kind",
    },
  ];
  test.each(rows.map((row) => [row.name, row] as const))(
    "%s",
    async (_, row) => {
      const copy = join(folder, "copies", String(rows.indexOf(row)), "my-guard");
      cpSync(join(folder, "my-guard"), copy, { recursive: true });
      const file = join(copy, row.file);
      const before = readFileSync(file, "utf8");
      writeFileSync(file, before.replace(row.from, row.to));
      expect(readFileSync(file, "utf8")).not.toBe(before);
      const done = await hooks("test", copy);
      expect({ code: done.exitCode, err: done.stderr }).toEqual({
        code: 1,
        err: expect.stringContaining(row.says),
      });
    },
    60_000,
  );
});
