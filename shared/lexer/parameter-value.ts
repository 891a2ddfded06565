/** What a parameter expansion may be: its values, its operator applied to each. */
import type { Field, Folder, Segment } from "./run.ts";
import { type Chunk, MOST_VARIANTS, type Scope } from "./scope.ts";
import type { Piece, Word } from "./script.ts";
import { changeText } from "./text-operators.ts";
import { fieldsOf, hole, segmentChunks, segmentsOf, segmentsText, valuesOf, variants } from "./value.ts";
import { scalar, UNKNOWN_VALUE, type Value } from "./variables.ts";

type Parameter = Extract<Piece, { kind: "parameter" }>;

/** `$#`, `$?` and their kin: a few characters, never none. */
const SOLID_PARAMETERS = "#?$-!";

export function parameterChunks(piece: Parameter, scope: Scope, whole: boolean): Chunk[][] {
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
  const value = scope.variable(piece.name);
  // zsh gives the whole array where bash gives its first element.
  if (scope.dialect === "zsh" && piece.subscript === undefined && value?.kind === "array")
    return { fields: value.items, joined: true };
  if (piece.subscript !== "@" && piece.subscript !== "*") return undefined;
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
  const digit = name.charCodeAt(0);
  if (digit > 0x30 && digit <= 0x39) return positionalValue(Number(name), scope);
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
      if (text !== undefined && text !== "") return [plain];
      const defaults = operandChunks(operand, scope, quoted, whole);
      if (isDefault && operand !== undefined) {
        scope.assign(piece.name, { kind: "scalar", alternatives: valuesOf(operand, scope) });
      }
      // Given by the text as empty: the default it is. Never given: the surroundings may hold a value.
      // What the surroundings hold is used when it is not empty.
      // `unset x` leaves an empty value too, and without the colon only a variable that is not set takes the default.
      if (text === "") return colon ? defaults : [...defaults, plain];
      return [...defaults, colon ? plain.map(solid) : plain];
    }
    case "+":
    case ":+": {
      const used = operandChunks(operand, scope, quoted, whole);
      if (text !== undefined && text !== "") return used;
      const none: Chunk[] = quoted ? [{ kind: "quoted", text: "" }] : [];
      return text === "" && colon ? [none] : [...used, none];
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

function solid(chunk: Chunk): Chunk {
  return chunk.kind === "unknown" ? { ...chunk, solid: true, splits: true } : chunk;
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
