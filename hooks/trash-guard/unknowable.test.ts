/** The list of what cannot be known: short, the same in the README, and each row passes (the contract test asks). */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cases, unknowable } from "./cases.ts";

test("the README lists every kind in the words of its row", () => {
  const readme = readFileSync(join(import.meta.dir, "README.md"), "utf8");
  const listed = readme.split("\n").filter((line) => /^\d+\. /.test(line));
  expect(listed).toEqual(
    unknowable.map(({ name, command }, index) => `${index + 1}. ${name}: \`${command}\``),
  );
});

test("there are at most fifteen, and all of them are rows", () => {
  expect(unknowable.length).toBeLessThanOrEqual(15);
  for (const row of unknowable) expect(cases).toContain(row);
});
