/** Which files a program would change, by what it is told to do. Pure text. */
import type { Field, Run } from "@hasna/hooks-lexer";
import { exactText, leadingText } from "@hasna/hooks-lexer";
import { settingsIn } from "./registration.ts";

/** A path that a program would change, as it is written. */
export interface Change {
  readonly path: string;
  readonly field: Field;
}

/** Programs that change every file that they are given. */
const ALL =
  "rm mv rmdir unlink shred truncate tee sponge chmod chown chattr setfacl trash trash-put gio patch ed ex".split(
    " ",
  );
/** Programs that change the last file that they are given, or the one behind -t. */
const LAST = ["cp", "ln", "install", "rsync", "scp"];
/** Programs that change files where an option says so. */
const IN_PLACE = ["sed", "perl", "ruby", "yq", "gawk", "awk", "sd"];

/** The paths that a run would change; empty for a program that only reads, and for one that is not known. */
export function changedBy({ name, args }: Run): readonly Change[] {
  if (name === undefined) return [];
  const words = args.map((field) => ({ field, path: exactText(field) ?? leadingText(field) }));
  const plain = words.filter(({ path }) => path !== "" && !path.startsWith("-"));
  if (ALL.includes(name)) return plain;
  if (name === "dd") return partsBehind("of=", words);
  if (name === "git") {
    return ["checkout", "restore", "rm", "mv", "apply", "clean"].includes(plain[0]?.path ?? "")
      ? plain.slice(1)
      : [];
  }
  if (name === "find") return words.some(({ path }) => /^-(?:delete|exec|ok)/.test(path)) ? plain : [];
  if (IN_PLACE.includes(name)) {
    return name === "sd" || words.some(({ path }) => /^-\w*i|^--in-?place/.test(path)) ? plain : [];
  }
  if (!LAST.includes(name)) return [];
  const into = [
    ...partsBehind("--target-directory=", words),
    ...words.filter((_, index) => words[index - 1]?.path === "-t"),
  ];
  const last = plain.at(-1);
  const targets = into.length > 0 || last === undefined ? into : [last];
  // Into a folder a file goes under its own name.
  const inside = targets.flatMap(({ path, field }) =>
    plain.map((one) => ({ path: `${path}/${one.path.slice(one.path.lastIndexOf("/") + 1)}`, field })),
  );
  return [...targets, ...inside];
}

function partsBehind(start: string, words: readonly Change[]): readonly Change[] {
  return words
    .filter(({ path }) => path.startsWith(start))
    .map(({ path, field }) => ({ path: path.slice(start.length), field }));
}

/** Programs that take code of another language. */
const LANGUAGES = /^(?:python[\d.]*|node|nodejs|bun|deno|perl|ruby|php|lua|tclsh|osascript|pwsh)$/;
/** Words of code that changes files. */
const WRITING =
  /write|open|dump|unlink|remove|rename|replace|\brm\b|truncate|delete|copy|move|save|File\b|put/i;

/** The settings files that code for another language could change, by the end of their path. */
export function changedText({ name }: Run, texts: readonly string[]): readonly string[] {
  if (name === undefined || !LANGUAGES.test(name)) return [];
  return texts.filter((text) => WRITING.test(text)).flatMap(settingsIn);
}
