/**
 * Data that the shell evaluates: arithmetic looks a variable's text up as an index (`x='a[$(rm y)]'; echo $((x))` runs
 * rm), and so do `test -v`, `read`, `unset`, name references; prompts and `${x@P}` expand substitutions in it.
 */
import { literalTexts, unquoted } from "./mentions.ts";
import type { Doubt } from "./run.ts";
import type { Script } from "./script.ts";

/** What evaluates an index found in data. */
function hasIndexSink(source: string): boolean {
  return /\(\(|\$\[|\[\[|\blet\b|\b(?:declare|typeset|local|export|readonly)\s+-\w*[in]|(?:\btest|\[)\s.*-v\b|\bread\b|\bprintf\s+-v|\bunset\b|\$\{!|\$\{\w+:|\w\[[^\]]*\]\+?=|\$\{\w+\[/.test(
    source,
  );
}

/** What expands substitutions found in data. */
function hasPromptSink(source: string): boolean {
  return /@P\}|\bPS[0-4]=|\$\{\(\w*e/.test(source);
}

/** A doubt when a literal text of the script holds a substitution that one of these may run. */
export function dataDoubt(script: Script): Doubt | undefined {
  const { source } = script;
  if (!source.includes("$(") && !source.includes("`")) return undefined;
  const index = hasIndexSink(source);
  const prompt = hasPromptSink(source);
  if (!index && !prompt) return undefined;
  const texts = [...literalTexts(script)];
  // The words of `[[ ]]` are no commands and stand in no list.
  if (source.includes("[[")) for (const match of source.matchAll(/'([^']*)'/g)) texts.push(match[1] ?? "");
  const found = texts.filter((text) => (prompt && /\$\(|`/.test(text)) || (index && holdsIndexCode(text)));
  if (found.length === 0) return undefined;
  return {
    kind: "unknown-code",
    name: undefined,
    span: { start: 0, end: source.length },
    detail: "a text with a substitution in it may be evaluated",
    couldBe: (wanted) => found.some((text) => unquoted(text).toLowerCase().includes(wanted.toLowerCase())),
  };
}

/** `a[$(…)]` or the same with backticks. */
function holdsIndexCode(text: string): boolean {
  for (let at = text.indexOf("["); at >= 0; at = text.indexOf("[", at + 1)) {
    const close = text.indexOf("]", at);
    const inside = text.slice(at, close < 0 ? undefined : close);
    if (inside.includes("$(") || inside.includes("`")) return true;
    if (close < 0) return false;
  }
  return false;
}
