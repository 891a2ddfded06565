/** Small accidents: a character put in, taken out, doubled, swapped with its neighbour. */
import type { Random } from "./random.ts";

const characters = "'\"\\$(){}<>|&;#` \n\t!*?[]=~^%rm-/,@:+";

export function damaged(text: string, random: Random): string {
  let broken = text;
  for (let rounds = 1 + random.below(3); rounds > 0; rounds--) {
    if (broken === "") return "rm x";
    const special = [...broken.matchAll(/['"\\$(){}`<>|&;#\n]/g)].map(({ index }) => index);
    const at = special.length > 0 && random.chance(0.5) ? random.pick(special) : random.below(broken.length);
    const put = characters.charAt(random.below(characters.length));
    const [before, own, after] = [broken.slice(0, at), broken.charAt(at), broken.slice(at + 1)];
    broken = random.pick([
      before + put + own + after,
      before + after,
      before + own + own + after,
      before + put + after,
      before + after.charAt(0) + own + after.slice(1),
    ]);
  }
  return broken.isWellFormed() ? broken : text;
}
