import { expect, test } from "bun:test";
import { nearest } from "./nearest.ts";

const names = ["install", "uninstall", "list", "explain", "trash-guard", "workspace-repos-guard"];
const rows: readonly (readonly [word: string, want: string | undefined])[] = [
  ["instal", "install"],
  ["lst", "list"],
  ["trash-gaurd", "trash-guard"],
  ["trashguard", "trash-guard"],
  ["install", "install"],
  ["zzz", undefined],
  ["", undefined],
];

test.each(rows)("%s means %s", (word, want) => {
  expect(nearest(word, names)).toBe(want);
});
