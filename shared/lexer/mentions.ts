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
 * Whether one of the texts holds the name as a word of its own, in any case, or an escape that could spell it
 * (`\x72m`, `\u0072`).
 */
export function mentions(texts: readonly string[], name: string): boolean {
  const wanted = name.toLowerCase();
  for (const text of texts) {
    if (/\\(x[0-9a-fA-F]|u[0-9a-fA-F]|0?[0-7]{2})/.test(text)) return true;
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + 1)) {
      if (!/[\w.-]/.test(lower.charAt(at - 1)) && !/[\w.-]/.test(lower.charAt(at + wanted.length)))
        return true;
    }
  }
  return false;
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
