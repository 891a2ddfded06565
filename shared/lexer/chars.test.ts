/** The tables of chars.ts against what they are said to be. */
import { expect, test } from "bun:test";
import { BREAK, CLASS, LIVE, mayBeSpecial, PLAIN } from "./chars.ts";

function unitsWith(table: Uint8Array, value: number): string {
  let units = "";
  for (let c = 0; c < 128; c++) if (table[c] === value) units += String.fromCharCode(c);
  return units;
}

test("the classes of units", () => {
  expect(unitsWith(CLASS, BREAK)).toBe("\t\n &();<>|");
  expect(unitsWith(CLASS, LIVE)).toBe("\"$'\\`");
  expect(unitsWith(CLASS, PLAIN)).toHaveLength(128 - 10 - 5);
});

test("every word that the reader knows by name may be special, and common programs are not", () => {
  const names =
    "! { } [[ if then else elif fi for foreach while until do done case esac select repeat end time function coproc nocorrect declare typeset local export readonly eval alias let float integer";
  for (const name of names.split(" "))
    expect([name, mayBeSpecial(`x ${name} y`, 2, 2 + name.length)]).toEqual([name, true]);
  for (const name of ["echo", "git", "cd", "rm", "ls", "cat", "npm", "docker", "functional"])
    expect([name, mayBeSpecial(name, 0, name.length)]).toEqual([name, false]);
});
