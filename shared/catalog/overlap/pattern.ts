/** Regular expressions as trees that an automaton can be made of. */
import { type AST, RegExpParser } from "@eslint-community/regexpp";
import {
  BLANKS,
  type CharSet,
  complement,
  DIGITS,
  EVERY,
  LINE_ENDS,
  propertySet,
  union,
  WORD,
  withBothCases,
} from "./char-set.ts";
import { rustAsJavaScript } from "./rust.ts";

export type Tree =
  | { readonly kind: "set"; readonly set: CharSet }
  | { readonly kind: "sequence" | "choice"; readonly items: readonly Tree[] }
  /** `most` is Infinity for no limit. */
  | { readonly kind: "repeat"; readonly item: Tree; readonly least: number; readonly most: number }
  /** A place in the text: its start or end, those of a line with these line ends, an edge of a word of these characters. */
  | { readonly kind: "start" | "end"; readonly lineEnds: CharSet | undefined }
  | { readonly kind: "edge"; readonly word: CharSet; readonly isNegated: boolean }
  | { readonly kind: "ahead"; readonly item: Tree; readonly isNegated: boolean };

export type Parsed =
  | { readonly kind: "tree"; readonly tree: Tree }
  /** No expression of that syntax: the harness cannot use it. */
  | { readonly kind: "invalid" }
  /** An expression beyond what is understood here. */
  | { readonly kind: "beyond"; readonly why: string };

class Beyond extends Error {}

interface Mode {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  /** Of Rust: characters are Unicode's, and a line ends with `\n` alone. */
  readonly isRust: boolean;
}

/** UTF-16 units of a matcher that is looked at. */
const LONGEST = 2000;

export function parsePattern(source: string, syntax: "javascript" | "rust", ignoreCase = false): Parsed {
  if (source.length > LONGEST) return { kind: "beyond", why: `it is longer than ${LONGEST} characters` };
  const mode = { ignoreCase, multiline: false, dotAll: false, isRust: syntax === "rust" };
  let text = source;
  if (syntax === "rust") {
    const translated = rustAsJavaScript(source);
    if (translated.kind !== "javascript") return translated;
    text = translated.source;
  }
  let pattern: AST.Pattern;
  try {
    pattern = new RegExpParser().parsePattern(text, 0, text.length, {
      unicode: false,
      unicodeSets: mode.isRust,
    });
  } catch (error) {
    // The translation knows what Rust refuses; what is left over is our own gap.
    if (mode.isRust) return { kind: "beyond", why: (error as Error).message };
    return { kind: "invalid" };
  }
  try {
    return { kind: "tree", tree: choice(pattern.alternatives, mode) };
  } catch (error) {
    if (error instanceof Beyond) return { kind: "beyond", why: error.message };
    throw error;
  }
}

function choice(alternatives: readonly AST.Alternative[], mode: Mode): Tree {
  const items = alternatives.map(
    ({ elements }): Tree => ({ kind: "sequence", items: elements.map((element) => treeOf(element, mode)) }),
  );
  return items.length === 1 ? (items[0] as Tree) : { kind: "choice", items };
}

function treeOf(element: AST.Element, mode: Mode): Tree {
  switch (element.type) {
    case "Character":
      return { kind: "set", set: cased([element.value, element.value], mode) };
    case "CharacterSet":
      return { kind: "set", set: setOf(element, mode) };
    case "CharacterClass":
      return { kind: "set", set: classOf(element, mode) };
    case "Group":
      return choice(element.alternatives, withModifiers(element, mode));
    case "CapturingGroup":
      return choice(element.alternatives, mode);
    case "Quantifier":
      return { kind: "repeat", item: treeOf(element.element, mode), least: element.min, most: element.max };
    case "Assertion":
      return assertion(element, mode);
    default:
      throw new Beyond(
        element.type === "Backreference" ? "it refers back to a group" : "it uses set operations",
      );
  }
}

function withModifiers({ modifiers }: AST.Group, mode: Mode): Mode {
  if (modifiers === null) return mode;
  const { add, remove } = modifiers;
  const flag = (name: "ignoreCase" | "multiline" | "dotAll"): boolean =>
    (mode[name] || add[name]) && remove?.[name] !== true;
  return { ...mode, ignoreCase: flag("ignoreCase"), multiline: flag("multiline"), dotAll: flag("dotAll") };
}

function assertion(element: AST.Assertion, mode: Mode): Tree {
  switch (element.kind) {
    case "start":
    case "end":
      return { kind: element.kind, lineEnds: mode.multiline ? lineEnds(mode) : undefined };
    case "word":
      return { kind: "edge", word: wordSet(mode), isNegated: element.negate };
    case "lookahead":
      return { kind: "ahead", item: choice(element.alternatives, mode), isNegated: element.negate };
    case "lookbehind":
      throw new Beyond("it looks behind");
  }
}

function lineEnds({ isRust }: Mode): CharSet {
  return isRust ? [0x0a, 0x0a] : LINE_ENDS;
}

function wordSet({ isRust }: Mode): CharSet {
  if (!isRust) return WORD;
  const names = ["Alphabetic", "M", "Nd", "Pc", "Join_Control"];
  return union(...names.map(propertySet));
}

function setOf(element: AST.CharacterSet, mode: Mode): CharSet {
  switch (element.kind) {
    case "any":
      return mode.dotAll ? EVERY : complement(lineEnds(mode));
    case "digit":
      return negatedIf(element.negate, mode.isRust ? propertySet("Nd") : DIGITS);
    case "space":
      return negatedIf(element.negate, mode.isRust ? propertySet("White_Space") : BLANKS);
    case "word":
      return negatedIf(element.negate, wordSet(mode));
    case "property": {
      if (element.strings) throw new Beyond("it uses properties of strings");
      const name = element.value === null ? element.key : `${element.key}=${element.value}`;
      return negatedIf(element.negate, cased(propertySet(name), mode));
    }
  }
}

function classOf({ elements, negate }: AST.CharacterClass, mode: Mode): CharSet {
  const sets = elements.map((element): CharSet => {
    switch (element.type) {
      case "Character":
        return cased([element.value, element.value], mode);
      case "CharacterClassRange":
        return cased([element.min.value, element.max.value], mode);
      case "CharacterSet":
        return setOf(element, mode);
      case "CharacterClass":
        return classOf(element, mode);
      default:
        throw new Beyond("it uses set operations");
    }
  });
  return negatedIf(negate, union(...sets));
}

function negatedIf(isNegated: boolean, set: CharSet): CharSet {
  return isNegated ? complement(set) : set;
}

function cased(set: CharSet, { ignoreCase, isRust }: Mode): CharSet {
  return ignoreCase ? withBothCases(set, isRust) : set;
}
