/** Other text for a span of UTF-16 units of the source. */
export interface Edit extends Span {
    readonly text: string;
}
/** What `splice` gives back: the new text as read again, or the first edit that cannot be made and why. */
export type Spliced = {
    readonly kind: "spliced";
    readonly script: Script;
} | {
    readonly kind: "refused";
    readonly reason: string;
    readonly edit: Edit | undefined;
};
/**
 * Puts edits into the source of a script and reads the result, in the same dialect. It refuses edits that overlap or
 * lie outside, and a result that cannot be read although the source could: a replacement with a quote in it must not
 * change what the rest of the text means unseen. Edits may come in any order; an insertion is an empty span.
 */
export declare function splice(script: Script, edits: readonly Edit[]): Spliced;
/** The part after the last slash: `rm` of `/bin/rm`. Empty for a text that ends in a slash. */
export declare function basename(path: string): string;
/**
 * Whether the last path component of the field can be `name`, an unknown part standing for any characters without a
 * slash. `python$V` can not be `rm`; `r$x`, `$x` and `/bin/r?` can.
 */
export declare function couldBeNamed(field: Field, name: string): boolean;
/** The argument when the text decides it to the last character, else undefined. An active glob is not exact. */
export declare function exactText(field: Field): string | undefined;
/**
 * The last path component when the text decides it, whatever stands before it: `tool` of `$HOME/bin/tool`. Undefined
 * when an unquoted unknown in front could split the word, so that the slash would belong to another argument.
 */
export declare function lastComponent(field: Field): string | undefined;
/** The text that a field starts with, up to its first glob or unknown. */
export declare function leadingText(field: Field): string;
/** Whether text, glob and unknown parts together can spell `name`. Work is bounded by parts times the name's length. */
export declare function matchesName(segments: readonly Segment[], name: string): boolean;
/** The path with `.`, `..` and doubled slashes taken out as text, the way `cd` does it without `-P`. */
export declare function normalise(path: string): string;
/** `path` seen from `folder`. */
export declare function resolveFrom(folder: Folder, path: string): Folder;
/**
 * Reads a shell text and gives back every simple command in it, in any nesting, with exact spans.
 *
 * It never throws: where the text is no shell code, or goes beyond a limit, `lost` says so, and `commands` holds what
 * was read before that point. `dialect` is `bash` unless told otherwise.
 */
