/** The text that bash sources. Works with bash 3.2, which macOS still has: no associative arrays. */
import type { CompletedCommand, Values } from "./words.ts";

export function bashText(commands: readonly CompletedCommand[]): string {
  const cases = commands.map(commandCase).join("");
  return `# hooks: completions for bash. Load it with:  eval "$(hooks completions bash)"
_hooks() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev= command= index
  [ "$COMP_CWORD" -gt 0 ] && prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    # What follows -- is somebody else's command.
    [ "\${COMP_WORDS[index]}" = -- ] && return
  done
  [ "$COMP_CWORD" -gt 1 ] && command=\${COMP_WORDS[1]}
  case $command in
    '') _hooks_words ${quoted(commands.map(({ name }) => name).join(" "))} ;;
${cases}  esac
}
_hooks_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
complete -o bashdefault -F _hooks hooks
`;
}

function commandCase({ name, options, operands }: CompletedCommand): string {
  const values = options
    .filter(({ value }) => value.kind !== "none")
    .map(({ flag, value }) => `        ${flag}) ${action(value)}; return ;;\n`)
    .join("");
  const flags = quoted(options.map(({ flag }) => flag).join(" "));
  return `    ${name})
      case $prev in
${values}        *) ;;
      esac
      case $cur in
        -*) _hooks_words ${flags} ;;
        *) ${action(operands)} ;;
      esac ;;
`;
}

function action(values: Values): string {
  switch (values.kind) {
    case "words":
      return `_hooks_words ${quoted(values.words.join(" "))}`;
    case "files":
      return 'COMPREPLY=($(compgen -f -- "$cur"))';
    case "folders":
      return 'COMPREPLY=($(compgen -d -- "$cur"))';
    case "free":
    case "none":
      return ":";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\\\''")}'`;
}
