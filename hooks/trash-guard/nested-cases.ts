// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are shell text
/** Deletes inside of something: refused, and redirected in place when the registered command says `--set nested=redirect`. */
import type { Shell } from "@hasna/hooks-registry";

export interface NestedCase {
  readonly name: string;
  readonly command: string;
  /** The rule that refuses it by default. */
  readonly rule: string;
  /** With redirect: what it becomes, `RM` for the trash's guard; undefined where it stays refused by the same rule. */
  readonly becomes: string | undefined;
  readonly shell?: Shell;
}

type Row = readonly [name: string, command: string, becomes?: string, shell?: Shell];

function group(rule: string, rows: readonly Row[]): readonly NestedCase[] {
  return rows.map(([name, command, becomes, shell]) => ({
    name,
    command,
    rule: `trash-guard/${rule}`,
    becomes,
    ...(shell === undefined ? {} : { shell }),
  }));
}

export const nestedCases: readonly NestedCase[] = [
  ...group("substitution", [
    ["in a substitution", "echo $(rm -f x)", "echo $(RM -f x)"],
    ["in one between double quotes", 'echo "$(rm x; ls)"', 'echo "$(RM x; ls)"'],
    ["in backticks", "echo `rm x`", "echo `RM x`"],
    ["in backticks in backticks", "echo `echo \\`rm x\\``", "echo `echo \\`RM x\\``"],
    ["in a process substitution", "cat <(rm x)", "cat <(RM x)"],
    ["in the body of a here-document", "cat <<E\n$(rm x)\nE", "cat <<E\n$(RM x)\nE"],
    ["in a default value", 'echo "${x:-$(rm y)}"', 'echo "${x:-$(RM y)}"'],
    ["zsh: in a file made of output", "cat =(rm x)", "cat =(RM x)", "zsh"],
    ["beside one in a list", "rm a; echo $(rm b)", "RM a; echo $(RM b)"],
  ]),
  ...group("fed-names", [
    ["behind xargs", "ls | xargs rm -f", "ls | xargs RM -f"],
    ["behind xargs with options", "xargs -0 -n 1 -P 4 rm -f < list", "xargs -0 -n 1 -P 4 RM -f < list"],
    ["where xargs puts the name", "ls | xargs -I{} rm -- {}", "ls | xargs -I{} RM -- {}"],
    ["where xargs would put the name into the trash's path", "ls | xargs -I a rm a"],
    ["where the length of the name counts", "ls | xargs -s 100 rm"],
    ["in find -exec", "find d -name '*.o' -exec rm {} +", "find d -name '*.o' -exec RM {} +"],
    ["in find -execdir", "find d -type f -execdir rm -f {} \\;", "find d -type f -execdir RM -f {} \\;"],
    ["behind sudo and xargs", "ls | sudo xargs rm", "ls | sudo xargs RM"],
  ]),
  ...group("code-string", [
    ["in the code of bash -c", "bash -c 'rm x; ls'", "bash -c 'RM x; ls'"],
    ["in the code of sh -c behind sudo", "sudo sh -c 'cd d && rm -rf x'", "sudo sh -c 'cd d && RM -rf x'"],
    [
      "in double quotes with escapes behind it",
      'bash -c "rm -f \\"$1\\"" _ x',
      'bash -c "RM -f \\"$1\\"" _ x',
    ],
    ["with a variable behind it", 'bash -c "rm $x"', 'bash -c "RM $x"'],
    ["in code in code", "bash -c 'sh -c \"rm x\"'", "bash -c 'sh -c \"RM x\"'"],
    ["in a substitution in code", "bash -c 'echo $(rm x)'", "bash -c 'echo $(RM x)'"],
    ["in code in a substitution", "echo \"$(bash -c 'rm x')\"", "echo \"$(bash -c 'RM x')\""],
    ["in code in backticks", "echo `bash -c 'rm x'`", "echo `bash -c 'RM x'`"],
    ["spelled with quotes", "bash -c 'r\"\"m x'", "bash -c 'RM x'"],
    ["in code with escapes in front of it", "bash -c $'echo a\\nrm x'"],
    ["in code behind an unknown part", 'bash -c "$x; rm y"'],
    ["in code without quotes", "bash -c rm\\ x"],
    ["behind xargs in code", "bash -c 'ls | xargs rm'", "bash -c 'ls | xargs RM'"],
    ["where xargs in code puts the name", "bash -c 'ls | xargs -I a rm a'"],
    [
      "in code of find -exec",
      "find d -exec sh -c 'rm \"$1\"' _ {} \\;",
      "find d -exec sh -c 'RM \"$1\"' _ {} \\;",
    ],
    ["in code of xargs", "ls | xargs sh -c 'rm \"$@\"' _", "ls | xargs sh -c 'RM \"$@\"' _"],
    ["in a here-document for a shell", "bash <<'E'\nrm x\nls\nE", "bash <<'E'\nRM x\nls\nE"],
    ["in one whose name has no quotes", "sh <<E\ncd d\nrm x\nE", "sh <<E\ncd d\nRM x\nE"],
    ["in one that a command reads from", "bash <<'E'\nread v\nrm x\nE"],
    ["in one where rm asks", "bash <<'E'\nrm -i x\ny\nE"],
    ["in a here-string", "bash <<< 'rm x'"],
    ["in a text for a shell behind a pipe", "echo 'rm x' | sh"],
    ["in eval", "eval 'rm x'"],
    ["in parallel", "ls | parallel -X -m rm"],
    ["in a trap", "trap 'rm x' EXIT"],
    ["in the words of su", "su -c 'rm x'"],
    ["where sh is read in two ways", "sh -c '[[ -e x ]] && rm x'"],
    ["with another search path", "bash -c 'PATH=/nope; rm x'"],
    ["where a module makes it a builtin", "zsh -c 'zmodload zsh/files; rm x'"],
    ["where the code is looked at", "bash -c 'rm x; echo \"$BASH_EXECUTION_STRING\"'"],
  ]),
  ...group("hidden-verb", [["made by a substitution", "$(echo rm) x"]]),
  ...group("protected-path", [
    ["what is never deleted", "bash -c 'rm -rf /'"],
    ["what is never deleted, fed", "find / -exec rm -rf {} +"],
  ]),
];
