import { expect, test } from "bun:test";
import { couldMatch, escapePattern, literalOf, takesAll } from "./pattern.ts";

const rows: readonly (readonly [pattern: string, name: string, matches: boolean])[] = [
  ["etc", "etc", true],
  ["e*", "etc", true],
  ["et[c]", "etc", true],
  ["et[!c]", "etc", false],
  ["et[^a]", "etc", true],
  ["[a-z]*", "etc", true],
  ["[A-Z]*", "etc", true],
  ["?t?", "etc", true],
  ["??", "etc", false],
  ["*", "etc", true],
  ["*c", "etc", true],
  ["*x*", "etc", false],
  ["e*t*c*", "etc", true],
  ["*", ".ssh", false],
  [".*", ".ssh", true],
  [".s*", ".ssh", true],
  ["?ssh", ".ssh", false],
  ["\\*", "*", true],
  ["\\*", "etc", false],
  ["e[[:alpha:]]c", "etc", true],
  ["[]e]tc", "etc", true],
  ["[e", "[e", true],
  ["@(etc|usr)", "etc", true],
  ["", "", true],
  ["", "x", false],
];

test("component patterns", () => {
  for (const [pattern, name, matches] of rows)
    expect(couldMatch(pattern, name), `${pattern} ${name}`).toBe(matches);
});

test("dotglob lets a star take a leading dot", () => {
  expect(couldMatch("*", ".ssh", true)).toBe(true);
});

test("what takes all of a folder", () => {
  for (const pattern of ["*", ".*", "[a-z]*", "[!.]*", "?*", "**", ".[!.]*"])
    expect(takesAll(pattern), pattern).toBe(true);
  for (const pattern of ["*.log", "a*", "x", "?", "\\*"]) expect(takesAll(pattern), pattern).toBe(false);
});

test("escaping and reading back", () => {
  for (const text of ["a*b", "[x]", "a\\b", "(y)", "plain"])
    expect(literalOf(escapePattern(text))).toBe(text);
  expect(literalOf("a*")).toBeUndefined();
});

test("many stars cost no more than their length", () => {
  const started = performance.now();
  couldMatch("*a".repeat(50_000), "aaaaaaaaaaaaaaaaaaaaaaaaaaab");
  expect(performance.now() - started).toBeLessThan(500);
});
