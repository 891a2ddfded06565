/** Serves the virtual module `hooks:bundled` to the build and to `bun` in development. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { discover } from "@hasna/hooks-registry/discover";
import type { BunPlugin } from "bun";

const root = join(import.meta.dir, "..");

export const hooksPlugin: BunPlugin = {
  name: "bundled-hooks",
  setup(build) {
    build.onResolve({ filter: /^hooks:bundled$/ }, () => ({ path: "bundled", namespace: "hooks" }));
    build.onResolve({ filter: /^hooks:readmes$/ }, () => ({ path: "readmes", namespace: "hooks" }));
    build.onLoad({ filter: /^readmes$/, namespace: "hooks" }, () => {
      const texts = discover(join(root, "hooks")).map(({ name, folder }) => [
        name,
        readFileSync(join(folder, "README.md"), "utf8"),
      ]);
      return {
        loader: "ts",
        contents: `export const bundledReadmes = ${JSON.stringify(Object.fromEntries(texts))};`,
      };
    });
    // A `hook.ts` holds a few lines and loads its work itself: a chunk of its own would cost more than it saves.
    build.onLoad({ filter: /^bundled$/, namespace: "hooks" }, () => {
      const found = discover(join(root, "hooks"));
      const imports = found.map(
        ({ file }, at) => `import { hook as hook${at} } from ${JSON.stringify(file)};`,
      );
      const rows = found.map(
        ({ name, version }, at) =>
          `{ name: ${JSON.stringify(name)}, version: ${JSON.stringify(version)}, hook: hook${at} }`,
      );
      return {
        loader: "ts",
        contents: `${imports.join("\n")}\nexport const bundledHooks = [${rows.join(", ")}];`,
      };
    });
  },
};
