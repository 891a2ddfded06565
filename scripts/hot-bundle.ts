/**
 * The files that `hooks run` waits for, each bundled into one module before the main build. Split by the main build they
 * would share chunks with commands that nobody called, and every chunk more is a file more to load before the answer.
 */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BunPlugin } from "bun";
import { hooksPlugin } from "./hooks-plugin.ts";

/** What an import that is asked for only when needed names: left to the main build, by its absolute path. */
const leavesDynamicImports: BunPlugin = {
  name: "leaves-dynamic-imports",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, importer, kind }) =>
      kind === "dynamic-import" && !path.startsWith("node:")
        ? { path: Bun.resolveSync(path, dirname(importer)), external: true }
        : undefined,
    );
  },
};

/** Bundles one file and what it imports statically into `folder`; answers the path of the module. */
export async function hotBundle(source: string, folder: string, name: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const result = await Bun.build({
    entrypoints: [source],
    plugins: [leavesDynamicImports, hooksPlugin],
    target: "bun",
    format: "esm",
    minify: true,
  });
  const [module] = result.outputs;
  if (!result.success || module === undefined) throw new Error(result.logs.join("\n"));
  const file = join(folder, `${name}.js`);
  await Bun.write(file, module);
  return file;
}

/** Takes the bundled module wherever the main build meets an import of its source. */
export function inPlaceOf(modules: ReadonlyMap<string, string>): BunPlugin {
  return {
    name: "hot-modules",
    setup(build) {
      build.onResolve({ filter: /\/decision\.ts$/ }, ({ path, importer, kind }) => {
        if (kind !== "dynamic-import") return undefined;
        const module = modules.get(Bun.resolveSync(path, dirname(importer)));
        return module === undefined ? undefined : { path: module };
      });
    },
  };
}
