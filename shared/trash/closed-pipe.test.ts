/** A reader that stops early ends the program without a word, and takes nothing from what it does. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compiledTrash, makeFolder, temporaryFolder } from "./testing/sandbox.ts";

const LONGEST_MS = 60_000;

interface Row {
  /** `$T` is the program, the current folder holds the files `a` and `b`. */
  readonly script: string;
  readonly code: number;
  /** What is in the folder afterwards. */
  readonly left: readonly string[];
  readonly why: string;
}

const ROWS: readonly Row[] = [
  { script: '"$T" help', code: 0, left: ["a", "b"], why: "an answer that nobody reads" },
  { script: '"$T" help undo', code: 0, left: ["a", "b"], why: "the same" },
  { script: '"$T" --version --json', code: 0, left: ["a", "b"], why: "the same" },
  { script: '"$T" list', code: 0, left: ["a", "b"], why: "the same" },
  { script: '"$T" log --json', code: 0, left: ["a", "b"], why: "the same" },
  { script: '"$T" doctor > /dev/null 2>&1; "$T" status', code: 0, left: ["a", "b"], why: "the same" },
  { script: '"$T" nonsense 2>&1', code: 2, left: ["a", "b"], why: "a complaint that nobody reads" },
  { script: '"$T" list --nonsense 2>&1', code: 2, left: ["a", "b"], why: "the same" },
  { script: '"$T" put a b', code: 0, left: [], why: "the work is done to its end" },
  { script: '"$T" guard a; "$T" undo', code: 0, left: ["a", "b"], why: "the work is done to its end" },
  { script: '"$T" guard a', code: 0, left: ["b"], why: "nothing to print, nothing to fail" },
  { script: '"$T" guard -v a b', code: 141, left: [], why: "rm dies of SIGPIPE when it prints, at its end" },
  { script: '"$T" guard missing 2>&1', code: 141, left: ["a", "b"], why: "and of a complaint" },
  { script: '"$T" guard missing a 2>&1', code: 141, left: ["a", "b"], why: "so what follows is not deleted" },
  { script: 'echo y | "$T" guard -i a 2>&1', code: 141, left: ["a", "b"], why: "and of a question" },
  { script: '"$T" guard --bogus a 2>&1', code: 141, left: ["a", "b"], why: "and of its usage" },
];

function ran(script: string, program: string): { readonly err: string; readonly left: readonly string[] } {
  const root = temporaryFolder("trash-pipe-");
  const work = makeFolder(root, "work");
  const home = makeFolder(root, "home");
  for (const name of ["a", "b"]) writeFileSync(join(work, name), name);
  // The pause lets the reader go first; `wait` for it would need bash.
  const piped = `{ sleep 0.2; ${script}; echo "ended with $?" >&3; } 3>&2 | true`;
  const { stderr } = spawnSync("/bin/sh", ["-c", piped], {
    cwd: work,
    env: { PATH: "/usr/bin:/bin", HOME: home, LC_ALL: "C", T: program },
    encoding: "utf8",
    timeout: LONGEST_MS,
  });
  return { err: stderr, left: readdirSync(work).sort() };
}

describe("into a closed pipe", () => {
  for (const { script, code, left, why } of ROWS) {
    test(
      `${script.replaceAll('"$T"', "trash")}: ${why}`,
      async () => {
        expect(ran(script, await compiledTrash())).toEqual({ err: `ended with ${code}\n`, left });
      },
      LONGEST_MS,
    );
    // Option -i and complaints of rm: the same rows, live, show that the guard keeps its contract.
    const asRm = script.replace('"$T" guard', "/usr/bin/rm");
    if (!asRm.includes("$T") && existsSync("/usr/bin/rm"))
      test(`the machine's rm says so too: ${asRm}`, () => {
        expect(ran(asRm, "")).toEqual({ err: `ended with ${code}\n`, left });
      });
  }

  test(
    "a disk that is full is told, in words",
    async () => {
      for (const words of ["help", "list", "list --json", "--version"]) {
        const { err } = ran(`"$T" ${words} > /dev/full`, await compiledTrash());
        expect(err).toBe(
          "trash: print: No space left on device ('trash doctor' looks for the cause)\nended with 1\n",
        );
      }
    },
    LONGEST_MS,
  );
});
