// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are shell text
/** Ways to write `rm` as one word, and texts that only look like it. */
import type { Random } from "./random.ts";

/** Without a newline or a single quote: fit for every place. */
const simple: readonly string[] = [
  "rm",
  "rm",
  "rm",
  "rm",
  "\\rm",
  '"rm"',
  'r""m',
  "r\\m",
  "\\r\\m",
  "/bin/rm",
  "/usr/bin/rm",
  '"/bin/rm"',
  '"/usr/bin/"rm',
  "//bin/rm",
  "/bin/./rm",
  "/bin/../bin/rm",
  "/bin/r\\m",
];

const free: readonly string[] = [
  ...simple,
  "'rm'",
  "r''m",
  "'r''m'",
  "'/usr/bin/'rm",
  "$'rm'",
  "$'\\x72m'",
  "$'r\\155'",
  "$'\\u0072m'",
  '$"rm"',
  "''rm",
  "rm''",
  "r\\\nm",
  "/bin/\\\nrm",
  "\"r\"'m'",
];

export function spelling(random: Random): string {
  return random.pick(free);
}

/** The `rm` words of a text, each written another way. Only words of their own in plain text are touched. */
export function respelled(text: string, random: Random): string {
  const choices = /['`]/.test(text) ? simple : free;
  return text.replace(/(^|[\s;&|({`])rm(?=[\s;&|)]|$)/g, (_all, before: string) =>
    random.chance(0.75) ? before + random.pick(choices) : `${before}rm`,
  );
}

export const decoys: readonly string[] = [
  "echo rm",
  "echo 'rm x'",
  'echo "; rm x"',
  "printf '%s' rm",
  "ls rm",
  "grep -c rm list",
  "rmx",
  ": rm",
  "echo \\; rm x",
  "echo $'\\'; rm x'",
  "[ rm = rm ]",
  "[[ rm == r* ]]",
  "((rm))",
  "rm=1",
  "type rm",
  "echo ${rm:-rm}",
  "echo {rm,x}",
  "case rm in rm) ;; esac",
  "for rm in rm; do :; done",
  "echo a >rm",
  "echo `echo rm`",
  'echo "$(echo rm)"',
  "git rm --cached f",
  "true # rm x",
];

export const plain: readonly string[] = [
  "true",
  ":",
  "false",
  "echo a",
  "ls",
  "cat x",
  "test -e x",
  "pwd",
  "cd d",
  "cd ..",
  "cd /tmp",
  "printf 'a\\n'",
  'echo "$HOME"',
  "echo $((1+2))",
  "a=1",
  "export B=2",
  "[ -e x ]",
  "[[ -e x ]]",
  "echo ${x:-y}",
  "sort list",
  "head -n1 list",
  "echo 'it'\\''s'",
  "set -e",
  "set -u",
  "shift",
  "wc -l < list",
  "echo a | tr a b",
  "(cd d)",
  "{ :; }",
  'echo "a\\"b"',
  "echo a\\ b",
  "echo *",
  "echo ~",
  "mkdir -p q/r",
  "touch new",
  "env A=1 true",
  "sed -n 1p list",
  "x=rm",
  "r=r; m=m",
  "set -- rm x",
  "unset x",
  "f() { :; }",
  "IFS=:",
];

export const targets: readonly string[] = [
  "x",
  "y",
  "-rf x",
  "-f -- x",
  "'a b'",
  "*.txt",
  "$nope x",
  '"$HOME/q"',
  "d/f",
  "-r d build",
  "--recursive d",
  "x y z",
  "{x,y}",
  "./x",
  "~/q",
  "a\\ b",
  "$(echo x)",
  "-v x >/dev/null",
  "x 2>/dev/null",
  "x </dev/null",
  "none || true",
];
