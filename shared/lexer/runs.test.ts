import { expect, test } from "bun:test";
import { exactText } from "./field.ts";
import { RUN_CASES } from "./run-cases.ts";
import { printRuns } from "./run-print.ts";
import { runs } from "./runs.ts";
import type { Dialect } from "./script.ts";
import { wrapperNames, wrapperRow } from "./wrappers.ts";

const HOME = "/home/u";
const CWD = "/w/p";

function runsOf(source: string, dialect: Dialect = "bash"): ReturnType<typeof runs> {
  return runs(source, { home: HOME, cwd: CWD, dialect });
}

/** Whether a watcher of `rm` has something to look at. */
function sees(source: string, dialect: Dialect = "bash"): boolean {
  const result = runsOf(source, dialect);
  return result.runs.some((run) => run.name === "rm") || result.doubts.some((doubt) => doubt.couldBe("rm"));
}

for (const row of RUN_CASES) {
  const dialect = row.dialect === "bash" ? "" : ` (${row.dialect})`;
  test(`${row.group}: ${row.source}${dialect}: ${row.why}`, () => {
    expect(printRuns(runsOf(row.source, row.dialect), CWD)).toEqual([...row.runs]);
  });
}

test("every row is there once", () => {
  const sources = RUN_CASES.map((row) => `${row.dialect} ${row.source}`);
  expect(new Set(sources).size).toBe(sources.length);
});

test("every span lies in the source, and a written verb stands where its span says", () => {
  for (const row of RUN_CASES) {
    const result = runsOf(row.source, row.dialect);
    for (const run of result.runs) {
      for (const { span } of [run.verb, ...run.args, ...run.wrappers, run.command]) {
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.start).toBeLessThanOrEqual(span.end);
        expect(span.end).toBeLessThanOrEqual(row.source.length);
      }
      if (!run.written) continue;
      const text = row.source.slice(run.verb.span.start, run.verb.span.end);
      const again = runsOf(`: ${text}`, row.dialect).runs[0]?.args.map(exactText);
      expect(again).toEqual([exactText(run.verb)]);
    }
    for (const doubt of result.doubts) expect(doubt.span.end).toBeLessThanOrEqual(row.source.length);
  }
});

test("replacing a written verb changes that program and nothing else", () => {
  for (const row of RUN_CASES) {
    const result = runsOf(row.source, row.dialect);
    for (const run of result.runs) {
      if (!run.written || run.name !== "rm") continue;
      const { start, end } = run.verb.span;
      const changed = runsOf(
        `${row.source.slice(0, start)}/opt/x guard${row.source.slice(end)}`,
        row.dialect,
      );
      const before = result.runs.map((one) => one.name);
      const after = changed.runs.map((one) => one.name);
      const at = result.runs.indexOf(run);
      expect(after).toEqual(before.with(at, "x"));
    }
  }
});

for (const name of wrapperNames()) {
  const row = wrapperRow(name);
  if (row === undefined) continue;
  test(`${name}: every option of its row leads to the command behind it, or to none`, () => {
    const operands = "5 ".repeat(row.operands);
    for (const [option, shape] of [...row.short, ...row.long]) {
      const long = row.long.get(option) === shape && option.length > 1;
      const dash = long ? `--${option}` : `-${option}`;
      const value = shape === "value" ? (long ? "=v" : " v") : shape === "pair" ? " v w" : "";
      // Unquoted, `time` is a reserved word with options of its own.
      const source = `\\${name} ${dash}${value} ${operands}rm x`;
      if (row.uncertain.has(option) || row.splits.has(option) || row.code.has(option) || name === "-")
        continue;
      const found = runsOf(source).runs.some((run) => run.name === "rm" && run.wrappers.length > 0);
      if (["su", "runuser", "script", "vagrant ssh", "gcloud compute ssh"].includes(name)) continue;
      if (name === "flock" || name === "git bisect run") continue;
      expect([source, found]).toEqual([source, !row.stops.has(option)]);
    }
  });
}

