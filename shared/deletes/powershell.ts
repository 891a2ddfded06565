// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are code of another shell
/**
 * A small reading of PowerShell: which command stands where one may stand, and whether it deletes. It knows quoting,
 * comments, pipes, blocks, call operators and the names that delete; it knows no types and runs nothing.
 */

/** What a foreign reading asks back: about other programs and about code of other shells. */
export interface Asking {
  /** Whether a program with these words deletes. */
  readonly program: (words: readonly string[], depth: number) => boolean;
}

/** One word. `quoted`: it began as a string, so it is a value and no command unless `&` stands in front. */
interface Token {
  readonly text: string;
  readonly quoted: boolean;
  /** It holds a variable or a sub-expression: its text is not all of it. */
  readonly open: boolean;
}

/** Code inside code inside code, at most; deeper it counts as deleting when it names a deleter. */
export const deepest = 6;
/** A longer text is a program and no command line. */
const longest = 65_536;

const deleters: readonly string[] = [
  "remove-item",
  "ri",
  "rm",
  "rmdir",
  "rd",
  "del",
  "erase",
  "clear-recyclebin",
];
/** Words behind which a command may stand all the same. */
const leading: readonly string[] = [
  "return",
  "throw",
  "exit",
  "else",
  "try",
  "do",
  "finally",
  "begin",
  "process",
  "end",
  "trap",
];
const evaluators: readonly string[] = [
  "iex",
  "invoke-expression",
  "invoke-command",
  "icm",
  "start-job",
  "start-threadjob",
];
const starters: readonly string[] = ["start-process", "saps", "start"];
const aliasMakers: readonly string[] = ["set-alias", "new-alias", "sal", "nal"];
/** Drives that hold no files. */
function isFileless(path: string): boolean {
  return /^(?:env|alias|function|variable):/i.test(path);
}

