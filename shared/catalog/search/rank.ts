/** Finding hooks by words. */

/** One hook as a search sees it. */
export interface SearchRow {
  /** Short for ours, the package's name for others. */
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  readonly keywords: readonly string[];
}

/** What a word is worth by where it is found; a word that is found nowhere leaves the hook out. */
const WORTH = {
  name: 100,
  nameStart: 60,
  nameWord: 40,
  keyword: 30,
  nameInside: 20,
  summaryWord: 10,
  summaryInside: 4,
};

/** The rows in which every word of the query is found, the best first; all of them, by name, for an empty query. */
export function rank<Row extends SearchRow>(rows: readonly Row[], query: string): readonly Row[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found: { readonly row: Row; readonly worth: number }[] = [];
  for (const row of rows) {
    const worth = worthOf(row, words);
    if (worth !== undefined) found.push({ row, worth });
  }
  found.sort((a, b) => b.worth - a.worth || (a.row.name < b.row.name ? -1 : 1));
  return found.map(({ row }) => row);
}

function worthOf({ name, summary, keywords }: SearchRow, words: readonly string[]): number | undefined {
  const short = name.replace(/^@[^/]*\//, "").replace(/^hook-/, "");
  const text = summary.toLowerCase();
  let total = 0;
  for (const word of words) {
    const worth = worthOfWord(word, name, short, text, keywords);
    if (worth === 0) return undefined;
    total += worth;
  }
  return total;
}

function worthOfWord(
  word: string,
  name: string,
  short: string,
  summary: string,
  keywords: readonly string[],
): number {
  if (short === word || name === word) return WORTH.name;
  if (short.startsWith(word)) return WORTH.nameStart;
  if (short.includes(`-${word}`) || name.startsWith(`@${word}/`)) return WORTH.nameWord;
  if (keywords.includes(word)) return WORTH.keyword;
  if (name.includes(word)) return WORTH.nameInside;
  const at = summary.indexOf(word);
  if (at === -1) return 0;
  return at === 0 || !/[a-z0-9]/.test(summary[at - 1] ?? "") ? WORTH.summaryWord : WORTH.summaryInside;
}
