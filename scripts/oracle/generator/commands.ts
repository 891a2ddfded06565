/** Commands out of a seed: the same seed gives the same commands as long as the rows stay the same. */
import type { Case } from "../campaign.ts";
import type { Shell } from "../sandbox.ts";
import { inContext, joined } from "./contexts.ts";
import { damaged } from "./damage.ts";
import { walked } from "./grammar.ts";
import { Random } from "./random.ts";
import type { Seed } from "./rows.ts";
import { respelled } from "./spellings.ts";
import { wrapperCall } from "./wrapper-options.ts";

/**
 * - `row`: a row with its `rm` spelled another way.
 * - `nested`: a row in one to three contexts.
 * - `joined`: two to four rows in one list.
 * - `walked`: a walk through the grammar.
 * - `wrapped`: programs that run another one, with options in any order.
 * - `damaged`: any of these with a few characters wrong.
 */
export const kinds = ["row", "nested", "joined", "walked", "wrapped", "damaged"] as const;
export type Kind = (typeof kinds)[number];

const shells: readonly Shell[] = ["bash", "bash", "eval", "zsh", "zsh", "sh", "dash"];
/** A shell takes longer to read more; nothing is learnt from it. */
const longest = 6000;

/** `count` commands. `only` restricts the kinds, `shell` the shells. */
export function commands(
  rows: readonly Seed[],
  seed: number,
  count: number,
  only: readonly Kind[] = kinds,
  among: readonly Shell[] = shells,
): readonly Case[] {
  return Array.from({ length: count }, (_, index) => {
    const random = new Random(seed, index);
    for (;;) {
      const kind = random.pick(only);
      const made = make(kind, rows, random);
      if (made.command.length > longest) continue;
      const shell = kind === "row" ? made.shell : random.pick(among);
      return {
        command: made.command,
        shell: among.includes(shell) ? shell : random.pick(among),
        from: `${seed}/${index} ${kind}: ${made.from}`,
      };
    }
  });
}

function make(kind: Kind, rows: readonly Seed[], random: Random): Seed {
  const seed = (): Seed => {
    const row = random.pick(rows);
    return { ...row, command: respelled(row.command, random) };
  };
  switch (kind) {
    case "row":
      return seed();
    case "nested": {
      const row = seed();
      let command = row.command;
      for (let levels = 1 + random.below(3); levels > 0; levels--) command = inContext(command, random);
      return { ...row, command };
    }
    case "joined": {
      const parts = Array.from({ length: 2 + random.below(3) }, seed);
      const from = parts.map((part) => part.from).join(" + ");
      return {
        command: joined(
          parts.map(({ command }) => command),
          random,
        ),
        shell: "bash",
        from,
      };
    }
    case "walked":
      return { command: walked(random), shell: "bash", from: "grammar" };
    case "wrapped":
      return { command: wrapperCall(random), shell: "bash", from: "wrapper options" };
    case "damaged": {
      const whole = make(random.pick(["row", "row", "nested", "joined", "walked", "wrapped"]), rows, random);
      return { ...whole, command: damaged(whole.command, random) };
    }
  }
}
