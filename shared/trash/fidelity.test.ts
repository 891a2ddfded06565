/** What comes back is what was there: content, modes, times, links, attributes, holes, on random trees. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  openSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { openRig, type Rig } from "./testing/rig.ts";
import { which } from "./testing/sandbox.ts";
import { type Snapshot, snapshot } from "./testing/snapshot.ts";

const TREES = 60;
/** On a machine that may be busy. */
const LONGEST_MS = 60_000;

/** Numbers that are the same in every run: a failure names its seed, and the seed makes the tree again. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
}

/** Names that break programs; a number in front keeps them apart. */
const NAMES = [
  "plain",
  "two words",
  "-rf",
  "a\nb",
  "é",
  "'q'",
  '"',
  "*",
  "a%20b",
  " lead",
  "trail ",
  ".hidden",
  "x".repeat(200),
];

function grow(roll: (below: number) => number, folder: string, depth: number, files: string[]): void {
  const count = 1 + roll(4);
  for (let i = 0; i < count; i++) {
    const path = join(folder, `${i}${NAMES[roll(NAMES.length)]}`);
    const kind = roll(10);
    if (kind < 3 && depth < 4) {
      mkdirSync(path);
      grow(roll, path, depth + 1, files);
      chmodSync(path, [0o755, 0o700, 0o711, 0o1777, 0o555][roll(5)] ?? 0o755);
      utimesSync(path, 1e9 + roll(1e6), 1e9 + roll(1e6) + 0.25);
    } else if (kind === 3) {
      symlinkSync(["nowhere", "/etc/hostname", ".", "../x"][roll(4)] ?? "x", path);
      lutimesSync(path, 1e9, 1e9 + roll(1e6));
    } else if (kind === 4 && files.length > 0) linkSync(files[roll(files.length)] ?? "", path);
    else if (kind === 5) spawnSync("mkfifo", [path]);
    else {
      writeFileSync(path, "x".repeat(roll(3000)));
      if (kind === 6) punchHole(path);
      chmodSync(path, [0o644, 0o600, 0o444, 0o4755, 0o000][roll(5)] ?? 0o644);
      utimesSync(path, 1e9 + roll(1e6), 1e9 + roll(1e6) + 0.5);
      files.push(path);
    }
  }
}

function punchHole(path: string): void {
  const fd = openSync(path, "r+");
  writeSync(fd, "end", 8 << 20);
  closeSync(fd);
}

function makeTree(rig: Rig, seed: number): string {
  const tree = join(rig.work, "tree");
  mkdirSync(tree);
  grow(dice(seed), tree, 0, []);
  return tree;
}

function expectSame(after: Snapshot, before: Snapshot): void {
  expect([...after].sort()).toEqual([...before].sort());
}

describe("restored equals original", () => {
  test(
    `${TREES} random trees through guard and undo`,
    async () => {
      for (let seed = 1; seed <= TREES; seed++) {
        const rig = openRig(seed);
        const tree = makeTree(rig, seed);
        const before = snapshot(tree, { folderTimes: true });
        const deleted = await rig.guard("-rf", tree);
        expect({ seed, ...deleted }).toEqual({ seed, code: 0, out: "", err: "" });
        expect(snapshot(tree).size).toBe(0);
        expect((await rig.trashCommand("undo")).code).toBe(0);
        expectSame(snapshot(tree, { folderTimes: true }), before);
      }
    },
    LONGEST_MS,
  );

  test(
    "the same trees when they have to be taken apart, because the caller stands in them",
    async () => {
      for (let seed = 1; seed <= TREES / 3; seed++) {
        const rig = openRig(seed);
        const tree = makeTree(rig, seed);
        mkdirSync(join(tree, "here/below"), { recursive: true });
        writeFileSync(join(tree, "here/below/file"), "x");
        rig.current = join(tree, "here/below");
        const before = snapshot(tree, { folderTimes: true });
        expect((await rig.guard("-rf", tree)).code).toBe(0);
        expect(snapshot(tree).size).toBe(0);
        rig.current = rig.work;
        expect((await rig.trashCommand("undo")).code).toBe(0);
        expectSame(snapshot(tree, { folderTimes: true }), before);
      }
    },
    LONGEST_MS,
  );

  const setters = which("setfattr") !== undefined && which("setfacl") !== undefined;
  const attributes = async (takenApart: boolean): Promise<void> => {
    const rig = openRig();
    const tree = join(rig.work, "tree");
    mkdirSync(join(tree, "in"), { recursive: true });
    writeFileSync(join(tree, "in/f"), "x");
    spawnSync("setfattr", ["-n", "user.note", "-v", "kept", tree]);
    spawnSync("setfattr", ["-n", "user.note", "-v", "kept too", join(tree, "in/f")]);
    spawnSync("setfacl", ["-m", "u:65534:rwx", join(tree, "in")]);
    const before = snapshot(tree, { folderTimes: true, attributes: true });
    expect([...before.values()].join()).toContain("user.note");
    if (takenApart) rig.current = join(tree, "in");
    expect((await rig.guard("-rf", tree)).code).toBe(0);
    rig.current = rig.work;
    expect((await rig.trashCommand("undo")).code).toBe(0);
    expectSame(snapshot(tree, { folderTimes: true, attributes: true }), before);
  };
  const attributeTest = setters ? test : test.skip;
  const why = setters ? "" : " (needs setfattr and setfacl)";
  attributeTest(`extended attributes and ACLs${why}`, () => attributes(false));
  attributeTest(`extended attributes and ACLs of a tree that was taken apart${why}`, () => attributes(true));
});
