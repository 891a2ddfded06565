/**
 * The files that `hooks run` waits for, each bundled into one module before the main build. Split by the main build they
 * would share chunks with commands that nobody called, and every chunk more is a file more to load before the answer.
 */
import { dirname } from "node:path";
import type { BunPlugin } from "bun";
import { hooksPlugin } from "./hooks-plugin.ts";

/** What an import that is asked for only when needed names: left to the main build, by its absolute path. */
const leavesDynamicImports: BunPlugin = {
  name: "leaves-dynamic-imports",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, importer, kind }) =>
      (kind === "dynamic-import" || kind === "require-call") && !path.startsWith("node:")
        ? { path: Bun.resolveSync(path, dirname(importer)), external: true }
        : undefined,
    );
  },
};

/**
 * Bundles files and what they import statically into `folder`, for each source its module. What several share is one
 * module of its own: hooks that run together read a command once.
 */
export async function hotBundle(
  sources: readonly string[],
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const modules = new Map<string, string>();
  const result = await Bun.build({
    entrypoints: [...sources],
    outdir: folder,
    naming: { entry: "[dir]/[name].js", chunk: "[name]-[hash].js" },
    plugins: [leavesDynamicImports, hooksPlugin],
    target: "bun",
    format: "esm",
    splitting: true,
    minify: true,
  });
  if (!result.success) throw new Error(result.logs.join("\n"));
  // Entry points come out in the order they were given.
  const entries = result.outputs.filter(({ kind }) => kind === "entry-point");
  for (const [at, source] of sources.entries()) {
    const file = entries[at]?.path;
    const folderName = source.split("/").at(-2);
    if (file === undefined || (sources.length > 1 && file.split("/").at(-2) !== folderName))
      throw new Error(`no module came out for ${source}`);
    modules.set(source, file);
  }
  return modules;
}

/** Takes the bundled module wherever the main build meets an import of its source. */
export function inPlaceOf(modules: ReadonlyMap<string, string>): BunPlugin {
  return {
    name: "hot-modules",
    setup(build) {
      build.onResolve(
        { filter: /(\/decision\.ts|\/append\.ts|^@hasna\/trash|\/trash\/index\.ts)$/ },
        ({ path, importer, kind }) => {
          if (kind !== "dynamic-import") return undefined;
          const module = modules.get(Bun.resolveSync(path, dirname(importer)));
          return module === undefined ? undefined : { path: module };
        },
      );
    },
  };
}
