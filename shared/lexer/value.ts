/**
 * Static evaluation of words: what arguments a word gives, as far as the text decides it. The order is the shell's:
 * braces, tilde, parameters and substitutions, splitting, globs.
 */
import { expandBraces, mayHoldBraces } from "./braces.ts";
import { exactText } from "./field.ts";
import { parameterChunks } from "./parameter-value.ts";
import type { Field, Segment } from "./run.ts";
import { type Chunk, FIRST_HOLE, MOST_VARIANTS, type Scope } from "./scope.ts";
import type { Piece, Span, Word } from "./script.ts";
import { addChunk, buildFields, joinChunks } from "./splitting.ts";

/** All arguments that a word may give; the fields of different alternatives stand one after the other. */
export function fieldsOf(word: Word, scope: Scope): readonly Field[] {
  const plain = plainField(word, scope);
  if (plain !== undefined) return [plain];
  const alternatives = alternativesOf(word, scope);
  const only = alternatives[0];
  if (alternatives.length === 1 && only !== undefined) return only;
  const fields: Field[] = [];
  let vanishes = false;
  for (const alternative of alternatives) {
    if (alternative.every((field) => field.mayVanish)) vanishes = true;
    for (const field of alternative) if (!fields.some((known) => sameField(known, field))) fields.push(field);
  }
  // `${x:+y}` gives y or nothing, `${x:-$y}` one or the other: what stands behind a field may stand in its place.
  return vanishes ? fields.map((field) => ({ ...field, mayVanish: true })) : fields;
}

/** The argument lists that a word may give: more than one when a variable has several possible values. */
export function alternativesOf(word: Word, scope: Scope): readonly (readonly Field[])[] {
  const plain = plainField(word, scope);
  if (plain !== undefined) return [[plain]];
  const span = scope.origin ?? word.span;
  if (!mayHoldBraces(word.pieces)) return variantsOf(word.pieces, scope, span);
  const words = expandBraces(word.pieces);
  if (words === undefined) return [[unknown(undefined, false, span)]];
  let lists: Field[][] = [[]];
  for (const pieces of words) {
    const variants = variantsOf(pieces, scope, span);
    if (lists.length * variants.length > MOST_VARIANTS) return [[unknown(undefined, false, span)]];
    lists = lists.flatMap((list) => variants.map((variant) => [...list, ...variant]));
  }
  return lists;
}

/** The value of a word where nothing is split, globbed or brace-expanded: an assignment, a here-string, a here-document. */
export function valuesOf(word: Word, scope: Scope): readonly (readonly Segment[])[] {
  const results: (readonly Segment[])[] = [];
  for (const chunks of variants(word.pieces, scope, true)) results.push(joinChunks(chunks));
  return results;
}

/** One value of a word as with `valuesOf`, an unknown when it has several. */
export function segmentsOf(word: Word, scope: Scope): readonly Segment[] {
  const values = valuesOf(word, scope);
  const only = values[0];
  if (values.length === 1 && only !== undefined) return only;
  return [{ kind: "unknown", name: undefined, quoted: true }];
}

function unknown(name: string | undefined, quoted: boolean, span: Span): Field {
  return { segments: [{ kind: "unknown", name, quoted }], span, mayVanish: !quoted, maySplit: !quoted };
}

/** Most words: one literal without a character that any expansion looks at. */
function plainField(word: Word, scope: Scope): Field | undefined {
  const piece = word.pieces[0];
  if (word.pieces.length !== 1 || piece?.kind !== "literal") return undefined;
  if (piece.quoting === "none" && isExpanded(piece.text)) return undefined;
  if (scope.holes.length > 0 && holdsHole(piece.text)) return undefined;
  return {
    segments: [{ kind: "text", text: piece.text }],
    span: scope.origin ?? word.span,
    mayVanish: false,
    maySplit: false,
  };
}

/** What braces, tilde and patterns begin with. */
const EXPANDED = "{~*?[(";

/** Whether one of them is in unquoted text. No regular expression: the first use of one is slow. */
function isExpanded(text: string): boolean {
  for (const character of EXPANDED) if (text.includes(character)) return true;
  return false;
}

function holdsHole(text: string): boolean {
  return /[\uE000-\uF8FF]/.test(text);
}

function variantsOf(pieces: readonly Piece[], scope: Scope, span: Span): readonly (readonly Field[])[] {
  return variants(pieces, scope, false).map((chunks) => buildFields(chunks, scope, span));
}

/** Every combination of what the pieces may be. Too many: one unknown. */
export function variants(pieces: readonly Piece[], scope: Scope, whole: boolean): Chunk[][] {
  let lists: Chunk[][] = [[]];
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index];
    if (piece === undefined) continue;
    const options = chunksOf(piece, index === 0 ? pieces : undefined, scope, whole);
    const only = options[0];
    if (options.length === 1 && only !== undefined) {
      for (const list of lists) for (const chunk of only) addChunk(list, chunk);
      continue;
    }
    if (lists.length * options.length > MOST_VARIANTS) return [[hole(undefined, whole)]];
    lists = lists.flatMap((list) => options.map((option) => [...list, ...option]));
  }
  return lists;
}

export function hole(name: string | undefined, quoted: boolean): Chunk {
  return { kind: "unknown", name, quoted, list: false, solid: false };
}

function chunksOf(
  piece: Piece,
  wordWhenFirst: readonly Piece[] | undefined,
  scope: Scope,
  whole: boolean,
): Chunk[][] {
  if (piece.kind === "literal") return literalChunks(piece, wordWhenFirst, scope, whole);
  if (piece.kind === "arithmetic") {
    return [[{ kind: "unknown", name: undefined, quoted: piece.quoted, list: false, solid: true }]];
  }
  if (piece.kind === "command") return substitutionChunks(piece, scope, whole);
  return parameterChunks(piece, scope, whole);
}

