/**
 * Whether a command changes where programs are looked for. `PATH=/nope; rm x` finds no rm and deletes nothing; with the
 * verb replaced by a full path it would. What does not run must not be made to run.
 */
import type { Deletion } from "@hasna/hooks-deletes";
import type { Command, Piece, Script, Word } from "@hasna/hooks-lexer";
import { staticText } from "@hasna/hooks-lexer";
import type { Denial } from "./answers.ts";
import { deny } from "./answers.ts";

export function refuseLostPath(script: Script, owned: readonly Deletion[]): Denial | undefined {
  const { source } = script;
  // Nearly every command ends here: without one of these words nothing can be looked for elsewhere.
  if (
    !source.includes("PATH") &&
    !source.includes("path=") &&
    !source.includes("env") &&
    !source.includes("exec")
  )
    return undefined;
  let changes: boolean | undefined;
  for (const { run, verb } of owned) {
    if (source.slice(verb.start, verb.end).includes("/")) continue;
    changes ??= script.commands.some(changesPath);
    if (!changes && !clearsPath(run.command)) continue;
    return deny(
      "search-path",
      "The command changes where programs are looked for, so its `rm` may be another program or none.",
      "Write the delete as a command of its own, or as `/bin/rm -- <path>`, which goes to the trash.",
      [verb],
    );
  }
  return undefined;
}

function changesPath({ assignments, words }: Command): boolean {
  for (const { name, value, items } of assignments) {
    if (name === "PATH" && !(value === undefined ? false : keepsSystem(value))) return true;
    if (name === "path" && items !== undefined && !items.some(keepsSystem)) return true;
  }
  const verb = words[0] === undefined ? undefined : staticText(words[0]);
  if (verb === "unset") return words.some((word) => staticText(word) === "PATH");
  // `export PATH=…`, `env PATH=… rm x`: the assignment is a word.
  return words.some((word) => leading(word).startsWith("PATH=") && !keepsSystem(word));
}

/** Whether the value holds the old one, or the folder of the system's programs. */
function keepsSystem(word: Word): boolean {
  for (const piece of word.pieces) if (piece.kind === "parameter" && keepsOld(piece)) return true;
  for (const part of literal(word)
    .replace(/^PATH=/, "")
    .split(":")) {
    if (part === "/bin" || part === "/usr/bin") return true;
  }
  return false;
}

function keepsOld(piece: Extract<Piece, { kind: "parameter" }>): boolean {
  // `${PATH%:*}` may cut off what is needed; `${PATH:-x}` and `${PATH:+$PATH:}` do not.
  const { name, operator, operand } = piece;
  if (name === "PATH" || name === "path") return operator === undefined || /^:?[-+?]$/.test(operator);
  return operand !== undefined && keepsSystem(operand);
}

function leading(word: Word): string {
  const first = word.pieces[0];
  return first?.kind === "literal" ? first.text : "";
}

function literal(word: Word): string {
  let text = "";
  for (const piece of word.pieces) text += piece.kind === "literal" ? piece.text : "\0";
  return text;
}

/**
 * `env -i sudo rm x`, `exec -c sudo rm x`: env itself looks in the usual places when PATH is gone, and the shell has looked
 * before it empties the environment, but a program between it and rm may not.
 */
function clearsPath({ words }: Command): boolean {
  for (const [at, word] of words.entries()) {
    const name = staticText(word);
    const last = name?.slice(name.lastIndexOf("/") + 1);
    if (last === "env" && clearsBefore(words.slice(at + 1), envOption)) return true;
    if (last === "exec" && clearsBefore(words.slice(at + 1), execOption)) return true;
  }
  return false;
}

interface Option {
  readonly clears: boolean;
  /** The next word is its value; `unset`: and the name of a variable that goes. */
  readonly value: "none" | "other" | "unset";
}

/** Whether the options of a program empty the environment in front of a program that is not rm itself. */
function clearsBefore(words: readonly Word[], read: (text: string) => Option): boolean {
  let cleared = false;
  for (let at = 0; at < words.length; at += 1) {
    const text = leading(words[at] as Word);
    if (!text.startsWith("-") && !text.includes("=")) return cleared && text !== "rm";
    const { clears, value } = read(text);
    if (clears) cleared = true;
    if (value === "none") continue;
    at += 1;
    const next = words[at];
    if (value === "unset" && next !== undefined && leading(next) === "PATH") cleared = true;
  }
  return false;
}

function envOption(text: string): Option {
  const long = (name: string): boolean => text.length > 2 && name.startsWith(text);
  const clears =
    text === "-" ||
    /^-[a-zA-Z0]*i/.test(text) ||
    long("--ignore-environment") ||
    /^(?:-[0iv]*u|--u[nset]*=)PATH$/.test(text);
  if (/^-[a-zA-Z0]*u$/.test(text) || long("--unset")) return { clears, value: "unset" };
  return { clears, value: /^-[a-zA-Z0]*[CS]$/.test(text) || long("--chdir") ? "other" : "none" };
}

function execOption(text: string): Option {
  return { clears: /^-[acl]*c/.test(text), value: /^-[cl]*a$/.test(text) ? "other" : "none" };
}
