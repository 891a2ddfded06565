/** Words and commands as the reader makes them: one object each, whose parts are made when they are asked for. */
import type { Assignment, Command, Context, Joint, Piece, Pipe, Redirection, Span, Word } from "./script.ts";

/**
 * A word of the text. Most words are one run of plain units that nobody looks at twice: their piece, its text and its
 * span would be five objects more for each, and collecting those took longer than the reading.
 */
export class ReadWord implements Word {
  /** What the units of a plain word are cut from. */
  private readonly source: string;
  /** The source range. */
  readonly start: number;
  readonly end: number;
  private made: readonly Piece[] | undefined;
  private range: Span | undefined;

  /** Without `pieces` it is the plain text of its range in `source`. */
  constructor(source: string, start: number, end: number, pieces: readonly Piece[] | undefined) {
    this.source = source;
    this.start = start;
    this.end = end;
    this.made = pieces;
    this.range = undefined;
  }

  get span(): Span {
    this.range ??= { start: this.start, end: this.end };
    return this.range;
  }

  get pieces(): readonly Piece[] {
    this.made ??= [{ kind: "literal", text: this.text, quoting: "none", span: this.span }];
    return this.made;
  }

  /** Whether no quotes, escapes or expansions stand in it: then `text` is its text. */
  get plain(): boolean {
    return this.made === undefined;
  }

  get length(): number {
    return this.end - this.start;
  }

  /** The first unit of a plain word. */
  get first(): number {
    return this.source.charCodeAt(this.start);
  }

  get text(): string {
    return this.source.slice(this.start, this.end);
  }

  toJSON(): Word {
    return { pieces: this.pieces, span: this.span };
  }
}

/** The text of a word that is one run of plain units; undefined for every other word, and for a word made elsewhere. */
export function plainTextOf(word: Word): string | undefined {
  return word instanceof ReadWord && word.plain ? word.text : undefined;
}

/** A simple command of the text. */
export class ReadCommand implements Command {
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  redirections: readonly Redirection[];
  readonly context: Context;
  pipe: Pipe;
  readonly joint: Joint;
  background: boolean;
  private readonly from: number;
  private readonly to: number;
  private range: Span | undefined;

  constructor(
    assignments: readonly Assignment[],
    words: readonly Word[],
    redirections: readonly Redirection[],
    context: Context,
    pipe: Pipe,
    joint: Joint,
    start: number,
    end: number,
  ) {
    this.assignments = assignments;
    this.words = words;
    this.redirections = redirections;
    this.context = context;
    this.pipe = pipe;
    this.joint = joint;
    this.background = false;
    this.from = start;
    this.to = end;
    this.range = undefined;
  }

  get span(): Span {
    this.range ??= { start: this.from, end: this.to };
    return this.range;
  }

  set span(range: Span) {
    this.range = range;
  }

  toJSON(): Command {
    return commandFields(this);
  }
}

/** A command as a plain object. */
export function commandFields({
  assignments,
  words,
  redirections,
  context,
  pipe,
  joint,
  background,
  span,
}: Command): Command {
  return { assignments, words, redirections, context, pipe, joint, background, span };
}
