import { expect, test } from "bun:test";
import { rank, type SearchRow } from "./rank.ts";

const row = (name: string, summary: string, keywords: readonly string[] = []): SearchRow => ({
  name,
  version: "1.0.0",
  summary,
  keywords,
});
const rows: readonly SearchRow[] = [
  row("@acme/hook-no-push", "Refuses a push on Fridays"),
  row("@acme/hook-quiet", "Silences what rm says", ["trash"]),
  row("hook-push", "Pushes for you"),
  row("trash-guard", "Sends deletes to the trash"),
  row("hook-trashy", "Is for the trash"),
];

test.each([
  ["trash-guard", ["trash-guard"]],
  ["trash", ["hook-trashy", "trash-guard", "@acme/hook-quiet"]],
  ["push", ["hook-push", "@acme/hook-no-push"]],
  ["PUSH friday", ["@acme/hook-no-push"]],
  ["acme", ["@acme/hook-no-push", "@acme/hook-quiet"]],
  ["nothing of it", []],
  ["", ["@acme/hook-no-push", "@acme/hook-quiet", "hook-push", "hook-trashy", "trash-guard"]],
])("%j finds %j", (query, names) => {
  expect(rank(rows, query).map(({ name }) => name)).toEqual(names);
});
