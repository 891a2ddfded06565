import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Hook } from "@hasna/hooks-registry";
import { parseManifest, problemLine, readManifest } from "./read.ts";
import { manifestJsonSchema } from "./schema.ts";

const good = {
  name: "@acme/hook-no-tabs",
  version: "1.2.3",
  hook: {
    manifest: 1,
    name: "no-tabs",
    summary: "Refuses tabs",
    kind: "guard",
    events: { PreToolUse: "Edit|Write", SessionStart: "" },
    rewritesInput: false,
    onFailure: "pass",
    engine: ">=0.1.0 <1",
    capabilities: ["read"],
  },
};

/** A change of the good manifest, and what is said of it. */
interface Row {
  readonly name: string;
  readonly change?: Readonly<Record<string, unknown>>;
  readonly root?: Readonly<Record<string, unknown>>;
  /** Paths in order; none for a manifest that is right. */
  readonly paths: readonly string[];
  readonly says?: string;
}

const rows: readonly Row[] = [
  { name: "the good one is right", paths: [] },
  { name: "a name without a scope is right", root: { name: "hook-no-tabs" }, paths: [] },
  { name: "a prerelease is a version", root: { version: "1.0.0-rc.1+build.7" }, paths: [] },
  {
    name: "all keys given",
    change: {
      timeout: 0.5,
      harnesses: ["codex"],
      configuration: { type: "object" },
      cases: "./rows/cases.ts",
      dependencies: { "hook-a": "^1" },
      conflicts: { "@x/hook-b": "*" },
    },
    paths: [],
  },
  { name: "a version of two numbers", root: { version: "1.2" }, paths: ["version"], says: "form" },
  { name: "a version with a leading zero", root: { version: "01.2.0" }, paths: ["version"] },
  { name: "a version that is a number", root: { version: 1 }, paths: ["version"], says: "must be string" },
  { name: "no version", root: { version: undefined }, paths: ["version"], says: "is missing" },
  { name: "a package that is no hook's", root: { name: "left-pad" }, paths: ["name", "hook.name"] },
  { name: "a package in capitals", root: { name: "@Acme/hook-no-tabs" }, paths: ["name"] },
  { name: "a package that climbs", root: { name: "@acme/../hook-no-tabs" }, paths: ["name", "hook.name"] },
  {
    name: "another hook's name",
    change: { name: "no-spaces" },
    paths: ["hook.name"],
    says: "does not go with",
  },
  { name: "a name with a blank", change: { name: "no tabs" }, paths: ["hook.name", "hook.name"] },
  { name: "a name that is an option", change: { name: "--json" }, paths: ["hook.name", "hook.name"] },
  { name: "no manifest number", change: { manifest: undefined }, paths: ["hook.manifest"], says: "missing" },
  { name: "a newer manifest", change: { manifest: 2 }, paths: ["hook.manifest"], says: "must be 1" },
  { name: "a summary with a full stop", change: { summary: "Refuses tabs." }, paths: ["hook.summary"] },
  { name: "a summary in small letters", change: { summary: "refuses tabs" }, paths: ["hook.summary"] },
  { name: "a summary too long", change: { summary: `A${"a".repeat(120)}` }, paths: ["hook.summary"] },
  { name: "an unknown kind", change: { kind: "watcher" }, paths: ["hook.kind"], says: '"guard" or "helper"' },
  { name: "an unknown event", change: { events: { BeforeTool: "Bash" } }, paths: ["hook.events.BeforeTool"] },
  { name: "no event", change: { events: {} }, paths: ["hook.events"], says: "names no event" },
  {
    name: "events as a list",
    change: { events: ["PreToolUse"] },
    paths: ["hook.events"],
    says: "must be object",
  },
  {
    name: "a matcher that is a pattern",
    change: { events: { PreToolUse: "Ba.*" } },
    paths: ["hook.events.PreToolUse"],
  },
  {
    name: "a matcher with an empty name",
    change: { events: { PreToolUse: "Bash|" } },
    paths: ["hook.events.PreToolUse"],
  },
  {
    name: "a flag that is text",
    change: { rewritesInput: "yes" },
    paths: ["hook.rewritesInput"],
    says: "must be boolean",
  },
  { name: "a time-out of nothing", change: { timeout: 0 }, paths: ["hook.timeout"], says: "too small" },
  {
    name: "a time-out in milliseconds",
    change: { timeout: 5000 },
    paths: ["hook.timeout"],
    says: "too large",
  },
  { name: "an unknown policy", change: { onFailure: "ignore" }, paths: ["hook.onFailure"] },
  { name: "no policy", change: { onFailure: undefined }, paths: ["hook.onFailure"], says: "missing" },
  {
    name: "a helper that would deny",
    change: { kind: "helper", onFailure: "deny" },
    paths: ["hook.onFailure"],
    says: "helper",
  },
  { name: "an unknown harness", change: { harnesses: ["emacs"] }, paths: ["hook.harnesses"] },
  { name: "no harness", change: { harnesses: [] }, paths: ["hook.harnesses"] },
  {
    name: "an engine that is no range",
    change: { engine: "soon" },
    paths: ["hook.engine"],
    says: "semver range",
  },
  { name: "an empty engine", change: { engine: "" }, paths: ["hook.engine"] },
  {
    name: "an unknown capability",
    change: { capabilities: ["read", "root"] },
    paths: ["hook.capabilities[1]"],
  },
  {
    name: "a capability twice",
    change: { capabilities: ["read", "read"] },
    paths: ["hook.capabilities"],
    says: "twice",
  },
  { name: "cases outside of the package", change: { cases: "./../cases.ts" }, paths: ["hook.cases"] },
  { name: "cases by an absolute path", change: { cases: "/etc/passwd" }, paths: ["hook.cases"] },
  {
    name: "a dependency that is no hook",
    change: { dependencies: { lodash: "^4" } },
    paths: ["hook.dependencies.lodash"],
  },
  {
    name: "a dependency without a range",
    change: { dependencies: { "hook-a": "latest" } },
    paths: ["hook.dependencies.hook-a"],
  },
  {
    name: "a dependency on itself",
    change: { dependencies: { "@acme/hook-no-tabs": "*" } },
    paths: ['hook.dependencies["@acme/hook-no-tabs"]'],
    says: "itself",
  },
  {
    name: "a conflict with itself",
    change: { conflicts: { "@acme/hook-no-tabs": "*" } },
    paths: ['hook.conflicts["@acme/hook-no-tabs"]'],
  },
  {
    name: "a key that is misspelled",
    change: { rewriteInput: true },
    paths: ["hook.rewriteInput"],
    says: "no key",
  },
  { name: "no hook key at all", root: { hook: undefined }, paths: ["hook"], says: "missing" },
  {
    name: "everything wrong is said at once",
    root: { version: "x" },
    change: { kind: 1, engine: "?", timeout: -1, extra: [] },
    paths: ["version", "hook.kind", "hook.timeout", "hook.engine", "hook.extra"],
  },
];

