/** The package as others use it: the examples of the README, in Node, without anything of Bun; and its public face. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { splice } from "./edits.ts";
import { lex } from "./lex.ts";
import { staticText } from "./static-word.ts";

const here = import.meta.dir;
const work = mkdtempSync(join(tmpdir(), "hooks-lexer-library-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const readme = readFileSync(join(here, "README.md"), "utf8");
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
const bundle = await bundled();

async function bundled(): Promise<string> {
  const built = await Bun.build({ entrypoints: [join(here, "index.ts")], target: "browser", format: "esm" });
  const text = (await built.outputs[0]?.text()) ?? "";
  writeFileSync(join(work, "lexer.mjs"), text);
  return text;
}

test("the bundle uses nothing of Bun, of Node or of a browser", () => {
  expect(bundle.length).toBeGreaterThan(10_000);
  const code = bundle.replace(/\/\/.*$/gm, "").replace(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, '""');
  expect(code.match(/\b(?:Bun|process|require|globalThis|window|Buffer)\s*[.([]/g) ?? []).toEqual([]);
  expect(code).not.toMatch(/\bimport\b/);
});

test("the manifest names no dependency", () => {
  const manifest: { dependencies?: object } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
  expect(manifest.dependencies).toBeUndefined();
});

const runtimes = ["node", "bun"].filter((name) => Bun.which(name) !== null);

test("Node is here to run the examples", () => {
  expect(runtimes).toContain("node");
});

describe.each(runtimes)("the README's examples in %s", (runtime) => {
  test.each(examples.map((code, index) => [index + 1, code] as const))(
    "example %d",
    (index, code) => {
      const wanted = [...code.matchAll(/^\/\/ prints: (.*)$/gm)].map((match) => match[1]);
      expect(wanted.length).toBeGreaterThan(0);
      const file = join(work, `example-${index}.mjs`);
      writeFileSync(file, code.replace('"@hasna/hooks-lexer"', '"./lexer.mjs"'));
      const run = Bun.spawnSync([runtime, file], { env: { PATH: process.env.PATH, NO_COLOR: "1" } });
      expect(run.stderr.toString()).toBe("");
      // Node and Bun lay objects out in ways of their own: `[ 'a' ]` and `[ "a" ]`, on one line or on several.
      expect(flat(run.stdout.toString())).toBe(flat(wanted.join("\n")));
    },
    30_000,
  );
});

function flat(text: string): string {
  return text
    .replaceAll('"', "'")
    .replace(/,?\s+/g, " ")
    .replace(/([[{]) | (?=[\]}])/g, "$1")
    .trim();
}

test("the public face is the one on record (RECORD=1 writes it anew)", async () => {
  const face = await publicFace();
  const golden = join(here, "golden/index.d.ts");
  if (process.env.RECORD === "1") await Bun.write(golden, face);
  expect(face).toBe(readFileSync(golden, "utf8"));
  // The compiler takes seconds on a machine that does other things too.
}, 60_000);

/** Every name that index.ts exports with its declaration and comment, as the compiler writes them. */
async function publicFace(): Promise<string> {
  const root = join(here, "../..");
  const config = join(work, "tsconfig.json");
  const out = join(work, "types");
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: { noEmit: false, emitDeclarationOnly: true, outDir: out, rootDir: here, types: [] },
      files: [join(here, "index.ts")],
      include: [],
    }),
  );
  const run = Bun.spawnSync([join(root, "node_modules/.bin/tsc"), "-p", config]);
  if (run.exitCode !== 0) throw new Error(run.stdout.toString());
  const index = readFileSync(join(out, "index.d.ts"), "utf8");
  let face = "";
  for (const [, names = "", from = ""] of index.matchAll(
    /export (?:type )?\{([^}]*)\} from "\.\/([^"]+)"/g,
  )) {
    const text = readFileSync(
      join(dirname(join(out, "index.d.ts")), from.replace(/\.[jt]s$/, ".d.ts")),
      "utf8",
    );
    for (const name of names
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""))
      face += `${declarationOf(text, name)}\n`;
  }
  return face;
}

function declarationOf(text: string, name: string): string {
  const blocks = text.split(/^(?=\/\*\*|export |declare )/m);
  const at = blocks.findIndex((block) => new RegExp(`^export (?:declare )?\\w+ ${name}\\b`).test(block));
  if (at < 0) throw new Error(`no declaration of ${name}`);
  const comment = blocks[at - 1]?.startsWith("/**") ? blocks[at - 1] : "";
  return `${comment}${blocks[at]}`.trimEnd();
}

describe("splice", () => {
  const script = lex("rm a; rm b");
  const rows: readonly (readonly [name: string, edits: Parameters<typeof splice>[1], result: string])[] = [
    ["one edit", [{ start: 0, end: 2, text: "mv" }], "mv a; rm b"],
    [
      "in any order",
      [
        { start: 6, end: 8, text: "B" },
        { start: 0, end: 2, text: "A" },
      ],
      "A a; B b",
    ],
    ["an insertion", [{ start: 0, end: 0, text: "sudo " }], "sudo rm a; rm b"],
    ["none", [], "rm a; rm b"],
    [
      "an overlap",
      [
        { start: 0, end: 3, text: "" },
        { start: 2, end: 4, text: "" },
      ],
      "the span overlaps the one before it",
    ],
    ["outside", [{ start: 0, end: 11, text: "" }], "the span lies outside the source"],
    ["before the start", [{ start: -1, end: 1, text: "" }], "the span lies outside the source"],
    ["half a unit", [{ start: 0.5, end: 1, text: "" }], "the span lies outside the source"],
    [
      "a quote that stays open",
      [{ start: 0, end: 2, text: '"' }],
      "the result cannot be read: a double quote is never closed",
    ],
  ];
  test.each(rows)("%s", (_, edits, result) => {
    const spliced = splice(script, edits);
    expect(spliced.kind === "spliced" ? spliced.script.source : spliced.reason).toBe(result);
  });

  test("what could not be read before may stay so", () => {
    expect(splice(lex("rm 'a"), [{ start: 0, end: 2, text: "mv" }]).kind).toBe("spliced");
  });
});

describe("staticText", () => {
  const rows: readonly (readonly [word: string, value: string | undefined])[] = [
    ["a", "a"],
    ["'a b'\"c\"\\ d", "a bc d"],
    ["$'\\x41'", "A"],
    ["''", ""],
    ["'*'\\?", "*?"],
    ["a*", undefined],
    ["a?", undefined],
    ["[ab]", undefined],
    ["{a,b}", undefined],
    ["~", undefined],
    ["'~'", "~"],
    ["a~b", "a~b"],
    ["x=~/y", undefined],
    ["=ls", undefined],
    ["a=b", "a=b"],
    ["$x", undefined],
    ["a$(b)", undefined],
  ];
  test.each(rows)("%s", (word, value) => {
    const command = lex(`v ${word}`).commands.find(({ words }) => words.length === 2);
    expect(command?.words[1] && staticText(command.words[1])).toBe(value);
  });
});
