/** Literal texts of a script, and whether they name a program or could be turned into its name. */
import type { Command, Context, Piece, Script, Word } from "./script.ts";

/** Every literal text: arguments, assigned values, array items, here-strings, here-document bodies. */
export function literalTexts(script: Script): readonly string[] {
  const texts: string[] = [];
  const seen = new Set<Context>();
  for (const command of script.commands) {
    command.words.forEach((word, index) => {
      if (index > 0) addWord(word, texts);
    });
    for (const assignment of command.assignments) {
      if (assignment.value !== undefined) addWord(assignment.value, texts);
      for (const item of assignment.items ?? []) addWord(item, texts);
    }
    for (const redirection of command.redirections) {
      if (redirection.hereDocument !== undefined) addWord(redirection.hereDocument.word, texts);
      else if (redirection.operator === "<<<" && redirection.target !== undefined)
        addWord(redirection.target, texts);
    }
    for (let at: Context | undefined = command.context; at !== undefined && !seen.has(at); at = at.parent) {
      seen.add(at);
      for (const word of at.words ?? []) addWord(word, texts);
    }
  }
  return texts;
}

function addWord(word: Word, texts: string[]): void {
  let text = "";
  for (const piece of word.pieces) {
    if (piece.kind === "literal") {
      text += piece.text;
      continue;
    }
    if (text !== "") texts.push(text);
    text = "";
    addOperand(piece, texts);
  }
  if (text !== "") texts.push(text);
}

function addOperand(piece: Piece, texts: string[]): void {
  if (piece.kind === "parameter" && piece.operand !== undefined) addWord(piece.operand, texts);
}

/**
 * Whether one of the texts holds the name as a word of its own, in any case and any quoting, or an escape that could
 * spell it (`\x72m`, `\u0072`): a text that becomes code is read with the quotes that it holds.
 */
export function mentions(texts: readonly string[], name: string): boolean {
  for (const text of texts) {
    if (/\\(x[0-9a-fA-F]|u[0-9a-fA-F]|0?[0-7]{2})/.test(text)) return true;
    if (holdsWord(text, name) || (couldHide(text) && holdsWord(unquoted(text), name))) return true;
  }
  return false;
}

/** Whether the name stands in the text as it is written, with nothing of a name next to it. */
export function holdsWord(text: string, name: string): boolean {
  const lower = text.toLowerCase();
  const wanted = name.toLowerCase();
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
    if (!/[\w.-]/.test(lower.charAt(at - 1)) && !/[\w.-]/.test(lower.charAt(at + wanted.length))) return true;
  }
  return false;
}

/** Whether quotes or backslashes could stand inside a name. */
export function couldHide(text: string): boolean {
  return text.includes("'") || text.includes('"') || text.includes("\\");
}

/** The text as a shell sees it after its quotes are gone; where the quotes begin and end does not matter here. */
export function unquoted(text: string): string {
  return text.replace(/\\\n|['"\\]/g, "");
}

/** Whether the script runs a program that makes new text of old: what it prints can be any name. */
export function makesText(script: Script): boolean {
  return script.commands.some((command) => isTextMaker(firstText(command)));
}

function firstText(command: Command): string {
  const piece = command.words[0]?.pieces[0];
  return piece?.kind === "literal" ? piece.text : "";
}

function isTextMaker(name: string): boolean {
  switch (name.slice(name.lastIndexOf("/") + 1)) {
    case "base64":
    case "base32":
    case "basenc":
    case "openssl":
    case "xxd":
    case "od":
    case "hexdump":
    case "tr":
    case "rev":
    case "sed":
    case "awk":
    case "gawk":
    case "mawk":
    case "cut":
    case "tac":
    case "paste":
    case "fold":
    case "printf":
    case "perl":
    case "python":
    case "python3":
    case "node":
    case "ruby":
    case "php":
    case "dd":
    case "gzip":
    case "gunzip":
    case "zcat":
    case "jq":
      return true;
    default:
      return false;
  }
}
