/** `bun run new-hook NAME`: a new hook is a copy of hooks/_template under its own name, and nothing else. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..");
const template = join(root, "hooks/_template");
/** Stands for the hook's name wherever the template's files mention it. */
const placeholder = /\btemplate-hook\b/g;

const [name, ...rest] = process.argv.slice(2);
const problem = problemWith(name, rest);
if (name === undefined || problem !== undefined) {
  console.error(`new-hook: ${problem}\nUsage: bun run new-hook NAME`);
  process.exit(2);
}

const folder = join(root, "hooks", name);
cpSync(template, folder, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
for (const entry of readdirSync(folder)) {
  const file = join(folder, entry);
  const text = readFileSync(file, "utf8").replace(placeholder, name);
  // Only the template itself is kept from being published.
  writeFileSync(file, entry === "package.json" ? text.replace('  "private": true,\n', "") : text);
}

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
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(wanted)) {
    return `the name must be lower-case words joined by hyphens, as in my-guard; got "${wanted}"`;
  }
  if (wanted === "template-hook")
    return `"template-hook" is what the template itself is called; choose another name`;
  if (existsSync(join(root, "hooks", wanted))) return `hooks/${wanted} exists already; choose another name`;
  return undefined;
}