function literalChunks(
  piece: Extract<Piece, { kind: "literal" }>,
  wordWhenFirst: readonly Piece[] | undefined,
  scope: Scope,
  whole: boolean,
): Chunk[][] {
  const kind = piece.quoting === "none" && !whole ? "literal" : "quoted";
  let text = piece.text;
  const chunks: Chunk[] = [];
  if (piece.quoting === "none" && wordWhenFirst !== undefined && text.includes("~")) {
    const tilde = readTilde(text, wordWhenFirst.length > 1, scope, whole);
    if (tilde !== undefined) {
      chunks.push(...tilde.chunks);
      text = tilde.rest;
    }
  }
  if (scope.holes.length > 0 && holdsHole(text)) {
    chunks.push(...holedChunks(text, kind, piece.quoting === "none", scope));
  } else if (text !== "" || kind === "quoted") chunks.push({ kind, text });
  return [chunks];
}

/** Text of a code string in which some characters stand for unknown parts. */
function holedChunks(text: string, kind: "literal" | "quoted", bare: boolean, scope: Scope): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  for (let index = 0; index < text.length; index += 1) {
    const segment = scope.holes[text.charCodeAt(index) - FIRST_HOLE];
    if (segment === undefined) continue;
    if (index > from) chunks.push({ kind, text: text.slice(from, index) });
    chunks.push(hole(segment.kind === "unknown" ? segment.name : undefined, !bare));
    from = index + 1;
  }
  if (from < text.length || kind === "quoted") chunks.push({ kind, text: text.slice(from) });
  return chunks;
}

/** `~`, `~/x`, `~user/x` at the start of a word, after `name=` in one, and after `:` in an assignment. */
function readTilde(
  text: string,
  more: boolean,
  scope: Scope,
  whole: boolean,
): { chunks: Chunk[]; rest: string } | undefined {
  const assignment = whole ? "" : (/^[A-Za-z_]\w*\+?=(?=~)/.exec(text)?.[0] ?? "");
  const rest = text.slice(assignment.length);
  if (!rest.startsWith("~")) return undefined;
  const end = rest.search(whole ? /[/:]/ : /\//);
  const name = end < 0 ? rest.slice(1) : rest.slice(1, end);
  // `~"x"` and `~$x`: a quoted or expanded part in the prefix keeps the tilde literal.
  if (end < 0 && more) return undefined;
  const chunks: Chunk[] = assignment === "" ? [] : [{ kind: "literal", text: assignment }];
  chunks.push(tildeFolder(name, scope));
  return { chunks, rest: end < 0 ? "" : rest.slice(end) };
}

function tildeFolder(name: string, scope: Scope): Chunk {
  if (name === "") return homeChunk(scope);
  if (name === "root") return { kind: "quoted", text: "/root" };
  const folder = scope.folders[0];
  if (name === "+") {
    if (scope.folders.length === 1 && folder?.kind === "known") return { kind: "quoted", text: folder.path };
    return hole("PWD", true);
  }
  if (name === "-") return hole("OLDPWD", true);
  // Another user's home is not in the text; one's own by name is where HOME's last component says so.
  if (scope.home?.endsWith(`/${name}`) === true) return homeChunk(scope);
  return hole(undefined, true);
}

function homeChunk(scope: Scope): Chunk {
  const value = scope.variable("HOME");
  if (value !== undefined) {
    const only =
      value.kind === "scalar" && value.alternatives.length === 1 ? value.alternatives[0] : undefined;
    const text = only === undefined ? undefined : segmentsText(only);
    return text === undefined ? hole("HOME", true) : { kind: "quoted", text };
  }
  return scope.home === undefined ? hole("HOME", true) : { kind: "quoted", text: scope.home };
}

export function segmentsText(segments: readonly Segment[]): string | undefined {
  let text = "";
  for (const segment of segments) {
    if (segment.kind !== "text") return undefined;
    text += segment.text;
  }
  return text;
}

function substitutionChunks(
  piece: Extract<Piece, { kind: "command" }>,
  scope: Scope,
  whole: boolean,
): Chunk[][] {
  // A process substitution is replaced by the name of a pipe.
  if (piece.style.startsWith("process")) {
    return [[{ kind: "unknown", name: undefined, quoted: true, list: false, solid: true }]];
  }
  const output = scope.output(piece.context);
  if (output === undefined) return [[hole(undefined, piece.quoted || whole)]];
  return [segmentChunks(cutNewlines(output), piece.quoted || whole, undefined)];
}

/** A substitution drops the newlines its output ends in. */
function cutNewlines(segments: readonly Segment[]): readonly Segment[] {
  const last = segments[segments.length - 1];
  if (last?.kind !== "text") return segments;
  return [...segments.slice(0, -1), { kind: "text", text: last.text.replace(/\n+$/, "") }];
}

export function segmentChunks(
  segments: readonly Segment[],
  quoted: boolean,
  name: string | undefined,
): Chunk[] {
  const chunks: Chunk[] = [];
  for (const segment of segments) {
    if (segment.kind === "text") chunks.push({ kind: quoted ? "quoted" : "expanded", text: segment.text });
    else chunks.push(hole(segment.kind === "unknown" ? (segment.name ?? name) : name, quoted));
  }
  // `"$x"` with an empty value is still a word.
  if (quoted && segments.length === 0) chunks.push({ kind: "quoted", text: "" });
  return chunks;
}

function sameField(one: Field, other: Field): boolean {
  const text = exactText(one);
  return text !== undefined && text === exactText(other) && one.span.start === other.span.start;
}
