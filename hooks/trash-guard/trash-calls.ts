/** A command that calls `trash guard` itself: fine when it is the genuine one. */
import { verbText } from "@hasna/hooks-deletes";
import type { Run } from "@hasna/hooks-lexer";
import type { World } from "@hasna/hooks-registry";
import type { Denial } from "./answers.ts";
import { deny } from "./answers.ts";
import { isGenuine } from "./genuine.ts";

/** Another `trash` takes `guard` for a file's name: it moves what nobody named, or fails halfway. */
export async function refuseForeignTrash(
  runs: readonly Run[],
  world: World,
  cwd: string | undefined,
): Promise<Denial | undefined> {
  let judged: Map<string, boolean> | undefined;
  for (const run of runs) {
    if (run.name !== "trash") continue;
    const [first] = run.args;
    const only = first?.segments[0];
    if (first?.segments.length !== 1 || only?.kind !== "text" || only.text !== "guard") continue;
    const word = verbText(run);
    judged ??= new Map();
    const genuine = judged.get(word) ?? (await isGenuine(word, world, cwd));
    judged.set(word, genuine);
    if (genuine) continue;
    return deny(
      "foreign-trash",
      `\`${word} guard\` is not this project's trash, and another one would take \`guard\` for a file's name.`,
      "Run `rm` with the same operands instead, which this hook sends to the trash.",
      [run.verb.span],
    );
  }
  return undefined;
}
