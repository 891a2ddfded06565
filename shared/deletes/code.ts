/** Deletes in one-liners of other languages. */
import type { Field } from "@hasna/hooks-lexer";
import { fieldOf, headOf, sketchOf, textOf } from "./field.ts";
import type { Call, Finding } from "./finding.ts";
import { type Interpreter, interpreterOf, snippetOf } from "./languages.ts";
import { readWords } from "./options.ts";
import { baseOf } from "./path.ts";
import { isDeleterName, mentionsDeleter } from "./spelling.ts";

/** Literals that are taken for paths, at most. */
const pathLimit = 64;
/** Code longer than this is a program, not a one-liner: it is searched, its literals are not run as shell text. */
const literalLimit = 256;

export function codeFindings(call: Call): readonly Finding[] {
  const interpreter = interpreterOf(call.name);
  if (interpreter === undefined) return scriptFindings(call);
  const { texts, words, variables } = codeOf(call, interpreter);
  for (const field of texts) {
    const operands = deletesIn(sketchOf(field), call, interpreter.language, field, words, variables);
    if (operands !== undefined) return [{ by: byName(call.name), operands, open: true }];
  }
  const file = texts.length > 0 || interpreter.operandIsCode === true ? undefined : scriptOf(call, words);
  return file === undefined ? [] : fileFindings(call, file, interpreter);
}

/** A script that the text itself writes and calls by its path: its first line names the interpreter. */
function scriptFindings(call: Call): readonly Finding[] {
  const text = call.file(call.run.verb);
  if (text === undefined || !text.startsWith("#!")) return [];
  const program = /^#![^\n]*?([^\s/]+)\s*(?:-\S*\s*)*(?:\n|$)/.exec(text)?.[1];
  const interpreter = program === undefined ? undefined : interpreterOf(program);
  return interpreter === undefined ? [] : fileFindings(call, call.run.verb, interpreter);
}

/** The script among the words of an interpreter; undefined for a module (`python -m`) and for none. */
function scriptOf(call: Call, words: readonly Field[]): Field | undefined {
  const [first, second] = words;
  if (
    first === undefined ||
    call.args.some((field) => /^-[A-Za-z]*m/.test(headOf(field)) && call.name.startsWith("py"))
  )
    return undefined;
  return headOf(first) === "run" && second !== undefined ? second : first;
}

function fileFindings(call: Call, file: Field, interpreter: Interpreter): readonly Finding[] {
  const text = call.file(file);
  if (text === undefined) return [];
  const operands = deletesIn(text, call, interpreter.language, file, [], []);
  if (operands === undefined) return [];
  const name = textOf(file) ?? "";
  return [{ by: file === call.run.verb ? name : `${call.name} ${name}`, operands, open: true }];
}

interface Code {
  readonly texts: readonly Field[];
  /** What stands behind the code. */
  readonly words: readonly Field[];
  /** Values that the code gets by another way (`awk -v`). */
  readonly variables: readonly string[];
}

function codeOf(call: Call, interpreter: Interpreter): Code {
  const { before } = interpreter;
  const mark = before === undefined ? -1 : call.args.findIndex((field) => before.test(textOf(field) ?? ""));
  if (mark !== -1) return { texts: joined(call.args.slice(mark + 1), call), words: [], variables: [] };
  const { options, operands } = readWords(call.args, {
    valued: `${interpreter.code}${interpreter.valued ?? ""}`,
    longValued: interpreter.longCode ?? [],
  });
  const texts: Field[] = [];
  const variables: string[] = [];
  for (const { name, value } of options) {
    if (value === undefined) continue;
    if (name.length === 1 ? interpreter.code.includes(name) : interpreter.longCode?.includes(name))
      texts.push(value);
    else if (interpreter.variables?.includes(name) === true)
      variables.push(sketchOf(value).replace(/^\w*=/, ""));
  }
  const [first] = operands;
  const script = first !== undefined && headOf(first) !== "-";
  if (texts.length === 0 && interpreter.operandIsCode === true && first !== undefined)
    texts.push(...(before === undefined ? [first] : joined(operands, call)));
  if (texts.length === 0 && interpreter.readsInput === true && !script)
    texts.push(...call.input().map((text) => fieldOf(text, call.run.verb.span)));
  return { texts, words: operands, variables };
}

/** Words that the program puts together to one text. */
function joined(fields: readonly Field[], call: Call): readonly Field[] {
  return fields.length === 0 ? [] : [fieldOf(fields.map(sketchOf).join(" "), call.run.verb.span)];
}

/** The literals that may be its targets, or undefined when nothing is deleted. */
function deletesIn(
  text: string,
  call: Call,
  language: Parameters<typeof snippetOf>[1],
  field: Field,
  words: readonly Field[],
  variables: readonly string[],
): readonly Field[] | undefined {
  const { code, literals, groups } = snippetOf(text, language);
  const paths = (): readonly Field[] =>
    literals
      .filter((literal) => literal !== "" && !/[\n\0]/.test(literal))
      .slice(0, pathLimit)
      .map((literal) => fieldOf(literal, field.span));
  if (language.deletes.test(code)) return paths();
  // `fs["rmSync"](…)`: the call's name is a literal.
  if (/\[\s*(["'`])\1\s*\]\s*\(/.test(code) && literals.some((name) => language.deletes.test(`x.${name}(`)))
    return paths();
  // `eval("…")`: a literal that is code again, one level deep.
  if (/\b(?:eval|exec|Function|instance_eval|class_eval)\b/.test(code)) {
    const again = literals.slice(0, literalLimit);
    if (again.some((literal) => language.deletes.test(snippetOf(literal, language).code))) return paths();
  }
  if (!language.starts.test(code) && !(language.backquoteRuns && code.includes("``"))) return undefined;
  if (mentionsDeleter(code)) return paths();
  let left = literalLimit;
  for (const group of groups) {
    const [program] = group;
    if (program === undefined || left <= 0) break;
    left -= group.length;
    if (isDeleterName(baseOf(program.trim()))) return paths();
    const short = group.filter((literal) => literal.length <= 4096);
    // One literal may be a whole command line, several are the words of one.
    if (short.some((literal) => call.deletes(literal)) || call.deletes(short.join(" "))) return paths();
  }
  if (variables.some((value) => call.deletes(value))) return paths();
  // `exec @ARGV`, `os.execvp(sys.argv[1], …)`: the words behind the code are the command.
  return /argv/i.test(code) && call.deletes(words.map(sketchOf).join(" ")) ? words : undefined;
}

function byName(name: string): string {
  const plain = name.replace(/[\d.]+$/, "");
  if (/^(?:perl|j?ruby|node|nodejs|bun|lua|luajit|Rscript|R|osascript|tsx|ts-node)$/.test(plain))
    return `${plain} -e`;
  if (/^(?:[gmn]?awk|original-awk)$/.test(plain)) return "awk";
  if (plain === "php") return "php -r";
  if (plain === "deno") return "deno eval";
  return plain.startsWith("emacs") ? `${plain} --eval` : `${plain} -c`;
}
