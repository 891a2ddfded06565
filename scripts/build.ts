/** `bun run build`: `dist/hooks` and `dist/trash`, one compiled binary under two names. */
import { linkSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hooksPlugin } from "./hooks-plugin.ts";

const dist = join(import.meta.dir, "../dist");
mkdirSync(dist, { recursive: true });

// Built beside and renamed: a `dist/hooks` that is running (a test, a registered hook) keeps its file.
const fresh = join(dist, `hooks.new-${process.pid}`);
const result = await Bun.build({
  entrypoints: [join(import.meta.dir, "../cli/main.ts")],
  plugins: [hooksPlugin],
  target: "bun",
  // Chunks: a hook that has nothing to say never pays for the code of the other commands (bench:self shows it).
  format: "esm",
  splitting: true,
  minify: true,
  bytecode: true,
  compile: {
    outfile: fresh,
    // A project's .env and bunfig.toml must not reach a guard that starts in that project.
    autoloadDotenv: false,
    autoloadBunfig: false,
    autoloadTsconfig: false,
    autoloadPackageJson: false,
  },
});
if (!result.success) {
  for (const log of result.logs) console.error(String(log));
  process.exit(1);
}
place("hooks");
linkSync(join(dist, "hooks"), `${fresh}-trash`);
renameSync(`${fresh}-trash`, join(dist, "trash"));
console.log("built dist/hooks and dist/trash");

function place(name: string): void {
  const target = join(dist, name);
  rmSync(target, { force: true });
  renameSync(fresh, target);
}
