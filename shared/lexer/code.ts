/** Strings that another program runs as code: their text, with characters that stand for what is not known. */
import { exactText } from "./field.ts";
import type { Field, Segment } from "./run.ts";
import { FIRST_HOLE, MOST_HOLES } from "./scope.ts";

/** Shell code as far as it is known. */
export interface Code {
  readonly text: string;
  /** What the characters from U+E000 on stand for. */
  readonly holes: readonly Segment[];
}

/** The code that these segments make; undefined when it can not be written with characters for its unknown parts. */
export function codeOf(segments: readonly Segment[]): Code | undefined {
  let text = "";
  const holes: Segment[] = [];
  for (const segment of segments) {
    if (segment.kind === "text") {
      // Characters that already stand in the text would be taken for unknown parts.
      if (/[\uE000-\uF8FF]/.test(segment.text)) return undefined;
      text += segment.text;
    } else {
      if (holes.length >= MOST_HOLES) return undefined;
      text += String.fromCharCode(FIRST_HOLE + holes.length);
      holes.push(segment);
    }
  }
  return { text, holes };
}

/** The segments of several arguments joined with blanks, as eval, ssh and watch join them. */
export function joinedSegments(fields: readonly Field[]): readonly Segment[] {
  const segments: Segment[] = [];
  fields.forEach((field, index) => {
    if (index > 0) segments.push({ kind: "text", text: " " });
    segments.push(...field.segments);
  });
  return segments;
}

/** Whether nothing of the code is known. */
export function isOpaque(code: Code): boolean {
  return code.holes.length > 0 && /^[\s\uE000-\uF8FF]*$/.test(code.text);
}

/** How a shell was called. */
export interface ShellCall {
  /** The operand of `-c`; undefined without one. */
  readonly code: Field | undefined;
  /** `-c` stands there, but its code is not among the words. */
  readonly codeMissing: boolean;
  /** The script file to run. */
  readonly file: Field | undefined;
  /** `$0` for the code. */
  readonly zero: Field | undefined;
  readonly positional: readonly Field[];
  /** An unquoted unknown among the options, which may be anything. */
  readonly unsure: Field | undefined;
  /** `-n`: the code is read and not run. Interactive shells take no notice of it. */
  readonly dry: boolean;
}

/** Reads the words behind `sh`, `bash` and their kin. `-c` is a flag: the code is the first operand behind all options. */
export function readShellCall(words: readonly Field[], start: number): ShellCall {
  let code = false;
  let fromInput = false;
  let dry = false;
  let live = false;
  let unsure: Field | undefined;
  let index = start;
  for (; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const text = exactText(word);
    if (text === undefined) {
      const lead = word.segments[0];
      if (lead?.kind === "text" && /^[-+]/.test(lead.text)) {
        unsure ??= word;
        continue;
      }
      if (!word.mayVanish) break;
      unsure ??= word;
      continue;
    }
    if (text === "--" || text === "-") {
      index += 1;
      break;
    }
    if (text === "--rcfile" || text === "--init-file") index += 1;
    if (text.startsWith("--")) continue;
    if (!/^[-+]./.test(text)) break;
    if (text.startsWith("-") && text.includes("c")) code = true;
    if (text.startsWith("-") && text.includes("s")) fromInput = true;
    if (text.startsWith("-") && text.includes("n")) dry = true;
    if (text.startsWith("+") || text.includes("i")) live = true;
    // `-o`, `+O`: every one of them takes a word of its own behind the cluster.
    for (const letter of text.slice(1)) if (letter === "o" || letter === "O") index += 1;
  }
  const operands = words.slice(index);
  if (code) {
    return {
      code: operands[0],
      codeMissing: operands.length === 0,
      file: undefined,
      zero: operands[1],
      positional: operands.slice(2),
      unsure,
      dry: dry && !live && unsure === undefined,
    };
  }
  const file = fromInput ? undefined : operands[0];
  return {
    code: undefined,
    codeMissing: false,
    file,
    zero: file,
    positional: file === undefined ? operands : operands.slice(1),
    unsure,
    dry: dry && !live && unsure === undefined,
  };
}

