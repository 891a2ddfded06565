/**
 * What real shells ran for every row, recorded in `fixtures/truth.json`. `RECORD=1 SHELL_ORACLE=/path/to/oracle.py
 * bun test shared/lexer/truth.test.ts` asks the shells again: the oracle runs each text in a sealed sandbox, once with
 * programs that succeed and once with programs that fail, and reports every `rm` that was started.
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

const recorded: readonly Truth[] = process.env.RECORD === "1" ? await record() : truth;

async function record(): Promise<Truth[]> {
  const oracle = process.env.SHELL_ORACLE;
  if (oracle === undefined) throw new Error("RECORD=1 needs SHELL_ORACLE, the path of the oracle's script");
  const lines = CASES_TO_RUN.map((row) => JSON.stringify({ command: row.source, mode: SHELLS[row.dialect] }));
  const run = Bun.spawn(["python3", oracle, "--rc", "both", "--batch", "-"], {
    stdin: new Blob([lines.join("\n")]),
    stderr: "ignore",
  });
  const answers = (await new Response(run.stdout).text()).trim().split("\n");
  const answered = answers.map((line) => {
    const { command, mode, executed } = JSON.parse(line) as {
      command: string;
      mode: string;
      executed: string[][];
    };
    // A loop that only ends by its time limit says the same thing many times.
    const distinct = new Map(executed.map((argv) => [JSON.stringify(argv), argv]));
    return { source: command, shell: mode, executed: [...distinct.values()] };
  });
  await Bun.write(
    new URL("fixtures/truth.json", import.meta.url),
    `${JSON.stringify(answered, undefined, 1)}\n`,
  );
  return answered;
}

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
