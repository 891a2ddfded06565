/** What words are evaluated against, and what they are in between. */
import type { Field, Folder, Segment } from "./run.ts";
import type { Context, Dialect, Span } from "./script.ts";
import type { Value } from "./variables.ts";

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

/** A stretch of a word after expansion and before splitting and globbing. */
export type Chunk =
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
      /** Solid, and still several words perhaps: `${x:-y}`. */
      readonly splits?: boolean;
    }
  | { readonly kind: "fields"; readonly fields: readonly Field[]; readonly quoted: boolean };

/** Combinations of alternatives of one word that are followed. */
export const MOST_VARIANTS = 64;

/** First character that stands for an unknown part in a code string. */
export const FIRST_HOLE = 0xe000;
export const MOST_HOLES = 0x1900;
