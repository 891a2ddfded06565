/** The text that fish sources, or finds in its completions folder. */
import type { CompletedCommand, Values } from "./words.ts";

export function fishText(commands: readonly CompletedCommand[]): string {
  const lines = [
    "# hooks: completions for fish. Load it with:  hooks completions fish | source",
    FUNCTION,
    "complete -c hooks -f",
    "complete -c hooks -n '__hooks_in --' -F",
    ...commands.map(
      ({ name, summary }) => `complete -c hooks -n '__hooks_in ""' -a ${name} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap(commandLines),
  ];
  return `${lines.join("\n")}\n`;
}

/** Which command the line is in: none yet, one by its name, or, behind `--`, somebody else's. */
const FUNCTION = `function __hooks_in
  set -l words (commandline -opc)
  set -l name "$words[2]"
  contains -- -- $words; and set name --
  test "$name" = "$argv[1]"
end`;

function commandLines({ name, options, operands }: CompletedCommand): readonly string[] {
  const when = `complete -c hooks -n '__hooks_in ${name}'`;
  const flags = options.map(({ flag, about, value }) => {
    const spelled = flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`;
    return `${when} ${spelled}${action(value)} -d ${quoted(about)}`;
  });
  return operands.kind === "words" ? [...flags, `${when} -a ${quoted(operands.words.join(" "))}`] : flags;
}

function action(values: Values): string {
  switch (values.kind) {
    case "words":
      return ` -x -a ${quoted(values.words.join(" "))}`;
    case "files":
      return " -r -F";
    case "folders":
      return ` -x -a '(__fish_complete_directories)'`;
    case "free":
      return " -x";
    case "none":
      return "";
  }
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, "\\$&")}'`;
}
