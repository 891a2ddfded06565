/** How each harness reads the matcher of an entry, as a language of tool names. */
import type { HarnessId } from "@hasna/hooks-harness";
import { type Automaton, automatonOf, automatonOfNames, TooMuch } from "./automaton.ts";
import { withBothCases } from "./char-set.ts";
import { parsePattern, type Tree } from "./pattern.ts";

/** The tool names that a matcher takes. `beyond`: it could not be told, so it may be any. */
export type Language =
  | { readonly kind: "every" }
  | { readonly kind: "names"; readonly names: readonly string[]; readonly automaton: Automaton }
  | { readonly kind: "pattern"; readonly automaton: Automaton }
  | { readonly kind: "none" }
  | { readonly kind: "beyond"; readonly why: string };

type Reading = (matcher: string | undefined) => Language;

const EVERYTHING: Language = { kind: "every" };
const NOTHING: Language = { kind: "none" };

function names(list: readonly string[]): Language {
  const real = [...new Set(list)].filter((name) => name !== "");
  return real.length === 0 ? NOTHING : { kind: "names", names: real, automaton: automatonOfNames(real) };
}

function pattern(
  source: string,
  syntax: "javascript" | "rust",
  shape: (tree: Tree) => Tree = (tree) => tree,
): Language | "invalid" {
  const parsed = parsePattern(source, syntax);
  if (parsed.kind === "invalid") return "invalid";
  if (parsed.kind === "beyond") return parsed;
  try {
    return { kind: "pattern", automaton: automatonOf(shape(parsed.tree)) };
  } catch (error) {
    if (error instanceof TooMuch) return { kind: "beyond", why: "it is too large" };
    throw error;
  }
}

function orNothing(language: Language | "invalid"): Language {
  return language === "invalid" ? NOTHING : language;
}

function isEvery(matcher: string | undefined): matcher is undefined | "" | "*" {
  return matcher === undefined || matcher === "" || matcher === "*";
}

/** Plain characters are a list of exact names by `|` and comma, blanks around them trimmed; else unanchored JavaScript. */
const claudeReads: Reading = (matcher) => {
  if (isEvery(matcher)) return EVERYTHING;
  if (/^[\w\- ,|]*$/.test(matcher)) return names(matcher.split(/[|,]/).map((name) => name.trim()));
  return orNothing(pattern(matcher, "javascript"));
};

/** Letters, digits, `_` and `|` are a list of exact names; else unanchored Rust. */
const codexReads: Reading = (matcher) => {
  if (isEvery(matcher)) return EVERYTHING;
  if (/^[A-Za-z0-9_|]*$/.test(matcher)) return names(matcher.split("|"));
  return orNothing(pattern(matcher, "rust"));
};

/** Unanchored JavaScript, blanks around it trimmed; one that cannot be read is a name. */
const geminiReads: Reading = (matcher) => {
  if (isEvery(matcher)) return EVERYTHING;
  const language = pattern(matcher.trim(), "javascript");
  return language === "invalid" ? names([matcher.trim()]) : language;
};

/** Unanchored JavaScript as it stands. */
const plainReads: Reading = (matcher) =>
  isEvery(matcher) ? EVERYTHING : orNothing(pattern(matcher, "javascript"));

/** A list of names, those in small letters for any case, or anchored JavaScript; the empty text is nothing, `**` is everything. */
const copilotReads: Reading = (matcher) => {
  if (matcher === undefined || matcher === "*" || matcher === "**") return EVERYTHING;
  const text = matcher.trim();
  if (matcher === "" || text === "") return NOTHING;
  if (!/^[\w|-]*$/.test(text)) return orNothing(pattern(text, "javascript", whole));
  const list = text.split("|").filter((name) => name !== "");
  if (list.length === 0) return NOTHING;
  return { kind: "pattern", automaton: automatonOf(whole({ kind: "choice", items: list.map(named) })) };
};

/** A name of the list that is all in small letters stands for the tool in any case. */
function named(name: string): Tree {
  const isSmall = name === name.toLowerCase();
  const items = Array.from(name, (one): Tree => {
    const code = one.codePointAt(0) as number;
    return { kind: "set", set: isSmall ? withBothCases([code, code], false) : [code, code] };
  });
  return { kind: "sequence", items };
}

function whole(tree: Tree): Tree {
  const [start, end]: readonly Tree[] = [
    { kind: "start", lineEnds: undefined },
    { kind: "end", lineEnds: undefined },
  ];
  return { kind: "sequence", items: [start as Tree, tree, end as Tree] };
}

/** The matcher is not looked at: every hook gets every tool. */
const ignored: Reading = () => EVERYTHING;

/** A record, so that a new harness is missed by the compiler; a test holds it against what `fires` says. */
const readings: Readonly<Record<HarnessId, Reading>> = {
  "claude-code": claudeReads,
  codex: codexReads,
  codewith: codexReads,
  "gemini-cli": geminiReads,
  "qwen-code": geminiReads,
  cursor: plainReads,
  "copilot-cli": copilotReads,
  "vs-code": ignored,
  opencode: ignored,
  kilo: ignored,
  pi: ignored,
  cline: ignored,
  windsurf: ignored,
  droid: plainReads,
  kiro: plainReads,
  "devin-cli": plainReads,
  kimi: plainReads,
  grok: plainReads,
};

/** Languages that were read, by harness and matcher: settings repeat the same few. */
const read = new Map<string, Language>();
const MOST_READ = 5000;

/** The tool names for which an entry with this matcher fires; a matcher that is missing is undefined. */
export function languageOf(harness: HarnessId, matcher: string | undefined): Language {
  const key = `${harness}\0${matcher === undefined ? "" : `=${matcher}`}`;
  const known = read.get(key);
  if (known !== undefined) return known;
  if (read.size > MOST_READ) read.clear();
  const language = readings[harness](matcher);
  read.set(key, language);
  return language;
}
