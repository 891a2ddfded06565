/** What can be completed: made from the command table, so that a new command or option needs no second place. */
import type { Command } from "../context.ts";

/** What stands behind an option or a command. */
export type Values =
  | { readonly kind: "none" }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "files" }
  | { readonly kind: "folders" }
  /** Something that only the user knows. */
  | { readonly kind: "free" };

interface CompletedOption {
  /** As it is typed: `--json`, `-f`. */
  readonly flag: string;
  readonly about: string;
  readonly value: Values;
}

export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly CompletedOption[];
  readonly operands: Values;
}

/** Names that are known when the text is made. */
export interface KnownNames {
  readonly hooks: readonly string[];
  readonly harnesses: readonly string[];
  readonly shells: readonly string[];
  readonly events: readonly string[];
}

export function completedCommands(
  commands: Readonly<Record<string, Command>>,
  names: KnownNames,
): readonly CompletedCommand[] {
  const all = Object.entries(commands).map(
    ([name, { summary, options, usage }]): CompletedCommand => ({
      name,
      summary,
      options: [
        ...Object.entries(options).map(([option, { type, about }]) => ({
          flag: option.length === 1 ? `-${option}` : `--${option}`,
          about,
          value: type === "boolean" ? ({ kind: "none" } as const) : valuesOf(option, names),
        })),
        { flag: "--help", about: "Show examples and options", value: { kind: "none" } },
      ],
      operands: operandsOf(name, usage, names),
    }),
  );
  const help: CompletedCommand = {
    name: "help",
    summary: "Show the commands, or the options of one",
    options: [],
    operands: { kind: "words", words: [...Object.keys(commands), "exit-codes"] },
  };
  return [...all, help];
}

function operandsOf(name: string, usage: string, { hooks, shells, events }: KnownNames): Values {
  if (name === "completions") return { kind: "words", words: shells };
  if (name === "fire") return { kind: "words", words: events };
  return usage.includes("NAME") ? { kind: "words", words: hooks } : { kind: "none" };
}

function valuesOf(option: string, { hooks, harnesses, events }: KnownNames): Values {
  switch (option) {
    case "harness":
      return { kind: "words", words: harnesses };
    case "hook":
      return { kind: "words", words: hooks };
    case "event":
      return { kind: "words", words: events };
    case "scope":
      return { kind: "words", words: ["user", "project", "local"] };
    case "shell":
      return { kind: "words", words: ["bash", "zsh", "sh", "unknown"] };
    case "verdict":
    case "fail-on":
      return { kind: "words", words: ["deny", "ask", "rewrite", "allow", "context"] };
    case "watch":
    case "svg":
    case "sqlite":
    case "trash":
      return { kind: "files" };
    case "cwd":
    case "home":
    case "scope-from":
    case "folder":
      return { kind: "folders" };
    default:
      return { kind: "free" };
  }
}
