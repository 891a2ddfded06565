/** `bun run check`: every check, one exit code. Ends with a plain line that counts the checks. */
import { $ } from "bun";

/** The order is cheapest first, so that the usual mistakes show early. */
const checks: readonly (readonly [name: string, command: readonly string[]])[] = [
  ["format and lint", ["biome", "check", "--error-on-warnings", "."]],
  ["types", ["tsc", "--noEmit"]],
  ["dead code", ["knip"]],
  ["build", ["bun", "run", "build"]],
  ["generated tables", ["bun", "run", "readme", "--check"]],
  ["tests", ["bun", "test", "--timeout", "60000"]],
];

let passed = 0;
const failed: string[] = [];
for (const [name, command] of checks) {
  console.log(`\n== ${name}: ${command.join(" ")}`);
  const { exitCode } = await $`${command}`.nothrow();
  if (exitCode === 0) passed++;
  else failed.push(name);
}
if (failed.length > 0) console.log(`\nfailed: ${failed.join(", ")}`);
console.log(`\nchecks: ${passed} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
