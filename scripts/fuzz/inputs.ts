/** Texts to try: commands that the project's rows and grammar give, and what accidents and malice make of them. */
import { commands } from "../oracle/generator/commands.ts";
import { damaged } from "../oracle/generator/damage.ts";
import { Random } from "../oracle/generator/random.ts";
import type { Seed } from "../oracle/generator/rows.ts";

/** Most texts stay below this; long ones are for limits. */
const usualLength = 2000;
const unusualLength = 20_000;
/** A little more than the guards read at all. */
const greatestLength = 140_000;
/** Texts that showed something new and are changed further, at most. */
const poolSize = 4000;

/** Pieces on which readers of shell text go wrong. */
const tokens: readonly string[] = [
  ..."'\"\\`$(){}[]<>|&;#!~*?=^%@:,+- \t\n\r\0\f\v",
  "$(",
  "$((",
  "((",
  "))",
  "${",
  "${x:-",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
  "${!x}",
  "$'",
  '$"',
  "<(",
  ">(",
  "=(",
  "<<E\n",
  "<<-'E'\n",
  "<<<",
  "\nE\n",
  "\\\n",
  ";;",
  ";&",
  "&&",
  "||",
  "|&",
  "&>",
  "&|",
  "[[ ",
  " ]]",
  "{a,b}",
  "{1..9}",
  "{1..999999999}",
  " if ",
  " then ",
  " fi ",
  " case x in ",
  " esac ",
  " for i in a b; do ",
  " done ",
  " while ",
  " function f { ",
  " f() { ",
  " repeat 2 ",
  " always ",
  " coproc ",
  " time ",
  " exec ",
  " eval ",
  " trap ",
  " source ",
  " sudo -u x ",
  " env -S ",
  " xargs -I{} ",
  " find . -exec ",
  " sh -c ",
  " bash -c ",
  " python3 -c ",
  " alias rm=",
  " rm ",
  " r''m ",
  " r\\m ",
  " /bin/rm ",
  " rm -rf -- ",
  " cd .. ",
  "x=rm;",
  "$x ",
  '"$@" ',
  "\u00a0",
  "\ufeff",
  "\u2028",
  "\ue000",
  "\ue001\ue002",
  "\ud800",
  "\udc00",
  "😀",
  "é",
];

/** Gives out texts. The same seed gives the same ones as long as the rows and the answers stay the same. */
export class Inputs {
  readonly #rows: readonly Seed[];
  readonly #seed: number;
  readonly #pool: string[] = [];
  readonly #seen: Set<string> = new Set();

  constructor(rows: readonly Seed[], seed: number) {
    this.#rows = rows;
    this.#seed = seed;
  }

  /** How many kinds of answers were seen. */
  get features(): number {
    return this.#seen.size;
  }

  text(index: number): string {
    const random = new Random(this.#seed, index);
    let text = this.#base(random, index);
    for (let rounds = random.below(6); rounds > 0; rounds -= 1) text = this.#changed(text, random, index);
    return text.slice(0, this.#mostLength(random));
  }

  /** Keeps a text whose answer was of a kind not seen before, to change it further. */
  learn(text: string, feature: string): void {
    if (this.#seen.has(feature)) return;
    this.#seen.add(feature);
    if (text.length > 2000) return;
    if (this.#pool.length < poolSize) this.#pool.push(text);
    else this.#pool[this.#seen.size % poolSize] = text;
  }

  #mostLength(random: Random): number {
    if (random.chance(0.002)) return greatestLength;
    return random.chance(0.03) ? unusualLength : usualLength;
  }

  #base(random: Random, index: number): string {
    if (this.#pool.length > 0 && random.chance(0.4)) return random.pick(this.#pool);
    if (random.chance(0.2)) return random.pick(this.#rows).command;
    return (
      commands(this.#rows, this.#seed * 1_000_003 + index + random.below(1_000_000), 1)[0]?.command ?? ""
    );
  }

  #changed(text: string, random: Random, index: number): string {
    const at = random.below(text.length + 1);
    const end = Math.min(text.length, at + 1 + random.below(24));
    switch (random.below(11)) {
      case 0:
        return damaged(text, random);
      case 1:
      case 2:
        return text.slice(0, at) + random.pick(tokens) + text.slice(at);
      case 3:
        return text.slice(0, at) + text.slice(end);
      case 4:
        return text.slice(0, at);
      case 5: {
        const other = this.#base(random, index);
        return text.slice(0, at) + other.slice(random.below(other.length + 1));
      }
      case 6: {
        const piece = random.chance(0.5) ? random.pick(tokens) : text.slice(at, end);
        const most = random.chance(0.02) ? greatestLength : random.chance(0.2) ? 3000 : 60;
        return text.slice(0, at) + piece.repeat(random.below(most / (piece.length + 1))) + text.slice(end);
      }
      case 7: {
        const levels = random.below(random.chance(0.1) ? 400 : 4);
        const [open, close] = random.pick([
          ["$(", ")"],
          ['"$(', ')"'],
          ["(", ")"],
          ["{ ", ";}"],
          ["${x:-", "}"],
          ["`", "`"],
          ["$((", "))"],
          ["if ", ";then :;fi"],
        ] as const);
        return open.repeat(levels) + text + close.repeat(levels);
      }
      case 8: {
        const quoted = `'${text.slice(0, 400).replaceAll("'", "'\\''")}'`;
        return random.pick([
          `sh -c ${quoted}`,
          `eval ${quoted}`,
          `bash <<'E'\n${text}\nE`,
          `x=${quoted}; $x`,
        ]);
      }
      case 9:
        return text.slice(0, at) + String.fromCharCode(random.below(0x1_0000)) + text.slice(end);
      default:
        return text.slice(end) + random.pick(tokens) + text.slice(0, at);
    }
  }
}
