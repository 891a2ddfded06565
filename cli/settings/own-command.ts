/** The command text of our entries: written in one form, recognised in every form that means the same. */
import { type Command, lex, type Piece, type Span, type Word } from "@hasna/hooks-lexer";

/** One command that runs our hooks. */
export interface OwnCommand {
  /** `A=` of `A= hooks run x`, as `A=value`, in order. */
  readonly assignments: readonly string[];
  /** The program's path without its quotes; a variable stands as `$NAME`. */
  readonly program: string;
  readonly names: readonly string[];
  /** Where each name stands in the text, quotes included. */
  readonly spans: readonly Span[];
  /** The harness that the entry is written for; undefined when it does not say. */
  readonly harness: string | undefined;
  /** `key=value` of each `--set`. */
  readonly settings: readonly string[];
  /** What follows from the first option on that we do not know. */
  readonly options: readonly string[];
}

/**
 * Variables that would turn the compiled program into something else: `BUN_OPTIONS` preloads code, `BUN_BE_BUN` makes it
 * plain bun, `BUN_INSPECT` with a break waits for a debugger. A project's settings can set them for the whole session;
 * empty values switch each off (measured with Bun 1.4.5).
 */
const NEUTRALISED = ["BUN_OPTIONS=", "BUN_BE_BUN=", "BUN_INSPECT="];

/**
 * In front of the program: in a folder that was deleted meanwhile Bun ends with 1 before any code of ours, and most
 * harnesses take 1 for "go on" (measured with Bun 1.4.5). The event names the folder that the call is about.
 */
const STEADY = "cd /;";

/**
 * The command for one entry. `program` is an absolute path, or the bare word in a file that is shared; `harness` is the
 * id that the entry names, undefined for the one that needs no naming; `settings` are `key=value`.
 */
export function ownCommand(
  program: string,
  names: readonly string[],
  harness?: string,
  settings: readonly string[] = [],
): string {
  const words = [quote(program), "run", ...names, ...(harness === undefined ? [] : ["--harness", harness])];
  for (const setting of settings) words.push("--set", quote(setting));
  // Shared files stay readable and portable: what a teammate's shell finds is the teammate's business.
  return (program.includes("/") ? [STEADY, ...NEUTRALISED, ...words] : words).join(" ");
}

/** A word that every shell reads back as the same text. */
export function quote(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** UTF-16 units: far above any command of ours, so that a script in somebody's settings is not read for nothing. */
const LONGEST = 4096;

/**
 * Reads a command as ours: one simple command, assignments, a program called `hooks`, `run`, names, and `cd /` in front
 * or not. Path, quoting and spacing do not matter. Anything joined to it (a pipe, a list, a redirection) makes it somebody else's.
 */
export function readOwnCommand(text: string): OwnCommand | undefined {
  if (text.length > LONGEST || !mayBeOurs(text)) return undefined;
  const script = lex(text, { dialect: "sh" });
  const commands =
    script.commands.length === 2 && isSteady(script.commands[0]) ? script.commands.slice(1) : script.commands;
  const [command] = commands;
  if (script.lost !== undefined || command === undefined || commands.length > 1) return undefined;
  if (!isPlain(command)) return undefined;
  const [program, run, ...rest] = command.words;
  if (program === undefined || run === undefined) return undefined;
  const path = spelled(program);
  if (path === undefined || !isHooks(path) || literal(run) !== "run") return undefined;
  const words = rest.map((word) => ({ text: literal(word), span: word.span }));
  if (words.some((word) => word.text === undefined)) return undefined;
  const named: { text: string | undefined; span: Span }[] = [];
  let harness: string | undefined;
  const settings: string[] = [];
  let index = 0;
  for (; index < words.length; index++) {
    const word = words[index] as (typeof words)[number];
    if (word.text === "--harness") harness = words[++index]?.text ?? "";
    else if (word.text?.startsWith("--harness=")) harness = word.text.slice("--harness=".length);
    else if (word.text === "--set") settings.push(words[++index]?.text ?? "");
    // What follows an option that we do not know may be its value.
    else if (word.text?.startsWith("-")) break;
    else named.push(word);
  }
  return {
    assignments: command.assignments.map(
      ({ name, value }) => `${name}=${value === undefined ? "" : (spelled(value) ?? "?")}`,
    ),
    program: path,
    names: named.map((word) => word.text as string),
    spans: named.map((word) => word.span),
    harness,
    settings,
    options: words.slice(index).map((word) => word.text as string),
  };
}

/** Cheap and never wrong about ours: the program's name stands in the text, whatever quotes it is broken up by. */
function mayBeOurs(text: string): boolean {
  return text.replace(/["'\\\n]/g, "").includes("hooks");
}

/** Whether a text runs one of these hooks through our program in some form that `readOwnCommand` does not take for ours. */
export function mentions(text: string, names: readonly string[]): boolean {
  if (text.length > LONGEST || readOwnCommand(text) !== undefined) return false;
  return lex(text, { dialect: "sh" }).commands.some(({ words }) => {
    const texts = words.map((word) => spelled(word) ?? "");
    const run = texts.indexOf("run");
    return (
      run > 0 &&
      texts.slice(0, run).some((word) => isHooks(word) || word.includes("@hasna/hooks")) &&
      texts.slice(run + 1).some((word) => names.includes(word))
    );
  });
}

/** The same program run for the same hooks in the same order, whatever the spelling. */
export function sameCommand(a: OwnCommand, b: OwnCommand): boolean {
  return (
    JSON.stringify([a.assignments, a.program, a.names, a.harness, a.settings, a.options]) ===
    JSON.stringify([b.assignments, b.program, b.names, b.harness, b.settings, b.options])
  );
}

/** `cd /` in front of ours. */
function isSteady(command: Command | undefined): boolean {
  if (command === undefined || !isPlain(command) || command.assignments.length > 0) return false;
  return command.words.map((word) => literal(word)).join(" ") === "cd /";
}

function isPlain(command: Command): boolean {
  return (
    command.context.kind === "top" &&
    command.redirections.length === 0 &&
    !command.background &&
    !command.pipe.in &&
    !command.pipe.out
  );
}

function isHooks(path: string): boolean {
  return path.slice(path.lastIndexOf("/") + 1) === "hooks";
}

function literal(word: Word): string | undefined {
  const texts = word.pieces.map((piece) => (piece.kind === "literal" ? piece.text : undefined));
  return texts.includes(undefined) ? undefined : texts.join("");
}

function spelled(word: Word): string | undefined {
  const texts = word.pieces.map(spelledPiece);
  return texts.includes(undefined) ? undefined : texts.join("");
}

function spelledPiece(piece: Piece): string | undefined {
  if (piece.kind === "literal") return piece.text;
  const isPlainVariable =
    piece.kind === "parameter" && piece.operator === undefined && !piece.indirect && !piece.length;
  return isPlainVariable ? `$${piece.name}` : undefined;
}
