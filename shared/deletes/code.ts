/** Deletes in one-liners of other languages. */
import type { Field } from "@hasna/hooks-lexer";
import { fieldOf, headOf, sketchOf } from "./field.ts";
import type { Call, Finding } from "./finding.ts";
import { interpreterOf, snippetOf } from "./languages.ts";
import { readWords } from "./options.ts";
import { baseOf } from "./path.ts";
import { isDeleterName, mentionsDeleter } from "./spelling.ts";

/** Literals that are taken for paths, at most. */
const pathLimit = 64;
/** Code longer than this is a program, not a one-liner: it is searched, its literals are not run as shell text. */
const literalLimit = 256;

export function codeFindings(call: Call): readonly Finding[] {
  const interpreter = interpreterOf(call.name);
  if (interpreter === undefined) return [];
  const args = call.name === "deno" && call.args[0] !== undefined ? call.args.slice(1) : call.args;
  const { options, operands } = readWords(args, {
    valued: `${interpreter.code}${interpreter.valued ?? ""}`,
    longValued: interpreter.longCode ?? [],
  });
  const texts: Field[] = [];
  for (const { name, value } of options) {
    if (value === undefined) continue;
    if (name.length === 1 ? interpreter.code.includes(name) : interpreter.longCode?.includes(name))
      texts.push(value);
  }
  const [first] = operands;
  const script = first !== undefined && headOf(first) !== "-";
  if (texts.length === 0 && interpreter.operandIsCode === true && first !== undefined) texts.push(first);
  if (texts.length === 0 && interpreter.readsInput === true && !script)
    texts.push(...call.input().map((text) => fieldOf(text, call.run.verb.span)));
  for (const field of texts) {
    const operand = deletesIn(sketchOf(field), call, interpreter.language, field, operands);
    if (operand !== undefined) return [{ by: byName(call.name), operands: operand, open: true }];
  }
  return [];
}

/** The literals that may be its targets, or undefined when nothing is deleted. */
function deletesIn(
  text: string,
  call: Call,
  language: Parameters<typeof snippetOf>[1],
  field: Field,
  words: readonly Field[],
): readonly Field[] | undefined {
  const { code, literals } = snippetOf(text, language);
  const paths = (): readonly Field[] =>
    literals
      .filter((literal) => literal !== "" && !/[\n\0]/.test(literal))
      .slice(0, pathLimit)
      .map((literal) => fieldOf(literal, field.span));
  if (language.deletes.test(code)) return paths();
  // `eval("…")`: a literal that is code again, one level deep.
  if (/\b(?:eval|exec|Function|instance_eval|class_eval)\b/.test(code)) {
    const again = literals.slice(0, literalLimit);
    if (again.some((literal) => language.deletes.test(snippetOf(literal, language).code))) return paths();
  }
  if (!language.starts.test(code) && !(language.backquoteRuns && code.includes("``"))) return undefined;
  if (mentionsDeleter(code)) return paths();
  const short = literals.filter((literal) => literal.length <= 4096).slice(0, literalLimit);
  const runs = short.some((literal) => isDeleterName(baseOf(literal.trim())) || call.deletes(literal));
  if (runs || call.deletes(short.join(" "))) return paths();
  // `exec @ARGV`, `os.execvp(sys.argv[1], …)`: the words behind the code are the command.
  return /argv/i.test(code) && call.deletes(words.map(sketchOf).join(" ")) ? words : undefined;
}

function byName(name: string): string {
  const plain = name.replace(/[\d.]+$/, "");
  if (/^(?:perl|j?ruby|node|nodejs|bun|lua|luajit|Rscript|R|osascript|tsx|ts-node)$/.test(plain))
    return `${plain} -e`;
  return plain === "php" ? "php -r" : /^(?:[gmn]?awk|original-awk)$/.test(plain) ? "awk" : `${plain} -c`;
}
