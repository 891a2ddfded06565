/**
 * Static evaluation of words: what arguments a word gives, as far as the text decides it. The order is the shell's:
 * braces, tilde, parameters and substitutions, splitting, globs.
 */
import { expandBraces, mayHoldBraces } from "./braces.ts";
import { exactText, matchesName } from "./field.ts";
import type { Field, Folder, Segment } from "./run.ts";
import type { Context, Dialect, Piece, Span, Word } from "./script.ts";
import { scalar, UNKNOWN_VALUE, type Value } from "./variables.ts";

/** What a word is evaluated against. */
export interface Scope {
  readonly dialect: Dialect;
  readonly home: string | undefined;
  readonly folders: readonly Folder[];
  /** `$1` and on; undefined when they are not known from the text. */
  readonly positional: readonly Field[] | undefined;
  /** `$0`, when the text gives it. */
  readonly zero: Field | undefined;
  /** `shopt -s nullglob` stands in the text. */
  readonly nullglob: boolean;
  /** What the characters from U+E000 on stand for in a code string that holds unknown parts. */
  readonly holes: readonly Segment[];
  /** Set inside code strings: the span that all fields get. */
  readonly origin: Span | undefined;
  variable(name: string): Value | undefined;
  assign(name: string, value: Value): void;
  /** What a substitution prints, when the text decides it, before trailing newlines are cut. */
  output(context: Context): readonly Segment[] | undefined;
}

type Parameter = Extract<Piece, { kind: "parameter" }>;

/** A stretch of a word after expansion and before splitting and globbing. */
type Chunk =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "quoted"; readonly text: string }
  | {
      readonly kind: "expanded";
      readonly text: string;
      /** Split although the dialect is zsh. */
      readonly split?: boolean;
    }
  | {
      readonly kind: "unknown";
      readonly name: string | undefined;
      readonly quoted: boolean;
      /** Several words or none even inside quotes: `"$@"`. */
      readonly list: boolean;
      /** Gives at least one character: `$#`, arithmetic. */
      readonly solid: boolean;
    }
  | { readonly kind: "fields"; readonly fields: readonly Field[]; readonly quoted: boolean };

/** Combinations of alternatives of one word that are followed. */
const MOST_VARIANTS = 64;

/** First character that stands for an unknown part in a code string. */
export const FIRST_HOLE = 0xe000;
export const MOST_HOLES = 0x1900;

