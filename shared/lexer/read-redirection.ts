/** Redirections and here-documents as the reader makes them: their spans and bodies are made when they are asked for. */
import { ReadWord } from "./read-word.ts";
import type { HereDocument, Redirection, Span, Word } from "./script.ts";

export class ReadRedirection implements Redirection {
  declare readonly operator: string;
  declare readonly descriptor: string | undefined;
  declare readonly target: Word;
  declare readonly hereDocument: HereDocument | undefined;
  /** The source range. */
  declare readonly start: number;
  declare readonly end: number;
  declare private range: Span | undefined;

  constructor(
    operator: string,
    descriptor: string | undefined,
    target: Word,
    hereDocument: HereDocument | undefined,
    start: number,
    end: number,
  ) {
    this.operator = operator;
    this.descriptor = descriptor;
    this.target = target;
    this.hereDocument = hereDocument;
    this.start = start;
    this.end = end;
    this.range = undefined;
  }

  get span(): Span {
    this.range ??= { start: this.start, end: this.end };
    return this.range;
  }

  toJSON(): Redirection {
    const { operator, descriptor, target, hereDocument, span } = this;
    return { operator, descriptor, target, hereDocument, span };
  }
}

/** A here-document; until its body is read it is empty and stands at the end of the text. */
export class ReadHereDocument implements HereDocument {
  declare readonly delimiter: string;
  declare readonly quoted: boolean;
  declare readonly stripTabs: boolean;
  declare closed: boolean;
  declare private source: string;
  declare private from: number;
  declare private to: number;
  declare private range: Span | undefined;
  declare private made: Word | undefined;

  constructor(delimiter: string, quoted: boolean, stripTabs: boolean, end: number) {
    this.delimiter = delimiter;
    this.quoted = quoted;
    this.stripTabs = stripTabs;
    this.closed = false;
    this.source = "";
    this.from = end;
    this.to = end;
    this.range = undefined;
    this.made = undefined;
  }

  /** The body is the plain text from `start` to `end` of the source. */
  setPlain(source: string, start: number, end: number): void {
    this.source = source;
    this.from = start;
    this.to = end;
  }

  setWord(word: Word): void {
    this.range = word.span;
    this.made = word;
  }

  get body(): Span {
    this.range ??= { start: this.from, end: this.to };
    return this.range;
  }

  get word(): Word {
    this.made ??= bodyWord(this.source.slice(this.from, this.to), this, this.body);
    return this.made;
  }

  toJSON(): HereDocument {
    const { delimiter, quoted, stripTabs, body, word, closed } = this;
    return { delimiter, quoted, stripTabs, body, word, closed };
  }
}

/** The word of a body that is one plain text. */
export function bodyWord(text: string, { quoted, stripTabs }: HereDocument, span: Span): Word {
  if (text === "") return new ReadWord("", span.start, span.end, []);
  const stripped = stripTabs && text.includes("\t") ? withoutTabs(text) : text;
  return new ReadWord("", span.start, span.end, [
    { kind: "literal", text: stripped, quoting: quoted ? "single" : "double", span },
  ]);
}

function withoutTabs(text: string): string {
  const lines = text.split("\n");
  return lines.map((line) => line.replace(/^\t+/, "")).join("\n");
}
