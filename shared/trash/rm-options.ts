import { type Bytes, fromText, raw } from "./bytes.ts";
import { type Locale, quoted } from "./quote.ts";

/** When `rm` asks: never, only for what is write-protected when a terminal is there, or always. */
type Asking = "never" | "protected" | "always";

export interface RmOptions {
  readonly ignoreMissing: boolean;
  readonly asking: Asking;
  /** One question before anything, for many operands or a recursive call (`-I`). */
  readonly askOnce: boolean;
  readonly recursive: boolean;
  readonly emptyFolders: boolean;
  readonly verbose: boolean;
  readonly oneFileSystem: boolean;
  /** `no` is accepted and changes only which refusal is printed for `/`. */
  readonly preserveRoot: "no" | "root" | "all";
  /** As if standard input were a terminal: a switch that GNU's own tests use. */
  readonly presumeTerminal: boolean;
}

/** What a command line asks for. */
export type RmRequest =
  | { readonly kind: "remove"; readonly options: RmOptions; readonly operands: readonly Bytes[] }
  /** `-f` without operands: nothing to do, and no complaint. */
  | { readonly kind: "nothing" }
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "wrong"; readonly message: Bytes; readonly hint: Hint };

/** What follows the complaint: nothing; the help line; or that, and the way to remove a file named like an option. */
export type Hint = "none" | "help" | "help-and-operand";

type Argument = "none" | "optional";

const LONG: readonly (readonly [name: string, argument: Argument])[] = [
  ["force", "none"],
  ["interactive", "optional"],
  ["one-file-system", "none"],
  ["no-preserve-root", "none"],
  ["preserve-root", "optional"],
  ["-presume-input-tty", "none"],
  ["recursive", "none"],
  ["dir", "none"],
  ["verbose", "none"],
  ["help", "none"],
  ["version", "none"],
];

const WHEN: readonly (readonly [word: string, asking: "never" | "once" | "always"])[] = [
  ["never", "never"],
  ["no", "never"],
  ["none", "never"],
  ["once", "once"],
  ["always", "always"],
  ["yes", "always"],
];

type State = { -readonly [K in keyof RmOptions]: RmOptions[K] };

/** A stop on the way through the command line, or nothing when it goes on. */
type Step = Exclude<RmRequest, { readonly kind: "remove" | "nothing" }> | undefined;

export interface ReadingOptions {
  /** Options end at the first operand (POSIXLY_CORRECT). */
  readonly posix: boolean;
  readonly locale: Locale;
}

/** Reads the arguments of `rm` as GNU 9.1 does. */
export function readRmArguments(args: readonly Bytes[], { posix, locale }: ReadingOptions): RmRequest {
  const state: State = {
    ignoreMissing: false,
    asking: "protected",
    askOnce: false,
    recursive: false,
    emptyFolders: false,
    verbose: false,
    oneFileSystem: false,
    preserveRoot: "root",
    presumeTerminal: false,
  };
  const operands: Bytes[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as Bytes;
    if (arg === "--") {
      operands.push(...args.slice(i + 1));
      break;
    }
    if (arg === "-" || !arg.startsWith("-")) {
      if (posix) {
        operands.push(...args.slice(i));
        break;
      }
      operands.push(arg);
      continue;
    }
    const step = arg.startsWith("--") ? readLong(arg, state, locale) : readShort(arg, state);
    if (step !== undefined) return step;
  }
  if (operands.length > 0) return { kind: "remove", options: state, operands };
  return state.ignoreMissing ? { kind: "nothing" } : wrong("missing operand", "help");
}

function wrong(message: string, hint: Hint): Extract<RmRequest, { kind: "wrong" }> {
  return { kind: "wrong", message: raw(message), hint };
}

function readShort(arg: Bytes, state: State): Step {
  for (let i = 1; i < arg.length; i++) {
    const letter = arg.charAt(i);
    if (letter === "d") state.emptyFolders = true;
    else if (letter === "f") force(state);
    else if (letter === "i") ask(state, "always");
    else if (letter === "I") ask(state, "once");
    else if (letter === "r" || letter === "R") state.recursive = true;
    else if (letter === "v") state.verbose = true;
    else return wrong(`invalid option -- '${letter}'`, "help-and-operand");
  }
  return undefined;
}

