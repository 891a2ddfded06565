/** `bun run build`: `dist/hooks` and `dist/trash`, one compiled binary under two names. */
import { linkSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { discover } from "@hasna/hooks-registry/discover";
import { hooksPlugin } from "./hooks-plugin.ts";
import { hotBundle, inPlaceOf } from "./hot-bundle.ts";

const root = join(import.meta.dir, "..");

const dist = join(root, "dist");
mkdirSync(dist, { recursive: true });

// Built beside and renamed: a `dist/hooks` that is running (a test, a registered hook) keeps its file.
const fresh = join(dist, `hooks.new-${process.pid}`);
const parts = join(dist, `parts-${process.pid}`);
const mainSource = join(root, "cli/main.ts");
const main = (await hotBundle([mainSource], join(parts, "main"))).get(mainSource) as string;
const sources: string[] = [];
for (const { file } of discover(join(root, "hooks"))) {
  const source = join(dirname(file), "decision.ts");
  if (await Bun.file(source).exists()) sources.push(source);
}
const decisions = await hotBundle(sources, join(parts, "decisions"));
// Who imports the package while running wants its command alone. What `trash guard` of one file needs is one module;
// all else of the package is in the main build, so a few of its modules are in the program twice.
const trashSource = join(root, "shared/trash/main.ts");
const trash = (await hotBundle([trashSource], join(parts, "trash"))).get(trashSource) as string;
// What writes the log is loaded behind the answer, and the process ends when it is done: one module as well.
const logSource = join(root, "cli/log/append.ts");
const log = await hotBundle([logSource], join(parts, "log"));
const inPlace = new Map([...decisions, ...log, [Bun.resolveSync("@hasna/trash", join(root, "cli")), trash]]);
const result = await Bun.build({
  entrypoints: [main],
  plugins: [inPlaceOf(inPlace), hooksPlugin],
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
rmSync(parts, { recursive: true, force: true });
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
