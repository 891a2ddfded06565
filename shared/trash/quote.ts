import { type Bytes, raw, toText } from "./bytes.ts";

/** Names are printed in one of two locales: bytes beyond ASCII as they are, or escaped. */
export type Locale = "utf-8" | "ascii";

const LETTER_ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

/** Which locale the C library would take from the environment. */
export function localeOf(env: Readonly<Record<string, string | undefined>>): Locale {
  const name = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  const lower = name.toLowerCase();
  return lower.includes("utf-8") || lower.includes("utf8") ? "utf-8" : "ascii";
}

/**
 * A name in the quotes that GNU `rm` prints (shell-escape-always): always in quotes, and a shell reads it back as
 * the same bytes.
 */
export function quoted(name: Bytes, locale: Locale): Bytes {
  if (/^[\x20-\x26\x28-\x7e]*$/.test(name)) return raw(`'${name}'`);
  return quotedSlowly(name, locale);
}

function quotedSlowly(name: Bytes, locale: Locale): Bytes {
  const escaped = escapedUnits(name, locale);
  if (name.includes("'") && canStandInDoubleQuotes(name, escaped)) return raw(`"${name}"`);
  let out = "'";
  // GNU reads a name with a quote in it twice, and carries this over when the first reading ended in an escape.
  let inEscape = name.includes("'") && escaped[name.length - 1] === true;
  for (let i = 0; i < name.length; i++) {
    const char = name.charAt(i);
    if (escaped[i]) {
      if (!inEscape) out += "'$'";
      out += LETTER_ESCAPES[char] ?? `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`;
      inEscape = true;
    } else if (char === "'") {
      out += "'\\''";
      inEscape = false;
    } else {
      if (inEscape) out += "''";
      out += char;
      inEscape = false;
    }
  }
  return raw(`${out}'`);
}

/** For each byte: must it be escaped because it is a control character or part of no valid character? */
function escapedUnits(name: Bytes, locale: Locale): readonly boolean[] {
  const out: boolean[] = [];
  for (let i = 0; i < name.length; ) {
    const size = locale === "utf-8" ? characterSize(name, i) : 1;
    const code = name.charCodeAt(i);
    const isEscaped = size === 1 && (code < 0x20 || code >= 0x7f);
    for (let k = 0; k < size; k++) out.push(isEscaped);
    i += size;
  }
  return out;
}

/** How many bytes the printable UTF-8 character here has; 1 when there is none. */
function characterSize(name: Bytes, at: number): number {
  const lead = name.charCodeAt(at);
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
  if (size === 1) return 1;
  const text = toText(raw(name.slice(at, at + size)));
  return text !== undefined && /^[^\p{Cc}\p{Cn}\p{Cs}\p{Co}\p{Zl}\p{Zp}]$/u.test(text) ? size : 1;
}

/** Double quotes are used only around characters that C and the shell read alike; a space, letters, some signs. */
function canStandInDoubleQuotes(name: Bytes, escaped: readonly boolean[]): boolean {
  return !escaped.includes(true) && /^[#~]?[ %+,\-./0-9:@A-Z\]_a-z'\x80-\xff]*$/.test(name);
}
