/** Sets of characters as sorted ranges: `[from, to, from, to, …]`, both ends in it. */
export type CharSet = readonly number[];

export const LAST_CHARACTER = 0x10ffff;
export const EVERY: CharSet = [0, LAST_CHARACTER];
export const DIGITS: CharSet = [0x30, 0x39];
export const WORD: CharSet = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
/** What `\s` is in JavaScript. */
export const BLANKS: CharSet = [
  0x09, 0x0d, 0x20, 0x20, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f,
  0x205f, 0x3000, 0x3000, 0xfeff, 0xfeff,
];
export const LINE_ENDS: CharSet = [0x0a, 0x0a, 0x0d, 0x0d, 0x2028, 0x2029];

export function has(set: CharSet, character: number): boolean {
  let low = 0;
  let high = set.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (character < (set[2 * middle] as number)) high = middle - 1;
    else if (character > (set[2 * middle + 1] as number)) low = middle + 1;
    else return true;
  }
  return false;
}

export function union(...sets: readonly CharSet[]): CharSet {
  const ranges = sets
    .flatMap((set) =>
      Array.from({ length: set.length / 2 }, (_, at) => [set[2 * at], set[2 * at + 1]] as [number, number]),
    )
    .sort((a, b) => a[0] - b[0]);
  const joined: number[] = [];
  for (const [from, to] of ranges) {
    const last = joined.length - 1;
    if (last > 0 && from <= (joined[last] as number) + 1) joined[last] = Math.max(joined[last] as number, to);
    else joined.push(from, to);
  }
  return joined;
}

export function complement(set: CharSet): CharSet {
  const rest: number[] = [];
  let from = 0;
  for (let at = 0; at < set.length; at += 2) {
    if ((set[at] as number) > from) rest.push(from, (set[at] as number) - 1);
    from = (set[at + 1] as number) + 1;
  }
  if (from <= LAST_CHARACTER) rest.push(from, LAST_CHARACTER);
  return rest;
}

/** Characters beyond ASCII that are looked at one by one for their other case; a wider set holds both cases already. */
const MOST_FOLDED = 5000;

/** The set with every character that counts as one of it where case does not matter. */
export function withBothCases(set: CharSet, isUnicode: boolean): CharSet {
  const more: number[] = [];
  let looked = 0;
  for (let at = 0; at < set.length; at += 2) {
    const [from, to] = [set[at] as number, set[at + 1] as number];
    for (let one = from; one <= to && (one < 0x80 || looked < MOST_FOLDED); one += 1) {
      if (one >= 0x80) looked += 1;
      for (const other of casesOf(one)) {
        // Without the unicode flag nothing beyond ASCII ever counts as ASCII.
        if (isUnicode || one < 0x80 === other < 0x80) more.push(other, other);
      }
    }
  }
  if (isUnicode && has(union(set, more), 0x6b)) more.push(0x212a, 0x212a);
  if (isUnicode && has(union(set, more), 0x73)) more.push(0x17f, 0x17f);
  return union(set, pairs(more));
}

function pairs(flat: readonly number[]): CharSet {
  return union(
    ...Array.from({ length: flat.length / 2 }, (_, at) => [
      flat[2 * at] as number,
      flat[2 * at + 1] as number,
    ]),
  );
}

function casesOf(character: number): readonly number[] {
  const text = String.fromCodePoint(character);
  return [text.toLowerCase(), text.toUpperCase()]
    .filter((one) => [...one].length === 1)
    .map((one) => one.codePointAt(0) as number);
}

const properties = new Map<string, CharSet>();
let everything: string | undefined;

/** The characters of a Unicode property, as in `L` or `Script=Greek`. @throws SyntaxError for one that there is none of. */
export function propertySet(property: string): CharSet {
  const known = properties.get(property);
  if (known !== undefined) return known;
  const pattern = new RegExp(`\\p{${property}}+`, "gu");
  if (everything === undefined) {
    const parts: string[] = [];
    // Surrogates have no place in a text of characters, and beyond this plane there are no names.
    for (let from = 0; from < 0x20000; from += 0x100) {
      if (from >= 0xd800 && from < 0xe000) continue;
      parts.push(String.fromCodePoint(...Array.from({ length: 0x100 }, (_, at) => from + at)));
    }
    everything = parts.join("");
  }
  const ranges: number[] = [];
  for (const [run] of everything.matchAll(pattern)) {
    for (const one of run) {
      const code = one.codePointAt(0) as number;
      if (ranges.length > 0 && ranges[ranges.length - 1] === code - 1) ranges[ranges.length - 1] = code;
      else ranges.push(code, code);
    }
  }
  properties.set(property, ranges);
  return ranges;
}
