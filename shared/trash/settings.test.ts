/** What settings change about a guard call, and that a wrong value changes nothing. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRig, type Rig } from "./testing/rig.ts";

interface Row {
  readonly name: string;
  /** `config set` of these, in this order. */
  readonly set: readonly (readonly [key: string, value: string])[];
  readonly args: (rig: Rig) => readonly string[];
  readonly code: number;
  /** What stderr holds; empty: stderr is empty. */
  readonly says: string;
  readonly left: readonly string[];
}

/** Each row finds `f`, the folder `d` with `k` in it, and `l`, a link to `d`. */
const ROWS: readonly Row[] = [
  {
    name: "refusedStatus 2: what is protected",
    set: [["refusedStatus", "2"]],
    args: ({ home }) => ["-rf", home],
    code: 2,
    says: "it is your home folder",
    left: ["d", "f", "l"],
  },
  {
    name: "refusedStatus 2: the other operands go all the same",
    set: [["refusedStatus", "2"]],
    args: ({ home, work }) => ["-rf", home, join(work, "f")],
    code: 2,
    says: "it is your home folder",
    left: ["d", "l"],
  },
  {
    name: "refusedStatus 2: a fault of the system's own stays 1",
    set: [["refusedStatus", "2"]],
    args: ({ work }) => [join(work, "nope")],
    code: 1,
    says: "No such file or directory",
    left: ["d", "f", "l"],
  },
  {
    name: "refusedStatus 1, the standard",
    set: [],
    args: ({ home }) => ["-rf", home],
    code: 1,
    says: "it is your home folder",
    left: ["d", "f", "l"],
  },
  {
    name: "symlinkSlash refuse: nothing goes",
    set: [["symlinkSlash", "refuse"]],
    args: ({ work }) => ["-rf", join(work, "l/")],
    code: 1,
    says: "name the link without a slash",
    left: ["d", "f", "l"],
  },
  {
    name: "symlinkSlash refuse: the link itself may go",
    set: [["symlinkSlash", "refuse"]],
    args: ({ work }) => ["-rf", join(work, "l")],
    code: 0,
    says: "",
    left: ["d", "f"],
  },
  {
    name: "symlinkSlash refuse, refusedStatus 2",
    set: [
      ["symlinkSlash", "refuse"],
      ["refusedStatus", "2"],
    ],
    args: ({ work }) => ["-rf", join(work, "l//")],
    code: 2,
    says: "name the link without a slash",
    left: ["d", "f", "l"],
  },
];

function furnished(): Rig {
  const rig = openRig();
  writeFileSync(join(rig.work, "f"), "x");
  mkdirSync(join(rig.work, "d"));
  writeFileSync(join(rig.work, "d/k"), "x");
  symlinkSync("d", join(rig.work, "l"));
  return rig;
}

describe("settings of a guard call", () => {
  for (const row of ROWS)
    test(row.name, async () => {
      const rig = furnished();
      for (const [key, value] of row.set)
        expect((await rig.trashCommand("config", "set", key, value)).code).toBe(0);
      const { code, err } = await rig.guard(...row.args(rig));
      expect(code).toBe(row.code);
      if (row.says === "") expect(err).toBe("");
      else expect(err).toContain(row.says);
      expect(readdirSync(rig.work).sort()).toEqual([...row.left]);
      expect(existsSync(join(rig.work, "d/k"))).toBe(true);
    });
});

describe("a wrong value is refused and changes nothing", () => {
  for (const [key, value] of [
    ["refusedStatus", "0"],
    ["refusedStatus", "3"],
    ["symlinkSlash", "strip"],
    ["crossMounts", "enter"],
    ["stores", "/a/path"],
  ] as const)
    test(`${key} ${value}`, async () => {
      const rig = openRig();
      const { code, err } = await rig.trashCommand("config", "set", key, value);
      expect(code).toBe(2);
      expect(err).toContain(key);
      expect(err).toContain("nothing was changed");
    });
});
