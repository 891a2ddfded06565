/** What `runs` gives back: every program that a shell text would start, after wrappers and expansions. */
import type { Command, Dialect, Lost, Script, Span } from "./script.ts";

/** One part of a field after static expansion. */
export type Segment =
  | { readonly kind: "text"; readonly text: string }
  /** Active pattern characters as written: `*`, `?`, `[a-z]`, an extglob. */
  | { readonly kind: "glob"; readonly pattern: string }
  /** Not known from the text: a variable, a substitution. `name` is the variable's. */
  | { readonly kind: "unknown"; readonly name: string | undefined; readonly quoted: boolean };

/** One argument as far as the text decides it. A word with braces gives several fields with the same span. */
export interface Field {
  readonly segments: readonly Segment[];
  /** The whole word it came from. */
  readonly span: Span;
  /** It may expand to no argument at all (an unquoted empty expansion, `"$@"`, an unmatched glob under nullglob). */
  readonly mayVanish: boolean;
  /** It may expand to several arguments (an unquoted expansion, `"$@"`, a glob). */
  readonly maySplit: boolean;
}

/** A folder that a command may run in: absolute, or not known from the text. */
export type Folder = { readonly kind: "known"; readonly path: string } | { readonly kind: "unknown" };

/**
 * How the run's text relates to the source:
 * - `list`: it stands in a list of the source itself; the verb's span can be replaced.
 * - `substitution`: inside `$( )`, backticks or a process substitution of the source.
 * - `string`: inside a string that another program runs as code (`sh -c`, `eval`, `trap`, a here-document fed to a
 *   shell). Its spans are those of the word that holds the string.
 */
export type Place = "list" | "substitution" | "string";

/**
 * A program in front of another one that it runs: `sudo`, `timeout 5`, `xargs -0`, `find … -exec`. It is no run of its
 * own, unless it runs nothing (`sudo -l`) or does more than to run the other: find, git, busybox, a shell with a file.
 */
export interface Wrapper {
  readonly name: string;
  readonly span: Span;
  /**
   * `prefix`: runs the rest of the words as they stand (sudo, env, timeout …).
   * `feeder`: adds names that the text does not show (xargs, find -exec, parallel).
   * `code`: runs a string as shell code (sh -c, eval, su -c).
   * `elsewhere`: on another machine, in a container or under another root (ssh, docker exec, chroot).
   */
  readonly kind: "prefix" | "feeder" | "code" | "elsewhere";
}

export interface Run {
  /** The program's word. */
  readonly verb: Field;
  /** Last path component of the program when the text decides it, else undefined. */
  readonly name: string | undefined;
  /**
   * A word with several possible values gives all of them, one after the other. What xargs, find and parallel put in
   * stands as an unknown named `{}`.
   */
  readonly args: readonly Field[];
  readonly wrappers: readonly Wrapper[];
  readonly place: Place;
  /** Every folder it may run in, at least one. */
  readonly folders: readonly Folder[];
  /** The simple command of the source it comes from; inside a code string the one that holds the string. */
  readonly command: Command;
  /**
   * The program stands in the source as one literal word of its own, in any quoting: putting another word in the place
   * of `verb.span` changes the program and nothing else. False for `$r`, `{rm,-f}`, code strings, a function's `"$@"`.
   */
  readonly written: boolean;
  /**
   * For a run in a code string: where the program's word stands in the source, when putting plain text in its place
   * changes the program and nothing else. Plain text is letters, digits, `_@%+=:,./-` and blanks. Found for the code
   * of `-c` and for a here-document of the shell's own command, through any number of strings, as long as everything
   * in front of the program is literal and quoted.
   */
  readonly site?: Span;
  /** What feeds standard input, as far as the text says. */
  readonly stdin: "inherited" | "pipe" | "here-document" | "here-string" | "file";
  /** What standard input holds, when the text says something of it: a here-document, `echo … |`. */
  readonly input: readonly Segment[] | undefined;
}

/** Something in the text that keeps `runs` from being the whole truth; a guard decides what follows from it. */
export interface Doubt {
  readonly kind: /** The reader lost track: `Script.lost`, of the text itself or of a code string in it. */
    | "lost"
    /** The program is not known: `$x …`, `"$(…)" …`, a glob. */
    | "unknown-program"
    /** Code that is not in the text is run: `bash -c "$x"`, `curl … | sh`, `eval "$(…)"`. */
    | "unknown-code"
    /** An alias or function gives a program's name another meaning. */
    | "redefinition"
    /** A wrapper's options could not be read to the end. */
    | "unknown-option";
  /** The alias or function's name, the program's, or the wrapper's, where there is one. */
  readonly name: string | undefined;
  readonly span: Span;
  /** One clause for people. */
  readonly detail: string;
  /**
   * Whether, as far as the text goes, a program of this name (`rm`) could be what is hidden here. It compares the parts
   * that are known; what comes from the surroundings (`$EDITOR`), from a file or from the network counts only when the
   * text itself mentions the name. A guard need not refuse a doubt that could not be one of the programs it watches.
   */
  readonly couldBe: (name: string) => boolean;
}

/** What is known of the surroundings a text runs in. */
export interface Surroundings {
  readonly home: string | undefined;
  readonly cwd: string | undefined;
  readonly dialect: Dialect;
}

export interface Runs {
  readonly script: Script;
  readonly runs: readonly Run[];
  readonly doubts: readonly Doubt[];
  /** Literal texts in the command that could become code elsewhere (arguments, assignments, here-document bodies). */
  readonly data: readonly string[];
  /**
   * Files that the text itself writes and what it puts there last, undefined where that is not known. By absolute path;
   * by the path as written where the folder is not known, with `${name}` for a variable.
   */
  readonly written: ReadonlyMap<string, readonly Segment[] | undefined>;
  readonly lost: Lost | undefined;
}