/** All arguments that a word may give; the fields of different alternatives stand one after the other. */
export function fieldsOf(word: Word, scope: Scope): readonly Field[] {
  const plain = plainField(word, scope);
  if (plain !== undefined) return [plain];
  const alternatives = alternativesOf(word, scope);
  const only = alternatives[0];
  if (alternatives.length === 1 && only !== undefined) return only;
  const fields: Field[] = [];
  for (const alternative of alternatives) {
    for (const field of alternative) if (!fields.some((known) => sameField(known, field))) fields.push(field);
  }
  return fields;
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
  if (piece.quoting === "none" ? /[{~*?[(]/.test(piece.text) : false) return undefined;
  if (scope.holes.length > 0 && holdsHole(piece.text)) return undefined;
  return {
    segments: [{ kind: "text", text: piece.text }],
    span: scope.origin ?? word.span,
    mayVanish: false,
    maySplit: false,
  };
}

function holdsHole(text: string): boolean {
  return /[\uE000-\uF8FF]/.test(text);
}

function variantsOf(pieces: readonly Piece[], scope: Scope, span: Span): readonly (readonly Field[])[] {
  return variants(pieces, scope, false).map((chunks) => buildFields(chunks, scope, span));
}

/** Every combination of what the pieces may be. Too many: one unknown. */
function variants(pieces: readonly Piece[], scope: Scope, whole: boolean): Chunk[][] {
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

/** Unquoted text is one stretch however many pieces it was read in: `@` and `(a|b)` are one pattern. */
function addChunk(list: Chunk[], chunk: Chunk): void {
  const last = list[list.length - 1];
  if (chunk.kind === "literal" && last?.kind === "literal") {
    list[list.length - 1] = { kind: "literal", text: last.text + chunk.text };
  } else list.push(chunk);
}

function hole(name: string | undefined, quoted: boolean): Chunk {
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

function segmentsText(segments: readonly Segment[]): string | undefined {
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

function segmentChunks(segments: readonly Segment[], quoted: boolean, name: string | undefined): Chunk[] {
  const chunks: Chunk[] = [];
  for (const segment of segments) {
    if (segment.kind === "text") chunks.push({ kind: quoted ? "quoted" : "expanded", text: segment.text });
    else chunks.push(hole(segment.kind === "unknown" ? (segment.name ?? name) : name, quoted));
  }
  // `"$x"` with an empty value is still a word.
  if (quoted && segments.length === 0) chunks.push({ kind: "quoted", text: "" });
  return chunks;
}

/** `$#`, `$?` and their kin: a few characters, never none. */
const SOLID_PARAMETERS = "#?$-!";

function parameterChunks(piece: Parameter, scope: Scope, whole: boolean): Chunk[][] {
  const quoted = piece.quoted || whole;
  if (piece.length || (piece.name.length === 1 && SOLID_PARAMETERS.includes(piece.name))) {
    return [[{ kind: "unknown", name: piece.name, quoted, list: false, solid: true }]];
  }
  if (piece.indirect) return indirectChunks(piece, scope, quoted);
  const list = listOf(piece, scope);
  if (list !== undefined) return listChunks(piece, list.fields, list.joined, scope, whole);
  const value = parameterValue(piece, scope);
  const results: Chunk[][] = [];
  for (const alternative of alternativesOfValue(value, piece.name)) {
    results.push(...applyOperator(piece, alternative, value, scope, whole));
    if (results.length > MOST_VARIANTS) return [[hole(piece.name, quoted)]];
  }
  return results;
}

function alternativesOfValue(value: Value | undefined, name: string): readonly (readonly Segment[])[] {
  if (value?.kind === "scalar") return value.alternatives;
  return [[{ kind: "unknown", name, quoted: false }]];
}

/** `$@`, `$*`, `${a[@]}`, `${a[*]}`: their items (undefined: not known) and whether quotes join them to one word. */
function listOf(
  piece: Parameter,
  scope: Scope,
): { fields: readonly Field[] | undefined; joined: boolean } | undefined {
  if (piece.name === "@" || piece.name === "*") {
    return { fields: scope.positional, joined: piece.name === "*" };
  }
  if (piece.subscript !== "@" && piece.subscript !== "*") return undefined;
  const value = scope.variable(piece.name);
  const joined = piece.subscript === "*";
  if (value?.kind === "array") return { fields: value.items, joined };
  // A scalar under `[@]` is a list of one; several alternatives are not followed here.
  const only =
    value?.kind === "scalar" && value.alternatives.length === 1 ? value.alternatives[0] : undefined;
  if (only === undefined) return { fields: undefined, joined };
  return { fields: [{ segments: only, span: piece.span, mayVanish: false, maySplit: false }], joined };
}

function listChunks(
  piece: Parameter,
  fields: readonly Field[] | undefined,
  joined: boolean,
  scope: Scope,
  whole: boolean,
): Chunk[][] {
  const quoted = piece.quoted || whole;
  const known = fields === undefined ? undefined : slicedList(piece, fields, scope);
  if (known === undefined) {
    const lone: Chunk = { kind: "unknown", name: piece.name, quoted, list: !joined && !whole, solid: false };
    return [[lone]];
  }
  if (whole || (joined && quoted)) {
    const chunks: Chunk[] = [{ kind: "quoted", text: "" }];
    known.forEach((field, index) => {
      if (index > 0) chunks.push({ kind: "quoted", text: " " });
      chunks.push(...segmentChunks(field.segments, true, undefined));
    });
    return [chunks];
  }
  return [[{ kind: "fields", fields: known, quoted }]];
}

/** `"${@:2}"`, `"${a[@]:1:2}"`; undefined for any other operator on a list. */
function slicedList(piece: Parameter, fields: readonly Field[], scope: Scope): readonly Field[] | undefined {
  if (piece.operator === undefined) return fields;
  if (piece.operator === ":-" || piece.operator === "-") {
    if (fields.length > 0) return fields;
    return piece.operand === undefined ? [] : fieldsOf(piece.operand, scope);
  }
  if (piece.operator !== ":" || piece.operand === undefined) return undefined;
  const text = segmentsText(segmentsOf(piece.operand, scope));
  const match = text === undefined ? null : /^\s*(\d+)(?::(\d+))?\s*$/.exec(text);
  if (match === null) return undefined;
  // `$@` counts from 1 (0 would be `$0`), an array from 0.
  const shift = piece.name === "@" || piece.name === "*" ? 1 : 0;
  const start = Math.max(0, Number(match[1]) - shift);
  return fields.slice(start, match[2] === undefined ? undefined : start + Number(match[2]));
}

function indirectChunks(piece: Parameter, scope: Scope, quoted: boolean): Chunk[][] {
  const value = scope.variable(piece.name);
  const only =
    value?.kind === "scalar" && value.alternatives.length === 1 ? value.alternatives[0] : undefined;
  const name = only === undefined ? undefined : segmentsText(only);
  if (name === undefined || piece.operator !== undefined || !/^[A-Za-z_]\w*$/.test(name)) {
    return [[hole(piece.name, quoted)]];
  }
  return alternativesOfValue(scope.variable(name), name).map((alternative) =>
    segmentChunks(alternative, quoted, name),
  );
}

/** What the parameter holds; undefined when the text never gave it a value and the surroundings do not either. */
function parameterValue(piece: Parameter, scope: Scope): Value | undefined {
  const { name, subscript } = piece;
  if (/^[1-9]\d*$/.test(name)) return positionalValue(Number(name), scope);
  if (name === "0") return scope.zero === undefined ? undefined : scalar(scope.zero.segments);
  const value = scope.variable(name);
  if (value?.kind === "array") {
    const index = subscript === undefined ? 0 : /^\d+$/.test(subscript) ? Number(subscript) : undefined;
    if (index === undefined || value.items.some((item) => item.maySplit || item.mayVanish))
      return UNKNOWN_VALUE;
    return scalar(value.items[index]?.segments ?? []);
  }
  if (subscript !== undefined && subscript !== "0") return value === undefined ? undefined : UNKNOWN_VALUE;
  if (value !== undefined) return value;
  if (name === "HOME" && scope.home !== undefined) return scalar([{ kind: "text", text: scope.home }]);
  if (name === "PWD") return foldersValue(scope.folders);
  return undefined;
}

function positionalValue(index: number, scope: Scope): Value | undefined {
  if (scope.positional === undefined) return undefined;
  const before = scope.positional.slice(0, index);
  if (before.some((field) => field.maySplit || field.mayVanish)) return undefined;
  return scalar(scope.positional[index - 1]?.segments ?? []);
}

function foldersValue(folders: readonly Folder[]): Value | undefined {
  const alternatives: Segment[][] = [];
  for (const folder of folders) {
    if (folder.kind !== "known") return undefined;
    alternatives.push([{ kind: "text", text: folder.path }]);
  }
  return alternatives.length === 0 ? undefined : { kind: "scalar", alternatives };
}

function applyOperator(
  piece: Parameter,
  alternative: readonly Segment[],
  value: Value | undefined,
  scope: Scope,
  whole: boolean,
): Chunk[][] {
  const quoted = piece.quoted || whole;
  const plain = segmentChunks(alternative, quoted, piece.name);
  const { operator, operand } = piece;
  // zsh's `${=v}` is `$v` with splitting.
  if (operator === "=" && operand === undefined && scope.dialect === "zsh") {
    return [
      segmentChunks(alternative, quoted, piece.name).map((chunk) =>
        chunk.kind === "expanded" ? { ...chunk, split: true } : chunk,
      ),
    ];
  }
  if (operator === undefined || operator === "?" || operator === ":?") return [plain];
  const text = segmentsText(alternative);
  const colon = operator.startsWith(":");
  switch (operator) {
    case "-":
    case ":-":
    case "=":
    case ":=": {
      const isDefault = operator.endsWith("=");
      if (text !== undefined && (text !== "" || !colon)) return [plain];
      const defaults = operandChunks(operand, scope, quoted, whole);
      if (isDefault && operand !== undefined) {
        scope.assign(piece.name, { kind: "scalar", alternatives: valuesOf(operand, scope) });
      }
      // Given by the text as empty: the default it is. Never given: the surroundings may hold a value.
      return text === "" ? defaults : [...defaults, plain];
    }
    case "+":
    case ":+": {
      const used = operandChunks(operand, scope, quoted, whole);
      if (text !== undefined && (text !== "" || !colon)) return used;
      const none: Chunk[] = quoted ? [{ kind: "quoted", text: "" }] : [];
      return text === "" ? [none] : [...used, none];
    }
    default: {
      if (text === undefined || value?.kind === "unknown") return [[hole(piece.name, quoted)]];
      const changed = changeText(operator, text, operand, scope);
      return [
        [
          changed === undefined
            ? hole(piece.name, quoted)
            : { kind: quoted ? "quoted" : "expanded", text: changed },
        ],
      ];
    }
  }
}

function operandChunks(operand: Word | undefined, scope: Scope, quoted: boolean, whole: boolean): Chunk[][] {
  if (operand === undefined) return [quoted ? [{ kind: "quoted", text: "" }] : []];
  if (quoted) {
    return valuesOf(operand, scope).map((segments) => segmentChunks(segments, true, undefined));
  }
  // Unquoted text of a default is split like any expansion; its own quoted parts are not.
  return variants(operand.pieces, scope, whole).map((chunks) =>
    chunks.map((chunk) => (chunk.kind === "literal" ? { kind: "expanded", text: chunk.text } : chunk)),
  );
}

/** Substring, removal, replacement and case operators on known text; undefined when their operand is not known. */
function changeText(
  operator: string,
  text: string,
  operand: Word | undefined,
  scope: Scope,
): string | undefined {
  if (operator === "^^") return operand === undefined ? text.toUpperCase() : undefined;
  if (operator === ",,") return operand === undefined ? text.toLowerCase() : undefined;
  if (operator === "^")
    return operand === undefined ? text.charAt(0).toUpperCase() + text.slice(1) : undefined;
  if (operator === ",")
    return operand === undefined ? text.charAt(0).toLowerCase() + text.slice(1) : undefined;
  if (operand === undefined) return operator === "#" || operator === "%" ? text : undefined;
  const exact = segmentsText(segmentsOf(operand, scope));
  if (operator === "@")
    return exact === "U" ? text.toUpperCase() : exact === "L" ? text.toLowerCase() : undefined;
  if (operator === ":") return exact === undefined ? undefined : substring(text, exact);
  if (operator === "#" || operator === "##" || operator === "%" || operator === "%%") {
    return removeMatch(operator, text, operand, scope);
  }
  if (operator === "/" || operator === "//") {
    if (exact === undefined || /[*?[\]\\]/.test(exact)) return undefined;
    const slash = exact.indexOf("/");
    const pattern = slash < 0 ? exact : exact.slice(0, slash);
    const replacement = slash < 0 ? "" : exact.slice(slash + 1);
    if (pattern === "" || pattern.startsWith("#") || pattern.startsWith("%")) return undefined;
    if (operator === "//") return text.split(pattern).join(replacement);
    const at = text.indexOf(pattern);
    return at < 0 ? text : text.slice(0, at) + replacement + text.slice(at + pattern.length);
  }
  return undefined;
}

function substring(text: string, operand: string): string | undefined {
  const match = /^\s*(-?\d+)\s*(?::\s*(-?\d+)\s*)?$/.exec(operand);
  if (match === null) return undefined;
  const offset = Number(match[1]);
  const start = offset < 0 ? text.length + offset : offset;
  if (start < 0) return "";
  if (match[2] === undefined) return text.slice(start);
  const length = Number(match[2]);
  return length < 0
    ? text.slice(start, Math.max(start, text.length + length))
    : text.slice(start, start + length);
}

function removeMatch(operator: string, text: string, operand: Word, scope: Scope): string | undefined {
  // A pattern is matched against every prefix or suffix: keep that short.
  if (text.length > 512) return undefined;
  const pattern = buildFields(
    variants(operand.pieces, scope, false)[0] ?? [],
    { ...scope, dialect: "zsh" },
    operand.span,
  );
  const segments = pattern[0]?.segments ?? [];
  if (pattern.length > 1 || segments.some((segment) => segment.kind === "unknown")) return undefined;
  const longest = operator.length === 2;
  for (let step = 0; step <= text.length; step += 1) {
    const length = longest ? text.length - step : step;
    const cut = operator.startsWith("#") ? text.slice(0, length) : text.slice(text.length - length);
    if (!matchesName(segments, cut)) continue;
    return operator.startsWith("#") ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}

/** The value as one text: nothing is split, and what would glob later stays text. */
function joinChunks(chunks: readonly Chunk[]): Segment[] {
  const segments: Segment[] = [];
  for (const chunk of chunks) {
    if (chunk.kind === "unknown") segments.push({ kind: "unknown", name: chunk.name, quoted: true });
    else if (chunk.kind === "fields") {
      for (const field of chunk.fields) for (const segment of field.segments) addSegment(segments, segment);
    } else addSegment(segments, { kind: "text", text: chunk.text });
  }
  return segments;
}

function addSegment(segments: Segment[], segment: Segment): void {
  const last = segments[segments.length - 1];
  if (segment.kind === "text") {
    if (segment.text === "") return;
    if (last?.kind === "text") {
      segments[segments.length - 1] = { kind: "text", text: last.text + segment.text };
      return;
    }
  }
  segments.push(segment);
}

/** Splits and globs what the chunks hold into arguments. */
function buildFields(chunks: readonly Chunk[], scope: Scope, span: Span): readonly Field[] {
  const fields: Field[] = [];
  let segments: Segment[] = [];
  /** Something keeps the argument even when every expansion in it is empty. */
  let present = false;
  let maySplit = false;
  const finish = (): void => {
    if (present || segments.length > 0) {
      fields.push({
        segments: segments.length === 0 ? [{ kind: "text", text: "" }] : segments,
        span,
        mayVanish: !present,
        maySplit,
      });
    }
    segments = [];
    present = false;
    maySplit = false;
  };
  const glob = (text: string, last: boolean): void => {
    if (text === "") return;
    present = true;
    for (const segment of globSegments(text, last)) {
      addSegment(segments, segment);
      if (segment.kind === "text") continue;
      maySplit = true;
      if (scope.nullglob) present = false;
    }
  };
  chunks.forEach((chunk, index) => {
    const last = index === chunks.length - 1;
    switch (chunk.kind) {
      case "literal":
        glob(chunk.text, last);
        break;
      case "quoted":
        present = true;
        addSegment(segments, { kind: "text", text: chunk.text });
        break;
      case "expanded":
        (chunk.split === true ? chunk.text.split(/[ \t\n]+/) : splitText(chunk.text, scope)).forEach(
          (part, position) => {
            if (position > 0) finish();
            if (scope.dialect === "zsh") {
              if (part !== "") present = true;
              addSegment(segments, { kind: "text", text: part });
            } else glob(part, last);
          },
        );
        break;
      case "unknown":
        segments.push({ kind: "unknown", name: chunk.name, quoted: chunk.quoted });
        if ((chunk.quoted && !chunk.list) || chunk.solid) present = true;
        if ((!chunk.quoted && !chunk.solid && scope.dialect !== "zsh") || chunk.list) maySplit = true;
        break;
      case "fields":
        chunk.fields.forEach((field, position) => {
          if (position > 0) finish();
          for (const segment of field.segments) {
            if (segment.kind !== "text" || chunk.quoted) {
              addSegment(segments, segment);
              if (segment.kind === "text" || !field.mayVanish) present = true;
              continue;
            }
            splitText(segment.text, scope).forEach((part, at) => {
              if (at > 0) finish();
              glob(part, false);
            });
          }
          if (chunk.quoted && !field.mayVanish) present = true;
          maySplit ||= field.maySplit;
        });
        break;
    }
  });
  finish();
  return fields;
}

/** Word splitting by IFS; zsh splits no parameter. The first and last part are empty where the text has blanks at its ends. */
function splitText(text: string, scope: Scope): readonly string[] {
  if (scope.dialect === "zsh") return [text];
  const value = scope.variable("IFS");
  if (value === undefined) return text.split(/[ \t\n]+/);
  const only = value.kind === "scalar" && value.alternatives.length === 1 ? value.alternatives[0] : undefined;
  const separators = only === undefined ? undefined : segmentsText(only);
  if (separators === undefined) return text.split(/[ \t\n]+/);
  if (separators === "") return [text];
  const parts: string[] = [""];
  for (const character of text) {
    if (separators.includes(character)) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** Text, `*`, `?`, `[…]` and extended patterns of unquoted text. `last`: nothing follows in the word. */
function globSegments(text: string, last: boolean): Segment[] {
  if (!/[*?[]|[+@!]\(/.test(text)) return [{ kind: "text", text }];
  const segments: Segment[] = [];
  let from = 0;
  let index = 0;
  const flush = (end: number): void => {
    if (end > from) segments.push({ kind: "text", text: text.slice(from, end) });
  };
  while (index < text.length) {
    const character = text.charAt(index);
    let end = index;
    if ("*?+@!".includes(character) && text.charAt(index + 1) === "(") end = closing(text, index + 1);
    if (end > index) {
      // An extended pattern that closes.
    } else if (character === "*" || character === "?") end = index + 1;
    else if (character === "[") {
      end = bracketEnd(text, index);
      if (end < 0 && !last) {
        // The bracket may close behind a quoted part: what the rest matches is not worked out.
        flush(index);
        segments.push({ kind: "unknown", name: undefined, quoted: true });
        return segments;
      }
    }
    if (end <= index) {
      index += 1;
      continue;
    }
    flush(index);
    segments.push({ kind: "glob", pattern: text.slice(index, end) });
    index = end;
    from = end;
  }
  flush(text.length);
  return segments;
}

/** One behind the bracket expression that opens at `open`, or -1 when it never closes: then `[` is a character. */
function bracketEnd(text: string, open: number): number {
  let index = open + 1;
  if (text.charAt(index) === "!" || text.charAt(index) === "^") index += 1;
  const close = text.indexOf("]", index + 1);
  if (close < 0 || text.slice(open, close).includes("/")) return -1;
  return close + 1;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return -1;
}

function sameField(one: Field, other: Field): boolean {
  const text = exactText(one);
  return text !== undefined && text === exactText(other) && one.span.start === other.span.start;
}
