/** The fuzzer sees what it looks for; a minute of it is no test of the change, `bun run nightly` is. */
import { expect, test } from "bun:test";
import type { Hook, Verdict } from "@hasna/hooks-registry";
import { allRows } from "../oracle/generator/rows.ts";
import { Inputs } from "./inputs.ts";
import { minimise } from "./minimise.ts";
import { examine, loadSubjects } from "./properties.ts";

const subjects = await loadSubjects();

function guardThat(answers: () => Verdict): Hook {
  const [guard] = subjects.guards;
  if (guard === undefined) throw new Error("there is no guard");
  return { ...guard, run: answers };
}

const deny = { kind: "deny", rule: "g/r", reason: "", next: "" } as const;
const rewrite = { kind: "rewrite", rule: "g/r", reason: "", approves: false } as const;
const faults: readonly (readonly [name: string, answers: () => Verdict, problem: RegExp])[] = [
  [
    "an error",
    () => {
      throw new Error("oops");
    },
    /oops/,
  ],
  ["a span outside", () => ({ ...deny, spans: [{ start: 0, end: 5 }] }), /0-5 of 4/],
  ["an allowance", () => ({ kind: "allow", reason: "" }), /allowed/],
  [
    "edits that do not give the text",
    () => ({ ...rewrite, toolInput: { command: "ls" }, edits: [{ start: 0, end: 2, text: "cp" }] }),
    /do not give/,
  ],
  [
    "a rewritten command that is rewritten again",
    () => ({ ...rewrite, toolInput: { command: "rm x" }, edits: [] }),
    /gets rewrite/,
  ],
];

test.each(faults)("it sees %s", async (_, answers, problem) => {
  const found = await examine("rm x", 0, { ...subjects, guards: [guardThat(answers)] });
  expect(found.problem).toMatch(problem);
});

test("it sees spans that are wrong", async () => {
  const checkSpans = (): void => {
    throw new Error("a word overlaps");
  };
  expect((await examine("rm x", 0, { ...subjects, checkSpans })).problem).toMatch(/overlaps/);
});

test("the first texts of a seed hold", async () => {
  const inputs = new Inputs(await allRows(), 1);
  for (let index = 0; index < 100; index += 1) {
    const text = inputs.text(index);
    const { problem, feature } = await examine(text, index, subjects);
    expect(problem, JSON.stringify(text)).toBeUndefined();
    inputs.learn(text, feature);
  }
  expect(inputs.features).toBeGreaterThan(20);
});

test("a text is made shorter as long as it fails", async () => {
  expect(await minimise("some x and much y more", async (text) => /x.*y/.test(text))).toBe("xy");
});