/** `$(…)` that is known to give harmless set-up code for the shell: `ssh-agent -s`, `brew shellenv`. */
export function printsSetup(words: readonly (string | undefined)[]): boolean {
  const [program, first, second] = words;
  switch (program) {
    case "ssh-agent":
    case "dircolors":
    case "gpg-agent":
    case "dbus-launch":
    case "keychain":
    case "register-python-argcomplete":
    case "thefuck":
      return true;
    case "brew":
      return first === "shellenv";
    case "direnv":
      return first === "hook" || first === "export";
    case "pyenv":
    case "rbenv":
    case "nodenv":
    case "goenv":
    case "jenv":
    case "plenv":
    case "starship":
    case "zoxide":
    case "atuin":
    case "oh-my-posh":
      return first === "init" || first === "-" || first === "virtualenv-init";
    case "fnm":
    case "opam":
    case "luarocks":
      return first === "env" || first === "path";
    case "mise":
    case "rtx":
      return first === "activate" || first === "env" || first === "hook-env";
    case "conda":
    case "mamba":
    case "micromamba":
      return first === "shell.bash" || first === "shell.zsh" || first === "shell.posix" || first === "shell";
    case "minikube":
      return first === "docker-env" || first === "completion";
    case "docker-machine":
      return first === "env";
    case "kubectl":
    case "helm":
    case "gh":
    case "npm":
    case "pip":
    case "poetry":
    case "docker":
    case "rustup":
    case "deno":
    case "kind":
    case "oc":
    case "flux":
    case "yq":
      return first === "completion" || first === "completions" || (first === "shell" && second === "hook");
    case "/opt/homebrew/bin/brew":
    case "/usr/local/bin/brew":
    case "/home/linuxbrew/.linuxbrew/bin/brew":
      return first === "shellenv";
    default:
      return false;
  }
}

/**
 * Options of other programs whose value is run by a shell, by program. `-x` is looked for as a letter that ends a
 * cluster or starts a word, `--name` with `=` or a word behind it, `name=` at the start of a word.
 */
const CODE_OPTIONS: Readonly<Record<string, string>> = {
  tar: "-I --use-compress-program --to-command --checkpoint-action=exec= -F --info-script --new-volume-script --rsh-command",
  bsdtar: "--use-compress-program",
  rsync: "-e --rsh --rsync-path",
  sort: "--compress-program",
  split: "--filter",
  man: "-P --pager",
  zip: "-TT --unzip-command",
  scp: "-S",
  sftp: "-S",
  ssh: "ProxyCommand= LocalCommand= KnownHostsCommand=",
  make: "SHELL=",
  gmake: "SHELL=",
  git: "",
  less: "",
  fzf: "--preview --bind",
  fd: "-x --exec -X --exec-batch",
  fdfind: "-x --exec -X --exec-batch",
  nodemon: "-x --exec",
  concurrently: "",
  tmux: "",
  screen: "",
  ctags: "",
  cscope: "",
  svn: "--editor-cmd --diff-cmd",
  hg: "",
  socat: "",
  nc: "-c --sh-exec",
  ncat: "-c --sh-exec -e --exec",
};

/** Values in `words` from `start` that the program hands to a shell. */
export function codeOptions(program: string, words: readonly Field[], start: number): readonly Field[] {
  if (!Object.hasOwn(CODE_OPTIONS, program)) return [];
  const options = (CODE_OPTIONS[program] ?? "").split(" ");
  const values: Field[] = [];
  for (let index = start; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined) break;
    const lead = word.segments[0];
    if (lead?.kind !== "text") continue;
    for (const option of options) {
      if (option === "") continue;
      const attached = attachedValue(option, lead.text);
      if (attached === undefined) continue;
      if (attached < lead.text.length || word.segments.length > 1) values.push(cut(word, attached));
      else {
        const value = words[index + 1];
        if (value !== undefined) values.push(value);
      }
      break;
    }
  }
  return values;
}

