/**
 * A hook's package as one file. Made from the files of its archive and from nothing else: no module of this machine gets
 * in, and no macro of the package runs while it is bundled.
 */

import { lexerSource } from "hooks:lexer-source";
import { isBuiltin } from "node:module";
import { posix } from "node:path";
import type { Manifest } from "@hasna/hooks-catalog";
import type { BunPlugin } from "bun";
import type { TarFile } from "../packages/tar.ts";
import { Trouble } from "../packages/trouble.ts";

export interface Bundle {
  /** One ES module that exports `hook`. */
  readonly code: string;
  /** Modules of the runtime that it imports under a name that stands in the text, sorted. */
  readonly imports: readonly string[];
  /** Whether it may load further modules under names that are made while it runs. */
  readonly isOpen: boolean;
}

/** Ways to load a module that are no plain import. The bundler writes names without escapes, so that the text can be read. */
const OPEN = /\bimport\s*\(|\bimport\.meta\b|\brequire\b|\bgetBuiltinModule\b|\bmainModule\b/;
const OPEN_MODULES: ReadonlySet<string> = new Set(["module", "vm", "process", "bun"]);

/** Below a `node_modules`: the bundler runs a macro, which is code of the package, nowhere else but there not. */
const ROOT = "/node_modules/package/";
const ENTRY = "hooks-package:";
const ENDINGS = ["", ".ts", ".js", ".mjs", ".json", "/index.ts", "/index.js"];
const LOADERS = { ts: "ts", mts: "ts", js: "js", mjs: "js", cjs: "js", json: "json", txt: "text" } as const;

/** @throws Trouble for a package that does not bundle, with the bundler's words. */
export async function bundleHook(
  files: readonly TarFile[],
  manifest: Pick<Manifest, "package" | "version">,
): Promise<Bundle> {
  const what = `${manifest.package} ${manifest.version}`;
  const byPath = new Map(files.map((file) => [file.path, file.bytes]));
  const entry = entryOf(byPath, what);
  const result = await Bun.build({
    entrypoints: [ENTRY],
    plugins: [fromArchive(byPath, entry)],
    target: "bun",
    format: "esm",
    throw: false,
  });
  const code = result.success ? await result.outputs[0]?.text() : undefined;
  if (code === undefined) {
    const lines = result.logs.map((log) => `\n  ${"message" in log ? log.message : String(log)}`);
    throw new Trouble(
      `${what} cannot be bundled to one file:${lines.join("")}\n`,
      "Nothing was registered. A published hook holds all it needs; `hooks pack` makes it so.",
    );
  }
  const imports = new Bun.Transpiler({ loader: "js" })
    .scanImports(code)
    .map(({ path }) => path)
    .filter((path) => path === "bun" || path.startsWith("bun:") || isBuiltin(path));
  const isOpen = OPEN.test(code) || imports.some((path) => OPEN_MODULES.has(path.replace(/^node:/, "")));
  return { code, imports: [...new Set(imports)].sort(), isOpen };
}

/** The file that `exports` names; `hook.ts` or `hook.js` where nothing does. */
function entryOf(files: ReadonlyMap<string, Uint8Array>, what: string): string {
  const text = files.get("package.json");
  const value: unknown = text === undefined ? {} : JSON.parse(new TextDecoder().decode(text));
  const { exports, main } = value as { readonly exports?: unknown; readonly main?: unknown };
  const named = firstPath(exports) ?? (typeof main === "string" ? main : undefined);
  const candidates = named === undefined ? ["hook.ts", "hook.js"] : [posix.normalize(named)];
  const found = candidates.find((path) => files.has(path));
  if (found !== undefined) return found;
  throw new Trouble(
    `${what} has no file ${candidates.join(" or ")}, where its hook should be`,
    "Nothing was registered. Tell its publisher.",
  );
}

/** `"./a.js"`, or the first text in `{".": ...}` under whatever conditions. */
function firstPath(exports: unknown): string | undefined {
  if (typeof exports === "string") return exports;
  if (typeof exports !== "object" || exports === null) return undefined;
  const inner = "." in exports ? exports["."] : Object.values(exports)[0];
  return firstPath(inner);
}

function fromArchive(files: ReadonlyMap<string, Uint8Array>, entry: string): BunPlugin {
  return {
    name: "from-archive",
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path, importer }) => {
        if (path === ENTRY) return { path: ROOT + entry, namespace: "archive" };
        if (path === "@hasna/hooks-lexer") return { path: `${ROOT}@lexer.js`, namespace: "own" };
        if (path === "bun" || path.startsWith("bun:") || isBuiltin(path)) return { path, external: true };
        if (!/^\.\.?(\/|$)/.test(path)) throw new Error(`it imports ${path}, which is not in the package`);
        const from = importer.slice(importer.indexOf(ROOT) + ROOT.length);
        const inner = posix.normalize(posix.join(posix.dirname(from), path));
        const ending = ENDINGS.find((one) => files.has(inner + one));
        // What is written with `.js` may be a `.ts` that nobody has compiled.
        const asTs = inner.replace(/\.(m?)js$/, ".$1ts");
        const file = ending === undefined ? asTs : inner + ending;
        if (!files.has(file)) throw new Error(`${from} imports ${path}, which is not in the package`);
        return { path: ROOT + file, namespace: "archive" };
      });
      build.onLoad({ filter: /./, namespace: "own" }, () => ({ contents: lexerSource, loader: "js" }));
      build.onLoad({ filter: /./, namespace: "archive" }, ({ path }) => {
        const name = path.slice(ROOT.length);
        const ending = name.slice(name.lastIndexOf(".") + 1);
        const loader = Object.hasOwn(LOADERS, ending) ? LOADERS[ending as keyof typeof LOADERS] : undefined;
        if (loader === undefined)
          throw new Error(`it imports ${name}, and only code, JSON and text can be bundled`);
        return { contents: new TextDecoder().decode(files.get(name)), loader };
      });
    },
  };
}
