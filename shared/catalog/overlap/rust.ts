/**
 * Expressions in the syntax of Rust's regex crate, written as JavaScript with the `v` flag. What Rust refuses (looking
 * around, referring back) is invalid; what is rare and has no counterpart is beyond.
 */
export type Translated =
  | { readonly kind: "javascript"; readonly source: string }
  | { readonly kind: "invalid" }
  | { readonly kind: "beyond"; readonly why: string };

class Invalid extends Error {}
class Beyond extends Error {}

export function rustAsJavaScript(source: string): Translated {
  try {
    const reader = new Reader(source);
    const text = reader.alternatives();
    if (!reader.isDone()) throw new Invalid();
    return { kind: "javascript", source: text };
  } catch (error) {
    if (error instanceof Invalid) return { kind: "invalid" };
    if (error instanceof Beyond) return { kind: "beyond", why: error.message };
    throw error;
  }
}

/** POSIX classes, which stand in brackets only. */
const POSIX: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  ascii: "\\x00-\\x7f",
  blank: "\\t ",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "\\x21-\\x7e",
  lower: "a-z",
  print: "\\x20-\\x7e",
  punct: "\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e",
  space: "\\t\\n\\v\\f\\r ",
  upper: "A-Z",
  word: "0-9A-Za-z_",
  xdigit: "0-9A-Fa-f",
};

/** Groups in groups before Rust, too, gives up. */
const DEEPEST = 200;

