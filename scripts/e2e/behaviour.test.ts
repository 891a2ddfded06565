import { expect, test } from "bun:test";
import { behaviourChanges } from "./behaviour.ts";
import type { Played, Seen } from "./player.ts";

const refused: Seen = { command: "rm -rf ~", changes: [], isError: true, told: "No." };
const ran: Seen = { command: "rm -rf ~", changes: ["gone: documents"], isError: false, told: "" };
const played = (seen: Seen, ...problems: readonly string[]): Played => ({ problems, seen: [seen] });

test("a client that behaves as before has no line", () => {
  expect(behaviourChanges({ deny: played(refused) }, { deny: played(refused) })).toEqual([]);
});

test("a gate that has opened is told with the case, the command, the files and the words", () => {
  const [line = ""] = behaviourChanges({ deny: played(refused) }, { deny: played(ran, "gone: documents") });
  for (const part of [
    "deny:",
    "holds no more",
    "`rm -rf ~`",
    "nothing became gone: documents",
    "no error any more",
    "told: No.",
  ])
    expect(line).toContain(part);
});

test("a case or an answer that is missing is told", () => {
  expect(behaviourChanges({ deny: played(refused) }, {})).toEqual(["deny: not played any more"]);
  expect(behaviourChanges({ deny: played(refused) }, { deny: { problems: [], seen: [] } })[0]).toContain(
    "no answer any more",
  );
});
