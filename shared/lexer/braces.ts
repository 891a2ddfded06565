/** Brace expansion: `{a,b}`, `{1..9}`, nested, before every other expansion (bash manual, 3.5.1). */
import type { Piece } from "./script.ts";

/** More alternatives than this are given up: the word is then not known. */
const MOST = 64;

/** One character of unquoted text, or a piece that braces do not look into. */
type Atom = string | Piece;

/** Whether a brace expansion can be in the pieces at all: the common case is that it can not. */
export function mayHoldBraces(pieces: readonly Piece[]): boolean {
  for (const piece of pieces) {
    if (piece.kind === "literal" && piece.quoting === "none" && piece.text.includes("{")) return true;
  }
  return false;
}

/**
 * The pieces of every word that the braces give, in order; one entry, the input, when there is no expansion.
 * Undefined when there are more than 64.
 */
export function expandBraces(pieces: readonly Piece[]): (readonly Piece[])[] | undefined {
  const atoms: Atom[] = [];
  for (const piece of pieces) {
    if (piece.kind !== "literal" || piece.quoting !== "none") atoms.push(piece);
    else for (const character of piece.text) atoms.push(character);
  }
  const budget = { steps: 20_000 + 8 * atoms.length };
  const words = expandAtoms(atoms, budget);
  if (words === undefined) return undefined;
  const span = pieces[0]?.span ?? { start: 0, end: 0 };
  const end = pieces[pieces.length - 1]?.span.end ?? span.end;
  return words.map((word) => toPieces(word, { start: span.start, end }));
}

function expandAtoms(atoms: readonly Atom[], budget: { steps: number }): Atom[][] | undefined {
  let from = 0;
  for (;;) {
    budget.steps -= atoms.length + 1;
    if (budget.steps < 0) return undefined;
    const open = atoms.indexOf("{", from);
    if (open < 0) return [[...atoms]];
    const group = readGroup(atoms, open);
    if (group === undefined) {
      from = open + 1;
      continue;
    }
    const tails = expandAtoms(atoms.slice(group.close + 1), budget);
    if (tails === undefined) return undefined;
    const middles: Atom[][] = [];
    for (const item of group.items) {
      // The text of `{a..z}` is done; only the items of a comma list can hold further braces.
      const expanded = group.sequence ? [item] : expandAtoms(item, budget);
      if (expanded === undefined) return undefined;
      middles.push(...expanded);
      if (middles.length > MOST) return undefined;
    }
    if (middles.length * tails.length > MOST) return undefined;
    const head = atoms.slice(0, open);
    return middles.flatMap((middle) => tails.map((tail) => [...head, ...middle, ...tail]));
  }
}

interface Group {
  readonly close: number;
  readonly items: Atom[][];
  readonly sequence: boolean;
}

/** The brace group that opens at `open`, or undefined when it is plain text: `{a}`, `{a`, `{}`. */
function readGroup(atoms: readonly Atom[], open: number): Group | undefined {
  const commas: number[] = [];
  let depth = 0;
  let close = -1;
  for (let index = open; index < atoms.length; index += 1) {
    const atom = atoms[index];
    if (atom === "{") depth += 1;
    else if (atom === "}") {
      depth -= 1;
      if (depth === 0) {
        close = index;
        break;
      }
    } else if (atom === "," && depth === 1) commas.push(index);
  }
  if (close < 0) return undefined;
  if (commas.length === 0) {
    const items = readSequence(atoms.slice(open + 1, close));
    return items === undefined ? undefined : { close, items, sequence: true };
  }
  const items: Atom[][] = [];
  let start = open + 1;
  for (const comma of [...commas, close]) {
    items.push(atoms.slice(start, comma));
    start = comma + 1;
  }
  return { close, items, sequence: false };
}

/** `1..5`, `01..10..2`, `a..e`; more than 65 items are cut there, which the caller's bound then refuses. */
function readSequence(atoms: readonly Atom[]): Atom[][] | undefined {
  if (!atoms.every((atom) => typeof atom === "string")) return undefined;
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(atoms.join(""));
  if (match === null) return undefined;
  const [, first = "", last = "", by] = match;
  const numbers = /\d/.test(first) && /\d/.test(last);
  if (!numbers && (/\d/.test(first) || /\d/.test(last))) return undefined;
  const start = numbers ? Number(first) : first.charCodeAt(0);
  const end = numbers ? Number(last) : last.charCodeAt(0);
  const step = Math.max(1, Math.abs(Number(by ?? "1"))) * (start <= end ? 1 : -1);
  const padded = numbers && /^-?0\d|\b0\d/.test(`${first} ${last}`);
  const width = padded ? Math.max(first.length, last.length) : 0;
  const items: Atom[][] = [];
  for (let value = start; step > 0 ? value <= end : value >= end; value += step) {
    const text = numbers ? padNumber(value, width) : String.fromCharCode(value);
    items.push([...text]);
    if (items.length > MOST) break;
  }
  return items;
}

function padNumber(value: number, width: number): string {
  const digits = String(Math.abs(value));
  const sign = value < 0 ? "-" : "";
  return sign + digits.padStart(width - sign.length, "0");
}

function toPieces(atoms: readonly Atom[], span: { start: number; end: number }): Piece[] {
  const pieces: Piece[] = [];
  let text = "";
  const flush = (): void => {
    if (text !== "") pieces.push({ kind: "literal", text, quoting: "none", span });
    text = "";
  };
  for (const atom of atoms) {
    if (typeof atom === "string") text += atom;
    else {
      flush();
      pieces.push(atom);
    }
  }
  flush();
  return pieces;
}