/** Where the value starts in the word, its length when the value is the next word, undefined when it is another word. */
function attachedValue(option: string, text: string): number | undefined {
  if (option.startsWith("--")) {
    if (option.endsWith("=")) return text.startsWith(option) ? option.length : undefined;
    if (text === option) return text.length;
    return text.startsWith(`${option}=`) ? option.length + 1 : undefined;
  }
  if (option.endsWith("=")) {
    if (text.startsWith(option)) return option.length;
    return text.startsWith(`-o${option}`) ? option.length + 2 : undefined;
  }
  if (option.length > 2) return text === option ? text.length : undefined;
  const letter = option.charAt(1);
  if (!/^-[A-Za-z0-9]/.test(text)) return undefined;
  const at = text.indexOf(letter, 1);
  if (at < 0) return undefined;
  // Ends the cluster: the next word. Starts the word: the rest of it.
  if (at === text.length - 1) return text.length;
  return at === 1 ? 2 : undefined;
}

function cut(field: Field, count: number): Field {
  const [first, ...rest] = field.segments;
  if (first?.kind !== "text") return field;
  const text = first.text.slice(count);
  return { ...field, segments: text === "" ? rest : [{ kind: "text", text }, ...rest] };
}

/** Variables whose value a program or the shell runs as code. */
export function isCodeVariable(name: string): boolean {
  switch (name) {
    case "PROMPT_COMMAND":
    case "EDITOR":
    case "VISUAL":
    case "PAGER":
    case "MANPAGER":
    case "LESSOPEN":
    case "LESSCLOSE":
    case "BROWSER":
    case "RSYNC_RSH":
    case "CVS_RSH":
    case "SUDO_ASKPASS":
    case "SSH_ASKPASS":
    case "FCEDIT":
      return true;
    default:
      return (
        name.startsWith("GIT_") &&
        /^GIT_(EDITOR|SEQUENCE_EDITOR|PAGER|SSH|SSH_COMMAND|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)$/.test(name)
      );
  }
}

/** `-c key=value` of git whose value git hands to a shell. */
export function gitConfigCode(setting: string): string | undefined {
  const equals = setting.indexOf("=");
  if (equals < 0) return undefined;
  const key = setting.slice(0, equals).toLowerCase();
  const value = setting.slice(equals + 1);
  if (key.startsWith("alias.")) return value.startsWith("!") ? value.slice(1) : `git ${value}`;
  if (
    /(pager|editor|sshcommand|external|cmd|command|helper|textconv|fsmonitor|askpass|program|clean|smudge|process|driver|gitproxy|uploadpack|receivepack)$/.test(
      key,
    )
  ) {
    return value.replace(/^!/, "");
  }
  return key.startsWith("pager.") ? value : undefined;
}

/** The words that `env -S` makes of a text; undefined where it has an escape or a variable that is not followed. */
export function splitString(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (" \t\n\v\f\r".includes(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === "#" && word === undefined) break;
    else if (character === "$") return undefined;
    else if (character === "\\") {
      const next = text.charAt(index + 1);
      const escaped = splitEscape(next);
      if (escaped === undefined) return undefined;
      if (escaped === "break") {
        if (word !== undefined) words.push(word);
        word = undefined;
      } else word = (word ?? "") + escaped;
      index += 1;
    } else if (character === "'" || character === '"') {
      const quoted = readQuoted(text, index);
      if (quoted === undefined) return undefined;
      word = (word ?? "") + quoted.text;
      index = quoted.end;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** A character, `break` for `\_` outside quotes, undefined for `\c` and unknown escapes. */
function splitEscape(character: string): string | undefined {
  const at = "fnrtv".indexOf(character);
  if (at >= 0 && character !== "") return "\f\n\r\t\v".charAt(at);
  if (character === "_") return "break";
  return character !== "" && "#$\\\"'".includes(character) ? character : undefined;
}

function readQuoted(text: string, open: number): { text: string; end: number } | undefined {
  const quote = text.charAt(open);
  let result = "";
  for (let index = open + 1; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === quote) return { text: result, end: index };
    if (character === "$" && quote === '"') return undefined;
    if (character !== "\\") {
      result += character;
      continue;
    }
    const next = text.charAt(index + 1);
    if (quote === "'") {
      result += next === "\\" || next === "'" ? next : `\\${next}`;
    } else {
      const escaped = splitEscape(next);
      if (escaped === undefined) return undefined;
      result += escaped === "break" ? " " : escaped;
    }
    index += 1;
  }
  return undefined;
}
