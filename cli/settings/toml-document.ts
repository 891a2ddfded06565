/**
 * A TOML file as text, with the place of every statement. What values mean is read by smol-toml, which also decides
 * whether the file is TOML at all; the scanner only finds where things stand, so that an edit touches nothing else.
 */
import { parse, TomlError } from "smol-toml";
import type { Misshape } from "./entries.ts";

/** One header or one key with its value. */
export interface Statement {
  readonly kind: "table" | "array-table" | "pair";
  /** Keys as they are meant, quotes read. */
  readonly path: readonly string[];
  /** The whole statement, from its line's start to the line end behind it (or the text's end). */
  readonly start: number;
  readonly end: number;
  /** The value of a pair; the header itself otherwise. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface TomlDocument {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly statements: readonly Statement[];
  readonly eol: string;
}

export type TomlReading =
  | { readonly kind: "document"; readonly document: TomlDocument }
  | ({ readonly kind: "problem" } & Misshape);

/** Reads a file; blank text is an empty document. */
export function readToml(text: string): TomlReading {
  try {
    const value = parse(text);
    const eol = /\r\n|\n/.exec(text)?.[0] ?? "\n";
    return { kind: "document", document: { text, value, statements: statementsOf(text), eol } };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [, says = "this is no TOML"] = /^Invalid TOML document: (.*)$/m.exec(error.message) ?? [];
    return { kind: "problem", offset: offsetOf(text, error.line, error.column), says };
  }
}

function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  return lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}

/** For valid TOML only. */
function statementsOf(text: string): readonly Statement[] {
  const found: Statement[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    at = skip(text, at, /[ \t]*/y);
    const first = text[at];
    if (first === undefined) break;
    if (first === "\n" || first === "\r" || first === "#") {
      at = lineEnd(text, at);
      continue;
    }
    if (first === "[") {
      const isArray = text[at + 1] === "[";
      const open = at;
      const { path, end } = keyPath(text, at + (isArray ? 2 : 1));
      at = end + (isArray ? 2 : 1);
      const valueEnd = at;
      at = lineEnd(text, at);
      const kind = isArray ? "array-table" : "table";
      found.push({ kind, path, start, end: at, valueStart: open, valueEnd });
      continue;
    }
    const { path, end } = keyPath(text, at);
    const valueStart = skip(text, end + 1, /[ \t]*/y);
    const valueEnd = skipValue(text, valueStart);
    at = lineEnd(text, valueEnd);
    found.push({ kind: "pair", path, start, end: at, valueStart, valueEnd });
  }
  return found;
}

function skip(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** Behind the next line end; comments hold no line ends. */
function lineEnd(text: string, at: number): number {
  const next = text.indexOf("\n", at);
  return next === -1 ? text.length : next + 1;
}

/** Keys joined by dots, up to what closes them: `=` or `]`. */
function keyPath(text: string, from: number): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = [];
  let at = from;
  for (;;) {
    at = skip(text, at, /[ \t]*/y);
    const start = at;
    at = text[at] === '"' || text[at] === "'" ? skipString(text, at) : skip(text, at, /[A-Za-z0-9_-]*/y);
    path.push(keyOf(text.slice(start, at)));
    at = skip(text, at, /[ \t]*/y);
    if (text[at] !== ".") return { path, end: at };
    at++;
  }
}

function keyOf(spelled: string): string {
  if (!/^["']/.test(spelled)) return spelled;
  return String(Object.keys(parse(`${spelled} = 0`))[0]);
}

function skipValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"' || first === "'") return skipString(text, from);
  if (first === "[" || first === "{") return skipBrackets(text, from);
  // A bare value may hold one blank, between a date and its time.
  const end = skip(text, from, /[^#\r\n,\]}]*/y);
  return from + text.slice(from, end).trimEnd().length;
}

function skipBrackets(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const character = text[at];
    if (character === '"' || character === "'") {
      at = skipString(text, at);
      continue;
    }
    if (character === "#") {
      at = lineEnd(text, at);
      continue;
    }
    if (character === "[" || character === "{") depth++;
    if (character === "]" || character === "}") depth--;
    at++;
  } while (depth > 0 && at < text.length);
  return at;
}

function skipString(text: string, from: number): number {
  const quote = text[from] as string;
  const long = quote.repeat(3);
  if (text.startsWith(long, from)) {
    let at = from + 3;
    while (!text.startsWith(long, at)) at += quote === '"' && text[at] === "\\" ? 2 : 1;
    at += 3;
    // Up to two quotes of the text itself may stand before the closing ones.
    for (let own = 0; own < 2 && text[at] === quote; own++) at++;
    return at;
  }
  let at = from + 1;
  while (text[at] !== quote) at += quote === '"' && text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** A text as a TOML string that is easy to read: single quotes where they can hold it. */
export function tomlString(text: string): string {
  return /^[^'\u0000-\u0008\u000a-\u001f\u007f]*$/.test(text)
    ? `'${text}'`
    : JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}

/**
 * What sets a table apart that is put behind a text: a blank line, or for a text that does not end its last line that
 * line end alone. So `tableCut` can tell the two apart and give the text back as it was.
 */
export function gapBehind({ text, eol }: Pick<TomlDocument, "text" | "eol">): string {
  return text === "" ? "" : eol;
}

/** The range to cut for a table, or several in a row, with the gap in front of it. */
export function tableCut(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } {
  const before = text.slice(0, start);
  const blank = /(?:^|\n)(\r?\n)$/.exec(before)?.[1];
  if (blank !== undefined) return { start: start - blank.length, end };
  const line = end === text.length ? /\r?\n$/.exec(before)?.[0] : undefined;
  return { start: start - (line?.length ?? 0), end };
}
