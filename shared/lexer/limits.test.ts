// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are shell text
import { expect, test } from "bun:test";
import { lex } from "./lex.ts";
import { MAX_DEPTH, MAX_LENGTH } from "./limits.ts";

/** Ten times what a quiet machine needs: these tests tell linear from quadratic, they measure nothing. */
const PATIENCE_MS = 2000;

const SIZE = 250_000;

function fill(text: string): string {
  return text.repeat(Math.ceil(SIZE / text.length));
}

const LINEAR: Readonly<Record<string, string>> = {
  commands: fill("rm x;"),
  words: fill("a "),
  "nested substitutions": fill(`${"$(".repeat(200)}a${")".repeat(200)};`),
  "quoted nested substitutions": fill(`${'"$(a '.repeat(100)}${')"'.repeat(100)};`),
  "here-documents": fill("cat <<E\n$(a)\nE\n"),
  "here-documents of one line": `${"cat <<E;".repeat(15_000)}\n${"$(a)\nE\n".repeat(15_000)}`,
  "here-documents that never end": fill("<<E "),
  "joined lines": `cat <<E\n${fill("a\\\n")}\nE\n`,
  quotes: fill("'a' \"b\" $'c' "),
  "open quotes": fill("'"),
  backticks: fill("`a` "),
  "escaped backticks": `\`${fill("\\`a\\`")}\``,
  "comments in backticks": fill("`#` "),
  "line continuations": fill("\\\n"),
  "open parentheses": fill("("),
  "open brackets": fill("a["),
  "open braces": fill("${a:-"),
  "process substitutions": fill("<(a "),
  "groups in the background": `${"( ".repeat(200)}${fill("a;")}${") &".repeat(200)}`,
  negations: fill("! "),
  "live quotes": `((${fill("'$x'+")}))`,
  arrays: `a=(${fill("b ")})`,
};

for (const [name, source] of Object.entries(LINEAR)) {
  test(`${name} are read in linear time`, () => {
    const start = performance.now();
    lex(source);
    expect(performance.now() - start).toBeLessThan(PATIENCE_MS);
  });
}

test("brackets that are read again and again are given up on", () => {
  const source = `${"$((".repeat(100)}${"a ".repeat(SIZE / 2)}${") )".repeat(100)}`;
  const start = performance.now();
  expect(lex(source).lost?.reason).toContain("read too often");
  expect(performance.now() - start).toBeLessThan(PATIENCE_MS);
});

const DEEP: Readonly<Record<string, string>> = {
  substitutions: "$(",
  "quoted substitutions": '"$(a ',
  "process substitutions": "<(",
  parameters: "${a:-",
  "quoted parameters": '"${a:-',
  subshells: "( ",
  groups: "{ ",
  conditions: "if ",
  loops: "while ",
  cases: "case a in a) ",
  functions: "f() { ",
  coprocesses: "coproc { ",
  arrays: "a=($(",
  subscripts: "${a[$(",
  arithmetic: "$(( $(",
  "command braces": "${ ",
};

for (const [name, opening] of Object.entries(DEEP)) {
  test(`100,000 nested ${name} lose the reader at once`, () => {
    const start = performance.now();
    const script = lex(opening.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(PATIENCE_MS);
    expect(script.lost?.reason).toBe(`the nesting is deeper than ${MAX_DEPTH} levels`);
  });
}

test("nesting up to the limit is read", () => {
  const levels = MAX_DEPTH;
  expect(lex(`${"$(".repeat(levels)}a${")".repeat(levels)}`).lost).toBeUndefined();
  expect(lex(`${"$(".repeat(levels + 1)}a${")".repeat(levels + 1)}`).lost).toBeDefined();
});

test("a text above the longest is not read", () => {
  const script = lex(`rm a;${" ".repeat(MAX_LENGTH)}`);
  expect(script.lost).toEqual({ at: MAX_LENGTH, reason: `the text is longer than ${MAX_LENGTH} units` });
  expect(lex(`rm a;${" ".repeat(MAX_LENGTH - 5)}`).lost).toBeUndefined();
});
