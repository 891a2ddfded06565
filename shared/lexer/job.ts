/** What is known while one simple command is followed to the programs it starts. */
import type { Whereabouts } from "./folders.ts";
import type { Field, Folder, Place, Segment, Wrapper } from "./run.ts";
import type { Command, Dialect, Script, Span, Word } from "./script.ts";
import type { Node } from "./tree.ts";

/** The text being walked and how it came to be run. */
export interface Frame {
  readonly script: Script;
  readonly dialect: Dialect;
  /** What characters from U+E000 on stand for in a code string. */
  readonly holes: readonly Segment[];
  /** The word in the source that holds this code string; undefined for the source itself. */
  readonly origin: Span | undefined;
  /** The command of the source that holds this code string. */
  readonly outer: Command | undefined;
  readonly place: Place;
  readonly wrappers: readonly Wrapper[];
  readonly stdin: Input;
  /**
   * `report`: runs and doubts are given out. `quiet`: only folders and variables are followed. `call`: the body of a
   * function for one call of it: only what depends on its arguments is given out.
   */
  readonly mode: "report" | "quiet" | "call";
  /** Set while a function is read at its definition: variables from before this mark may change before it is called. */
  readonly definition: number | undefined;
  /** Functions being called, the outermost first. */
  readonly calls: readonly string[];
  /** Levels of code strings. */
  readonly depth: number;
  /** Loops around, up to the function or the code string. */
  readonly loops: number;
  /** A command that fails is left out of account: only for finding out where a loop leads. */
  readonly hopeful: boolean;
  /** For a code string: the place in the source of a part of its text; undefined where it has none of its own. */
  readonly locate?: ((span: Span) => Span | undefined) | undefined;
}

/** What standard input is. */
export type Input =
  | { readonly kind: "inherited" }
  | {
      readonly kind: "pipe";
      readonly from: Node | undefined;
      readonly frame: Frame;
      readonly at: Whereabouts;
    }
  | {
      readonly kind: "here-document" | "here-string";
      readonly word: Word;
      readonly frame: Frame;
      readonly at: Whereabouts;
    }
  | {
      readonly kind: "file";
      readonly target: Word | undefined;
      readonly frame: Frame;
      readonly at: Whereabouts;
    };

/** One simple command, or the part of it behind a wrapper. */
export interface Job {
  readonly frame: Frame;
  /** In the frame's script. */
  readonly command: Command;
  readonly at: Whereabouts;
  readonly folders: readonly Folder[];
  readonly stdin: Input;
  readonly wrappers: readonly Wrapper[];
  /** The present shell runs it: builtins and functions are found, `cd` moves it. */
  readonly inShell: boolean;
  /** No word in front of the program may have been the program. */
  readonly certain: boolean;
  /** `command` and `builtin` skip functions. */
  readonly skipsFunctions: boolean;
}

/** Where the text goes on after success and after failure; undefined where it does not. */
export interface Flow {
  readonly ok: Whereabouts | undefined;
  readonly fail: Whereabouts | undefined;
}

/** Options for running a code string. */
export interface CodeRun {
  readonly wrapper: Wrapper;
  readonly span: Span;
  readonly dialect: Dialect;
  /** eval, trap, source: the present shell runs it. */
  readonly inShell: boolean;
  readonly positional: readonly Field[] | undefined;
  readonly zero: Field | undefined;
  /** The word that holds the code and nothing else, in the script of the frame. */
  readonly word?: Word | undefined;
}
