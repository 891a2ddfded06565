/** Shell patterns, asked one question: could this one match that name? In doubt the answer is yes. */

type Token =
  | { readonly kind: "one"; readonly char: string }
  | { readonly kind: "any" }
  | { readonly kind: "many" }
  | { readonly kind: "set"; readonly body: string; readonly negated: boolean };

/** Puts a backslash before every character that a pattern would read as active. */
export function escapePattern(text: string): string {
  return /[\\*?[\]()|!@+]/.test(text) ? text.replace(/[\\*?[\]()|!@+]/g, "\\$&") : text;
}

/** A pattern without active characters as the text it stands for; undefined when it has some. */
export function literalOf(pattern: string): string | undefined {
  let text = "";
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    if (char === "\\" && at + 1 < pattern.length) {
      at += 1;
      text += pattern.charAt(at);
    } else if (char === "*" || char === "?" || char === "[" || char === "(") return undefined;
    else text += char;
  }
  return text;
}

/** One component each, without the empty ones: `/etc/*` gives `etc` and `*`. */
export function componentsOf(pattern: string): string[] {
  return pattern.split("/").filter((part) => part !== "");
}

/**
 * Whether a component pattern could match a name. A leading dot must be matched by a dot, as shells do without
 * `dotglob`; `dots` says that the text switches that on. An extended pattern could match anything.
 */
export function couldMatch(pattern: string, name: string, dots = false): boolean {
  if (pattern === name) return true;
  const tokens = read(pattern);
  if (tokens === undefined) return true;
  if (!dots && name.startsWith(".")) {
    const first = tokens[0];
    if (first === undefined || first.kind !== "one" || first.char !== ".") return false;
  }
  let at = 0;
  let token = 0;
  let star = -1;
  let resume = 0;
  while (at < name.length) {
    const here = tokens[token];
    if (here?.kind === "many") {
      star = token;
      resume = at;
      token += 1;
    } else if (here !== undefined && matchesOne(here, name.charAt(at))) {
      token += 1;
      at += 1;
    } else if (star >= 0) {
      resume += 1;
      at = resume;
      token = star + 1;
    } else return false;
  }
  while (tokens[token]?.kind === "many") token += 1;
  return token === tokens.length;
}

/**
 * Whether a component takes whatever lies in a folder: nothing in it but active characters, `*`, `.*`, `[!.]*`,
 * `[a-z]*`. A literal letter narrows the pattern to a choice that somebody made.
 */
export function takesAll(pattern: string): boolean {
  const tokens = read(pattern);
  if (tokens === undefined) return false;
  if (!tokens.some((token) => token.kind === "many")) return false;
  return tokens.every((token) => token.kind !== "one" || token.char === ".");
}

function matchesOne(token: Token, char: string): boolean {
  switch (token.kind) {
    case "any":
      return true;
    case "one":
      return token.char === char;
    case "set":
      return inSet(token.body, char) !== token.negated;
    case "many":
      return false;
  }
}

function inSet(body: string, char: string): boolean {
  // A class, an equivalence or a collating symbol depends on the locale: count it as a match of anything.
  if (/\[[:=.]/.test(body)) return true;
  for (let at = 0; at < body.length; at += 1) {
    const low = body.charAt(at);
    if (body.charAt(at + 1) === "-" && at + 2 < body.length) {
      const high = body.charAt(at + 2);
      at += 2;
      // Ranges follow the locale's order in bash: take the letters of both cases.
      if (
        (low <= char && char <= high) ||
        (low.toLowerCase() <= char.toLowerCase() && char.toLowerCase() <= high.toLowerCase())
      )
        return true;
    } else if (low === char) return true;
  }
  return false;
}

/** Undefined for an extended pattern, which is not read further. */
function read(pattern: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    if (char === "\\" && at + 1 < pattern.length) {
      at += 1;
      tokens.push({ kind: "one", char: pattern.charAt(at) });
    } else if (char === "(" || char === "|") return undefined;
    else if (char === "*") {
      if (tokens.at(-1)?.kind !== "many") tokens.push({ kind: "many" });
    } else if (char === "?") tokens.push({ kind: "any" });
    else if (char === "[") {
      const negated = pattern.charAt(at + 1) === "!" || pattern.charAt(at + 1) === "^";
      const start = at + (negated ? 2 : 1);
      // A bracket right at the start is a member, so the end is looked for behind it.
      let end = pattern.indexOf("]", start + 1);
      const inner = pattern.indexOf("[:", start);
      if (inner !== -1 && inner < end) end = pattern.indexOf("]", pattern.indexOf(":]", inner) + 2);
      if (end === -1) tokens.push({ kind: "one", char });
      else {
        tokens.push({ kind: "set", body: pattern.slice(start, end), negated });
        at = end;
      }
    } else tokens.push({ kind: "one", char });
  }
  return tokens;
}
