/** The hard cases, each in a mount namespace of its own. */

import { describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { raw } from "./bytes.ts";
import { MOUNT_CASES, scriptOf } from "./mount-cases.ts";
import { parseMounts } from "./mounts.ts";
import { compiledTrash, inNamespace, makeFolder, noNamespace, temporaryFolder } from "./testing/sandbox.ts";

/** On a machine that may be busy. */
const LONGEST_MS = 60_000;

describe("hard cases", () => {
  for (const row of MOUNT_CASES) {
    if (noNamespace !== undefined) {
      test.skip(`${row.name} (${noNamespace})`, () => undefined);
      continue;
    }
    test(
      row.name,
      async () => {
        const program = await compiledTrash();
        const work = temporaryFolder("trash-mounts-");
        chmodSync(work, 0o755);
        const home = makeFolder(join(work, "home"));
        const ran = inNamespace(work, scriptOf(row), { T: program, W: work, HOME: home });
        const shown = (text: string): string => text.replaceAll(work, "~W");
        expect({ out: shown(ran.out), err: shown(ran.err) }).toEqual({ out: row.prints, err: "" });
      },
      LONGEST_MS,
    );
  }
});

test("the table of mounts is read with its escapes", () => {
  const table = raw(
    "36 35 98:0 /mnt1 /a\\040b\\011c rw,noatime master:1 - ext3 /dev/root rw\n37 1 0:2 / / rw - overlay overlay rw,lowerdir=x\n",
  );
  expect(parseMounts(table)).toEqual([
    { id: 36, point: raw("/a b\tc"), type: "ext3" },
    { id: 37, point: raw("/"), type: "overlay" },
  ]);
});
