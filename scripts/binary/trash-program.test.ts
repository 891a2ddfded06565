/**
 * `dist/trash` as it is shipped: what one plain file needs is a bundle of its own, so a few modules are in it twice, and
 * a fault that one half throws must be known to the other.
 */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { program, run, withFolder } from "./programs.ts";

interface Row {
  readonly args: readonly string[];
  readonly code: number;
  readonly stderr: string;
  readonly goes: boolean;
  readonly why: string;
}

/** Each row finds a file `f`, a folder `d`, and `plain`, a file that stands where a folder is named. */
const ROWS: readonly Row[] = [
  { args: ["f"], code: 0, stderr: "", goes: true, why: "the short way" },
  { args: ["-rf", "--", "f"], code: 0, stderr: "", goes: true, why: "the short way" },
  { args: ["./f"], code: 0, stderr: "", goes: true, why: "the short way, in another folder by its text" },
  {
    args: ["-d", "f"],
    code: 0,
    stderr: "",
    goes: true,
    why: "an option that the short way leaves to the other",
  },
  { args: ["-f", "nope"], code: 0, stderr: "", goes: false, why: "missing, and that is no fault" },
  {
    args: ["nope"],
    code: 1,
    stderr: "rm: cannot remove 'nope': No such file or directory\n",
    goes: false,
    why: "a fault on the short way",
  },
  {
    args: ["plain/f"],
    code: 1,
    stderr: "rm: cannot remove 'plain/f': Not a directory\n",
    goes: false,
    why: "a fault on the short way",
  },
  {
    args: ["-f", "-r", "d", "f"],
    code: 0,
    stderr: "",
    goes: true,
    why: "more than one operand",
  },
  {
    args: ["d"],
    code: 1,
    stderr: "rm: cannot remove 'd': Is a directory\n",
    goes: false,
    why: "a folder without -r",
  },
  {
    args: ["-rf", "link/"],
    code: 0,
    stderr: "",
    goes: false,
    why: "a link with a slash",
  },
  {
    args: ["-Z", "f"],
    code: 1,
    stderr: "rm: invalid option -- 'Z'\nTry 'rm --help' for more information.\n",
    goes: false,
    why: "wrong use",
  },
];

test.each(ROWS.map((row) => [`trash guard ${row.args.join(" ")}: ${row.why}`, row] as const))(
  "%s",
  async (_, { args, code, stderr, goes }) => {
    await withFolder(async (folder) => {
      const work = join(folder, "work");
      mkdirSync(join(work, "d"), { recursive: true });
      mkdirSync(join(folder, "home"));
      for (const name of ["f", "plain"]) writeFileSync(join(work, name), "x");
      symlinkSync("d", join(work, "link"));
      const env = { HOME: join(folder, "home"), LC_ALL: "C" };
      // The first call furnishes the trash, and goes the long way; the second is the row.
      writeFileSync(join(work, "first"), "x");
      await run({ argv: [program("trash"), "guard", "first"], cwd: work, env });
      const ended = await run({ argv: [program("trash"), "guard", ...args], cwd: work, env });
      expect({ code: ended.exitCode, stderr: ended.stderr, stdout: ended.stdout }).toEqual({
        code,
        stderr,
        stdout: "",
      });
      expect(existsSync(join(work, "f"))).toBe(!goes);
      if (!goes) return;
      const undone = await run({ argv: [program("trash"), "undo"], cwd: work, env });
      expect(undone.exitCode).toBe(0);
      expect(existsSync(join(work, "f"))).toBe(true);
    });
  },
  30_000,
);