export declare function lex(source: string, options?: {
    readonly dialect?: Dialect;
}): Script;
/** Something in the text that keeps `runs` from being the whole truth; a guard decides what follows from it. */
export interface Doubt {
    readonly kind: "lost"
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
export type Folder = {
    readonly kind: "known";
    readonly path: string;
} | {
    readonly kind: "unknown";
};
/**
 * How the run's text relates to the source:
 * - `list`: it stands in a list of the source itself; the verb's span can be replaced.
 * - `substitution`: inside `$( )`, backticks or a process substitution of the source.
 * - `string`: inside a string that another program runs as code (`sh -c`, `eval`, `trap`, a here-document fed to a
 *   shell). Its spans are those of the word that holds the string.
 */
export type Place = "list" | "substitution" | "string";
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
/** One part of a field after static expansion. */
export type Segment = {
    readonly kind: "text";
    readonly text: string;
}
/** What is known of the surroundings a text runs in. */
export interface Surroundings {
    readonly home: string | undefined;
    readonly cwd: string | undefined;
    readonly dialect: Dialect;
}
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
/**
 * Every program that `source` would start: behind wrappers, after expansions, inside code strings. Where the text does
 * not decide it there is a doubt. Never throws; work is bounded for any input.
 */
export declare function runs(source: string, surroundings: Surroundings): Runs;
export interface Assignment {
    readonly name: string;
    readonly append: boolean;
    /** Text between the brackets of `a[…]=`. */
    readonly subscript: string | undefined;
    /** The value of a scalar assignment (no pieces for `x=`); undefined for an array. */
    readonly value: Word | undefined;
    /** The items of `a=( … )`; `[k]=v` items stand as ordinary words. */
    readonly items: readonly Word[] | undefined;
    readonly span: Span;
}
/** One simple command in command position. */
export interface Command {
    readonly assignments: readonly Assignment[];
    /** The words after assignments; empty for a command of assignments or redirections alone. */
    readonly words: readonly Word[];
    readonly redirections: readonly Redirection[];
    readonly context: Context;
    readonly pipe: Pipe;
    readonly joint: Joint;
    /** Ended by `&`. */
    readonly background: boolean;
    /** From its first assignment, redirection or word to the end of the last. */
    readonly span: Span;
}
/** Where a command stands. The chain of parents ends at the one `top` context. */
export interface Context {
    readonly kind: ContextKind;
    readonly parent: Context | undefined;
    /** The whole construct, keywords or brackets included. */
    readonly span: Span;
    /** Function name, coproc name, or the variable of `for`/`select`. */
    readonly name: string | undefined;
    /** The list of `for`/`select` (`undefined`: the positional parameters), or the subject of `case` as one word. */
    readonly words: readonly Word[] | undefined;
    /** Redirections of the compound command as a whole. */
    readonly redirections: readonly Redirection[];
    /** Its place in a pipeline, when it is a compound command in one. */
    readonly pipe: Pipe;
    /** How the compound command is joined to what stands before it in its list; `first` for a substitution. */
    readonly joint: Joint;
    /** The compound command is ended by `&`, or stands in a list that is. */
    readonly background: boolean;
}
export type ContextKind = "top" | "subshell" | "group" | "if" | "while" | "until" | "for" | "select" | "case" | "function" | "coproc"
export type Dialect = "bash" | "sh" | "zsh";
export interface HereDocument {
    readonly delimiter: string;
    /** Any part of the delimiter was quoted: the body is plain data. */
    readonly quoted: boolean;
    readonly stripTabs: boolean;
    readonly body: Span;
    /** The body as one word: a single literal when `quoted`, else with its expansions. */
    readonly word: Word;
    /** False when the input ended first (the shell warns and takes the rest as the body). */
    readonly closed: boolean;
}
/** How a command is joined to what stands before it in the same list. */
export type Joint = "first" | "sequence" | "and" | "or" | "background" | "pipe";
/** Why and where reading stopped being certain. */
export interface Lost {
    readonly at: number;
    /** One clause without a full stop: `a single quote is never closed`. */
    readonly reason: string;
}
/**
 * One part of a word. `quoted` says that its result is neither split nor globbed. Spans are always in the source
 * text, through backticks too.
 */
export type Piece = {
    readonly kind: "literal";
    /** The characters after quote removal and escape decoding. */
    readonly text: string;
    /** `none` text may still hold active `{ , } ~ * ? [ ] =` characters: brace, tilde and glob are read later. */
    readonly quoting: "none" | "escape" | "single" | "double" | "ansi-c";
    /** Includes the quotes themselves where the piece is a whole quoted run. */
    readonly span: Span;
} | {
    readonly kind: "parameter";
    /** `HOME`, `1`, `@`, `#`, …; for `${!x}` the name is `x` and `indirect` is true. */
    readonly name: string;
    readonly indirect: boolean;
    /** Subscript text as written, without brackets, for `${a[…]}`. */
    readonly subscript: string | undefined;
    /** The operator as written (`:-`, `#`, `//`, `@`, `:` …), undefined for `$x` and `${x}`. */
    readonly operator: string | undefined;
    /** The operand after the operator as a word (default value, pattern …), undefined when there is none. */
    readonly operand: Word | undefined;
    /** `${#x}` */
    readonly length: boolean;
    readonly quoted: boolean;
    readonly span: Span;
} | {
    /** `$( )`, backticks, `${ cmd; }`, `<( )`, `>( )`, zsh `=( )`: its commands carry `context` as an ancestor. */
    readonly kind: "command";
    readonly style: "dollar" | "backtick" | "brace" | "process-in" | "process-out" | "process-file";
    readonly quoted: boolean;
    readonly context: Context;
    readonly span: Span;
} | {
    readonly kind: "arithmetic";
    readonly quoted: boolean;
    readonly span: Span;
};
/** Whether standard input comes from, or standard output goes to, a neighbour in a pipeline. */
export interface Pipe {
    readonly in: boolean;
    readonly out: boolean;
}
export interface Redirection {
    /** `<`, `>`, `>>`, `>|`, `<>`, `<&`, `>&`, `&>`, `&>>`, `<<`, `<<-`, `<<<`. */
    readonly operator: string;
    /** `2` of `2>`, `fd` of `{fd}>`, undefined for none. */
    readonly descriptor: string | undefined;
    /** The target word; for a here-document its delimiter word. */
    readonly target: Word | undefined;
    readonly hereDocument: HereDocument | undefined;
    readonly span: Span;
}
export interface Script {
    readonly source: string;
    readonly dialect: Dialect;
    /**
     * Every simple command found, ordered as a shell would start them: the commands of a substitution stand before the
     * command that holds it. When `lost` is set these are the commands read before that point: bash runs complete
     * lines before it sees a later syntax error (facts: `rm x⏎)` ran).
     */
    readonly commands: readonly Command[];
    /** Every function definition, in order. */
    readonly functions: readonly Context[];
    readonly lost: Lost | undefined;
}
/** A half-open range of UTF-16 units of the source text. */
export interface Span {
    readonly start: number;
    readonly end: number;
}
/** One shell word before any expansion. */
export interface Word {
    readonly pieces: readonly Piece[];
    readonly span: Span;
}
/**
 * The word's one value when the text alone decides it: quotes and escapes taken away, no expansion, no active `*`, `?`,
 * `[`, `{`, `~` or (in zsh) `=` at the start. Undefined for every other word; `runs` goes further and follows variables.
 */
export declare function staticText(word: Word): string | undefined;
