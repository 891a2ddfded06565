import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitPlan, installedHooks, type PackagePlan, type PlanOptions, planPackages } from "./plan.ts";
import { faultsIn } from "./store.ts";
import {
  type Published,
  packageJsonOf,
  startRegistry,
  type TestRegistry,
  tarballOf,
} from "./testing/registry.ts";

let registry: TestRegistry;
let root: string;
let home: string;
let project: string;

beforeEach(() => {
  registry = startRegistry();
  root = mkdtempSync(join(tmpdir(), "hooks-packages-"));
  home = join(root, "home");
  project = join(root, "project");
  mkdirSync(home);
  mkdirSync(project);
});
afterEach(async () => {
  await registry.stop();
  rmSync(root, { recursive: true, force: true });
});

function where() {
  return {
    env: { PATH: process.env.PATH, HOOKS_REGISTRY: registry.url },
    home,
    cwd: project,
    version: "0.1.0",
  };
}

function plan(specs: readonly string[], options: Partial<PlanOptions> = {}): Promise<PackagePlan> {
  return planPackages(specs, { scope: "user", ...options }, where());
}

async function install(specs: readonly string[], options: Partial<PlanOptions> = {}): Promise<PackagePlan> {
  const planned = await plan(specs, options);
  await commitPlan(planned);
  return planned;
}

const lockOf = (scope: "user" | "project"): string =>
  scope === "user" ? join(home, ".hasna/hooks/hooks.lock") : join(project, "hooks.lock");

function locked(scope: "user" | "project" = "user"): Record<string, string> {
  const { hooks } = JSON.parse(readFileSync(lockOf(scope), "utf8")) as {
    hooks: Record<string, { version: string }>;
  };
  return Object.fromEntries(Object.entries(hooks).map(([name, { version }]) => [name, version]));
}

const x = (version: string, more: Partial<Published> = {}): Published => ({
  package: "@acme/hook-x",
  version,
  ...more,
});
const y = (version: string, more: Partial<Published> = {}): Published => ({
  package: "hook-y",
  version,
  ...more,
});

