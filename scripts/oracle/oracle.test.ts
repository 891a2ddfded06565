/**
 * The live run: two thousand commands that nobody wrote, under real shells, against what the guards say of them. It
 * needs Linux namespaces and a C compiler, and is skipped where they are missing, with the reason in its name.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { type Campaign, type Case, hold, openCourt } from "./campaign.ts";
import { commands } from "./generator/commands.ts";
import { allRows } from "./generator/rows.ts";
import { judge, type Sentence } from "./judge.ts";

const count = 2000;
/** Fixed, so that a failure is seen again. Fresh seeds are for `bun run oracle --seed N`. */
const seed = 20_003;
/** Half a minute on an idle machine; others work on this one too. */
const patienceMs = 240_000;

const court = await openCourt();
const reason = "problem" in court ? court.problem : undefined;

afterAll(() => {
  if (!("problem" in court)) court.close();
});

describe.skipIf(reason !== undefined)(
  `real shells${reason === undefined ? "" : ` (skipped: ${reason})`}`,
  () => {
    test(
      `${count} generated commands: nothing missed, nothing changed`,
      async () => {
        const campaign = await run(commands(await allRows(), seed, count));
        expect(campaign.judged.length).toBeGreaterThan(count / 2);
        expect(wrong(campaign, "miss")).toEqual([]);
        expect(wrong(campaign, "changed")).toEqual([]);
      },
      patienceMs,
    );

    test(
      "every row of the lexer and of the hooks: nothing missed, nothing changed",
      async () => {
        const campaign = await run(await allRows(), true);
        expect(wrong(campaign, "miss")).toEqual([]);
        expect(wrong(campaign, "changed")).toEqual([]);
      },
      patienceMs,
    );

    describe("the judge sees a guard that is wrong", () => {
      const pass = { kind: "pass", rule: undefined, edits: [] } as const;
      const swapped = (command: string, start: number, end: number, text: string) => ({
        kind: "rewrite" as const,
        rule: undefined,
        command: command.slice(0, start) + text + command.slice(end),
        edits: [{ start, end, text }],
      });
      const guard = "/opt/guard/trash guard";
      const rows: readonly (readonly [
        name: string,
        command: string,
        verdict: Parameters<typeof judge>[2],
        Sentence,
      ])[] = [
        ["a delete that passes", "rm x", { ...pass, command: "rm x" }, "miss"],
        ["a harmless command that passes", "echo rm x", { ...pass, command: "echo rm x" }, "ok"],
        ["help that passes", "rm --help x", { ...pass, command: "rm --help x" }, "ok"],
        ["a refusal of nothing", "echo rm x", { ...pass, kind: "refuse", command: "echo rm x" }, "over"],
        ["a refusal of a delete", "rm x", { ...pass, kind: "refuse", command: "rm x" }, "ok"],
        ["find's own delete that passes", "find x -delete", { ...pass, command: "find x -delete" }, "gone"],
        ["a script's delete", "sh s.sh", { ...pass, command: "sh s.sh" }, "unseen"],
        ["the right rewrite", "rm x", swapped("rm x", 0, 2, guard), "ok"],
        ["half a rewrite", "rm x; rm y", swapped("rm x; rm y", 0, 2, guard), "miss"],
        ["a rewrite that loses an operand", "rm x y", swapped("rm x y", 0, 4, guard), "changed"],
        [
          "edits that do not give the text",
          "rm x",
          { ...swapped("rm x", 0, 2, guard), edits: [] },
          "changed",
        ],
        ["a rewrite that prints more", "rm x", swapped("rm x", 0, 2, `echo a; ${guard}`), "changed"],
        ["a rewrite in the arm that fails", "rm x || rm y", swapped("rm x || rm y", 0, 2, guard), "miss"],
      ];
      test.each(rows)("%s", async (_, command, verdict, sentence) => {
        expect((await judge(command, "bash", verdict, sandbox(), 1500)).sentence).toBe(sentence);
      });
    });
  },
);

function sandbox() {
  if ("problem" in court || court.sandboxes[0] === undefined) throw new Error("there is no sandbox");
  return court.sandboxes[0];
}

async function run(cases: readonly Case[], skipsRefused = false): Promise<Campaign> {
  if ("problem" in court) throw new Error(court.problem);
  return hold(court, cases, { limitMs: 1000, skipsRefused });
}

function wrong(campaign: Campaign, sentence: Sentence): readonly string[] {
  return campaign.judged
    .filter(({ judgement }) => judgement.sentence === sentence)
    .map(
      ({ shell, command, judgement, from }) =>
        `${shell} ${JSON.stringify(command)}: ${judgement.detail} (${from})`,
    );
}

test("the same seed gives the same commands, another one gives others", async () => {
  const rows = await allRows();
  expect(commands(rows, 1, 50)).toEqual(commands(rows, 1, 50));
  const other = new Set(commands(rows, 2, 50).map(({ command }) => command));
  expect(commands(rows, 1, 50).filter(({ command }) => other.has(command)).length).toBeLessThan(10);
});
