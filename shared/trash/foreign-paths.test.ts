/** Paths in info files that other programs wrote: what they may name, and that a forbidden one restores nothing. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRig, type Rig } from "./testing/rig.ts";

const ROWS: readonly {
  readonly path: (rig: Rig) => string;
  /** Where it comes back; undefined: nowhere. */
  readonly back: ((rig: Rig) => string) | undefined;
  readonly why: string;
}[] = [
  { path: ({ work }) => `${work}/a`, back: ({ work }) => `${work}/a`, why: "absolute" },
  {
    path: () => "sub/a",
    back: ({ home }) => `${home}/.local/share/sub/a`,
    why: "relative in the home trash: to the folder that the trash is in",
  },
  { path: () => "../../../work/a", back: undefined, why: "relative and upwards: forbidden" },
  { path: ({ work }) => `${work}/../work/a`, back: undefined, why: "upwards in an absolute path: forbidden" },
  { path: () => "..", back: undefined, why: "nothing but upwards" },
  {
    path: ({ work }) => `${work}/..a`,
    back: ({ work }) => `${work}/..a`,
    why: "a name that begins with two dots",
  },
];

describe("a path that another program wrote", () => {
  for (const { path, back, why } of ROWS)
    test(why, async () => {
      const rig = openRig();
      for (const folder of ["files", "info"]) mkdirSync(join(rig.trash, folder), { recursive: true });
      writeFileSync(join(rig.trash, "files/x"), "x");
      writeFileSync(
        join(rig.trash, "info/x.trashinfo"),
        `[Trash Info]\nPath=${path(rig)}\nDeletionDate=2026-11-30T10:00:00\n`,
      );
      const { code } = await rig.trashCommand("restore", "x");
      expect(code).toBe(back === undefined ? 1 : 0);
      if (back !== undefined) expect(existsSync(back(rig))).toBe(true);
      else {
        expect(readdirSync(join(rig.trash, "files"))).toEqual(["x"]);
        expect(readdirSync(rig.work)).toEqual([]);
      }
    });
});
