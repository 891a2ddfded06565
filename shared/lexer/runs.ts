/** The entry of the evaluation: every program that a shell text would start. */
import { lex } from "./lex.ts";
import { literalTexts } from "./mentions.ts";
import type { Runs, Surroundings } from "./run.ts";
import { Walk } from "./walk.ts";

/**
 * Every program that `source` would start: behind wrappers, after expansions, inside code strings. Where the text does
 * not decide it there is a doubt. Never throws; work is bounded for any input.
 */
export function runs(source: string, surroundings: Surroundings): Runs {
  const script = lex(source, { dialect: surroundings.dialect });
  const walk = new Walk(script, surroundings);
  walk.run();
  let data: readonly string[] | undefined;
  return {
    script,
    runs: walk.runs,
    doubts: walk.doubts,
    written: walk.written,
    lost: script.lost,
    // Most callers never look at it.
    get data(): readonly string[] {
      data ??= literalTexts(script);
      return data;
    },
  };
}
