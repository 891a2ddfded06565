import { describe, expect, test } from "bun:test";
import { readRun } from "./command.ts";

describe("the arguments of hooks run", () => {
  const rows: readonly (readonly [line: string, names: string | undefined, harness?: string])[] = [
    ["trash-guard", "trash-guard"],
    ["a b", "a b"],
    ["a b a", "a b"],
    ["a --harness codex", "a", "codex"],
    ["--harness codex a b", "a b", "codex"],
    ["a --harness=gemini-cli b", "a b", "gemini-cli"],
    ["a --harness", undefined],
    ["a --harness nowhere", undefined],
    ["a --harness toString", undefined],
    ["a --verbose", undefined],
    ["--harness codex", undefined],
    ["", undefined],
  ];
  for (const [line, names, harness] of rows) {
    test(line, () => {
      const run = readRun(line === "" ? [] : line.split(" "));
      if (names === undefined) expect("misuse" in run).toBe(true);
      else expect(run).toEqual({ names: names.split(" "), harness: harness as never });
    });
  }
});
