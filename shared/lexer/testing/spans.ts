/** What must hold of the spans of any reading: used by the tests and by the fuzzer. */
import type { Context, Piece, Script, Span, Word } from "../script.ts";

/** Throws where a span of the script lies outside its parent or the source, or says something else than the piece. */
export function checkSpans(script: Script): void {
  const { source } = script;
  const whole: Span = { start: 0, end: source.length };
  const inside = (span: Span, parent: Span, what: string): void => {
    const fits = span.start >= parent.start && span.end <= parent.end && span.start <= span.end;
    if (!fits)
      throw new Error(
        `${what} ${span.start}-${span.end} is not inside ${parent.start}-${parent.end}: ${JSON.stringify(source)}`,
      );
  };
  // Inside backticks and here-document bodies the text is read after escapes and line joins are taken away.
  const checkPiece = (piece: Piece, parent: Span, exact: boolean): void => {
    inside(piece.span, parent, `a ${piece.kind} piece`);
    const text = source.slice(piece.span.start, piece.span.end);
    if (piece.kind === "literal" && exact) {
      if (piece.quoting === "none" && text !== piece.text)
        throw new Error(`plain ${piece.text} covers ${text}`);
      if (piece.quoting === "escape" && text !== `\\${piece.text}` && text !== "\\")
        throw new Error(`escaped ${piece.text} covers ${text}`);
    }
    if (piece.kind === "parameter" && piece.operand !== undefined)
      checkWord(piece.operand, piece.span, exact);
    if (piece.kind === "parameter" && exact && !text.startsWith("$"))
      throw new Error(`a parameter covers ${text}`);
    if (piece.kind === "command") {
      if (exact && !/^(?:[$<>=]|`)/.test(text)) throw new Error(`a substitution covers ${text}`);
      if (piece.context.span.start !== piece.span.start || piece.context.span.end !== piece.span.end)
        throw new Error("a substitution and its context have different spans");
    }
  };
  const checkWord = (word: Word, parent: Span, exact: boolean): void => {
    inside(word.span, parent, "a word");
    let at = word.span.start;
    for (const piece of word.pieces) {
      if (piece.span.start < at) throw new Error(`a piece at ${piece.span.start} overlaps the one before it`);
      at = piece.span.end;
      checkPiece(piece, word.span, exact);
    }
  };
  const seen = new Set<Context>();
  const checkContext = (context: Context): void => {
    if (seen.has(context)) return;
    seen.add(context);
    inside(context.span, whole, `a ${context.kind}`);
    if (context.parent === undefined) return;
    checkContext(context.parent);
    // The body of a here-document stands behind the compound command that reads it.
    if (context.kind !== "here-document") inside(context.span, context.parent.span, `a ${context.kind}`);
  };
  for (const command of script.commands) {
    checkContext(command.context);
    inside(command.span, command.context.span, "a command");
    const exact = isExact(source, command.context);
    const { span } = command;
    for (const word of command.words) checkWord(word, span, exact);
    for (const assignment of command.assignments) {
      inside(assignment.span, span, "an assignment");
      if (assignment.value !== undefined) checkWord(assignment.value, assignment.span, exact);
      for (const item of assignment.items ?? []) checkWord(item, assignment.span, exact);
    }
    for (const redirection of command.redirections) {
      inside(redirection.span, span, "a redirection");
      if (redirection.target !== undefined) checkWord(redirection.target, redirection.span, exact);
      const document = redirection.hereDocument;
      if (document !== undefined) {
        inside(document.body, whole, "a body");
        checkWord(document.word, document.body, false);
      }
    }
    const starts = [...command.assignments, ...command.words, ...command.redirections].map(
      (part) => part.span.start,
    );
    if (Math.min(...starts) !== span.start) throw new Error("a command does not begin at its first part");
  }
  if (script.lost !== undefined) inside({ start: script.lost.at, end: script.lost.at }, whole, "the loss");
}

function isExact(source: string, context: Context): boolean {
  for (let at: Context | undefined = context; at !== undefined; at = at.parent) {
    if (at.kind === "here-document") return false;
    if (at.kind === "substitution" && source[at.span.start] === "`") return false;
    // A substitution that was still open at a loss has no reliable first unit to look at.
    if (at.span.end === at.span.start) return false;
  }
  return true;
}
