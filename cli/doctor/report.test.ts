import { expect, test } from "bun:test";
import type { Context } from "../context.ts";
import { reportText } from "./report.ts";

const rows: readonly (readonly [entries: number, isTold: boolean])[] = [
  [0, true],
  [1, false],
];

test.each(rows)("a clean report over %d entries says whether anything of ours runs", (entries, isTold) => {
  let said = "";
  const context: Context = {
    env: { HOME: "/home/u" },
    home: "/home/u",
    cwd: "/home/u",
    user: 1000,
    binary: undefined,
    ownFolder: undefined,
    version: "0.0.0",
    terminal: false,
    out: (text) => {
      said += text;
    },
    err: () => {},
    input: async function* () {},
  };
  reportText({ findings: [], unable: [], checked: [], entries, harnesses: [] }, undefined, context);
  expect(said.includes("No hook of ours is registered here")).toBe(isTold);
  expect(said).toEndWith("\nNothing to mend.\n");
});
