/** Words and commands as the reader makes them: one object each, whose parts are made when they are asked for. */
import { DOLLAR, DOUBLE_QUOTE, mayBeSpecial, SINGLE_QUOTE } from "./chars.ts";
import type { Assignment, Command, Context, Joint, Piece, Pipe, Redirection, Span, Word } from "./script.ts";

/** Numbers in one piece of memory, which short texts share one behind the other; a long one makes it larger. */
const CHUNK = 2048;
/** Room that a text finds at the least. */
const LEAST = 128;
let shared: Int32Array = new Int32Array(CHUNK);
/** Where the next text's numbers begin. */
let used = 0;
/** Words of the commands that are being read. One text is read at a time, and none reads another. */
let stack: Int32Array = new Int32Array(LEAST);

/**
 * A word of the text. Most words are one run of plain units that nobody looks at twice: their piece, its text and its
 * span would be five objects more for each, and collecting those took longer than the reading.
 */
// `declare`: a field that is only declared would be set twice for every object, first to undefined.
export class ReadWord implements Word {
  /** What the units of a plain word are cut from. */
  declare readonly source: string;
  /** The source range. */
  declare readonly start: number;
  declare readonly end: number;
  declare private made: readonly Piece[] | undefined;
  declare private range: Span | undefined;

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
    this.made ??= [simplePiece(this.source, this.start, this.end, this.span)];
    return this.made;
  }

  /** Whether it is one piece that its source tells again: plain units, a quotation or a parameter. */
  get isSimple(): boolean {
    return this.made === undefined;
  }

  /** Whether no quotes, escapes or expansions stand in it: then `text` is its text. */
  get isPlain(): boolean {
    return this.made === undefined && isPlainStart(this.source.charCodeAt(this.start));
  }

  /** Of a plain word: see `mayBeSpecial`. */
  get mayBeSpecial(): boolean {
    return mayBeSpecial(this.source, this.start, this.end);
  }

  get text(): string {
    return this.source.slice(this.start, this.end);
  }

  toJSON(): Word {
    return { pieces: this.pieces, span: this.span };
  }
}

function isPlainStart(c: number): boolean {
  return c !== SINGLE_QUOTE && c !== DOUBLE_QUOTE && c !== DOLLAR;
}

/** The piece of a word that `simpleWordEnd` found. */
function simplePiece(source: string, start: number, end: number, span: Span): Piece {
  const c = source.charCodeAt(start);
  if (c === SINGLE_QUOTE)
    return { kind: "literal", text: source.slice(start + 1, end - 1), quoting: "single", span };
  if (c === DOLLAR) return parameter(source, start, end, false, span);
  if (c !== DOUBLE_QUOTE) return { kind: "literal", text: source.slice(start, end), quoting: "none", span };
  if (source.charCodeAt(start + 1) === DOLLAR)
    return parameter(source, start + 1, end - 1, true, { start: start + 1, end: end - 1 });
  return { kind: "literal", text: source.slice(start + 1, end - 1), quoting: "double", span };
}

function parameter(source: string, start: number, end: number, quoted: boolean, span: Span): Piece {
  return {
    kind: "parameter",
    name: source.slice(start + 1, end),
    indirect: false,
    subscript: undefined,
    operator: undefined,
    operand: undefined,
    length: false,
    quoted,
    span,
  };
}

/** The text of a word that is one run of plain units; undefined for every other word, and for a word made elsewhere. */
export function plainTextOf(word: Word): string | undefined {
  return word instanceof ReadWord && word.isPlain ? word.text : undefined;
}

/**
 * The words of all commands of a text, as numbers: millions of small objects that nobody has asked for yet would cost
 * the collector more than the whole reading. A command is its start, its end and the number of its words, then for each
 * word its start and end; a word that is more than a run of plain units is the complement of its place in `objects`.
 */
export class Tape {
  declare private readonly source: string;
  declare private readonly objects: ReadWord[];
  declare private numbers: Int32Array;
  declare private written: number;
  /** Words of the commands that are being read, the innermost last. */
  declare private top: number;

