/**
 * `bun run nightly [MINUTES]`: what takes too long for every change. Fuzzing (5 minutes), generated commands under real
 * shells with seeds of the day, round trips of settings files, writers that are killed,
 * and the bridge beside real clients. Ends with a line that counts.
 */
import { $ } from "bun";

const minutes = process.argv[2] ?? "5";
/** Another one each night; a failure prints it. */
const seed = 100_000 + Math.floor(Date.now() / 86_400_000) * 10;
const jobs: readonly (readonly [name: string, command: readonly string[]])[] = [
  ["fuzzing", ["bun", "scripts/fuzz.ts", "--minutes", minutes, "--seed", String(seed)]],
  [
    "real shells",
    ["bun", "scripts/oracle/main.ts", "--rows", "--seeds", `${seed}..${seed + 4}`, "--n", "4000"],
  ],
  ["round trips", ["bun", "scripts/roundtrip.ts"]],
  ["faults", ["bun", "scripts/faults.ts"]],
  ["the bridge beside real clients", ["bun", "scripts/e2e/bridge/main.ts", "--skip-without-sandbox"]],
];

const failed: string[] = [];
for (const [name, command] of jobs) {
  console.log(`\n== ${name}: ${command.join(" ")}`);
  const { exitCode } = await $`${command}`.nothrow();
  if (exitCode !== 0) failed.push(name);
}
if (failed.length > 0) console.log(`\nfailed: ${failed.join(", ")}`);
console.log(`\nnightly: ${jobs.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