describe("from a registry", () => {
  test("the newest that is no prerelease, its files, its lock", async () => {
    registry.publish(x("1.0.0"), x("1.2.0"), x("2.0.0-rc.1"));
    const { hooks, named, changes } = await install(["@acme/hook-x"]);
    expect(named).toEqual(["@acme/hook-x"]);
    expect(changes).toEqual([{ package: "@acme/hook-x", from: undefined, to: "1.2.0", asksFor: [] }]);
    expect(locked()).toEqual({ "@acme/hook-x": "1.2.0" });
    const [one] = hooks;
    expect(JSON.parse(readFileSync(join(one?.folder ?? "", "package.json"), "utf8"))).toEqual(
      packageJsonOf(x("1.2.0")),
    );
    // No address of a registry: each user has a registry of their own configured.
    expect(readFileSync(lockOf("user"), "utf8")).not.toContain("127.0.0.1");
    expect((await installedHooks(where())).map(({ id }) => id)).toEqual(["@acme/hook-x"]);
  });

  const rows: readonly (readonly [spec: string, version: string])[] = [
    ["@acme/hook-x", "1.2.0"],
    ["@acme/hook-x@^1.0", "1.2.0"],
    ["@acme/hook-x@1.0.0", "1.0.0"],
    ["@acme/hook-x@~1.0", "1.0.5"],
    ["@acme/hook-x@<1.2", "1.0.5"],
    ["@acme/hook-x@next", "2.0.0-rc.1"],
    ["@acme/hook-x@2.0.0-rc.1", "2.0.0-rc.1"],
    ["@acme/hook-x@^2.0.0-rc", "2.0.0-rc.1"],
    ["npm:@acme/hook-x@1", "1.2.0"],
    ["@acme/hook-x@latest", "1.2.0"],
  ];
  test.each(rows)("%s is %s", async (spec, version) => {
    registry.publish(x("1.0.0"), x("1.0.5"), x("1.2.0"), x("2.0.0-rc.1"));
    expect((await plan([spec])).lock.hooks["@acme/hook-x"]?.version).toBe(version);
  });

  test("a short name is one of ours", async () => {
    registry.publish({ package: "@hasna/hook-trash-guard", version: "0.1.7" });
    const { named } = await install(["trash-guard@^0.1"]);
    expect(named).toEqual(["trash-guard"]);
    expect(locked()).toEqual({ "@hasna/hook-trash-guard": "0.1.7" });
  });

  const refusals: readonly (readonly [
    name: string,
    published: readonly Published[],
    spec: string,
    says: RegExp,
  ])[] = [
    ["no such package", [], "@acme/hook-x", /not on the registry/],
    ["no such version", [x("1.0.0")], "@acme/hook-x@^3", /no version that fits \^3.*|\^3/],
    ["no such tag", [x("1.0.0")], "@acme/hook-x@beta", /no tag "beta"/],
    ["prereleases only", [x("1.0.0-a.1")], "@acme/hook-x", /no version that is no prerelease/],
    [
      "a newer engine",
      [x("1.0.0", { hook: { engine: ">=9" } })],
      "@acme/hook-x",
      /needs hooks >=9, and this is 0\.1\.0/,
    ],
    [
      "a dependency that is not there",
      [x("1.0.0", { hook: { dependencies: { "hook-y": "^1" } } })],
      "@acme/hook-x",
      /hook-y is not on the registry \(asked for by @acme\/hook-x\)/,
    ],
    [
      "no hook at all",
      [x("1.0.0", { hook: { kind: "robot" } })],
      "@acme/hook-x",
      /hook\.kind: must be "guard" or "helper", got "robot"/,
    ],
    [
      "a link of another name",
      [x("1.0.0", { files: { "package.json": JSON.stringify(packageJsonOf(y("1.0.0"))) } })],
      "@acme/hook-x",
      /holds hook-y 1\.0\.0/,
    ],
    [
      "a hidden dependency",
      [
        x("1.0.0", {
          files: {
            "package.json": JSON.stringify(
              packageJsonOf(x("1.0.0", { hook: { dependencies: { "hook-y": "*" } } })),
            ),
          },
        }),
      ],
      "@acme/hook-x",
      /which the registry does not say/,
    ],
    [
      "a conflict",
      [x("1.0.0", { hook: { conflicts: { "hook-y": "*" } } }), y("1.0.0")],
      "@acme/hook-x hook-y",
      /cannot be beside/,
    ],
  ];
  test.each(refusals)("%s is refused, and nothing is locked", async (_, published, spec, says) => {
    registry.publish(...published);
    await expect(install(spec.split(" "))).rejects.toThrow(says);
    expect(existsSync(lockOf("user"))).toBe(false);
  });

  test("an older version that works with this engine is taken, and it is said", async () => {
    registry.publish(x("1.0.0"), x("2.0.0", { hook: { engine: ">=9" } }));
    const { lock, notes } = await plan(["@acme/hook-x"]);
    expect(lock.hooks["@acme/hook-x"]?.version).toBe("1.0.0");
    expect(notes.join()).toContain("2.0.0 needs hooks >=9");
  });

  test("an older version is taken where the newest cannot stand beside another", async () => {
    registry.publish(
      x("1.0.0", { hook: { dependencies: { "hook-y": "^1" } } }),
      x("2.0.0", { hook: { dependencies: { "hook-y": "^2" } } }),
      y("1.4.0"),
      y("2.0.0"),
    );
    await install(["hook-y@^1", "@acme/hook-x"]);
    expect(locked()).toEqual({ "@acme/hook-x": "1.0.0", "hook-y": "1.4.0" });
  });

  test("dependencies come along, and go with the last that needs them", async () => {
    registry.publish(x("1.0.0", { hook: { dependencies: { "hook-y": "^1" } } }), y("1.4.0"));
    await install(["@acme/hook-x"]);
    expect(locked()).toEqual({ "@acme/hook-x": "1.0.0", "hook-y": "1.4.0" });
    await install([], { remove: ["@acme/hook-x"] });
    expect(locked()).toEqual({});
  });

  test("a deprecated version is the last choice, and it is said", async () => {
    registry.publish(x("1.0.0"), x("1.1.0", { deprecated: "it was broken" }));
    expect((await plan(["@acme/hook-x@^1"])).lock.hooks["@acme/hook-x"]?.version).toBe("1.0.0");
    expect((await plan(["@acme/hook-x@1.1.0"])).notes.join()).toContain("it was broken");
  });
});

