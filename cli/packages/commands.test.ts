/** `hooks update`, `outdated` and `audit` as a user calls them, against a registry on loopback. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { app } from "../app.ts";
import type { Context } from "../context.ts";
import { changesIn } from "./changelog.ts";
import { commitPlan, planPackages } from "./plan.ts";
import { startRegistry, type TestRegistry } from "./testing/registry.ts";

let registry: TestRegistry;
let root: string;
let home: string;

beforeEach(() => {
  registry = startRegistry();
  root = mkdtempSync(join(tmpdir(), "hooks-commands-"));
  home = join(root, "home");
  mkdirSync(home);
});
afterEach(async () => {
  await registry.stop();
  rmSync(root, { recursive: true, force: true });
});

async function hooks(...argv: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const code = await app(argv, { ...where(), out: (text) => (out += text), err: (text) => (err += text) });
  return { code, out, err };
}

function where(): Context {
  return {
    env: { PATH: process.env.PATH, HOOKS_REGISTRY: registry.url },
    home,
    cwd: root,
    user: 1000,
    binary: undefined,
    ownFolder: undefined,
    version: "0.1.0",
    terminal: false,
    out: () => undefined,
    err: () => undefined,
    input: async function* () {},
  };
}

async function install(...specs: readonly string[]): Promise<void> {
  await commitPlan(await planPackages(specs, { scope: "user" }, where()));
}

const log = "# x\n\n## 1.1.0\n\n- Sees tabs too.\n\n## 1.0.0\n\n- First version.\n";

describe("update", () => {
  test("shows what changed in between, and goes back", async () => {
    registry.publish({ package: "@acme/hook-x", version: "1.0.0" });
    await install("@acme/hook-x");
    registry.publish({ package: "@acme/hook-x", version: "1.1.0", files: { "CHANGELOG.md": log } });

    const outdated = await hooks("outdated");
    expect(outdated.code).toBe(1);
    expect(outdated.out).toMatch(/@acme\/hook-x +1\.0\.0 +1\.1\.0 +1\.1\.0/);

    const dry = await hooks("update", "--dry-run");
    expect(dry.out).toContain("Would change @acme/hook-x from 1.0.0 to 1.1.0");
    expect((await hooks("outdated")).code).toBe(1);

    const done = await hooks("update");
    expect(done.code).toBe(0);
    expect(done.out).toContain("Changed @acme/hook-x from 1.0.0 to 1.1.0");
    expect(done.out).toContain("Sees tabs too.");
    expect(done.out).not.toContain("First version.");
    expect((await hooks("outdated")).out).toContain("is the newest");

    await registry.stop();
    const back = await hooks("update", "--rollback");
    expect(back.out).toContain("Took back @acme/hook-x from 1.1.0 to 1.0.0");
    expect(readFileSync(join(home, ".hasna/hooks/hooks.lock"), "utf8")).toContain('"1.0.0"');
  });

  test("asks again for a version that may do more", async () => {
    registry.publish({ package: "hook-y", version: "1.0.0", hook: { capabilities: ["read"] } });
    await install("hook-y");
    registry.publish({ package: "hook-y", version: "1.1.0", hook: { capabilities: ["read", "network"] } });
    const asked = await hooks("update");
    expect(asked.code).toBe(1);
    expect(asked.err).toContain("it uses the network");
    expect((await hooks("update", "--yes")).code).toBe(0);
  });

  test("stays in the range that was asked for", async () => {
    registry.publish({ package: "hook-y", version: "1.0.0" });
    await install("hook-y@^1");
    registry.publish({ package: "hook-y", version: "2.0.0" });
    expect((await hooks("update")).out).toContain("newest that fits");
    expect((await hooks("outdated")).out).toMatch(/hook-y +1\.0\.0 +1\.0\.0 +2\.0\.0/);
  });

  test("of a name that is not there says what is", async () => {
    registry.publish({ package: "hook-y", version: "1.0.0" });
    await install("hook-y");
    expect((await hooks("update", "hook-z")).err).toContain("It holds hook-y.");
    expect((await hooks("update", "--rollback", "hook-y")).code).toBe(2);
  });

  test("without a registry says so", async () => {
    registry.publish({ package: "hook-y", version: "1.0.0" });
    await install("hook-y");
    await registry.stop();
    const { code, err } = await hooks("update");
    expect(code).toBe(1);
    expect(err).toContain("cannot be reached");
  });
});

describe("audit", () => {
  test("is content with what is whole, and says age and capabilities", async () => {
    registry.publish({ package: "hook-y", version: "1.0.0", age: 30, hook: { capabilities: ["run"] } });
    await install("hook-y");
    const { code, out, err } = await hooks("audit");
    expect(`${code} ${out}${err}`).toBe("0 ok     hook-y 1.0.0 from npm: run, 30 days old\n");
  });

  test("finds a file that was changed", async () => {
    registry.publish({ package: "hook-y", version: "1.0.0", age: 30 });
    const plan = await planPackages(["hook-y"], { scope: "user" }, where());
    await commitPlan(plan);
    writeFileSync(join(plan.hooks[0]?.folder ?? "", "hook.ts"), "evil");
    const { code, err } = await hooks("audit", "--offline");
    expect(code).toBe(1);
    expect(err).toContain("hook.ts was changed");
  });

  test("finds a version that the registry replaced, and one that is young", async () => {
    registry.publish({ package: "hook-y", version: "1.0.0" });
    await install("hook-y");
    registry.publish({ package: "hook-y", version: "1.0.0", files: { "hook.ts": "other" } });
    const { code, err } = await hooks("audit");
    expect(code).toBe(1);
    expect(err).toContain("other bytes under this version");
    expect(err).toContain("less than 7 days ago");
  });

  test("has nothing to say of an empty lock", async () => {
    expect((await hooks("audit")).code).toBe(0);
  });
});

describe("search, info, list", () => {
  test("the registry and what is built in, the best first", async () => {
    registry.publish(
      { package: "@acme/hook-trash-can", version: "1.0.0" },
      { package: "hook-y", version: "1.0.0" },
    );
    const { code, out } = await hooks("search", "trash");
    expect(code).toBe(0);
    expect(out.split("\n").map((line) => line.split(" ")[0])).toEqual([
      "@acme/hook-trash-can",
      "trash-guard",
      "",
    ]);
    expect((await hooks("search", "nothing-like-it")).code).toBe(1);
  });

  test("without a registry the built-in ones are found, and it is said", async () => {
    await registry.stop();
    const { code, out, err } = await hooks("search", "trash");
    expect(`${code} ${out}`).toStartWith("0 trash-guard");
    expect(err).toContain("only built-in hooks were searched");
    expect((await hooks("search", "trash", "--offline")).err).toBe("");
  });

  test("a built-in hook with its README", async () => {
    const { out } = await hooks("info", "trash-guard");
    expect(out).toContain("built in");
    expect(out).toContain("Switch it off:");
  });

  test("a published hook with what it may do, and nothing that moves the cursor", async () => {
    const summary = "Does y \u001b[2J \u202e";
    registry.publish({
      package: "hook-y",
      version: "1.0.0",
      age: 3,
      hook: { capabilities: ["run"], summary },
    });
    const { out } = await hooks("info", "hook-y");
    expect(out).toContain("runs programs");
    expect(out).toContain("The **newest** README.");
    expect(out).not.toMatch(/[\u001b\u202e]/);
    expect((await hooks("info", "hook-z")).err).toContain("not on the registry");
  });

  test("list shows installed packages beside the built-in hooks", async () => {
    registry.publish({ package: "hook-y", version: "1.0.0" });
    await install("hook-y");
    const { out } = await hooks("list");
    expect(out).toContain("trash-guard");
    expect(out).toMatch(/hook-y +1\.0\.0/);
  });
});

test("a changelog between two versions, in the usual spellings", () => {
  const text = "# Changelog\n## [2.0.0] - 2026-01-01\nc\n## v1.1.0\nb\n### Fixed\nd\n## 1.0.0\na\n";
  expect(changesIn(text, "1.0.0", "2.0.0")).toBe("## [2.0.0] - 2026-01-01\nc\n## v1.1.0\nb\n### Fixed\nd");
  expect(changesIn(text, "1.0.0", "1.1.0")).toBe("## v1.1.0\nb\n### Fixed\nd");
  expect(changesIn(text, "2.0.0", "3.0.0")).toBeUndefined();
});
