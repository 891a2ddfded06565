#!/usr/bin/env node
// Starts the program of this platform, which npm put beside this package, and ends as it ends.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const name = `@hasna/hooks-${process.platform}-${process.arch}`;
let folder;
try {
  folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
} catch {
  console.error(
    `hooks: ${name} is not installed. There is no program for this platform, or optional dependencies were left out.\n  Install with optional dependencies, or build from source.`,
  );
  process.exit(1);
}
const { status, signal, error } = spawnSync(join(folder, "hooks"), process.argv.slice(2), {
  stdio: "inherit",
});
if (error !== undefined) {
  console.error(`hooks: the program cannot be started: ${error.message}`);
  process.exit(1);
}
if (signal !== null) process.kill(process.pid, signal);
process.exit(status ?? 1);
