// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are shell text
/** A walk through the grammar of bash: commands that nobody wrote. */
import { inContext, singleQuoted } from "./contexts.ts";
import type { Random } from "./random.ts";
import { decoys, plain, spelling, targets } from "./spellings.ts";

const words: readonly string[] = [
  "x",
  "a",
  "rm",
  "-f",
  "--opt=val",
  "d/f",
  "=",
  "a=b",
  "-",
  "--",
  "{}",
  "]",
  "!",
  "}",
  "then",
  "1",
  "$HOME",
  "$x",
  "${x}",
  "${x:-y}",
  "${#x}",
  "${x%.*}",
  "${x//a/b}",
  "${x:0:1}",
  "${x^^}",
  "${!x}",
  "$#",
  "$?",
  "$@",
  '"$@"',
  "${a[0]}",
  '"${a[@]}"',
  "${x:-'}'}",
  "${x:-\\}}",
  '${x#"}"}',
  "$((1+2))",
  "$(( (1+2)*3 ))",
  "$[1+1]",
  "*.txt",
  "[a-z]",
  "?",
  "{a,b}",
  "{1..3}",
  "a#b",
  "\\#",
  "\\;",
  "a\\ b",
  "~",
  "x=~",
  "'a b'",
  "'; rm x'",
  "'$(rm x)'",
  "'`rm x`'",
  "''",
  "$'\\x41'",
  "$'\\''",
  '"it\'s"',
  '"; rm x; "',
  '"\\$(rm x)"',
  '"\\`rm x\\`"',
  '"${x:-"q"}"',
  '"${x:-\'}"',
];

const redirections: readonly string[] = [
  ">/dev/null",
  "2>&1",
  "2>/dev/null",
  "<x",
  ">>out",
  "&>out",
  "3>&1",
  "< list",
  ">| out",
  "<<< rm",
  '<<<"a b"',
  "{fd}>out",
  ">&2",
  "3<&-",
  "> 'a b'",
  "<>x",
];

const prefixes: readonly string[] = [
  "sudo ",
  "sudo -u u ",
  "env ",
  "env A=1 ",
  "command ",
  "command -- ",
  "exec ",
  "exec -a n ",
  "nice -n 5 ",
  "nohup ",
  "time ",
  "time -p ",
  "! ",
  "timeout 5 ",
  "stdbuf -oL ",
  "setsid -w ",
  "builtin command ",
  "doas ",
  "xargs ",
  "echo x | xargs -n1 ",
  "coproc ",
  "\\time ",
  "A=1 ",
  "B='a b' C=$(echo c) ",
  "a[0]=1 ",
  "D+=x ",
];

/** A text, and the here-document bodies that must follow on its next line. */
interface Piece {
  readonly text: string;
  readonly bodies: string;
}

class Walk {
  readonly #random: Random;
  #documents = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  list(depth: number): Piece {
    let piece = this.#pipeline(depth);
    while (this.#random.chance(0.4)) {
      const next = this.#pipeline(depth);
      const joint =
        piece.bodies === ""
          ? this.#random.pick(["; ", ";", " && ", " || ", " & ", "\n", " # rm x\n", " &&\n", "; \\\n"])
          : `${this.#random.pick(["\n", " &&\n", "; # c\n", " ||\n"])}${piece.bodies}`;
      piece = { text: piece.text + joint + next.text, bodies: next.bodies };
    }
    return piece;
  }

  #pipeline(depth: number): Piece {
    let piece = this.#command(depth);
    while (this.#random.chance(0.12)) {
      const next = this.#command(depth);
      const joint =
        piece.bodies === "" ? this.#random.pick([" | ", "|", " |& ", " |\n"]) : ` |\n${piece.bodies}`;
      piece = { text: piece.text + joint + next.text, bodies: next.bodies };
    }
    return piece;
  }

  #command(depth: number): Piece {
    if (depth <= 0 || this.#random.chance(0.6)) return this.#simple(depth);
    return { text: inContext(this.#whole(depth - 1), this.#random), bodies: "" };
  }

  /** A list with the bodies of its here-documents. */
  #whole(depth: number): string {
    const { text, bodies } = this.list(depth);
    return bodies === "" ? text : `${text}\n${bodies}`;
  }

  #simple(depth: number): Piece {
    const random = this.#random;
    const parts: string[] = [];
    let bodies = "";
    const redirect = (): void => {
      const [text, body] = this.#redirection(depth);
      parts.push(text);
      bodies += body;
    };
    if (random.chance(0.06)) redirect();
    const kind = random.next();
    const prefix = random.chance(0.25) ? random.pick(prefixes) : "";
    if (kind < 0.4) parts.push(prefix + spelling(random), random.pick(targets));
    else if (kind < 0.55) parts.push(random.pick(decoys));
    else if (kind < 0.75) parts.push(random.pick(plain));
    else if (kind < 0.8) parts.push(prefix + this.#word(depth), spelling(random), "x");
    else parts.push(random.pick(["echo", ":", "printf %s", "cat", "true"]), ...this.#words(depth));
    const last = parts.at(-1) ?? "";
    while (random.chance(0.15) && !last.includes("#")) redirect();
    return { text: parts.join(random.chance(0.03) ? " \\\n" : " "), bodies };
  }

  #words(depth: number): readonly string[] {
    return Array.from({ length: this.#random.below(4) }, () => this.#word(depth));
  }

  #word(depth: number): string {
    const random = this.#random;
    if (depth <= 0 || random.chance(0.7)) return random.pick(words);
    const inner = this.#whole(depth - 1);
    const body = /<<|#|\\$/.test(inner) ? `${inner}\n` : inner;
    return random.pick([
      `$(${body})`,
      `"$(${body})"`,
      `\`${body.replace(/[\\`$]/g, "\\$&")}\``,
      `<(${body})`,
      `\${x:-$(${body})}`,
      `$(( '$(${body})' ))`,
      `"\${x:-'$(${body})'}"`,
      singleQuoted(body),
    ]);
  }

  #redirection(depth: number): readonly [text: string, body: string] {
    const random = this.#random;
    if (random.chance(0.75)) return [random.pick(redirections), ""];
    this.#documents += 1;
    const mark = `E${this.#documents}`;
    const lines = Array.from({ length: random.below(4) }, () =>
      random.pick([
        "text\n",
        "rm x\n",
        "it's\n",
        '"\n',
        "# c\n",
        ")\n",
        "`echo a`\n",
        "$x\n",
        "done\n",
        "E\n",
        "\ttab\n",
      ]),
    ).join("");
    const dash = random.pick(["", "-"]);
    const inner = depth > 0 && random.chance(0.3) ? `$(${this.#whole(depth - 1)}\n)\n` : "";
    return random.chance(0.5)
      ? [`<<${dash}${random.pick(["'M'", '"M"', "\\M"]).replace("M", mark)}`, `${lines + inner + mark}\n`]
      : [`<<${dash}${random.pick(["", " "])}${mark}`, `${lines + inner + mark}\n`];
  }
}

/** A command or a list, at most three levels deep. */
export function walked(random: Random): string {
  const { text, bodies } = new Walk(random).list(random.below(4));
  return bodies === "" ? text : `${text}\n${bodies}`;
}