test("a wrapper that is called by its path, behind another one, with quotes in its name", () => {
  for (const name of [
    "sudo",
    "env",
    "nice",
    "nohup",
    "timeout 5",
    "stdbuf -o0",
    "command",
    "exec",
    "xargs",
  ]) {
    expect(sees(`${name} rm x`)).toBe(true);
    expect(sees(`/usr/bin/${name} rm x`)).toBe(true);
    expect(sees(`sudo ${name} rm x`)).toBe(true);
    expect(sees(`\\${name} rm x`)).toBe(true);
    expect(sees(`echo ${name} rm x`)).toBe(false);
    expect(sees(`${name.replace(/^\w+/, "$&x")} rm x`)).toBe(false);
  }
});

test("standard input is told apart", () => {
  const stdin = (source: string): string | undefined =>
    runsOf(source).runs.findLast((run) => run.name === "cat")?.stdin;
  expect(stdin("cat")).toBe("inherited");
  expect(stdin("a | cat")).toBe("pipe");
  expect(stdin("cat <<E\nx\nE")).toBe("here-document");
  expect(stdin("cat <<< x")).toBe("here-string");
  expect(stdin("cat < x")).toBe("file");
  expect(stdin("a | { b; cat; }")).toBe("pipe");
  expect(stdin("while t; do cat; done < x")).toBe("file");
  expect(stdin("cat 3< x")).toBe("inherited");
});

test("data holds the literal texts that are no programs", () => {
  expect(runsOf("A='b c' rm x \"y$z\" <<< w; a=(p q)").data).toEqual(["x", "y", "b c", "w", "p", "q"]);
});

test("without a folder and a home nothing is made up", () => {
  const result = runs("cd; rm ~/x; cd a && rm y", { home: undefined, cwd: undefined, dialect: "bash" });
  for (const run of result.runs) expect(run.folders).toContainEqual({ kind: "unknown" });
  expect(result.runs[1]?.args[0]?.segments[0]?.kind).toBe("unknown");
});

const HOSTILE: readonly (readonly [string, string])[] = [
  ["many commands", "rm x;".repeat(10_000)],
  ["many operands", `rm ${"x ".repeat(50_000)}`],
  ["many moves", "cd a || rm x;".repeat(4_000)],
  ["many branches", `if a; then b; ${"elif c; then v=1; cd d; ".repeat(2_000)}fi`],
  ["deep loops", `${"for i in a b; do cd $i; ".repeat(50)}rm x; ${"done; ".repeat(50)}`],
  ["many calls", `f() { rm x; cd "$1"; }; ${"f a; ".repeat(5_000)}`],
  [
    "calls that double",
    `${Array.from({ length: 30 }, (_, i) => `f${i}() { f${i + 1}; f${i + 1}; }; `).join("")}f0; rm x`,
  ],
  ["values that double", `x=aaaaaaaa; ${"x=$x$x; ".repeat(60)}rm $x`],
  ["long values used often", `x="${"a ".repeat(5_000)}"; ${"rm $x; ".repeat(1_000)}`],
  ["braces that multiply", `rm ${"{a,b}".repeat(200)}`],
  ["open braces", `rm ${"{".repeat(50_000)}`],
  ["wrappers in a row", `${"env ".repeat(20_000)}rm x`],
  ["options in a row", `sudo ${"-n ".repeat(20_000)}rm x`],
  ["unknown programs", "$x$y ".repeat(5_000)],
  ["code strings", "sh -c 'rm x';".repeat(1_000)],
  ["a function in its own code", "f() { eval f; eval f; }; f; rm x"],
  ["a file that runs itself", "echo 'sh t; sh t; sh t; sh t' > t; sh t; rm x"],
  ["code that holds itself", "x='eval $x; eval $x; eval $x; eval $x'; eval $x; rm x"],
  ["substitutions as programs", `${"$(".repeat(60)}echo echo${" echo)".repeat(60)}; rm x`],
  ["traps", "trap 'rm x' EXIT;".repeat(1_000)],
  ["outputs of one command", `rm x; f ${"> log ".repeat(20_000)}`],
];

for (const [name, source] of HOSTILE) {
  test(`bounded: ${name}`, () => {
    const start = performance.now();
    const result = runsOf(source);
    expect(performance.now() - start).toBeLessThan(10_000);
    const found =
      result.runs.some((run) => run.name === "rm") || result.doubts.some((doubt) => doubt.couldBe("rm"));
    if (source.includes("rm")) expect(found).toBe(true);
  });
}
