// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are shell text
import { expect, test } from "bun:test";
import fc from "fast-check";
import { CASES } from "./cases.ts";
import { shellText } from "./generate.ts";
import { lex } from "./lex.ts";
import type { Dialect } from "./script.ts";
import { checkSpans } from "./testing/spans.ts";

const DIALECTS: readonly Dialect[] = ["bash", "sh", "zsh"];

test("spans of every row, in every dialect and with every tail cut off", () => {
  for (const { source } of CASES) {
    for (const dialect of DIALECTS) checkSpans(lex(source, { dialect }));
    for (let end = 0; end < source.length; end++) checkSpans(lex(source.slice(0, end)));
  }
});

test("spans of every row inside backticks, a here-document and a quoted substitution", () => {
  for (const { source } of CASES) {
    const escaped = source.replace(/[\\`$]/g, "\\$&");
    checkSpans(lex(`a \`${escaped}\` b`));
    checkSpans(lex(`a <<X\n$(${source}\n)\nX\n`));
    checkSpans(lex(`a <<-X\n\t$(${source.replaceAll("\n", "\n\t")}\n\t)\n\tX\n`));
    checkSpans(lex(`a "$(${source}\n)"`));
  }
});

test("spans of generated and of broken text", () => {
  fc.assert(
    fc.property(shellText, fc.constantFrom(...DIALECTS), (source, dialect) => {
      checkSpans(lex(source, { dialect }));
    }),
    { numRuns: 1000, seed: 20 },
  );
});

test("a word inside nested backticks is found in the source", () => {
  const source = "x `a \\`b \\\\\\`rm -rf \\$y\\\\\\`\\``";
  const command = lex(source).commands.find((each) => each.words.length === 3);
  const words = command?.words.map((word) => source.slice(word.span.start, word.span.end));
  expect(words).toEqual(["rm", "-rf", "\\$y"]);
});

test("a word behind stripped tabs and joined lines is found in the source", () => {
  const source = "x <<-E\n\t\ta $(\n\t\trm\\\n f)\nE\n";
  const command = lex(source).commands[0];
  expect(command?.words.map((word) => source.slice(word.span.start, word.span.end))).toEqual(["rm", "f"]);
});
