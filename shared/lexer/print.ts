// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are shell text
/** Commands as short lines of text, for the tables of the tests. */
import type { Assignment, Command, Context, Piece, Redirection, Script, Word } from "./script.ts";

const JOINTS: Readonly<Record<Command["joint"], string>> = {
  first: "",
  sequence: "; ",
  and: "&& ",
  or: "|| ",
  background: "& ",
  pipe: "| ",
};

/** `[contexts] joint assignments words redirections`, then ` >|` for output into a pipe and ` &` for the background. */
function printCommand(command: Command): string {
  const path = printContext(command.context);
  const parts = [
    ...command.assignments.map(printAssignment),
    ...command.words.map(printWord),
    ...command.redirections.map(printRedirection),
  ];
  const text = `${path === "" ? "" : `[${path}] `}${JOINTS[command.joint]}${parts.join(" ")}`;
  return text + (command.pipe.out ? " >|" : "") + (command.background ? " &" : "");
}

export function printScript(script: Script): string[] {
  return script.commands.map(printCommand);
}

function printContext(context: Context): string {
  const names: string[] = [];
  for (let at: Context | undefined = context; at !== undefined && at.kind !== "top"; at = at.parent) {
    names.unshift(printOneContext(at));
  }
  return names.join("/");
}

function printOneContext(context: Context): string {
  let text: string = context.kind;
  if (context.name !== undefined) text += `:${context.name}`;
  if (context.words !== undefined) text += `(${context.words.map(printWord).join(" ")})`;
  if (context.redirections.length > 0) text += ` ${context.redirections.map(printRedirection).join(" ")}`;
  if (context.joint !== "first") text = JOINTS[context.joint] + text;
  if (context.pipe.out) text += " >|";
  return context.background ? `${text} &` : text;
}

function printAssignment(assignment: Assignment): string {
  const index = assignment.subscript === undefined ? "" : `[${assignment.subscript}]`;
  const value =
    assignment.items === undefined
      ? assignment.value === undefined
        ? ""
        : printWord(assignment.value)
      : `(${assignment.items.map(printWord).join(" ")})`;
  return `${assignment.name}${index}${assignment.append ? "+=" : "="}${value}`;
}

function printRedirection(redirection: Redirection): string {
  const document = redirection.hereDocument;
  const body = document === undefined ? "" : `{${printWord(document.word)}}${document.closed ? "" : "?"}`;
  const target = redirection.target === undefined ? "" : printWord(redirection.target);
  const fd = redirection.descriptor ?? "";
  return `${/^\d*$/.test(fd) ? fd : `{${fd}}`}${redirection.operator}${target}${body}`;
}

/** Literal text as the command gets it; what only a shell can know as `$x`, `$()`, `$(())`. */
function printWord(word: Word): string {
  if (word.pieces.length === 0) return "";
  let text = "";
  for (const piece of word.pieces) text += printPiece(piece);
  return text === "" || /[\s;&|()<>]/.test(literalOf(word)) ? `«${text.replaceAll("\n", "⏎")}»` : text;
}

function literalOf(word: Word): string {
  return word.pieces.map((piece) => (piece.kind === "literal" ? piece.text : "")).join("");
}

function printPiece(piece: Piece): string {
  switch (piece.kind) {
    case "literal":
      return piece.text;
    case "command":
      return {
        dollar: "$()",
        backtick: "``",
        brace: "${ }",
        "process-in": "<()",
        "process-out": ">()",
        "process-file": "=()",
      }[piece.style];
    case "arithmetic":
      return "$(())";
    case "parameter": {
      const index = piece.subscript === undefined ? "" : `[${piece.subscript}]`;
      const operand = piece.operand === undefined ? "" : printWord(piece.operand);
      const name = `${piece.indirect ? "!" : ""}${piece.length ? "#" : ""}${piece.name}${index}`;
      const plain =
        !piece.indirect && !piece.length && index === "" && piece.operator === undefined && operand === "";
      return plain ? `$${name}` : `\${${name}${piece.operator ?? ""}${operand}}`;
    }
  }
}