describe("integrity", () => {
  test("a tarball that was changed is refused, and nothing is locked or kept", async () => {
    registry.publish(x("1.0.0"));
    registry.tamper("@acme/hook-x", "1.0.0", tarballOf(x("1.0.0", { files: { "hook.ts": "evil" } })));
    await expect(install(["@acme/hook-x"])).rejects.toThrow(/is not what it should be/);
    expect(existsSync(lockOf("user"))).toBe(false);
    expect(await installedHooks(where())).toEqual([]);
  });

  test("a version that the registry replaced is refused where the lock knows it", async () => {
    registry.publish(x("1.0.0"));
    await install(["@acme/hook-x"], { scope: "project" });
    rmSync(join(home, ".hasna"), { recursive: true });
    // The same version with other bytes, and the document says the new hash.
    registry.publish(x("1.0.0", { files: { "hook.ts": "evil" } }));
    await expect(plan([], { scope: "project" })).rejects.toThrow(/was promised/);
    expect(locked("project")).toEqual({ "@acme/hook-x": "1.0.0" });
  });

  test("a teammate gets the same bytes from the project's lock", async () => {
    registry.publish(x("1.0.0"));
    const first = await install(["@acme/hook-x"], { scope: "project" });
    registry.publish(x("1.1.0"));
    rmSync(join(home, ".hasna"), { recursive: true });
    const second = await plan([], { scope: "project" });
    expect(second.hooks.map(({ integrity }) => integrity)).toEqual(
      first.hooks.map(({ integrity }) => integrity),
    );
    expect(second.changes).toEqual([]);
  });

  test("what is in the store needs no registry", async () => {
    registry.publish(x("1.0.0"));
    await install(["@acme/hook-x"]);
    registry.asked.length = 0;
    expect((await plan([])).hooks.length).toBe(1);
    expect(registry.asked).toEqual([]);
  });

  const changes: readonly (readonly [name: string, change: (folder: string) => void, says: RegExp])[] = [
    ["a changed file", (folder) => writeFileSync(join(folder, "hook.ts"), "evil"), /hook\.ts was changed/],
    [
      "one of the same length",
      (folder) => writeFileSync(join(folder, "hook.ts"), "export const hook = [];\n"),
      /hook\.ts was changed/,
    ],
    ["a file that is gone", (folder) => rmSync(join(folder, "hook.ts")), /hook\.ts is missing/],
    ["a file more", (folder) => writeFileSync(join(folder, "index.ts"), ""), /index\.ts was added/],
    [
      "a link in a file's place",
      (folder) => {
        rmSync(join(folder, "hook.ts"));
        symlinkSync("/etc/passwd", join(folder, "hook.ts"));
      },
      /no regular file/,
    ],
    [
      "a changed archive",
      (folder) => writeFileSync(join(folder, "../package.tgz"), "x"),
      /does not have the hash/,
    ],
  ];
  test.each(changes)("%s is found, and made good", async (_, change, says) => {
    registry.publish(x("1.0.0"));
    const { hooks } = await install(["@acme/hook-x"]);
    const { integrity = "", folder = "" } = hooks[0] ?? {};
    const state = join(home, ".hasna/hooks");
    expect(await faultsIn(state, integrity)).toEqual([]);
    change(folder);
    expect((await faultsIn(state, integrity)).join()).toMatch(says);
    await plan([]);
    expect(await faultsIn(state, integrity)).toEqual([]);
  });
});

