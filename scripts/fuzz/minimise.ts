/** Makes a text that fails shorter, as long as it still fails. */

/** Time that is worth spending on a shorter text, in milliseconds. */
const patienceMs = 20_000;

/** Takes out ever smaller pieces. `fails` says whether a text still does. */
export async function minimise(text: string, fails: (text: string) => Promise<boolean>): Promise<string> {
  const start = performance.now();
  let best = text;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length && performance.now() - start < patienceMs; ) {
      const shorter = best.slice(0, at) + best.slice(at + size);
      if (await fails(shorter)) best = shorter;
      else at += size;
    }
  }
  return best;
}
