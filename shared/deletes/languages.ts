/**
 * A bounded reading of one-liners in other languages: which calls delete, which calls start a program, and what stands
 * in their string literals. It reads tokens, not grammar: what is put together at run time stays unseen.
 */

/** One literal of a language, and the code with every literal blanked. */
export interface Snippet {
  readonly code: string;
  readonly literals: readonly string[];
  /** The literals again, those that only commas part together: `["docker", "rm"]` is one group. */
  readonly groups: readonly (readonly string[])[];
}

export interface Language {
  /** Calls that delete, looked for in the code without its literals. */
  readonly deletes: RegExp;
  /** Calls that start a program or a shell, whose literals are then read as shell text. */
  readonly starts: RegExp;
  /** What begins a comment to the end of the line. */
  readonly comment: "#" | "//" | "--" | undefined;
  /** `/…/` is a pattern where a value is expected: what it looks for is no call. */
  readonly patterns: boolean;
  /** Backquotes start a program (perl, ruby, php) rather than being a template (node). */
  readonly backquoteRuns: boolean;
}

function python(): Language {
  return {
    deletes:
      /(?:\bos|\bshutil|\bpathlib|\)|\b\w+)\s*\.\s*(?:unlink|rmdir|rmtree|removedirs)\s*\(|(?:\bos|\b__import__\s*\(\s*(?:''|"")\s*\))\s*\.\s*remove\s*\(|(?<![.\w])(?:rmtree|unlink|rmdir|removedirs)\s*\(|\bimport\s+(?:[\w\s,]{1,200},\s*)?(?:remove|unlink|rmdir|rmtree|removedirs)\b|\bimport\s+os\s+as\s+(\w+)\b[\s\S]{0,4000}(?<![.\w])\1\s*\.\s*remove\s*\(|\bgetattr\s*\(\s*(?:os|shutil)\b/,
    starts:
      /\bos\s*\.\s*(?:system|popen|exec\w*|spawn\w*|posix_spawn\w*)\b|\bsubprocess\b|\bpty\s*\.\s*spawn\b|(?<![.\w])(?:system|popen|Popen|check_call|check_output)\s*\(|\bexec\s*\(/,
    comment: "#",
    patterns: false,
    backquoteRuns: false,
  };
}

function perl(): Language {
  return {
    deletes: /(?<![$@%&>\w])(?:unlink|rmdir|rmtree|remove_tree)\b/,
    starts: /(?<![$@%&>\w])(?:system|exec|qx|open|readpipe)\b/,
    comment: undefined,
    patterns: true,
    backquoteRuns: true,
  };
}

function ruby(): Language {
  return {
    deletes:
      /\b(?:File|Dir|FileUtils|IO)\s*(?:\.|::)\s*(?:delete|unlink|rmdir|rm|rm_r|rm_f|rm_rf|rmtree|remove\w*|safe_unlink)\b|\.\s*(?:rmtree|rm_rf|unlink)\b|(?<![.\w])(?:rm_rf|rm_r|rm_f|remove_entry\w*|remove_dir)\b|:(?:unlink|rmdir|rmtree|rm_rf|rm_r|rm_f)\b/,
    starts: /(?<![.\w])(?:system|exec|spawn|fork)\b|%x|\bpopen\w*\b|\bOpen3\b/,
    comment: undefined,
    patterns: true,
    backquoteRuns: true,
  };
}

function node(): Language {
  return {
    deletes:
      /(?:\.|(?<![\w$.]))(?:rm|rmSync|rmdir|rmdirSync|unlink|unlinkSync|rimraf|rimrafSync|emptyDirSync)\s*(?:\?\.\s*)?\(|\bDeno\s*\.\s*remove\w*\s*\(|\bremoveSync\s*\(|\b(?:rm|rmdir|unlink)(?:Sync)?\s+as\s+\w|\b(?:rm|rmdir|unlink)(?:Sync)?\s*:\s*\w[^{}]{0,200}\}\s*=/,
    starts:
      /\bchild_process\b|\b(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|fork)\s*\(|\$\s*\(?\s*`|\bBun\s*\.\s*(?:spawn|\$)|\bDeno\s*\.\s*(?:run|Command)/,
    comment: "//",
    patterns: true,
    backquoteRuns: false,
  };
}

function php(): Language {
  return {
    deletes: /(?<![$>\w])(?:unlink|rmdir)\s*\(/,
    starts:
      /(?<![$>\w])(?:exec|system|shell_exec|passthru|popen|proc_open|pcntl_exec|call_user_func\w*|array_map)\s*\(/,
    comment: "//",
    patterns: false,
    backquoteRuns: true,
  };
}

function awk(): Language {
  return {
    deletes: /(?!)/,
    starts: /\bsystem\b|\||\bgetline\b/,
    comment: "#",
    patterns: true,
    backquoteRuns: false,
  };
}

function lua(): Language {
  return {
    deletes: /\bos\s*\.\s*remove\b|\blfs\s*\.\s*rmdir\b/,
    starts: /\bos\s*\.\s*execute\b|\bio\s*\.\s*popen\b/,
    comment: "--",
    patterns: false,
    backquoteRuns: false,
  };
}

function r(): Language {
  return {
    deletes: /(?<![.\w])(?:unlink|file\.remove)\s*\(/,
    starts: /(?<![.\w])(?:system|system2|shell)\s*\(/,
    comment: "#",
    patterns: false,
    backquoteRuns: false,
  };
}

function julia(): Language {
  return {
    deletes: /(?<![.\w])rm\s*\(/,
    starts: /(?<![.\w])run\s*\(/,
    comment: "#",
    patterns: false,
    backquoteRuns: true,
  };
}

function tcl(): Language {
  return {
    deletes: /\bfile\s+delete\b/,
    starts: /\b(?:exec|spawn|system)\b/,
    comment: undefined,
    patterns: false,
    backquoteRuns: false,
  };
}

function lisp(): Language {
  return {
    deletes: /\(\s*(?:delete-file|delete-directory|dired-delete-file)\b/,
    starts: /\(\s*(?:shell-command\S*|call-process\S*|start-process\S*|async-shell-command)/,
    comment: undefined,
    patterns: false,
    backquoteRuns: false,
  };
}

function appleScript(): Language {
  return {
    deletes: /\bdelete\b/,
    starts: /\bdo\s+shell\s+script\b/,
    comment: "--",
    patterns: false,
    backquoteRuns: false,
  };
}

/** An interpreter: the options whose value is code, and whether the first operand is (awk). */
export interface Interpreter {
  readonly language: Language;
  /** Letters whose value is code. */
  readonly code: string;
  /** Long options whose value is code. */
  readonly longCode?: readonly string[];
  /** Letters that take another value. */
  readonly valued?: string;
  /** The first operand is code when no option gave some. */
  readonly operandIsCode?: boolean;
  /** Letters whose value is handed to the code as a variable, and may be what it runs (`awk -v`). */
  readonly variables?: string;
  /** The word that all words behind are code of (`deno eval`). */
  readonly before?: RegExp;
  /** Standard input is code when there is no operand. */
  readonly readsInput?: boolean;
}

function python3(): Interpreter {
  return { language: python(), code: "c", valued: "WXmQ", readsInput: true };
}

function perl5(): Interpreter {
  return { language: perl(), code: "eE", valued: "IMmFx", readsInput: true };
}

function rubies(): Interpreter {
  return { language: ruby(), code: "e", valued: "CIErFx", readsInput: true };
}

function nodes(): Interpreter {
  return {
    language: node(),
    code: "ep",
    longCode: ["eval", "print"],
    valued: "rC",
    readsInput: true,
  };
}

function phps(): Interpreter {
  return {
    language: php(),
    code: "rBRE",
    longCode: ["run"],
    valued: "cdfFz",
    readsInput: true,
  };
}

function awks(): Interpreter {
  return {
    language: awk(),
    code: "e",
    longCode: ["source"],
    valued: "fvFi",
    variables: "v",
    operandIsCode: true,
  };
}

function luas(): Interpreter {
  return { language: lua(), code: "e", valued: "l", readsInput: true };
}

function rs(): Interpreter {
  return { language: r(), code: "e", valued: "f", readsInput: true };
}

function tcls(): Interpreter {
  return { language: tcl(), code: "c", valued: "f", readsInput: true };
}

function julias(): Interpreter {
  return {
    language: julia(),
    code: "eE",
    longCode: ["eval", "print"],
    readsInput: true,
  };
}

function denos(): Interpreter {
  return { ...nodes(), before: /^eval$/ };
}

// Git Bash spells the option `//c`, so that it is no path.

function lisps(): Interpreter {
  return {
    language: lisp(),
    code: "",
    longCode: ["eval", "execute"],
    valued: "lLfuqdt",
  };
}

/**
 * The interpreter by the program's name, with or without its version: `python3.12` is `python`. Made when asked for, as
 * most commands run none.
 */
export function interpreterOf(name: string): Interpreter | undefined {
  switch (withoutVersion(name)) {
    case "python":
    case "pypy":
    case "py":
      return python3();
    case "perl":
      return perl5();
    case "ruby":
    case "jruby":
      return rubies();
    case "node":
    case "nodejs":
    case "bun":
    case "tsx":
    case "ts-node":
      return nodes();
    case "deno":
      return denos();
    case "php":
      return phps();
    case "awk":
    case "gawk":
    case "mawk":
    case "nawk":
    case "original-awk":
      return awks();
    case "lua":
    case "luajit":
      return luas();
    case "Rscript":
    case "R":
      return rs();
    case "tclsh":
    case "wish":
    case "expect":
      return tcls();
    case "julia":
      return julias();
    case "emacs":
    case "emacsclient":
      return lisps();
    case "osascript":
      return { language: appleScript(), code: "e", valued: "l", readsInput: true };
    default:
      return undefined;
  }
}

function withoutVersion(name: string): string {
  let end = name.length;
  while (end > 0 && isVersionUnit(name.charCodeAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

/** A digit or a full stop. */
function isVersionUnit(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || unit === 46;
}

/** Cuts a text into code and literals in one pass. Triple quotes, `q( )` and regular expressions are not known. */
export function snippetOf(text: string, language: Language): Snippet {
  let code = "";
  const literals: string[] = [];
  const groups: string[][] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (language.comment !== undefined && text.startsWith(language.comment, at)) {
      const end = text.indexOf("\n", at);
      code += text.slice(from, at);
      at = end === -1 ? text.length : end - 1;
      from = at + 1;
      continue;
    }
    if (char !== '"' && char !== "'" && char !== "`") continue;
    let end = at + 1;
    while (end < text.length && text.charAt(end) !== char) end += text.charAt(end) === "\\" ? 2 : 1;
    const literal = text
      .slice(at + 1, end)
      .replace(/\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|(.))/g, decoded);
    const group = groups.at(-1);
    const before = literals.at(-1);
    const between = text.slice(from, at);
    // Python may put a letter in front of a literal.
    if (group !== undefined && before !== undefined && /^\s*[+.]?\s*[a-zA-Z]{0,2}$/.test(between)) {
      // `'r' + 'm x'` is one text in the end; both parts count as texts of their own as well.
      literals.push(literal, before + literal);
      group[group.length - 1] = `${group.at(-1) ?? ""}${literal}`;
    } else literals.push(literal);
    if (group !== undefined && /^\s*,\s*[a-zA-Z]{0,2}$/.test(between)) group.push(literal);
    else if (!/^\s*[+.]?\s*[a-zA-Z]{0,2}$/.test(between) || group === undefined) groups.push([literal]);
    code += `${text.slice(from, at)}${char}${char}`;
    from = Math.min(end + 1, text.length);
    at = end;
  }
  code += text.slice(from);
  return { code: language.patterns ? withoutPatterns(code) : code, literals, groups };
}

/** Blanks `/…/` behind what expects a value, and `s/…/…/` unless its flags run the replacement. */
function withoutPatterns(code: string): string {
  return code
    .replace(/\b(?:s|tr|y)\/(?:[^/\\\n]|\\.)*\/(?:[^/\\\n]|\\.)*\/(?![a-z]*e)[a-z]*/g, "//")
    .replace(
      /(=~|!~|\b(?:if|unless|and|or|not|split|grep|while|until|return)\b|[(,!&|{;=:?]|^)(\s*)m?\/(?:[^/\\\n]|\\.)+\/[a-z]*/g,
      "$1$2//",
    );
}

function decoded(
  _all: string,
  hex: string | undefined,
  wide: string | undefined,
  plain: string | undefined,
): string {
  const digits = hex ?? wide;
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  return plain === "n" ? "\n" : plain === "t" ? "\t" : (plain ?? "");
}
