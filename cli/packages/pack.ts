/** `hooks pack` as a value: from a hook's folder to the archive that a registry gets, the same bytes for the same files. */

import { lexerSource } from "hooks:lexer-source";
import { readFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Manifest, parseManifest, problemLine } from "@hasna/hooks-catalog";
import type { BunPlugin } from "bun";
import type { TarFile } from "./tar.ts";
import { writeTar } from "./tar.ts";
import { Trouble } from "./trouble.ts";

/** A packed hook. */
export interface Packed {
  /** As in `acme-hook-x-1.0.0.tgz`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Below `package/`, sorted by path. */
  readonly files: readonly TarFile[];
  readonly manifest: Manifest;
}

/** Files beside the code that a package takes along where they are there. */
const BESIDE = ["README.md", "CHANGELOG.md", "LICENSE", "NOTICE"];

/** The keys of `package.json` that mean something to who installs it; the rest is about developing it. */
const KEPT = [
  "name",
  "version",
  "description",
  "keywords",
  "license",
  "author",
  "contributors",
  "homepage",
  "repository",
  "bugs",
  "funding",
  "hook",
];

/** What searches of a registry look for. */
const KEYWORD = "hasna-hook";

/** @throws Trouble with all that is wrong in the manifest, or with the bundler's words. */
export async function packHook(folder: string): Promise<Packed> {
  const path = join(folder, "package.json");
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined)
    throw new Trouble(`${path} is not there`, "Name the folder of a hook; `hooks new` makes one.");
  const reading = parseManifest(text);
  if (reading.kind === "problems") {
    const lines = reading.problems.map((problem) => `\n  ${problemLine(problem)}`).join("");
    throw new Trouble(`${path} is no hook's manifest:${lines}\n`, "Correct it and run the same again.");
  }
  const { manifest } = reading;
  const files: TarFile[] = [
    fileOf("package.json", `${JSON.stringify(published(JSON.parse(text)), null, 2)}\n`),
    fileOf("hook.js", await asOneFile(await entryIn(folder, JSON.parse(text)), manifest.package)),
  ];
  for (const name of [...BESIDE, manifest.cases.slice("./".length)]) {
    const bytes = await readFile(join(folder, name)).catch(() => undefined);
    if (bytes !== undefined) files.push({ path: name, bytes, isExecutable: false });
  }
  for (const needed of ["README.md", manifest.cases.slice("./".length)]) {
    if (files.some((file) => file.path === needed)) continue;
    throw new Trouble(
      `${join(folder, needed)} is not there`,
      "Every hook has one; `hooks test` says what belongs in it.",
    );
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const bytes = gzipSync(writeTar(files.map((file) => ({ ...file, path: `package/${file.path}` }))), {
    level: 9,
  });
  const name = `${manifest.package.replace(/^@/, "").replace("/", "-")}-${manifest.version}.tgz`;
  return { name, bytes, files, manifest };
}

function fileOf(path: string, text: string): TarFile {
  return { path, bytes: new TextEncoder().encode(text), isExecutable: false };
}

/** The bundle holds what the code imports, so nothing is left to be installed beside it, `workspace:` ranges included. */
function published(source: Readonly<Record<string, unknown>>): unknown {
  const kept = Object.fromEntries(KEPT.filter((key) => key in source).map((key) => [key, source[key]]));
  const given = Array.isArray(source.keywords) ? source.keywords.map(String) : [];
  return {
    ...kept,
    keywords: [...new Set([KEYWORD, ...given])],
    type: "module",
    exports: "./hook.js",
    sideEffects: false,
    engines: { bun: ">=1.2" },
  };
}

async function entryIn(folder: string, { exports }: { readonly exports?: unknown }): Promise<string> {
  const candidates = typeof exports === "string" ? [exports] : ["hook.ts", "hook.js"];
  for (const name of candidates) {
    const file = join(folder, name);
    if (await Bun.file(file).exists()) return file;
  }
  throw new Trouble(
    `${join(folder, candidates[0] ?? "")} is not there`,
    'Name the hook\'s file in "exports".',
  );
}

/** Bundles from the author's own folder, with the author's own packages. */
async function asOneFile(entry: string, what: string): Promise<string> {
  const result = await Bun.build({
    entrypoints: [entry],
    plugins: [ownLexer],
    target: "bun",
    format: "esm",
    // Without it the bundler writes the author's paths above each part, and two machines make two archives.
    minify: { whitespace: true },
    throw: false,
  });
  const code = result.success ? await result.outputs[0]?.text() : undefined;
  if (code !== undefined) return code;
  const lines = result.logs.map((log) => `\n  ${"message" in log ? log.message : String(log)}`);
  throw new Trouble(
    `${what} cannot be bundled to one file:${lines.join("")}\n`,
    "Correct it and run the same again.",
  );
}

/** The lexer comes with the program, so that a hook can be made without installing anything. */
const ownLexer: BunPlugin = {
  name: "own-lexer",
  setup(build) {
    build.onResolve({ filter: /^@hasna\/hooks-lexer$/ }, ({ importer, path }) => {
      try {
        return { path: Bun.resolveSync(path, dirname(importer)) };
      } catch {
        return { path: "lexer.js", namespace: "own" };
      }
    });
    build.onLoad({ filter: /./, namespace: "own" }, () => ({ contents: lexerSource, loader: "js" }));
    build.onResolve({ filter: /^(bun|bun:.*)$/ }, ({ path }) =>
      isBuiltin(path) ? { path, external: true } : undefined,
    );
  },
};
