/** What a part of the text that is not known could be, and the doubts that say so. */
import { basename, couldBeNamed, exactText, leadingText } from "./field.ts";
import { resolveFrom } from "./folders.ts";
import type { Job } from "./job.ts";
import { couldHide, holdsWord, unquoted } from "./mentions.ts";
import type { Field, Folder, Segment } from "./run.ts";
import type { Span } from "./script.ts";
import type { Walk } from "./walk.ts";

/** Positional parameters in a function's own text: what they are is settled at each call. */
export function isDeferred(field: Field, job: Job): boolean {
  if (job.frame.definition === undefined) return false;
  return field.segments.some(
    (segment) =>
      segment.kind === "unknown" && segment.name !== undefined && /^([@*]|\d+)$/.test(segment.name),
  );
}

/** Says that a program is not known, unless it depends on a function's arguments. */
export function doubtProgram(walk: Walk, field: Field, job: Job, last: string | undefined): void {
  if (isDeferred(field, job)) {
    walk.deferred.add(job.command);
    return;
  }
  // What stands behind a function's arguments is settled at the call as well.
  if (job.frame.definition !== undefined && walk.deferred.has(job.command)) return;
  const could = suspicionOf(walk, field.segments);
  const inBinaries = last !== undefined || mayBeInProgramFolder(field, job.folders);
  walk.doubt(job.frame, {
    kind: "unknown-program",
    name: last,
    span: field.span,
    detail: `the program is not known: ${describe(field)}`,
    couldBe: (wanted) => {
      if (last !== undefined) return walk.mentions(wanted);
      // `rm$x`, `r$x`: the known part fits already, and an empty rest is likely.
      if (!inBinaries) return false;
      if (couldBeNamed(field, wanted)) return isMixed(field) || could(wanted);
      return startsWithRead(walk, field, wanted) && could(wanted);
    },
  });
}

/**
 * `read -r c; $c+x`: a variable that the text itself sets to what it does not show may hold blanks, and then the program
 * ends in the middle of the word.
 */
function startsWithRead(walk: Walk, field: Field, wanted: string): boolean {
  const at = field.segments.findIndex((segment) => segment.kind === "unknown" && !segment.quoted);
  const segment = field.segments[at];
  if (segment?.kind !== "unknown" || segment.name === undefined) return false;
  if (walk.variables.get(segment.name) === undefined) return false;
  return couldBeNamed({ ...field, segments: field.segments.slice(0, at + 1) }, wanted);
}

/** Whether the last component holds known characters besides unknown ones. */
function isMixed(field: Field): boolean {
  const known = field.segments.some((segment) => segment.kind === "text" && basename(segment.text) !== "");
  return known && field.segments.some((segment) => segment.kind === "unknown");
}

/** `./tests/*` can not be a system program; `/bin/r?` can, and so can `r?` in a folder of programs or an unknown one. */
function mayBeInProgramFolder(field: Field, folders: readonly Folder[]): boolean {
  if (field.segments.some((segment) => segment.kind === "unknown")) return true;
  const lead = leadingText(field);
  const slash = lead.lastIndexOf("/");
  const folder = slash < 0 ? "." : lead.slice(0, slash + 1);
  return folders.some((candidate) => {
    const resolved = resolveFrom(candidate, folder);
    return resolved.kind === "unknown" ? slash < 0 : /(^|\/)s?bin(\/|$)/.test(resolved.path);
  });
}

