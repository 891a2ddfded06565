/** Any tree, any command line: what rm leaves, the guard leaves; what rm says, the guard says; and undo brings it back. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { Difference } from "./testing/random-runner.ts";
import { compiledTrash, inNamespace, noNamespace, temporaryFolder } from "./testing/sandbox.ts";

const ROUNDS = 150;
const RUNNER = join(import.meta.dir, "testing/random-runner.ts");
const isGnu = (spawnSync("/usr/bin/rm", ["--version"], { encoding: "utf8" }).stdout ?? "").includes(
  "GNU coreutils",
);
const reason = noNamespace ?? (isGnu ? undefined : "the rm here is not GNU");

(reason === undefined ? test : test.skip)(
  `${ROUNDS} random trees and command lines${reason === undefined ? "" : ` (${reason})`}`,
  async () => {
    const work = temporaryFolder("trash-random-");
    chmodSync(work, 0o755);
    const program = await compiledTrash();
    const ran = inNamespace(
      work,
      `exec '${process.execPath}' '${RUNNER}' '${work}' 1-${ROUNDS} '${program}'`,
    );
    expect(ran.err).toBe("");
    expect(JSON.parse(ran.out) as Difference[]).toEqual([]);
  },
  60_000,
);
