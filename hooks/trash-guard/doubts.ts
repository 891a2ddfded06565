/** What follows from a text that could not be read to the end, or that runs what it does not show. */
import type { Deletions } from "@hasna/hooks-deletes";
import { deleterNames, hiddenByDecoder, mentionsDeleter } from "@hasna/hooks-deletes";
import type { Doubt } from "@hasna/hooks-lexer";
import type { Denial } from "./answers.ts";
import { deny } from "./answers.ts";

/**
 * The refusal that the doubts call for. A doubt alone is no reason: `$EDITOR x` and `curl … | sh` pass. It becomes one
 * when a deleter could be what it hides.
 */
export function refuseDoubts(found: Deletions, source: string): Denial | undefined {
  const { lost } = found;
  if (lost !== undefined && mentionsDeleter(source)) {
    const at = Math.min(lost.at, source.length);
    return deny(
      "unreadable",
      `The command cannot be read to the end (${lost.reason}), and it names a program that deletes.`,
      "Close what is open at that place, or run the delete as a command of its own: `rm -- <path>`.",
      [{ start: at, end: source.length }],
    );
  }
  for (const doubt of found.doubts) {
    const denial = refuseDoubt(doubt, source);
    if (denial !== undefined) return denial;
  }
  return refuseOpenedProgram(source);
}

/** `exec 3</bin/rm; /proc/self/fd/3 x`: the program comes through a descriptor, in code strings too. */
function refuseOpenedProgram(source: string): Denial | undefined {
  if (!source.includes("/fd/")) return undefined;
  const opened = /<\s*["']?\/(?:usr\/)?bin\/(?:rm|rmdir|unlink|shred)\b/.exec(source);
  if (opened === null) return undefined;
  return deny(
    "unknown-program",
    "A program that deletes is opened through a descriptor, from where it could be run unseen.",
    "Run it by its name: `rm -- <path>` goes to the trash.",
    [{ start: opened.index, end: opened.index + opened[0].length }],
  );
}

function refuseDoubt(doubt: Doubt, source: string): Denial | undefined {
  const { kind, detail, span } = doubt;
  const hides = (): boolean => deleterNames.some((name) => doubt.couldBe(name));
  switch (kind) {
    case "lost":
      if (!hides()) return undefined;
      return deny(
        "unreadable",
        `A text that is run as code cannot be read to the end (${detail}), and it could hold a program that deletes.`,
        "Run the delete as a command of its own: `rm -- <path>`.",
        [span],
      );
    case "redefinition":
      if (!hides()) return undefined;
      return deny(
        "redefinition",
        `\`${doubt.name ?? "a name"}\` is given another meaning here (${detail}), so what later commands delete cannot be told.`,
        "Leave the alias or function out and write the commands themselves; call `rm` by its own name.",
        [span],
      );
    case "unknown-program":
      if (!hides()) return undefined;
      return deny(
        "unknown-program",
        `What is run here is known only to the shell (${detail}), and it could be a program that deletes.`,
        "Write the program's name instead of a variable or pattern: `rm -- <path>` goes to the trash.",
        [span],
      );
    case "unknown-code":
      // Encoded text does not show its words, so no comparison of names can clear it.
      if (!hides() && !hiddenByDecoder(source)) return undefined;
      return deny(
        "unknown-code",
        `Code is run that the command does not show (${detail}), and it could delete.`,
        "Run the commands themselves instead of a text that holds them: `rm -- <path>` goes to the trash.",
        [span],
      );
    case "unknown-option":
      if (!hides()) return undefined;
      return deny(
        "unknown-option",
        `The options of \`${doubt.name ?? "a program"}\` cannot be read (${detail}), and a delete may stand behind them.`,
        "Run the delete without it in front: `rm -- <path>` goes to the trash.",
        [span],
      );
  }
}
