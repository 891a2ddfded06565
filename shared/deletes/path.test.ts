import { expect, test } from "bun:test";
import { ancestorsOf, isWithin, normalise, parentOf, resolve } from "./path.ts";

const normal: readonly (readonly [string, string])[] = [
  ["/", "/"],
  ["//", "/"],
  ["/a", "/a"],
  ["/a/", "/a"],
  ["/a//b", "/a/b"],
  ["/a/./b", "/a/b"],
  ["/a/b/..", "/a"],
  ["/a/../b", "/b"],
  ["/..", "/"],
  ["/../../a", "/a"],
  ["/.", "/"],
  ["/a/.", "/a"],
  ["/.hidden", "/.hidden"],
  ["/a/..b", "/a/..b"],
  ["/a/...", "/a/..."],
  ["/a/.b/c", "/a/.b/c"],
];

test("paths become normal", () => {
  for (const [given, want] of normal) expect(normalise(given), given).toBe(want);
});

test("a normal path stays, whatever it holds", () => {
  for (const [, want] of normal) expect(normalise(want)).toBe(want);
});

test("names are seen from a folder", () => {
  expect(resolve("/a/b", "../c")).toBe("/a/c");
  expect(resolve("/a", "/b/")).toBe("/b");
  expect(resolve("/", "x")).toBe("/x");
});

test("within means the folder or below it, not a longer name", () => {
  expect(isWithin("/a/b", "/a")).toBe(true);
  expect(isWithin("/a", "/a")).toBe(true);
  expect(isWithin("/ab", "/a")).toBe(false);
  expect(isWithin("/a", "/")).toBe(true);
  expect(isWithin("/a", "/a/b")).toBe(false);
});

test("folders above", () => {
  expect(parentOf("/a/b")).toBe("/a");
  expect(parentOf("/a")).toBe("/");
  expect(ancestorsOf("/a/b/c")).toEqual(["/a/b", "/a", "/"]);
  expect(ancestorsOf("/")).toEqual([]);
});