/** What the unknown parts may hold: see `Doubt.couldBe`. */
export function suspicionOf(walk: Walk, segments: readonly Segment[]): (wanted: string) => boolean {
  const names: string[] = [];
  let made = false;
  let strict = false;
  let globs = false;
  for (const segment of segments) {
    if (segment.kind === "glob") globs = true;
    if (segment.kind !== "unknown") continue;
    if (segment.name === "BASH_REMATCH" || segment.name === "MATCH" || segment.name === "match")
      strict = true;
    else if (segment.name === undefined || isFilledByShell(segment.name)) made = true;
    else {
      const positional = /^([@*]|\d+)$/.test(segment.name);
      const value = walk.variables.get(positional ? "@" : segment.name);
      if (value === undefined) names.push(segment.name.toLowerCase());
      else if (value.kind === "scalar") made = true;
      else strict = true;
    }
  }
  if (globs && names.length === 0 && !made && !strict) return () => true;
  // A variable that the text never sets comes from the surroundings: it holds nothing of what the text mentions.
  const own = strict || made || walk.setsUnseen;
  return (wanted) =>
    strict ||
    names.includes(wanted.toLowerCase()) ||
    (own && walk.mentions(wanted)) ||
    (made && walk.makesText);
}

/** Names that the shell itself fills with pieces of the text: `$_`, what `read` and `=~` leave, the names of xargs. */
function isFilledByShell(name: string): boolean {
  switch (name) {
    case "{}":
    case "_":
    case "REPLY":
    case "MAPFILE":
    case "OPTARG":
    case "BASH_COMMAND":
    case "BASH_EXECUTION_STRING":
    case "BASH_ARGV":
    case "FUNCNAME":
      return true;
    default:
      return false;
  }
}

export function describe(field: Field): string {
  return field.segments
    .map((segment) => {
      if (segment.kind === "text") return segment.text.slice(0, 40);
      if (segment.kind === "glob") return segment.pattern.slice(0, 40);
      return segment.name === undefined ? "…" : `$${segment.name}`;
    })
    .join("");
}

/** Whether `wanted` stands in `text` as a word. */
export function wordIn(text: string, wanted: string): boolean {
  return holdsWord(text, wanted) || (couldHide(text) && holdsWord(unquoted(text), wanted));
}

/** Some option could not be read: any word behind it may be the program. */
export function doubtOption(
  walk: Walk,
  name: string,
  option: Field,
  words: readonly Field[],
  from: number,
  job: Job,
): void {
  if (isDeferred(option, job)) {
    walk.deferred.add(job.command);
    return;
  }
  walk.doubt(job.frame, {
    kind: "unknown-option",
    name,
    span: option.span,
    detail: `an option of ${name} is not known: ${describe(option)}`,
    // An operand that is one variable is not likely to hold a whole command; an option word that is one may.
    couldBe: (wanted) =>
      words
        .slice(from)
        .some((word) => (word !== option || leadingText(word) !== "") && mayHold(walk, word, wanted, job)),
  });
}

function mayHold(walk: Walk, word: Field, wanted: string, job: Job): boolean {
  const text = exactText(word);
  if (text !== undefined) return wordIn(text, wanted);
  return (
    wordIn(leadingText(word), wanted) ||
    // `taskset /*`: what a pattern finds in a folder of no programs is none of them.
    (couldBeNamed(word, wanted) &&
      mayBeInProgramFolder(word, job.folders) &&
      suspicionOf(walk, word.segments)(wanted))
  );
}

/** Says that code which is not in the text is run. */
export function doubtCode(
  walk: Walk,
  job: Job,
  name: string,
  span: Span,
  detail: string,
  could: ((wanted: string) => boolean) | undefined,
): void {
  walk.doubt(job.frame, {
    kind: "unknown-code",
    name,
    span,
    detail: `${name}: ${detail}`,
    couldBe: could ?? ((wanted) => walk.mentions(wanted) || walk.makesText),
  });
}

export function doubtInput(
  walk: Walk,
  job: Job,
  name: string,
  span: Span,
  input: readonly Segment[] | undefined,
): void {
  const known = input?.map((segment) => (segment.kind === "text" ? segment.text : " ")).join("");
  walk.doubt(job.frame, {
    kind: "unknown-code",
    name,
    span,
    detail: `${name} runs what it reads`,
    couldBe: (wanted) => (known === undefined ? walk.mentions(wanted) : wordIn(known, wanted)),
  });
}
