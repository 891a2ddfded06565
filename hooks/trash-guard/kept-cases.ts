// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows are shell text
/**
 * Refusals that stay although the shell of the oracle's sandbox deletes nothing there: each with the reason. The oracle
 * counts every other refusal of nothing as unmarked.
 */
import type { Shell } from "@hasna/hooks-registry";

export interface KeptCase {
  readonly command: string;
  readonly shell: Shell;
  /** The rules that refuse it, with either value of `nested`. */
  readonly rules: readonly string[];
  /** When or where the same text deletes. */
  readonly why: string;
}

function kept(
  why: string,
  rules: readonly string[],
  commands: readonly string[],
  shell: Shell = "bash",
): readonly KeptCase[] {
  return commands.map((command) => ({
    command,
    shell,
    rules: rules.map((rule) => `trash-guard/${rule}`),
    why,
  }));
}

export const keptCases: readonly KeptCase[] = [
  ...kept(
    "a syntax error here: another shell or version reads the line and deletes, and a shell fed line by line has run what stands before it",
    ["unreadable"],
    [
      "{rm x; }",
      "echo a >#c; rm x",
      "rm x; )",
      "echo ${x:-it's}; rm x",
      "echo `rm x",
      "echo a); rm x",
      "echo $(;rm x)",
      "a=(rm x; )",
      "a=((1)); rm x",
      "f=1 g() { rm x; }; g",
      "echo { rm x; }",
      "if rm x; fi",
      'echo "$(true #)"; rm x',
    ],
  ),
  ...kept(
    "the end of the word is in doubt: dash and POSIX mode read the quote as a character",
    ["unreadable"],
    ['echo "${x:-it\'s}"; rm x'],
  ),
  ...kept(
    "a here-document's end over two lines: shells differ on where its text ends",
    ["unreadable"],
    ['cat <<"E\nF"\n$(rm x)\nE\nF\nrm y'],
  ),
  ...kept(
    "versions of bash differ on `esac` as a pattern inside a substitution",
    ["unreadable"],
    ["echo $(case esac in (esac) rm x;; esac)"],
  ),
  ...kept(
    "bash 5.2 waits for the end of the substitution; a text that is continued runs it",
    ["substitution", "unreadable"],
    ["echo $(rm x"],
  ),
  ...kept(
    "bash from 5.3 on and ksh run it in the shell itself",
    ["substitution"],
    ["echo ${ rm x; }", "echo ${| rm x; }"],
  ),
  ...kept(
    "it depends on a variable's value, which a changed line in front would take away",
    ["substitution"],
    ["a=1; echo ${a:?$(rm x)}"],
  ),
  ...kept(
    "another program of the name: where it exists it deletes, and only the system's own is redirected",
    ["other-rm", "applet"],
    ["~/bin/rm x", "~root/../bin/rm x", "toybox rm x"],
  ),
  ...kept(
    "a function of the name answers here; `command rm`, `unset -f` or a program started from here gets past it",
    ["redefinition", "code-string"],
    [
      "rm() { echo no; }; rm x",
      "function rm { echo no; }; rm x",
      "function /bin/rm { echo no; }; /bin/rm x",
      "rm() { :; }; \\rm x",
      "rm() { :; }; export -f rm; bash -c 'rm x'",
    ],
  ),
  ...kept(
    "aliases are on in zsh, in interactive shells and in a harness's eval, where the call is the delete",
    ["redefinition"],
    [
      "alias foo='rm'; foo x",
      "shopt -s expand_aliases; alias foo=rm; foo x",
      "shopt -s expand_aliases\nalias rm=trash\nrm x",
    ],
  ),
  ...kept(
    "run by an interactive shell, by a key or from the history",
    ["code-string", "unknown-code"],
    ["PROMPT_COMMAND='rm x' bash -ic true", "bind -x '\"a\":rm x'", "fc -s rm"],
  ),
  ...kept(
    "run once the program needs its editor, pager, filter or command: here it had no reason to, or is not installed",
    ["code-string", "interpreter"],
    [
      "GIT_EDITOR='rm x' git commit",
      "PAGER='rm x' git -p --version; MANPAGER='rm x' true",
      "LESSOPEN='|rm x' less list",
      "man -P 'rm x' ls",
      "tar xf o.tar --to-command='rm x'",
      "ssh -o ProxyCommand='rm x' h",
      "git -c core.pager='rm x' -p --version",
      "git submodule foreach 'rm x'",
      "git rebase --exec 'rm x' HEAD~1",
      "nix-shell --run 'rm x'",
    ],
  ),
  ...kept(
    "the program is not in the sandbox: where it is, it runs the text",
    ["interpreter"],
    [
      "pwsh -c 'rm x'",
      "ruby -e 'File.delete(\"x\")'",
      "php -r 'unlink(\"x\");'",
      "echo '!rm x' | dc",
      "psql -c '\\! rm x'",
      "mysql -e 'system rm x'",
      "osascript -e 'do shell script \"rm x\"'",
    ],
  ),
  ...kept(
    "run later, when nobody asks any more",
    ["interpreter"],
    ["echo '* * * * * rm x' | crontab -", "echo rm x | at now"],
  ),
  ...kept(
    "the program is not in the sandbox: where it is, it deletes",
    ["rimraf"],
    ["npx rimraf x; bunx rimraf x; npx -c 'rm x'"],
  ),
  ...kept(
    "there is no such worktree in the sandbox: where there is, its files go",
    ["git-worktree"],
    ["git worktree remove -f w; git branch -D b"],
  ),
  ...kept(
    "the xargs of BSD and busybox put the name in the program's place, that of GNU does not",
    ["unknown-program"],
    ["echo rm | xargs -I{} {} x"],
  ),
  ...kept(
    "what is deleted is known only at run time: an answer, the names of a program, a change of a file",
    ["fed-names"],
    ["find . -name x -ok rm {} \\; < /dev/null", "ls list | entr -n rm x", "rg --files | xargs rm -f"],
  ),
  ...kept(
    "`sh` is bash, ksh or busybox elsewhere, and reads it",
    ["unreadable", "hidden-verb"],
    [
      "function f { rm x; }; f",
      "cat <(rm x)",
      "echo a |& rm x",
      "a=(rm x)",
      "{rm,x}",
      "select rm in x; do :; done",
    ],
    "sh",
  ),
  ...kept(
    "`sh` is bash, ksh or busybox elsewhere, and reads it",
    ["code-string"],
    ["sh -c 'function f { rm x; }'"],
  ),
];
