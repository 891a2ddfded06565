// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are shell text
/** Shell text for the property tests: well-formed commands in any nesting, and the same with something broken in it. */
import fc from "fast-check";

const word: fc.Arbitrary<string> = fc.constantFrom(
  "a",
  "b-c",
  "'d e'",
  '"f $g"',
  "\\;",
  "$h",
  "${i:-j}",
  '"${k#l}"',
  "$'\\x6d'",
  "m\\\nn",
  "#",
  "{o,p}",
  "q=r",
  "*.s",
  "!",
  "}",
  "do",
  "2",
  "🗑",
);

interface Texts {
  readonly command: string;
  readonly list: string;
  readonly argument: string;
}

const texts = fc.letrec<Texts>((untyped) => {
  const tie = (name: keyof Texts): fc.Arbitrary<string> => untyped(name) as fc.Arbitrary<string>;
  return {
    argument: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      word,
      tie("list").map((text) => `$(${text}\n)`),
      tie("list").map((text) => `"$(${text}\n)"`),
      tie("list").map((text) => `\`${text.replace(/[\\`$]/g, "\\$&")}\``),
      tie("list").map((text) => `<(${text}\n)`),
      tie("list").map((text) => `$(( '$(${text}\n)' + 1 ))`),
      tie("list").map((text) => `\${x[$(${text}\n)]:-"$(${text}\n)"}`),
      tie("list").map((text) => `$((${text}\n); (${text}\n))`),
    ),
    command: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `v ${words.join(" ")}`),
      fc.tuple(tie("argument"), tie("argument")).map(([one, two]) => `A=${one} v ${two} >o`),
      fc.tuple(tie("argument"), tie("list")).map(([one, text]) => `v <<E ${one}; w\n$(${text}\n)\nE\n`),
      fc.tuple(word, tie("list")).map(([one, text]) => `v <<-'E F' ${one}; w\n\t${text}\n\tE F\n`),
      tie("list").map((text) => `(${text}\n)`),
      tie("list").map((text) => `{ ${text}\n} >o`),
      tie("list").map((text) => `if ${text}\nthen ${text}\nelse ${text}\nfi`),
      tie("list").map((text) => `while ${text}\ndo ${text}\ndone`),
      fc.tuple(tie("argument"), tie("list")).map(([one, text]) => `for i in ${one}; do ${text}\ndone`),
      fc
        .tuple(tie("argument"), tie("list"))
        .map(([one, text]) => `case ${one} in x|y) ${text};; (*) ${text}\nesac`),
      tie("list").map((text) => `f() { ${text}\n}`),
      tie("argument").map((one) => `a=(${one} [k]=v)`),
      tie("argument").map((one) => `[[ ${one} && ( x == ${one} ) ]]`),
      tie("argument").map((one) => `((x + a[${one}]))`),
      tie("command").map((text: string) => `! ${text}`),
    ),
    list: fc
      .array(
        fc.tuple(tie("command"), fc.constantFrom("; ", "\n", " && ", " | ", " || ", "\n# c '\n", " & ")),
        {
          minLength: 1,
          maxLength: 3,
        },
      )
      .map((parts) =>
        parts.map(([text, joint], index) => (index === parts.length - 1 ? text : text + joint)).join(""),
      ),
  };
});

/** Commands and lists as a person or a program may write them. */
export const shellCommand: fc.Arbitrary<string> = fc.oneof(texts.command, texts.list);

const junk: fc.Arbitrary<string> = fc.constantFrom(
  ..."'\"`$(){}[]<>|&;\\\n\t #!=*",
  "$((",
  "))",
  "<<",
  "<<-E\n",
  "${",
  "$(",
  "esac",
  "fi",
  "\ud800",
);

/** The same with something cut out, put in or doubled. */
export const shellText: fc.Arbitrary<string> = fc.oneof(
  shellCommand,
  fc
    .tuple(
      shellCommand,
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), junk), { maxLength: 4 }),
    )
    .map(([text, insertions]) => {
      let broken = text;
      for (const [where, what] of insertions) {
        const at = Math.floor(where * broken.length);
        broken = broken.slice(0, at) + what + broken.slice(at);
      }
      return broken;
    }),
  fc
    .tuple(shellCommand, fc.nat(200), fc.nat(20))
    .map(([text, at, length]) => text.slice(0, at) + text.slice(at + length)),
  fc.array(fc.oneof(word, junk), { maxLength: 30 }).map((parts) => parts.join("")),
);
