/** Reads a wrapper's words by its row: where its options end and where the command begins. */
import { exactText, leadingText, withoutPrefix } from "./field.ts";
import type { Field } from "./run.ts";
import type { OptionShape, WrapperRow } from "./wrappers.ts";

/** What was read of a wrapper's words. */
export interface Reading {
  /** Index of the first word behind options, operands and assignments. */
  next: number;
  /** An option says that no command is run. */
  stopped: boolean;
  /** The command is handed to another root or host. */
  elsewhere: boolean;
  /** The command runs in a folder that the text does not give. */
  away: boolean;
  /** The words are joined to one text for a shell. */
  joined: boolean;
  /** Values of options that are shell code. */
  readonly code: Field[];
  /** Value of an option that names the command's folder. */
  folder: Field | undefined;
  /** Value of an option that is split into words before the rest; reading ended there. */
  split: Field | undefined;
  /** Option values by letter or name, the last one. */
  readonly values: Map<string, Field>;
  /** Every option seen, by letter or name. */
  readonly seen: Set<string>;
  readonly operands: Field[];
  readonly assignments: Field[];
  /** The first option that the row does not know, or a word that may be one. Reading goes on behind it as well as it can. */
  unsure: Field | undefined;
}

/** Reads `words` from `start`, the word behind the wrapper's name. */
export function readOptions(row: WrapperRow, words: readonly Field[], start: number): Reading {
  const reading: Reading = {
    next: start,
    stopped: false,
    elsewhere: row.kind === "elsewhere",
    away: row.movesAway,
    joined: row.joined,
    code: [],
    folder: undefined,
    split: undefined,
    values: new Map(),
    seen: new Set(),
    operands: [],
    assignments: [],
    unsure: undefined,
  };
  let index = start;
  let options = true;
  const behind: Field[] = [];
  while (index < words.length) {
    const word = words[index];
    if (word === undefined) break;
    const text = exactText(word);
    if (options && text === "--") {
      options = false;
      index += 1;
      continue;
    }
    if (options && isOption(word, text, row)) {
      index = readOption(row, words, index, reading);
      if (reading.split !== undefined) break;
      continue;
    }
    if (row.assignments !== "none" && isAssignment(word, row)) {
      // After `--` sudo takes NAME=VALUE for the program; env still takes it for an assignment.
      if (options || row.assignments === "before") {
        if (row.assignments === "before") options = false;
        reading.assignments.push(word);
        index += 1;
        continue;
      }
      break;
    }
    if (row.permutes) {
      behind.push(word);
      index += 1;
      continue;
    }
    if (reading.operands.length >= row.operands) break;
    // A word that may be none or several: which word is the command is then not certain.
    if (word.maySplit || word.mayVanish) reading.unsure ??= word;
    reading.operands.push(word);
    options = false;
    index += 1;
  }
  if (row.permutes) reading.operands.push(...behind);
  reading.next = index;
  return reading;
}

/** env takes every word with `=` in it, a lone `=` too; the name may be a part that is not known (`"$n=1"`). */
function isAssignment(word: Field, row: WrapperRow): boolean {
  if (row.assignments === "among" && leadingText(word).startsWith("=")) return false;
  return word.segments.some((segment) => segment.kind === "text" && segment.text.includes("="));
}

function isOption(word: Field, text: string | undefined, row: WrapperRow): boolean {
  const lead = text ?? leadingText(word);
  if (lead === "-" && text !== undefined) return row.assignments === "before";
  return lead.startsWith("-") && lead.length > 1;
}

/** Takes one option word and its values; gives the index behind them. */
function readOption(row: WrapperRow, words: readonly Field[], index: number, reading: Reading): number {
  const word = words[index];
  if (word === undefined) return index + 1;
  const lead = leadingText(word);
  if (lead === "-") return index + 1;
  if (row.numeric && /^-[+-]?\d/.test(lead)) return index + 1;
  if (lead.startsWith("--")) return readLong(row, words, index, lead, reading);
  return readShort(row, words, index, lead, reading);
}

function readLong(
  row: WrapperRow,
  words: readonly Field[],
  index: number,
  lead: string,
  reading: Reading,
): number {
  const word = words[index];
  if (word === undefined) return index + 1;
  const equals = lead.indexOf("=");
  const written = equals < 0 ? lead.slice(2) : lead.slice(2, equals);
  const name = longName(row, written);
  if (name === undefined || (equals < 0 && exactText(word) === undefined)) {
    if (!row.anyLong) reading.unsure ??= word;
    return index + 1;
  }
  const shape = row.long.get(name) ?? "none";
  const attached = equals < 0 ? undefined : withoutPrefix(word, equals + 1);
  return take(row, words, index, name, shape, attached, reading);
}

/** The full name of a long option: exact, or the only one that starts so, as getopt_long has it. */
function longName(row: WrapperRow, written: string): string | undefined {
  if (row.long.has(written)) return written;
  let found: string | undefined;
  for (const name of row.long.keys()) {
    if (!name.startsWith(written)) continue;
    if (found !== undefined) return undefined;
    found = name;
  }
  return found;
}

function readShort(
  row: WrapperRow,
  words: readonly Field[],
  index: number,
  lead: string,
  reading: Reading,
): number {
  const word = words[index];
  if (word === undefined) return index + 1;
  const whole = exactText(word) !== undefined;
  for (let at = 1; at < lead.length; at += 1) {
    const letter = lead.charAt(at);
    const shape = row.short.get(letter);
    if (shape === undefined) {
      reading.unsure ??= word;
      return index + 1;
    }
    const more = at + 1 < lead.length || !whole;
    if (shape === "none" || (shape === "attached" && !more)) {
      note(row, letter, undefined, reading);
      if (row.uncertain.has(letter)) {
        // `sudo -h` alone is help, `sudo -h HOST rm x` runs rm: taken as a value, and said to be unsure.
        if (index + 1 < words.length) reading.unsure ??= word;
        return index + 2;
      }
      continue;
    }
    const attached = more ? withoutPrefix(word, at + 1) : undefined;
    return take(row, words, index, letter, shape, attached, reading);
  }
  if (!whole) reading.unsure ??= word;
  return index + 1;
}

function take(
  row: WrapperRow,
  words: readonly Field[],
  index: number,
  name: string,
  shape: OptionShape,
  attached: Field | undefined,
  reading: Reading,
): number {
  if (shape === "none" || shape === "attached" || attached !== undefined) {
    note(row, name, attached, reading);
    return index + 1;
  }
  const value = words[index + 1];
  if (value !== undefined && (value.maySplit || value.mayVanish)) reading.unsure ??= value;
  note(row, name, value, reading);
  return index + (shape === "pair" ? 3 : 2);
}

function note(row: WrapperRow, name: string, value: Field | undefined, reading: Reading): void {
  reading.seen.add(name);
  if (value !== undefined) reading.values.set(name, value);
  if (row.stops.has(name)) reading.stopped = true;
  if (row.elsewhere.has(name)) {
    reading.elsewhere = true;
    reading.away = true;
  }
  if (row.moves.has(name)) reading.away = true;
  if (row.direct.has(name)) reading.joined = false;
  if (value === undefined) return;
  if (row.code.has(name)) reading.code.push(value);
  if (row.splits.has(name)) reading.split = value;
  if (row.folder.has(name)) reading.folder = value;
}
