/** What makes two readers of one JSON text take different things from it. */

export interface Oddity {
  readonly kind: "twice" | "rounded" | "deep";
  /** One clause. */
  readonly says: string;
}

/** Python's reader gives up at about a thousand, and writers that call themselves at some thousands. */
const DEEPEST = 500;
const INTEGER = /-?\d+(?![\d.eE])/y;
const NUMBER = /-?[\d.eE+-]+/y;

/** The first oddity of a text; undefined for none, and for a text whose only fault is that it is no JSON. One pass. */
export function oddityOf(text: string): Oddity | undefined {
  const open: (Set<string> | undefined)[] = [];
  let found: Oddity | undefined;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    switch (character) {
      case "{":
      case "[":
        open.push(character === "{" ? new Set() : undefined);
        if (open.length > DEEPEST) return { kind: "deep", says: `nested more than ${DEEPEST} levels deep` };
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case '"': {
        const end = endOfString(text, at);
        const keys = open.at(-1);
        if (keys !== undefined && isKey(text, end)) {
          const key = keyOf(text.slice(at, end));
          if (keys.has(key)) found ??= { kind: "twice", says: `the key ${JSON.stringify(key)} stands twice` };
          keys.add(key);
        }
        at = end - 1;
        break;
      }
      default: {
        if (character !== "-" && !(character >= "0" && character <= "9")) break;
        INTEGER.lastIndex = at;
        const digits = INTEGER.exec(text)?.[0];
        if (digits !== undefined && isRounded(digits)) {
          found ??= {
            kind: "rounded",
            says: `the number ${digits} loses digits when it is read; it can be written as a text`,
          };
        }
        NUMBER.lastIndex = at;
        at += Math.max(1, NUMBER.exec(text)?.[0].length ?? 1) - 1;
      }
    }
  }
  return found;
}

/** What no reply is read from: a text that could only be copied by a writer that gives up on it. */
export function isTooDeep(text: string): boolean {
  // Almost every reply: as many openings as that are not in it at all.
  let openings = 0;
  for (let at = 0; at < text.length; at++) if (text[at] === "[" || text[at] === "{") openings++;
  return openings > DEEPEST && oddityOf(text)?.kind === "deep";
}

/** Behind the closing quote, or at the end of the text. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === "\\") before--;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

function isKey(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text[at] as string)) at++;
  return text[at] === ":";
}

/** Two spellings of one key are one key. */
function keyOf(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted;
  }
}

function isRounded(digits: string): boolean {
  const value = Number(digits);
  if (Number.isSafeInteger(value) || !Number.isFinite(value)) return false;
  // The shortest spelling of a double is what every writer gives back.
  return String(value) !== digits && BigInt(value) !== BigInt(digits);
}
