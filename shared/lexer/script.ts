/** What `lex` gives back: every simple command of a shell text, in any nesting, with exact spans. */

/** A half-open range of UTF-16 units of the source text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type Dialect = "bash" | "sh" | "zsh";

/**
 * One part of a word. `quoted` says that its result is neither split nor globbed. Spans are always in the source
 * text, through backticks too.
 */
export type Piece =
  | {
      readonly kind: "literal";
      /** The characters after quote removal and escape decoding. */
      readonly text: string;
      /** `none` text may still hold active `{ , } ~ * ? [ ] =` characters: brace, tilde and glob are read later. */
      readonly quoting: "none" | "escape" | "single" | "double" | "ansi-c";
      /** Includes the quotes themselves where the piece is a whole quoted run. */
      readonly span: Span;
    }
  | {
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
    }
  | {
      /** `$( )`, backticks, `${ cmd; }`, `<( )`, `>( )`, zsh `=( )`: its commands carry `context` as an ancestor. */
      readonly kind: "command";
      readonly style: "dollar" | "backtick" | "brace" | "process-in" | "process-out" | "process-file";
      readonly quoted: boolean;
      readonly context: Context;
      readonly span: Span;
    }
  | { readonly kind: "arithmetic"; readonly quoted: boolean; readonly span: Span };

/** One shell word before any expansion. */
export interface Word {
  readonly pieces: readonly Piece[];
  readonly span: Span;
}

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

export type ContextKind =
  | "top"
  | "subshell"
  | "group"
  | "if"
  | "while"
  | "until"
  | "for"
  | "select"
  | "case"
  | "function"
  | "coproc"
  /** `$( )`, backticks, `${ cmd; }` */
  | "substitution"
  | "process-substitution"
  /** `(( ))`, `$(( ))`, `[[ ]]`, subscripts: hold commands only through substitutions. */
  | "arithmetic"
  | "conditional"
  | "here-document";

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

/** Whether standard input comes from, or standard output goes to, a neighbour in a pipeline. */
export interface Pipe {
  readonly in: boolean;
  readonly out: boolean;
}

/** How a command is joined to what stands before it in the same list. */
export type Joint = "first" | "sequence" | "and" | "or" | "background" | "pipe";

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

/** Why and where reading stopped being certain. */
export interface Lost {
  readonly at: number;
  /** One clause without a full stop: `a single quote is never closed`. */
  readonly reason: string;
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
