/** The text that zsh sources, or finds as `_hooks` on its fpath. */
import type { CompletedCommand, Values } from "./words.ts";

export function zshText(commands: readonly CompletedCommand[]): string {
  const names = commands
    .map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(":", "\\:")}`)}\n`)
    .join("");
  return `#compdef hooks
# hooks: completions for zsh. Load it with:  source <(hooks completions zsh)
_hooks() {
  local -a commands
  commands=(
${names}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  # What follows -- is somebody else's command.
  (( \${words[(i)--]} < CURRENT )) && return
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${commands.map(commandCase).join("")}  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _hooks "$@"; else compdef _hooks hooks; fi
`;
}

function commandCase({ name, options, operands }: CompletedCommand): string {
  const specs = options.map(({ flag, about, value }) => {
    const described = `${flag}[${about.replace(/[[\]:\\]/g, "\\$&")}]`;
    return value.kind === "none" ? quoted(described) : quoted(`${described}:value:${action(value)}`);
  });
  const rest = operands.kind === "none" ? [] : [quoted(`*:name:${action(operands)}`)];
  return `    ${name})
      _arguments ${[...specs, ...rest].join(" \\\n        ")} ;;
`;
}

function action(values: Values): string {
  switch (values.kind) {
    case "words":
      return `(${values.words.join(" ")})`;
    case "files":
      return "_files";
    case "folders":
      return "_files -/";
    case "free":
    case "none":
      return " ";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
