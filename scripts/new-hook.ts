/** `bun run new-hook NAME`: what `hooks new` makes, as a folder of this workspace. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeHook, nameProblem } from "../cli/packages/scaffold.ts";

const root = resolve(import.meta.dir, "..");

const [name, ...rest] = process.argv.slice(2);
const problem = problemWith(name, rest);
if (name === undefined || problem !== undefined) {
  console.error(`new-hook: ${problem}\nUsage: bun run new-hook NAME`);
  process.exit(2);
}

await makeHook({
  folder: join(root, "hooks", name),
  name,
  package: `@hasna/hook-${name}`,
  range: "workspace:*",
});

// A new workspace folder gets its links to the other packages, and its entry in bun.lock.
const install = Bun.spawn([process.execPath, "install"], { cwd: root, stdio: ["ignore", "ignore", "pipe"] });
const [err, code] = await Promise.all([install.stderr.text(), install.exited]);
if (code !== 0) {
  console.error(
    `${err}\nnew-hook: hooks/${name} is there, but \`bun install\` failed (see above); run it again.`,
  );
  process.exit(1);
}
console.log(`hooks/${name} is there. Next:

  hooks/${name}/hook.ts     what it watches and what it answers
  hooks/${name}/cases.ts    commands with the right answer; they are its tests
  bun test registry -t ${name}
                            runs them
  bun run build             puts it into dist/hooks
  dist/hooks explain ${name} -- 'git push --force'
                            shows what it answers
  bun run readme            puts it into the table of README.md

bun.lock has an entry for it, made by \`bun install\`; commit that too.`);

function problemWith(wanted: string | undefined, more: readonly string[]): string | undefined {
  if (wanted === undefined || more.length > 0) return "give one name, as in `bun run new-hook my-guard`";
  const wrong = nameProblem(wanted);
  if (wrong !== undefined) return wrong;
  if (existsSync(join(root, "hooks", wanted))) return `hooks/${wanted} exists already; choose another name`;
  return undefined;
}