  constructor(source: string) {
    this.source = source;
    this.objects = [];
    // A chunk that a long text made larger is that text's alone.
    if (used + LEAST > shared.length || shared.length > CHUNK) {
      shared = new Int32Array(CHUNK);
      used = 0;
    }
    this.numbers = shared;
    this.written = used;
    this.top = 0;
  }

  /** Where the words of a command that begins now will lie. */
  get mark(): number {
    return this.top;
  }

  /** Adds a plain word to the innermost command. */
  plain(start: number, end: number): void {
    const { top } = this;
    if (top + 2 > stack.length) stack = grown(stack, top + 2);
    stack[top] = start;
    stack[top + 1] = end;
    this.top = top + 2;
  }

  /** Adds any word to the innermost command. */
  word(word: ReadWord): void {
    if (word.isSimple) {
      this.plain(word.start, word.end);
      return;
    }
    this.plain(~this.objects.length, 0);
    this.objects.push(word);
  }

  /** Ends the innermost command, whose words lie from `mark` on; gives its place. */
  command(mark: number, start: number, end: number): number {
    const { written, top } = this;
    const length = written + 3 + top - mark;
    if (length > shared.length) this.numbers = shared = grown(shared, length);
    const numbers = shared;
    numbers[written] = start;
    numbers[written + 1] = end;
    numbers[written + 2] = (top - mark) >> 1;
    let to = written + 3;
    for (let at = mark; at < top; at++) numbers[to++] = stack[at] as number;
    this.written = to;
    this.top = mark;
    return written;
  }

  /** Takes back the words from `mark` on, which belong to no command. */
  forget(mark: number): readonly ReadWord[] {
    const words: ReadWord[] = [];
    for (let at = mark; at < this.top; at += 2)
      words.push(this.made(stack[at] as number, stack[at + 1] as number));
    this.top = mark;
    return words;
  }

  /** The text is read: the next one's numbers come behind its own. */
  close(): void {
    used = this.written;
    if (stack.length > CHUNK) stack = new Int32Array(LEAST);
  }

  spanAt(at: number): Span {
    return { start: this.numbers[at] as number, end: this.numbers[at + 1] as number };
  }

  wordsAt(at: number): readonly Word[] {
    const { numbers } = this;
    const count = numbers[at + 2] as number;
    const words = new Array<ReadWord>(count);
    for (let index = 0, from = at + 3; index < count; index++, from += 2)
      words[index] = this.made(numbers[from] as number, numbers[from + 1] as number);
    return words;
  }

  private made(start: number, end: number): ReadWord {
    return start < 0 ? (this.objects[~start] as ReadWord) : new ReadWord(this.source, start, end, undefined);
  }
}

/** A copy with room for `length` numbers and more. */
function grown(numbers: Int32Array, length: number): Int32Array {
  const larger = new Int32Array(Math.max(length, numbers.length * 2));
  larger.set(numbers);
  return larger;
}

/** A simple command of the text. */
export class ReadCommand implements Command {
  declare readonly assignments: readonly Assignment[];
  declare redirections: readonly Redirection[];
  declare readonly context: Context;
  declare pipe: Pipe;
  declare readonly joint: Joint;
  declare background: boolean;
  declare private readonly tape: Tape;
  declare private readonly at: number;
  declare private list: readonly Word[] | undefined;
  declare private range: Span | undefined;

  /** `at` is its place on the tape. */
  constructor(
    assignments: readonly Assignment[],
    redirections: readonly Redirection[],
    context: Context,
    pipe: Pipe,
    joint: Joint,
    tape: Tape,
    at: number,
  ) {
    this.assignments = assignments;
    this.redirections = redirections;
    this.context = context;
    this.pipe = pipe;
    this.joint = joint;
    this.background = false;
    this.tape = tape;
    this.at = at;
    this.list = undefined;
    this.range = undefined;
  }

  get words(): readonly Word[] {
    this.list ??= this.tape.wordsAt(this.at);
    return this.list;
  }

  get span(): Span {
    this.range ??= this.tape.spanAt(this.at);
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