/** `[IO.File]::Delete('x')`, `$_.Delete()`, `[…FileSystem]::DeleteFile(…)`. */
function callsDelete(code: string): boolean {
  return /(?:::|\.)\s*Delete(?:File|Directory)?\s*\(/i.test(code);
}

function namesDeleter(text: string): boolean {
  return /(?<![\w-])(?:remove-item|ri|rm|rmdir|rd|del|erase|clear-recyclebin)(?![\w-])/i.test(text);
}

/** Whether a PowerShell text deletes files, as far as the text shows it. */
export function powerShellDeletes(code: string, asking: Asking, depth = 0): boolean {
  if (code.length > longest || depth > deepest) return namesDeleter(code.replaceAll("`", ""));
  const reader = new Reader(code);
  const statements = reader.statements();
  if (reader.nested.some((inner) => powerShellDeletes(inner, asking, depth + 1))) return true;
  if (callsDelete(reader.bare)) return true;
  const literals = (): string => reader.literals.join("");
  for (const tokens of statements) {
    if (deletesStatement(tokens, literals, asking, depth)) return true;
  }
  // `[scriptblock]::Create('…')` and methods that evaluate.
  return (
    /\[scriptblock\]\s*::\s*create|\.invokescript\s*\(/i.test(reader.bare) &&
    powerShellDeletes(literals(), asking, depth + 1)
  );
}

function deletesStatement(
  statement: readonly Token[],
  literals: () => string,
  asking: Asking,
  depth: number,
): boolean {
  const at = commandAt(statement);
  const verb = statement[at.index];
  if (verb === undefined) return false;
  const args = statement.slice(at.index + 1);
  if (verb.quoted && !at.called) return false;
  if (verb.open || (at.called && verb.text === "")) {
    // `& $x y`: the name comes from a value, and the values of this text are known.
    return at.called && namesDeleter(literals());
  }
  const name = plainName(verb.text);
  if (deleters.includes(name)) return deletesWith(args);
  if (name === "foreach-object" || name === "%" || name === "foreach")
    return args.some(({ text }) => /^delete$/i.test(text));
  if (aliasMakers.includes(name)) return args.some(({ text }) => deleters.includes(plainName(text)));
  if (evaluators.includes(name)) {
    const code = args.map(({ text }) => text).join(" ");
    return (
      powerShellDeletes(code, asking, depth + 1) ||
      powerShellDeletes(literals(), asking, depth + 1) ||
      (args.some(({ open }) => open) && namesDeleter(literals()))
    );
  }
  const words = args.map(({ text }) => text);
  if (starters.includes(name)) {
    const plain = words
      .filter((word) => !/^-(?:filepath|argumentlist|args?|wait|nonewwindow|passthru|verb)$/i.test(word))
      .flatMap((word) => word.split(/[\s,]+/))
      .filter((word) => word !== "" && !/^runas$/i.test(word));
    return plain.length > 0 && asking.program(plain, depth + 1);
  }
  return !name.startsWith("$") && asking.program([verb.text, ...words], depth + 1);
}

/** The first word that is a command, past assignments, call operators and words like `return`. */
function commandAt(statement: readonly Token[]): { readonly index: number; readonly called: boolean } {
  let index = 0;
  let called = false;
  while (index < statement.length) {
    const token = statement[index];
    const next = statement[index + 1];
    if (token === undefined) break;
    if (!token.quoted && (token.text === "&" || token.text === ".")) {
      called = true;
      index += 1;
    } else if (!token.quoted && leading.includes(token.text.toLowerCase())) index += 1;
    else if (token.open && next !== undefined && !next.quoted && /^[-+*/%?]*=$/.test(next.text)) index += 2;
    else break;
  }
  return { index, called };
}

function plainName(text: string): string {
  return text
    .slice(text.lastIndexOf("\\") + 1)
    .toLowerCase()
    .replace(/\.exe$/, "");
}

/** `-WhatIf` only says what it would do; what is no file is no concern of a guard of files. */
function deletesWith(args: readonly Token[]): boolean {
  if (args.some(({ text, quoted }) => !quoted && /^-wh(?:a(?:t(?:i(?:f)?)?)?)?(?::\$?true)?$/i.test(text)))
    return false;
  if (args.length === 1 && /^(?:-\?|--help|--version|\/\?)$/.test(args[0]?.text ?? "")) return false;
  const names = args.filter(({ text, quoted }) => quoted || !text.startsWith("-"));
  return names.length === 0 || !names.every(({ text }) => isFileless(text));
}

/** Cuts a text into statements of words. */
class Reader {
  readonly #code: string;
  #at = 0;
  /** Code inside `"$( )"`. */
  readonly nested: string[] = [];
  /** What stands in strings. */
  readonly literals: string[] = [];
  /** The text without its strings and comments, for what is looked for across words. */
  bare = "";

  constructor(code: string) {
    this.#code = code;
  }

  statements(): readonly (readonly Token[])[] {
    const all: Token[][] = [];
    let current: Token[] = [];
    const end = (): void => {
      if (current.length > 0) all.push(current);
      current = [];
    };
    const code = this.#code;
    while (this.#at < code.length) {
      const char = code.charAt(this.#at);
      if (char === "#") this.#comment();
      else if (char === "<" && code.startsWith("<#", this.#at)) this.#blockComment();
      else if (/[;\n\r|{}()]/.test(char)) {
        end();
        this.#take(1);
      } else if (char === "&" && code.charAt(this.#at + 1) === "&") {
        end();
        this.#take(2);
      } else if (char === "&") {
        // Behind a command it puts it into the background; in front it calls what follows.
        if (current.length > 0 && !/^[-+*/%?]*=$/.test(current.at(-1)?.text ?? "")) end();
        current.push({ text: "&", quoted: false, open: false });
        this.#take(1);
      } else if (/[\s,]/.test(char)) this.#take(1);
      else current.push(this.#word());
    }
    end();
    return all;
  }

  #take(count: number): void {
    this.bare += this.#code.slice(this.#at, this.#at + count);
    this.#at += count;
  }

  #comment(): void {
    const end = this.#code.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#code.length : end;
  }

  #blockComment(): void {
    const end = this.#code.indexOf("#>", this.#at);
    this.#at = end < 0 ? this.#code.length : end + 2;
  }

  #word(): Token {
    const code = this.#code;
    let text = "";
    let open = false;
    const first = code.charAt(this.#at);
    const quoted =
      first === "'" || first === '"' || (first === "@" && /['"]/.test(code.charAt(this.#at + 1)));
    while (this.#at < code.length) {
      const char = code.charAt(this.#at);
      if (/[\s;|{}(),&]/.test(char)) break;
      if (char === "'" || char === '"') {
        const string = this.#string(char);
        text += string.text;
        open ||= string.open;
      } else if (char === "@" && /['"]/.test(code.charAt(this.#at + 1))) {
        const string = this.#hereString(code.charAt(this.#at + 1));
        text += string.text;
        open ||= string.open;
      } else if (char === "`") {
        text += code.charAt(this.#at + 1);
        this.bare += code.charAt(this.#at + 1);
        this.#at += 2;
      } else {
        open ||= char === "$";
        text += char;
        this.#take(1);
      }
    }
    return { text, quoted, open };
  }

  #string(quote: string): { readonly text: string; readonly open: boolean } {
    const code = this.#code;
    let text = "";
    let open = false;
    let at = this.#at + 1;
    for (; at < code.length; at++) {
      const char = code.charAt(at);
      if (char === quote) {
        if (code.charAt(at + 1) !== quote) break;
        at += 1;
      } else if (quote === '"' && char === "`") at += 1;
      else if (quote === '"' && char === "$") {
        open = true;
        if (code.charAt(at + 1) === "(") {
          const end = closing(code, at + 1);
          this.nested.push(code.slice(at + 2, end));
          at = end;
          continue;
        }
      }
      text += code.charAt(at);
    }
    this.#at = at + 1;
    this.bare += '""';
    this.literals.push(text);
    return { text, open };
  }

  #hereString(quote: string): { readonly text: string; readonly open: boolean } {
    const end = this.#code.indexOf(`\n${quote}@`, this.#at);
    const text = this.#code.slice(this.#at + 2, end < 0 ? this.#code.length : end);
    this.#at = end < 0 ? this.#code.length : end + 3;
    this.bare += '""';
    this.literals.push(text);
    if (quote === '"') {
      for (let at = text.indexOf("$("); at >= 0; at = text.indexOf("$(", at + 2))
        this.nested.push(text.slice(at + 2, closing(text, at + 1)));
    }
    return { text, open: quote === '"' && text.includes("$") };
  }
}

/** The bracket that closes the one at `at`; the end of the text when there is none. */
function closing(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === "(") depth += 1;
    else if (char === ")") {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return text.length;
}
