/** Serves the virtual module `hooks:bundled` to the build and to `bun` in development. */
import { join } from "node:path";
import { discover } from "@hasna/hooks-registry/discover";
import type { BunPlugin } from "bun";

const root = join(import.meta.dir, "..");

export const hooksPlugin: BunPlugin = {
  name: "bundled-hooks",
  setup(build) {
    build.onResolve({ filter: /^hooks:bundled$/ }, () => ({ path: "bundled", namespace: "hooks" }));
    build.onLoad({ filter: /^bundled$/, namespace: "hooks" }, () => ({
      loader: "ts",
      contents: `export const bundledHooks = [${discover(join(root, "hooks"))
        .map(
          ({ name, version, file }) =>
            `{ name: ${JSON.stringify(name)}, version: ${JSON.stringify(version)}, load: () => import(${JSON.stringify(file)}) }`,
        )
        .join(", ")}];`,
    }));
  },
};