describe("from elsewhere", () => {
  function folderOf(published: Published): string {
    const folder = join(root, "source");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify(packageJsonOf(published)));
    writeFileSync(join(folder, "hook.ts"), "export const hook = {};\n");
    return folder;
  }

  test("a folder, with a path in the lock that goes with it", async () => {
    const folder = folderOf(x("0.0.1-dev"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync("/etc", join(folder, "node_modules/etc"));
    const { hooks, named } = await install(["../source"], { scope: "project" });
    expect(named).toEqual(["@acme/hook-x"]);
    expect(hooks[0]?.locked.from).toBe("file:../source");
    writeFileSync(join(folder, "hook.ts"), "export const hook = 2;\n");
    expect((await plan([], { scope: "project" })).changes).toEqual([]);
    expect((await plan([], { scope: "project", update: "all" })).changes.length).toBe(1);
  });

  test("a folder that holds a link is refused", async () => {
    symlinkSync("/etc/passwd", join(folderOf(x("1.0.0")), "passwd"));
    await expect(plan([`file:${join(root, "source")}`])).rejects.toThrow(/is a link/);
  });

  test("an archive and the address of one", async () => {
    registry.publish(y("1.0.0"));
    writeFileSync(join(root, "x.tgz"), tarballOf(x("1.0.0")));
    await install([join(root, "x.tgz"), `${registry.url}hook-y/-/1.0.0.tgz`]);
    expect(locked()).toEqual({ "@acme/hook-x": "1.0.0", "hook-y": "1.0.0" });
  });

  test("a repository, at a tag and at a commit", async () => {
    const folder = folderOf(x("1.0.0"));
    const git = (...args: readonly string[]): string =>
      Bun.spawnSync(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd: folder })
        .stdout.toString()
        .trim();
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("commit", "--quiet", "-m", "one");
    git("tag", "v1");
    const commit = git("rev-parse", "HEAD");
    writeFileSync(join(folder, "package.json"), JSON.stringify(packageJsonOf(x("2.0.0"))));
    git("commit", "--quiet", "-am", "two");
    const versionAt = async (reference: string): Promise<string | undefined> =>
      (await plan([`git+file://${folder}${reference}`])).lock.hooks["@acme/hook-x"]?.version;
    expect(await versionAt("")).toBe("2.0.0");
    expect(await versionAt("#main")).toBe("2.0.0");
    expect(await versionAt("#v1")).toBe("1.0.0");
    expect(await versionAt(`#${commit}`)).toBe("1.0.0");
    const { lock } = await install([`git+file://${folder}#v1`]);
    expect(lock.hooks["@acme/hook-x"]?.from).toBe(`git+file://${folder}#${commit}`);
    await expect(versionAt("#nowhere")).rejects.toThrow(/cannot be fetched/);
    rmSync(join(home, ".hasna/hooks/packages"), { recursive: true });
    expect((await plan([])).changes).toEqual([]);
  }, 60_000);
});

describe("the lock", () => {
  test.each([
    ["<<<<<<< HEAD\n{}", /line 1 is a mark of a merge conflict/],
    ["{", /not JSON/],
    ['{"lockfileVersion":2}', /this hooks knows 1/],
    ['{"lockfileVersion":1,"hooks":{"hook-x":{"version":"1.0.0"}}}', /hooks\.hook-x\.integrity/],
    ['{"lockfileVersion":1,"hooks":{"../x":{}}}', /hooks/],
  ])("%j is not used and not written over", async (text, says) => {
    registry.publish(x("1.0.0"));
    writeFileSync(lockOf("project"), text);
    await expect(install(["@acme/hook-x"], { scope: "project" })).rejects.toThrow(says);
    expect(readFileSync(lockOf("project"), "utf8")).toBe(text);
  });

  test("does not depend on the order of the installs", async () => {
    registry.publish(x("1.0.0"), y("1.0.0"));
    await install(["@acme/hook-x"]);
    await install(["hook-y"]);
    const one = readFileSync(lockOf("user"), "utf8");
    rmSync(join(home, ".hasna"), { recursive: true });
    await install(["hook-y", "@acme/hook-x"]);
    expect(readFileSync(lockOf("user"), "utf8")).toBe(one);
  });
});