class Reader {
  readonly #text: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#text = [...source];
  }

  isDone(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Up to `)` or the end. A change of flags in there holds up to the end of it. */
  alternatives(): string {
    this.#depth += 1;
    if (this.#depth > DEEPEST) throw new Beyond("its groups are nested too deeply");
    const parts: string[] = [];
    const changed = new Map<string, boolean>();
    let alternative = "";
    const close = (): void => {
      const flags = modifiers(changed);
      parts.push(flags === "" ? alternative : `(?${flags}:${alternative})`);
    };
    // A change of flags splits an alternative in two that follow one another.
    let before = "";
    while (!this.isDone() && this.#peek() !== ")") {
      if (this.#peek() === "|") {
        this.#at += 1;
        close();
        parts[parts.length - 1] = before + (parts.at(-1) as string);
        before = "";
        alternative = "";
        continue;
      }
      const change = this.#flagChange();
      if (change === undefined) alternative += this.#quantified();
      else {
        close();
        before += parts.pop() as string;
        alternative = "";
        for (const [flag, isOn] of change) changed.set(flag, isOn);
      }
    }
    close();
    parts[parts.length - 1] = before + (parts.at(-1) as string);
    this.#depth -= 1;
    return parts.join("|");
  }

  #peek(ahead = 0): string | undefined {
    return this.#text[this.#at + ahead];
  }

  #rest(length: number): string {
    return this.#text.slice(this.#at, this.#at + length).join("");
  }

  /** `(?i)` and its like; undefined for anything else. */
  #flagChange(): ReadonlyMap<string, boolean> | undefined {
    const [whole, on = "", off = ""] = /^\(\?([a-zA-Z]*)(?:-([a-zA-Z]+))?\)/.exec(this.#rest(20)) ?? [];
    if (whole === undefined || whole === "(?)") return undefined;
    this.#at += whole.length;
    return flagsOf(on, off);
  }

  #quantified(): string {
    const atom = this.#atom();
    const quantifier = this.#quantifier();
    if (quantifier === "") return atom;
    if (/^[*+?{]/.test(this.#peek() ?? "")) throw new Beyond("a repetition is repeated");
    // A place in the text may be repeated in Rust, and not in JavaScript.
    return `(?:${atom})${quantifier}`;
  }

  #quantifier(): string {
    const one = this.#peek();
    let text = "";
    if (one === "*" || one === "+" || one === "?") text = one;
    else if (one === "{") {
      const [whole] = /^\{\d+(?:,\d*)?\}/.exec(this.#rest(30)) ?? [];
      if (whole === undefined) {
        if (/^\{\s*[\d,]/.test(this.#rest(10))) throw new Beyond("a repetition is written in a rare form");
        throw new Invalid();
      }
      text = whole;
    }
    this.#at += text.length;
    if (text !== "" && this.#peek() === "?") this.#at += 1;
    return text;
  }

  #atom(): string {
    const one = this.#peek() as string;
    this.#at += 1;
    switch (one) {
      case "(":
        return this.#group();
      case "[":
        return this.#class();
      case "\\":
        return this.#escape(false);
      case ".":
      case "^":
      case "$":
        return one;
      case "*":
      case "+":
      case "?":
      case "{":
        throw new Invalid();
      default:
        return literal(one);
    }
  }

  #group(): string {
    let open = "(?:";
    const [flagged, on = "", off = ""] = /^\?([a-zA-Z]*)(?:-([a-zA-Z]+))?:/.exec(this.#rest(20)) ?? [];
    const [named] = /^\?P?<[A-Za-z_][\w.[\]]*>/.exec(this.#rest(80)) ?? [];
    if (flagged !== undefined) {
      this.#at += flagged.length;
      const set = modifiers(flagsOf(on, off));
      open = set === "" ? "(?:" : `(?${set}:`;
    } else if (named !== undefined) this.#at += named.length;
    else if (this.#peek() === "?") throw new Invalid();
    const inner = this.alternatives();
    if (this.#peek() !== ")") throw new Invalid();
    this.#at += 1;
    return `${open}${inner})`;
  }

  #escape(isInClass: boolean): string {
    const one = this.#peek();
    this.#at += 1;
    if (one === undefined) throw new Invalid();
    if (/^[dDsSwW]$/.test(one)) return `\\${one}`;
    if (one === "n" || one === "r" || one === "t" || one === "f" || one === "v") return `\\${one}`;
    if (one === "a") return "\\x07";
    if (one === "p" || one === "P") return this.#property(one);
    if (one === "x" || one === "u" || one === "U") return this.#codePoint(one);
    if (!isInClass) {
      if ((one === "b" || one === "B") && this.#peek() === "{")
        throw new Beyond("it looks for one edge of a word");
      if (one === "b" || one === "B") return `\\${one}`;
      if (one === "A") return "(?-m:^)";
      if (one === "z") return "(?-m:$)";
      if (one === "<" || one === ">") throw new Beyond("it looks for one edge of a word");
    }
    // Letters and digits that mean nothing are refused, and so is referring back.
    if (/^[0-9A-Za-z]$/.test(one)) throw new Invalid();
    return literal(one);
  }

  #property(letter: string): string {
    const [, braced] = /^\{(\^?[\w =:]+)\}/.exec(this.#rest(80)) ?? [];
    const name = braced ?? this.#peek();
    if (name === undefined) throw new Invalid();
    this.#at += braced === undefined ? 1 : braced.length + 2;
    if (!/^[A-Z][A-Za-z_]*$/.test(name)) throw new Beyond("it names a Unicode class in a rare form");
    const text = `\\${letter}{${name}}`;
    try {
      new RegExp(text, "u");
      return text;
    } catch {
      throw new Beyond("it names a Unicode class that is not known here");
    }
  }

  #codePoint(letter: string): string {
    const digits = { x: 2, u: 4, U: 8 }[letter] ?? 2;
    const [whole, braced, plain] =
      new RegExp(`^(?:\\{([0-9A-Fa-f]{1,8})\\}|([0-9A-Fa-f]{${digits}}))`).exec(this.#rest(12)) ?? [];
    if (whole === undefined) throw new Invalid();
    this.#at += whole.length;
    const code = Number.parseInt(braced ?? plain ?? "", 16);
    if (code > 0x10ffff) throw new Invalid();
    return `\\u{${code.toString(16)}}`;
  }

  /** Behind `[`. */
  #class(): string {
    let text = "[";
    if (this.#peek() === "^") {
      this.#at += 1;
      text += "^";
    }
    let isFirst = true;
    while (isFirst || this.#peek() !== "]") {
      const one = this.#peek();
      if (one === undefined) throw new Invalid();
      const two = this.#rest(2);
      if (two === "&&" || two === "--" || two === "~~") {
        // A hyphen that opens or closes a class is one.
        if (two !== "--" || !isFirst) throw new Beyond("it uses set operations");
      }
      const [posix, not, name] = /^\[:(\^?)([a-z]+):\]/.exec(this.#rest(14)) ?? [];
      if (posix !== undefined && name !== undefined) {
        const set = POSIX[name];
        if (set === undefined) throw new Invalid();
        this.#at += posix.length;
        text += `[${not}${set}]`;
      } else if (one === "[") {
        this.#at += 1;
        text += this.#class();
      } else text += this.#range();
      isFirst = false;
    }
    this.#at += 1;
    return `${text}]`;
  }

  #range(): string {
    const from = this.#classCharacter();
    if (this.#peek() !== "-" || this.#peek(1) === "]" || this.#peek(1) === undefined) return from;
    if (this.#peek(1) === "-") throw new Beyond("it uses set operations");
    if (this.#peek(1) === "[") throw new Invalid();
    this.#at += 1;
    const to = this.#classCharacter();
    if (!from.startsWith("\\u") || !to.startsWith("\\u"))
      throw new Beyond("a range has an end in a rare form");
    if (Number.parseInt(from.slice(3), 16) > Number.parseInt(to.slice(3), 16)) throw new Invalid();
    return `${from}-${to}`;
  }

  #classCharacter(): string {
    const one = this.#peek() as string;
    this.#at += 1;
    return one === "\\" ? this.#escape(true) : literal(one);
  }
}

function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

function flagsOf(on: string, off: string): ReadonlyMap<string, boolean> {
  if (/[^imsuUxR]/.test(on + off)) throw new Invalid();
  if (/[xR]/.test(on) || off.includes("u")) throw new Beyond("it sets a flag that is not known here");
  return new Map([
    ...[...on].map((flag) => [flag, true] as const),
    ...[...off].map((flag) => [flag, false] as const),
  ]);
}

/** Flags for a group of JavaScript. `u` is in force anyway, and greed does not change which texts fit. */
function modifiers(flags: ReadonlyMap<string, boolean>): string {
  const known = (isOn: boolean): string =>
    ["i", "m", "s"].filter((flag) => flags.get(flag) === isOn).join("");
  return known(true) + (known(false) === "" ? "" : `-${known(false)}`);
}
