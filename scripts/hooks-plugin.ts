/** Serves the virtual modules `hooks:…` to the build and to `bun` in development; bundled-hooks.d.ts says what each holds. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { discover } from "@hasna/hooks-registry/discover";
import type { BunPlugin } from "bun";

const root = join(import.meta.dir, "..");

const makers: Readonly<Record<string, () => string>> = {
  bundled,
  "lexer-source": () => `export const lexerSource = ${JSON.stringify(lexerAsOneFile())};`,
  readmes,
  template,
};

export const hooksPlugin: BunPlugin = {
  name: "bundled-hooks",
  setup(build) {
    // One filter for all: in development the first plugin filter of a namespace is the only one that is asked.
    build.onResolve({ filter: /^hooks:[a-z-]+$/ }, ({ path }) => ({
      path: path.slice("hooks:".length),
      namespace: "hooks",
    }));
    build.onLoad({ filter: /./, namespace: "hooks" }, ({ path }) => {
      const make = Object.hasOwn(makers, path) ? makers[path] : undefined;
      if (make === undefined) throw new Error(`there is no virtual module hooks:${path}`);
      return { loader: "ts", contents: make() };
    });
  },
};

// A `hook.ts` holds a few lines and loads its work itself: a chunk of its own would cost more than it saves.
function bundled(): string {
  const found = discover(join(root, "hooks"));
  const imports = found.map(({ file }, at) => `import { hook as hook${at} } from ${JSON.stringify(file)};`);
  const rows = found.map(
    ({ name, version }, at) =>
      `{ name: ${JSON.stringify(name)}, version: ${JSON.stringify(version)}, hook: hook${at} }`,
  );
  return `${imports.join("\n")}\nexport const bundledHooks = [${rows.join(", ")}];`;
}

function readmes(): string {
  const texts = discover(join(root, "hooks")).map(({ name, folder }) => [
    name,
    readFileSync(join(folder, "README.md"), "utf8"),
  ]);
  return `export const bundledReadmes = ${JSON.stringify(Object.fromEntries(texts))};`;
}

function template(): string {
  const folder = join(root, "hooks/_template");
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, readFileSync(join(folder, name), "utf8")] as const);
  return `export const templateFiles = ${JSON.stringify(Object.fromEntries(files))};`;
}

/** In a process of its own: a build that starts a build from within a plugin waits for itself. */
function lexerAsOneFile(): string {
  const source = join(root, "shared/lexer/index.ts");
  const { stdout, exitCode, stderr } = Bun.spawnSync(
    [process.execPath, "build", source, "--target=bun", "--format=esm"],
    { cwd: root },
  );
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}