function readLong(arg: Bytes, state: State, locale: Locale): Step {
  const equals = arg.indexOf("=");
  const given = equals < 0 ? arg.slice(2) : arg.slice(2, equals);
  const value = equals < 0 ? undefined : arg.slice(equals + 1);
  const exact = LONG.find(([name]) => name === given);
  const found = exact === undefined ? LONG.filter(([name]) => name.startsWith(given)) : [exact];
  if (found.length === 0) return wrong(`unrecognized option '${arg}'`, "help-and-operand");
  if (found.length > 1)
    return wrong(
      `option '${arg}' is ambiguous; possibilities:${found.map(([name]) => ` '--${name}'`).join("")}`,
      "help-and-operand",
    );
  const [name, argument] = found[0] as (typeof LONG)[number];
  if (argument === "none" && value !== undefined)
    return wrong(`option '--${name}' doesn't allow an argument`, "help-and-operand");
  return applyLong({ name, given, value }, state, locale);
}

interface LongOption {
  readonly name: string;
  /** As typed, perhaps shortened. */
  readonly given: string;
  readonly value: string | undefined;
}

function applyLong({ name, given, value }: LongOption, state: State, locale: Locale): Step {
  switch (name) {
    case "force":
      force(state);
      return undefined;
    case "interactive":
      return readWhen(value, state, locale);
    case "one-file-system":
      state.oneFileSystem = true;
      return undefined;
    case "no-preserve-root":
      if (given !== name) return wrong("you may not abbreviate the --no-preserve-root option", "none");
      state.preserveRoot = "no";
      return undefined;
    case "preserve-root":
      if (value !== undefined && value !== "all")
        return wrong(`unrecognized --preserve-root argument: ${quoted(raw(value), locale)}`, "none");
      state.preserveRoot = value === "all" ? "all" : "root";
      return undefined;
    case "-presume-input-tty":
      state.presumeTerminal = true;
      return undefined;
    case "recursive":
      state.recursive = true;
      return undefined;
    case "dir":
      state.emptyFolders = true;
      return undefined;
    case "verbose":
      state.verbose = true;
      return undefined;
    case "help":
      return { kind: "help" };
    default:
      return { kind: "version" };
  }
}

function readWhen(value: string | undefined, state: State, locale: Locale): Step {
  if (value === undefined) {
    ask(state, "always");
    return undefined;
  }
  const exact = WHEN.find(([word]) => word === value);
  const found = exact === undefined ? WHEN.filter(([word]) => word.startsWith(value)) : [exact];
  const meanings = new Set(found.map(([, asking]) => asking));
  const meaning = found[0]?.[1];
  if (meaning !== undefined && meanings.size === 1) {
    ask(state, meaning);
    return undefined;
  }
  // In a UTF-8 locale GNU prints these, and only these, in curly quotes.
  const [open, close] = locale === "utf-8" ? [fromText("\u2018"), fromText("\u2019")] : ["'", "'"];
  const inQuotes = (word: string): string => `${open}${word}${close}`;
  const choices = ["never", "once", "always"].map((asking) => {
    const words = WHEN.filter(([, means]) => means === asking).map(([word]) => inQuotes(word));
    return `\n  - ${words.join(", ")}`;
  });
  const complaint = found.length === 0 ? "invalid" : "ambiguous";
  return wrong(
    `${complaint} argument ${inQuotes(value)} for ${inQuotes("--interactive")}\nValid arguments are:${choices.join("")}`,
    "help",
  );
}

function force(state: State): void {
  state.asking = "never";
  state.ignoreMissing = true;
  state.askOnce = false;
}

function ask(state: State, when: "never" | "once" | "always"): void {
  state.asking = when === "once" ? "protected" : when;
  state.askOnce = when === "once";
  // Alone, "never" does not make missing files silent, and it does not take that back either.
  if (when !== "never") state.ignoreMissing = false;
}
