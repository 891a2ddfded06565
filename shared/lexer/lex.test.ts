import { expect, test } from "bun:test";
import { CASES } from "./cases.ts";
import { lex } from "./lex.ts";
import { printScript } from "./print.ts";

for (const row of CASES) {
  test(`${row.group}: ${row.name}${row.dialect === "bash" ? "" : ` (${row.dialect})`}`, () => {
    const script = lex(row.source, { dialect: row.dialect });
    expect(printScript(script)).toEqual([...row.commands]);
    expect(script.lost?.reason).toBe(row.lost);
  });
}

test("every row has a name of its own", () => {
  const names = CASES.map((row) => `${row.group}: ${row.name} (${row.dialect})`);
  expect(new Set(names).size).toBe(names.length);
});

test("bash is the dialect unless told otherwise", () => {
  expect(lex("[[ a ]]").commands).toEqual([]);
  expect(lex("[[ a ]]").dialect).toBe("bash");
  expect(lex("[[ a ]]", { dialect: "sh" }).commands).toHaveLength(1);
});

test("what was read before the point of loss stays, the broken command with its words so far", () => {
  const script = lex("one\ntwo a \"b $(three c) 'd");
  expect(script.commands.map((command) => command.words.length)).toEqual([1, 2, 2]);
  expect(script.lost).toEqual({ at: 10, reason: "a double quote is never closed" });
});

test("the position of a loss inside backticks is one of the source", () => {
  const source = "echo `echo \\`a\\` \\\\`";
  expect(lex(source).lost).toBeUndefined();
  const broken = "echo `echo \\`a 'b\\``";
  expect(broken.slice(lex(broken).lost?.at)).toStartWith("'b");
});

test("functions are listed in order, with names and contexts", () => {
  const { functions, commands } = lex("f() { g() (x); }; function h { y; }");
  expect(functions.map((context) => context.name)).toEqual(["f", "g", "h"]);
  expect(commands[0]?.context.parent).toBe(functions[1] as (typeof functions)[number]);
});

test("a reading that proved wrong leaves nothing behind", () => {
  const { commands, functions } = lex("echo $(( $(f() { a; }) ) ; b )");
  expect(commands.map((command) => command.words[0]?.pieces[0])).toHaveLength(4);
  expect(functions).toHaveLength(1);
});

test("a loss inside one of several here-documents keeps what stands before it", () => {
  const { commands, lost } = lex("one <<A; two <<B\n$(three)\nA\n$(four '\nB\n");
  expect(commands.map((command) => command.words[0]?.pieces[0])).toMatchObject(
    ["three", "one", "four", "two"].map((text) => ({ text })),
  );
  expect(lost?.reason).toBe("a single quote is never closed");
});

test("a word that is read twice to see what it is counts once", () => {
  for (const source of ["coproc $(a) b", "coproc a $(b)", "if [[ a ]] $(b)"]) {
    const { commands } = lex(source, { dialect: "zsh" });
    expect(commands.filter((command) => command.context.kind === "substitution")).toHaveLength(1);
  }
});