function made({ change = {}, root = {} }: Row): unknown {
  return { ...good, hook: { ...good.hook, ...change }, ...root };
}

describe("manifest", () => {
  test.each(rows)("$name", (row) => {
    const reading = readManifest(JSON.parse(JSON.stringify(made(row))));
    const problems = reading.kind === "problems" ? reading.problems : [];
    expect(problems.map(({ path }) => path).sort()).toEqual([...row.paths].sort());
    for (const problem of problems) {
      expect(problem.fix).toMatch(/[.]$/);
      expect(problem.got === undefined).toBe(problem.says === "is missing");
      expect(problemLine(problem)).toContain(problem.fix);
    }
    if (row.says !== undefined) expect(problems.map(({ says }) => says).join()).toContain(row.says);
  });

  test.each([
    ["", "not JSON"],
    ["{", "not JSON"],
    ["null", "must be object"],
    ["[]", "must be object"],
    ["7", "must be object"],
    ['{"__proto__": {"name": "hook-a"}}', "missing"],
  ])("%j is no manifest", (text, says) => {
    const reading = parseManifest(text);
    expect(reading.kind === "problems" ? reading.problems.map((one) => one.says).join() : "").toContain(says);
  });

  test("what is left out has its default", () => {
    const reading = readManifest(good);
    expect(reading.kind === "manifest" ? reading.manifest : undefined).toMatchObject({
      package: "@acme/hook-no-tabs",
      timeout: 5,
      harnesses: "all",
      cases: "./cases.ts",
      dependencies: {},
      conflicts: {},
    });
  });

  test("a byte order mark does not matter", () => {
    expect(parseManifest(`\uFEFF${JSON.stringify(good)}`).kind).toBe("manifest");
  });

  test("the JSON Schema in the repository is the one of the reader", () => {
    const file = join(import.meta.dir, "../golden/manifest.schema.json");
    const text = `${JSON.stringify(manifestJsonSchema(), null, 2)}\n`;
    if (process.env.HOOKS_WRITE_GOLDEN === "1") writeFileSync(file, text);
    expect(readFileSync(file, "utf8"), "HOOKS_WRITE_GOLDEN=1 bun test shared/catalog writes it anew").toBe(
      text,
    );
  });
});

const hooksFolder = join(import.meta.dir, "../../../hooks");
const folders = readdirSync(hooksFolder).filter((name) => existsSync(join(hooksFolder, name, "hook.ts")));

describe.each(folders)("hooks/%s", (folder) => {
  test("hook.ts and its manifest say the same", async () => {
    const { hook }: { hook: Hook } = await import(join(hooksFolder, folder, "hook.ts"));
    const reading = parseManifest(readFileSync(join(hooksFolder, folder, "package.json"), "utf8"));
    expect(reading.kind === "problems" ? reading.problems.map(problemLine) : []).toEqual([]);
    if (reading.kind === "problems") return;
    const { name, summary, kind, events, rewritesInput, cases } = reading.manifest;
    const said = { name, summary, kind, rewritesInput };
    const { name: ownName, summary: ownSummary, kind: ownKind, rewritesInput: own } = hook;
    expect(said).toEqual({ name: ownName, summary: ownSummary, kind: ownKind, rewritesInput: own });
    expect(events).toEqual(Object.fromEntries(hook.events.map((event) => [event, hook.matcher])));
    expect(existsSync(join(hooksFolder, folder, cases))).toBe(true);
  });
});
