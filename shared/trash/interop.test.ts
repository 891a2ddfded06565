/** With the real programs, both ways; a program that is not installed skips its rows and says so. */

import { describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { INTEROP_CASES, interopScript } from "./interop-cases.ts";
import {
  compiledTrash,
  inNamespace,
  makeFolder,
  noNamespace,
  temporaryFolder,
  which,
} from "./testing/sandbox.ts";

/** A desktop's bus and its file service take their time to start on a busy machine. */
const LONGEST_MS = 30_000;

describe("interoperation", () => {
  for (const row of INTEROP_CASES) {
    const missing = row.needs.filter((name) => which(name) === undefined);
    const reason = noNamespace ?? (missing.length > 0 ? `not installed: ${missing.join(", ")}` : undefined);
    if (reason !== undefined) {
      test.skip(`${row.name} (${reason})`, () => undefined);
      continue;
    }
    test(
      row.name,
      async () => {
        const program = await compiledTrash();
        const work = temporaryFolder("trash-interop-");
        chmodSync(work, 0o755);
        const env = { T: program, W: work, HOME: makeFolder(join(work, "home")), LC_ALL: "C.UTF-8" };
        const ran = inNamespace(work, interopScript(row), env);
        const text = Buffer.from(ran.out, "latin1").toString();
        expect(text).toBe(row.prints);
      },
      LONGEST_MS,
    );
  }
});
