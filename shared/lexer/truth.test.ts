/**
 * What real shells ran for every row, recorded in `fixtures/truth.json`: every `rm` that was started, once with programs
 * that succeed and once with programs that fail. `bun run oracle --record` asks the shells again, in a sealed sandbox.
 */
import { expect, test } from "bun:test";
import { CASES, type Case } from "./cases.ts";
import truth from "./fixtures/truth.json" with { type: "json" };
import { lex } from "./lex.ts";
import type { Command, Word } from "./script.ts";

interface Truth {
  readonly source: string;
  readonly shell: string;
  /** The arguments of every `rm` that was started, the program first. */
  readonly executed: readonly (readonly string[])[];
}

const SHELLS = { bash: "bash", sh: "dash", zsh: "zsh" } as const;

/** A NUL and half a character cannot be handed to a program. */
const CASES_TO_RUN: readonly Case[] = CASES.filter(
  (row) => !row.source.includes("\0") && row.source.isWellFormed(),
);

const recorded: readonly Truth[] = truth;

/** The arguments from `rm` on; undefined stands for what only a shell can know. */
function removal(command: Command): readonly (string | undefined)[] | undefined {
  const words = command.words.map(literal);
  const at = words.findIndex((text) => text !== undefined && /(?:^|\/)rm$/.test(text));
  return at < 0 ? undefined : words.slice(at);
}

function literal(word: Word): string | undefined {
  let text = "";
  for (const piece of word.pieces) {
    if (piece.kind !== "literal" || (piece.quoting === "none" && /[{*?[~]/.test(piece.text)))
      return undefined;
    text += piece.text;
  }
  return text;
}

function couldBe(seen: readonly (string | undefined)[], ran: readonly string[]): boolean {
  // An unquoted expansion may give no argument or several, so only what stands before the first one must agree.
  const known = seen.indexOf(undefined);
  if (known < 0 && seen.length !== ran.length) return false;
  return seen.slice(1, known < 0 ? undefined : known).every((text, index) => text === ran[index + 1]);
}

for (const row of CASES_TO_RUN) {
  const shell = SHELLS[row.dialect];
  const entry = recorded.find((each) => each.source === row.source && each.shell === shell);
  test(`${row.group}: ${row.name} (${shell})`, () => {
    if (entry === undefined) throw new Error("the row was never run: record the truth again");
    const script = lex(row.source, { dialect: row.dialect });
    const seen = script.commands.flatMap((command) => {
      const words = removal(command);
      return words === undefined ? [] : [words];
    });
    if (script.lost === undefined) {
      for (const ran of entry.executed) expect(seen.some((words) => couldBe(words, ran))).toBe(true);
      // Commands in a text of which nothing ran: the row says why they are reported all the same.
      const verbs = script.commands.filter(
        (command) => command.words[0] !== undefined && literal(command.words[0]) === "rm",
      );
      if (verbs.length > 0 && entry.executed.length === 0) expect(row.why).toBeString();
    }
  });
}
