/** What each harness is told, held as files: a change there is a change of what a client reads. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { harnesses } from "@hasna/hooks-harness";
import { goldenReplies } from "./replies.ts";

const root = join(import.meta.dir, "..");
const goldens = await goldenReplies();

for (const [path, text] of goldens) {
  test(`${path} is what is said (bun run replies writes it)`, async () =>
    expect(await Bun.file(join(root, path)).text()).toBe(text));
}

test("no file is left of an event that a harness has no more", async () => {
  const files = await Array.fromAsync(new Bun.Glob("shared/harness/*/replies/*.json").scan({ cwd: root }));
  expect(files.sort()).toEqual([...goldens.keys()].sort());
});

test("a harness says how it was verified, and the files agree", () => {
  for (const { id, evidence } of harnesses) {
    const { source } = JSON.parse(goldens.get(`shared/harness/${id}/replies/pre-tool-use.json`) ?? "");
    expect([id, source.startsWith("real client")]).toEqual([id, evidence === "real client"]);
  }
});
