/**
 * Random trees and random command lines, through the machine's rm and through `trash guard`: prints what differs, as
 * JSON. Arguments: a folder to work in, the seeds as FIRST-LAST, the program. Runs inside a mount namespace.
 */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { snapshot } from "./snapshot.ts";

const [work = "", rounds = "1-0", program = ""] = process.argv.slice(2);

function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x100000000) * below);
  };
}

const NAMES = ["a", "b", "c d", "-x", "e'f", "g\th"];

/** The same tree for the same seed; gives the paths in it, in the order in which they were made. */
function grow(roll: (below: number) => number, root: string): readonly string[] {
  const paths: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const name of NAMES) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const kind = roll(8);
      if (kind < 3) continue;
      if (kind < 5 && depth < 3) {
        mkdirSync(join(root, path));
        paths.push(path);
        visit(path, depth + 1);
      } else if (kind === 5) {
        symlinkSync(["nowhere", "a", ".", "b/c d"][roll(4)] ?? "a", join(root, path));
        paths.push(path);
      } else {
        writeFileSync(join(root, path), roll(2) === 0 ? "" : path);
        paths.push(path);
      }
    }
  };
  visit("", 0);
  return paths;
}

const OPTIONS = [
  "-r",
  "-f",
  "-v",
  "-d",
  "-rf",
  "-R",
  "--force",
  "--rec",
  "-i",
  "-I",
  "--one-file-system",
  "--",
];
const TAILS = ["", "", "", "", "/", "//", "/.", "/..", "/nothing", "/a"];

function commandLine(roll: (below: number) => number, paths: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (let i = roll(3); i > 0; i--) words.push(OPTIONS[roll(OPTIONS.length)] ?? "-r");
  for (let i = 1 + roll(4); i > 0; i--) {
    const path = paths[roll(paths.length)] ?? "missing";
    words.push(
      roll(8) === 0
        ? (["missing", "", ".", "./", "a/../a"][roll(5)] ?? "")
        : path + (TAILS[roll(TAILS.length)] ?? ""),
    );
  }
  if (roll(4) === 0) words.push(OPTIONS[roll(OPTIONS.length)] ?? "-f");
  return words;
}

interface Seen {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly left: readonly string[];
}

async function run(command: readonly string[], folder: string, home: string, input: string): Promise<Seen> {
  const child = Bun.spawn([...command], {
    cwd: folder,
    argv0: command[0] === "/usr/bin/rm" ? "rm" : (command[0] ?? ""),
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C", HOME: home },
    stdin: Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, out, err, left: [...snapshot(folder).keys()] };
}

function without(list: readonly string[], other: readonly string[]): readonly string[] {
  return list.filter((item) => !other.includes(item));
}

/** One way in which the two answers differ, with what makes it happen again. */
export interface Difference {
  readonly seed: number;
  readonly args: readonly string[];
  readonly [what: string]: unknown;
}

const differences: Difference[] = [];
async function round(seed: number): Promise<void> {
  const top = join(work, String(seed));
  const home = join(top, "home");
  const folders = ["rm", "guard"].map((name) => join(top, name));
  mkdirSync(home, { recursive: true });
  const [paths] = folders.map((folder) => {
    mkdirSync(folder);
    return grow(dice(seed), folder);
  });
  const roll = dice(seed * 7919);
  const args = commandLine(roll, paths ?? []);
  const input = Array.from({ length: 40 }, () => (roll(3) === 0 ? "n\n" : "y\n")).join("");
  const [rmFolder = "", guardFolder = ""] = folders;
  const before = snapshot(guardFolder);
  const rm = await run(["/usr/bin/rm", ...args], rmFolder, home, input);
  const guard = await run([program, "guard", ...args], guardFolder, home, input);
  for (const key of ["code", "out", "err", "left"] as const)
    if (JSON.stringify(rm[key]) !== JSON.stringify(guard[key]))
      differences.push({
        seed,
        args,
        [key]:
          key === "left"
            ? [without(rm.left, guard.left), without(guard.left, rm.left)]
            : [rm[key], guard[key]],
      });
  // A delete that moved nothing leaves nothing to undo; a link's content comes back into the folder it leads to.
  if (guard.left.length < before.size) await run([program, "undo"], guardFolder, home, "");
  const after = snapshot(guardFolder);
  if (JSON.stringify([...after].sort()) !== JSON.stringify([...before].sort()))
    differences.push({
      seed,
      args,
      undo: [...before.keys()].filter((key) => after.get(key) !== before.get(key)),
    });
}
const [first = 1, last = 0] = rounds.split("-").map(Number);
let next = first;
const worker = async (): Promise<void> => {
  while (next <= last) await round(next++);
};
await Promise.all([worker(), worker(), worker()]);
console.log(JSON.stringify(differences));
