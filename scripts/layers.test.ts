/** Holds the arrows: every import of every file, relative ones included, against what its package may use. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = join(import.meta.dir, "..");

interface Layer {
  /** Packages of this project that it may import. */
  readonly uses: readonly string[];
  /** Whether it stands on the path of `hooks run`, where nothing of Node and no library is loaded. */
  readonly hot: boolean;
}

const registry = "@hasna/hooks-registry";
const lexer = "@hasna/hooks-lexer";
const deletes = "@hasna/hooks-deletes";
const harness = "@hasna/hooks-harness";
const trash = "@hasna/trash";
const runner = "@hasna/hooks-runner";
const bridge = "@hasna/hooks-bridge";
const catalog = "@hasna/hooks-catalog";
const live = "@hasna/hooks-live";

const layers: Readonly<Record<string, Layer>> = {
  registry: { uses: [], hot: true },
  "shared/lexer": { uses: [], hot: true },
  "shared/deletes": { uses: [lexer], hot: true },
  "shared/harness": { uses: [registry], hot: true },
  "shared/runner": { uses: [], hot: false },
  // Its example imports it by name, as an embedding harness does.
  "shared/bridge": { uses: [registry, harness, runner, bridge], hot: false },
  "shared/trash": { uses: [], hot: false },
  "shared/live": { uses: [], hot: false },
  "shared/catalog": { uses: [registry, harness], hot: false },
  cli: {
    uses: [
      registry,
      lexer,
      harness,
      catalog,
      live,
      trash,
      bridge,
      runner,
      "hooks:bundled",
      "hooks:lexer-source",
      "hooks:readmes",
      "hooks:template",
    ],
    hot: false,
  },
  hooks: { uses: [registry, lexer, deletes], hot: true },
  scripts: {
    uses: [
      registry,
      `${registry}/discover`,
      "hooks:bundled",
      lexer,
      deletes,
      harness,
      catalog,
      live,
      trash,
      bridge,
      `${bridge}/testing`,
      runner,
    ],
    hot: false,
  },
};

/** Files of hot packages that never run with a hook: development, the build, tests and the data of tests. */
const COLD_FILE =
  /\.test\.ts$|(^|\/)(discover|bench|record|generate|[a-z-]*-?cases)\.ts$|\/(fixtures|testing)\//;
/** Contract and property tests look across packages: they judge hooks as the runner sees them. */
const TEST_FILE = /\.test\.ts$|\/testing\//;

const files = [...new Bun.Glob("{registry,cli,shared,hooks,scripts}/**/*.{ts,mjs}").scanSync({ cwd: root })]
  .filter((file) => !file.includes("node_modules"))
  .sort();

test("every file belongs to a layer", () => {
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) expect(layerOf(file), file).toBeDefined();
});

describe.each(files)("%s", (file) => {
  const source = readFileSync(join(root, file), "utf8");
  const imports = importsOf(source);
  const name = layerOf(file) ?? "";
  const layer = layers[name];

  test("imports only what its layer may use", () => {
    const wrong = imports.filter(({ from }) => !allowed(from, file, name, layer));
    expect(wrong.map(({ from }) => from)).toEqual([]);
  });

  if (layer?.hot && !COLD_FILE.test(file)) {
    test("loads nothing heavy on the path of a hook", () => {
      const heavy = imports.filter(
        ({ from, typeOnly }) => !typeOnly && !from.startsWith(".") && !from.startsWith("@hasna/"),
      );
      expect(heavy.map(({ from }) => from)).toEqual([]);
      expect(source).not.toMatch(/\bprocess\./);
    });
  }
});

describe("only the mains know the process", () => {
  const mains = new Set(["cli/main.ts", "shared/trash/trash.ts"]);
  const product = files.filter(
    (file) => file.startsWith("cli/") && !TEST_FILE.test(file) && !mains.has(file),
  );
  test.each(product)("%s", (file) => {
    expect(readFileSync(join(root, file), "utf8")).not.toMatch(
      /\bprocess\.(env|argv|stdin|stdout|stderr|exit|cwd|chdir|getuid)\b/,
    );
  });
});

describe("the reader of imports sees every form", () => {
  const rows: readonly (readonly [source: string, from: readonly string[]])[] = [
    ['import { a } from "x";', ["x"]],
    ['import type { A } from "x";', ["x"]],
    ['export { a } from "./y.ts";', ["./y.ts"]],
    ['export * from "y";', ["y"]],
    ['import "z";', ["z"]],
    ['const a = await import("w");', ["w"]],
    ['import {\n  a,\n  b,\n} from "x";', ["x"]],
    ['const a = require("v");', ["v"]],
    ['const text = "imported from nowhere";', []],
  ];
  test.each(rows)("%s", (source, from) => {
    expect(importsOf(source).map((one) => one.from)).toEqual([...from]);
  });
});

function layerOf(file: string): string | undefined {
  return Object.keys(layers).find((layer) => file.startsWith(`${layer}/`));
}

function importsOf(source: string): readonly { readonly from: string; readonly typeOnly: boolean }[] {
  const form =
    /^\s*(?:import|export)\s+(type\s)?[^"';]*?from\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']|\b(?:import|require)\(\s*["']([^"']+)["']\s*\)/gm;
  return [...source.matchAll(form)].map(([, type, named, bare, called]) => ({
    from: named ?? bare ?? called ?? "",
    typeOnly: type !== undefined,
  }));
}

function allowed(from: string, file: string, name: string, layer: Layer | undefined): boolean {
  if (from.startsWith(".")) {
    const target = relative(root, resolve(root, dirname(file), from));
    if (name === "scripts") return true;
    if (name === "hooks")
      return target.split("/").slice(0, 2).join("/") === file.split("/").slice(0, 2).join("/");
    return target.startsWith(`${name}/`) || (name === "cli" && target === "cli/package.json");
  }
  if (!from.startsWith("@hasna/") && !from.startsWith("hooks:")) return true;
  if (TEST_FILE.test(file)) return !from.startsWith("@hasna/hook-");
  return layer?.uses.includes(from) ?? false;
}
