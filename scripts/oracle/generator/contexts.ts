// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are shell text
/** Everything a command can stand in. */
import type { Random } from "./random.ts";

export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function doubleQuoted(text: string): string {
  return `"${text.replace(/["\\$`]/g, "\\$&")}"`;
}

function backquoted(text: string): string {
  return `\`${text.replace(/[\\`$]/g, "\\$&")}\``;
}

/** Behind a here-document or a comment only a newline ends the command. */
function ended(text: string): string {
  return /<<|#|\\$/.test(text) ? `${text}\n` : text;
}

function listed(text: string): string {
  const end = ended(text);
  return end === text ? `${text};` : end;
}

type Context = (text: string) => string;

const contexts: readonly Context[] = [
  (text) => `(${ended(text)})`,
  (text) => `( ${ended(text)} ) >out 2>&1`,
  (text) => `{ ${listed(text)} }`,
  (text) => `! { ${listed(text)} }`,
  (text) => `if true; then ${listed(text)} fi`,
  (text) => `if ${listed(text)} then echo yes; else echo no; fi`,
  (text) => `if false; then :; else ${listed(text)} fi`,
  (text) => `while true; do ${listed(text)} break; done`,
  (text) => `until ${listed(text)} do break; done`,
  (text) => `for i in 1 2; do ${listed(text)} done`,
  (text) => `for ((i=0;i<1;i++)); do ${listed(text)} done`,
  (text) => `case x in y) ;; x) ${ended(text)} ;; esac`,
  (text) => `case x in (x) ${ended(text)} ;& *) :; esac`,
  (text) => `f() { ${listed(text)} }; f`,
  (text) => `function g { ${listed(text)} }\ng a`,
  (text) => `echo $(${ended(text)})`,
  (text) => `echo "a $(${ended(text)}) b"`,
  (text) => `x=$(${ended(text)}) true`,
  (text) => `a=( $(${ended(text)}) )`,
  (text) => `echo ${backquoted(ended(text))}`,
  (text) => `echo \${nope:-$(${ended(text)})}`,
  (text) => `echo "\${nope:-$(${ended(text)})}"`,
  (text) => `[[ $(${ended(text)}) ]]`,
  (text) => `echo $(( $(${ended(text)}) + 0 ))`,
  (text) => `cat <(${ended(text)})`,
  (text) => `cat <<WRAP\n$(${text}\n)\nWRAP`,
  (text) => `cat <<'WRAP'\n${text}\nWRAP`,
  (text) => `bash <<'WRAP'\n${text}\nWRAP`,
  (text) => `sh <<-'WRAP'\n${text}\nWRAP`,
  (text) => `cat <<'WRAP' | bash\n${text}\nWRAP`,
  (text) => `bash -c ${singleQuoted(text)}`,
  (text) => `bash -ec ${doubleQuoted(text)}`,
  (text) => `sh -c ${singleQuoted(text)} name x`,
  (text) => `zsh -c ${singleQuoted(text)}`,
  (text) => `sudo bash -c ${singleQuoted(text)}`,
  (text) => `env A=1 sh -xc ${singleQuoted(text)}`,
  (text) => `eval ${singleQuoted(text)}`,
  (text) => `eval ${doubleQuoted(text)}`,
  (text) => `trap ${singleQuoted(text)} EXIT`,
  (text) => `echo ${singleQuoted(text)}`,
  (text) => `echo ${singleQuoted(text)} | sh`,
  (text) => `printf '%s\\n' ${singleQuoted(text)} | bash`,
  (text) => `bash <<< ${singleQuoted(text)}`,
  (text) => `source <(echo ${singleQuoted(text)})`,
  (text) => `c=${singleQuoted(text)}; eval "$c"`,
  (text) => `c=${singleQuoted(text)}; bash -c "$c"`,
  (text) => `echo ${singleQuoted(text)} > t.sh; sh t.sh`,
  (text) => `echo x | xargs -I{} sh -c ${singleQuoted(text)}`,
  (text) => `find . -name f1 -exec sh -c ${singleQuoted(text)} \\;`,
  (text) => `su -c ${singleQuoted(text)}`,
  (text) => `timeout 5 bash -c ${singleQuoted(text)}`,
  (text) => `true && ${text}`,
  (text) => `false || ${text}`,
  (text) => `cd d && ${text}`,
  (text) => `echo a | { ${listed(text)} }`,
  (text) => `{ ${listed(text)} } | cat`,
  (text) => `${ended(text)} || echo failed`.replace("\n ||", "\ntrue ||"),
  (text) => `echo before\n${text}\necho after`,
  (text) => `# don't\n${text}`,
  (text) => `coproc { ${listed(text)} }; wait`,
  (text) => `{ ${listed(text)} } & wait`,
];

export function inContext(text: string, random: Random): string {
  return random.pick(contexts)(text);
}

const joints: readonly string[] = [
  "; ",
  ";",
  " && ",
  "&&",
  " || ",
  "\n",
  " & ",
  " # rm\n",
  "\n\n",
  " | ",
  " |& ",
  ";\n",
  " &&\n",
  "; \\\n",
];

export function joined(parts: readonly string[], random: Random): string {
  return parts.reduce((text, part) => {
    if (/<<|#|\\$/.test(text)) return `${text}\n${part}`;
    return text + random.pick(joints) + part;
  });
}
