import type {
  Field,
  Folder,
  Piece,
  Run,
  Runs,
  Segment,
  Span,
  Surroundings,
  Word,
  Wrapper,
} from "@hasna/hooks-lexer";
import { runs } from "@hasna/hooks-lexer";
import { codeFindings } from "./code.ts";
import { gio, rsync, tar, trash, zip } from "./copiers.ts";
import type { Deletion, Deletions, Target } from "./deletion.ts";
import { fieldOf, sketchOf, textOf } from "./field.ts";
import { find, startsOf } from "./find.ts";
import type { Call, Finding, Reader } from "./finding.ts";
import { git, gitCommand } from "./git.ts";
import { hostFindings } from "./hosts.ts";
import { isAppletBox, nestedSite } from "./nested.ts";
import { normalise } from "./path.ts";
import { rimraf, rm, rmdir, shred, unlink } from "./removers.ts";
import { couldDelete } from "./spelling.ts";
import { isSystemRm } from "./system-rm.ts";
import { targetsOf } from "./target.ts";
import { windowsFindings } from "./windows.ts";

/** Code in code in code: deeper than this is no command that anybody means. */
const depthLimit = 6;
/** Texts read as code for one command. A line with more hosts than this is made to tire the reader. */
const readingLimit = 512;
/** Texts that a pipe may carry into a host, at most. */
const dataLimit = 128;

const readers: Readonly<Record<string, Reader>> = {
  rm,
  zf_rm: rm,
  srm: rm,
  rmdir,
  zf_rmdir: rmdir,
  unlink,
  shred,
  rimraf,
  "del-cli": rimraf,
  del: rimraf,
  git,
  find,
  gfind: find,
  rsync,
  tar,
  gtar: tar,
  bsdtar: tar,
  zip,
  trash,
  "trash-put": trash,
  gio,
};

/** The last answer: guards that run in one process ask about the same text one after the other. */
let last:
  | { readonly source: string; readonly surroundings: Surroundings; readonly found: Deletions }
  | undefined;

/** Everything a command text would delete, as far as the text shows it. */
export function deletionsOf(source: string, surroundings: Surroundings): Deletions {
  const { home, cwd, dialect } = surroundings;
  if (
    last?.source === source &&
    last.surroundings.home === home &&
    last.surroundings.cwd === cwd &&
    last.surroundings.dialect === dialect
  ) {
    return last.found;
  }
  const found = freshDeletions(source, surroundings);
  last = { source, surroundings, found };
  return found;
}

/** The same without remembering it: for a text that nobody else will ask about. */
export function freshDeletions(source: string, surroundings: Surroundings): Deletions {
  const read = runs(source, surroundings);
  const budget: Budget = { left: readingLimit };
  const deletions = deletionsIn(read, surroundings, 0, budget);
  return { deletions, doubts: read.doubts, lost: read.lost, read };
}

/** How many more texts may be read as code. */
interface Budget {
  left: number;
}

function deletionsIn(
  read: Runs,
  surroundings: Surroundings,
  depth: number,
  budget: Budget,
): readonly Deletion[] {
  // A home below /Users is a Mac, whose volumes take RM for rm.
  const folds = surroundings.home?.startsWith("/Users/") === true;
  // Git Bash and its kin run rm.exe for rm.
  const windows = isWindowsHome(surroundings.home ?? "");
  const index = indexOf(read);
  const deletions: Deletion[] = [];
  for (const run of read.runs) {
    if (run.name === undefined) continue;
    const call: Call = {
      run,
      name: plainName(run.name, folds || windows, windows),
      args: run.args,
      folders: run.folders,
      fed: isFed(run),
      input: () => inputOf(run, index),
      file: (name) => fileOf(name, run.folders, read),
      surroundings,
      deletes: (code) => {
        if (!couldDelete(code)) return false;
        // Past the limits a text that could delete counts as one that does.
        if (depth >= depthLimit || budget.left <= 0) return true;
        budget.left -= 1;
        const nested = runs(code, { ...surroundings, cwd: cwdOf(run.folders) });
        return deletionsIn(nested, surroundings, depth + 1, budget).some(({ recoverable }) => !recoverable);
      },
    };
    for (const finding of findingsOf(call)) deletions.push(deletionOf(finding, call, index));
  }
  return deletions;
}

/** `C:…`, `/c/…`, `/cygdrive/…`. */
function isWindowsHome(home: string): boolean {
  if (home.startsWith("/"))
    return (home.charAt(2) === "/" && /[a-z]/.test(home.charAt(1))) || home.startsWith("/cygdrive/");
  return home.charAt(1) === ":" && /[A-Za-z]/.test(home.charAt(0));
}

function isFed({ wrappers }: Run): boolean {
  for (let at = 0; at < wrappers.length; at += 1) {
    const wrapper = wrappers[at];
    if (wrapper !== undefined && isFeeder(wrapper)) return true;
  }
  return false;
}

/** A program in front that adds words of its own. mapfile calls its code with an index and a line. */
function isFeeder({ kind, name }: Wrapper): boolean {
  return (
    kind === "feeder" ||
    name === "mapfile" ||
    name === "readarray" ||
    name === "compgen" ||
    name === "complete"
  );
}

function inputOf(run: Run, index: Index): readonly string[] {
  if (run.input !== undefined) return [sketchOf({ segments: run.input })];
  // A pipe whose text is not known may carry any text of the line.
  return run.stdin === "pipe" ? index.data() : [];
}

/** A path with a variable in it, as `Runs.written` keeps it. */
function keyOf(name: Field): string | undefined {
  let key = "";
  for (const segment of name.segments) {
    if (segment.kind === "text") key += segment.text;
    else if (segment.kind === "unknown" && segment.name !== undefined) key += `\${${segment.name}}`;
    else return undefined;
  }
  return key;
}

function fileOf(name: Field, folders: readonly Folder[], { written }: Runs): string | undefined {
  if (written.size === 0) return undefined;
  const text = textOf(name);
  if (text === "") return undefined;
  if (text === undefined || text.startsWith("/")) {
    const path = text === undefined ? keyOf(name) : normalise(text);
    return sketched(path === undefined ? undefined : written.get(path));
  }
  for (const folder of folders) {
    const path =
      folder.kind === "known" ? normalise(`${folder.path}/${text}`) : normalise(`/${text}`).slice(1);
    const segments = written.get(path);
    if (segments !== undefined) return sketched(segments);
  }
  return undefined;
}

function sketched(segments: readonly Segment[] | undefined): string | undefined {
  return segments === undefined ? undefined : sketchOf({ segments });
}

/** Look-ups over one reading, made when first asked for: most lines need none of them. */
interface Index {
  readonly read: Runs;
  readonly data: () => readonly string[];
  /** The `find` of a command. */
  readonly finder: (command: Run["command"]) => Run | undefined;
  /** The word of a command that stands at a span. */
  readonly word: (run: Run, span: Span) => Word | undefined;
}

function indexOf(read: Runs): Index {
  let data: readonly string[] | undefined;
  let finders: Map<Run["command"], Run> | undefined;
  let words: { readonly command: Run["command"]; readonly byStart: ReadonlyMap<number, Word> } | undefined;
  return {
    read,
    data: () => {
      data ??= read.data.filter(couldDelete).slice(0, dataLimit);
      return data;
    },
    finder: (command) => {
      finders ??= new Map(read.runs.filter(({ name }) => name === "find").map((run) => [run.command, run]));
      return finders.get(command);
    },
    word: (run, span) => {
      // One command's words at a time: operands are asked for in order.
      if (words?.command !== run.command) {
        words = {
          command: run.command,
          byStart: new Map(run.command.words.map((word) => [word.span.start, word])),
        };
      }
      const word = words.byStart.get(span.start);
      return word?.span.end === span.end ? word : undefined;
    },
  };
}

function findingsOf(call: Call): readonly Finding[] {
  const reader = Object.hasOwn(readers, call.name) ? readers[call.name] : undefined;
  const own = reader?.(call) ?? [];
  if (own.length > 0) return own;
  if (call.name.startsWith("git-") && /^git-[a-z-]+$/.test(call.name)) return gitCommand(call);
  const windows = windowsFindings(call);
  if (windows !== undefined) return windows;
  const hosted = hostFindings(call);
  return hosted.length > 0 ? hosted : codeFindings(call);
}

function plainName(name: string, folds: boolean, windows: boolean): string {
  const plain = folds ? name.toLowerCase() : name;
  return windows && plain.endsWith(".exe") ? plain.slice(0, -4) : plain;
}

function cwdOf(folders: readonly Folder[]): string | undefined {
  const [only] = folders;
  return folders.length === 1 && only?.kind === "known" ? only.path : undefined;
}

function deletionOf(finding: Finding, call: Call, index: Index): Deletion {
  const { run } = call;
  const folders = finding.folders ?? run.folders;
  const { verb } = run;
  const lastWord = run.args[run.args.length - 1];
  let targets: readonly Target[] | undefined;
  return {
    by: labelOf(finding.by, run),
    replaceable: finding.replaceable === true && isReplaceable(run),
    nested: finding.replaceable === true ? nestedSite(run, index.read) : undefined,
    recoverable: finding.recoverable === true,
    reach: finding.reach ?? "names",
    place: run.place,
    verb: verb.span,
    span: { start: verb.span.start, end: Math.max(verb.span.end, lastWord?.span.end ?? 0) },
    // A second look at a rewritten text never asks for them.
    get targets(): readonly Target[] {
      targets ??= targetsFor(finding, run, index, folders);
      return targets;
    },
    folders,
    run,
  };
}

function targetsFor(finding: Finding, run: Run, index: Index, folders: readonly Folder[]): readonly Target[] {
  const targets = targetsOf(finding.operands, folders, (field) => canBeEmpty(field, run, index));
  if (finding.open === true) {
    targets.push(...fedTargets(run, index, folders));
    targets.push({ kind: "unknown", within: undefined, emptied: undefined, span: run.verb.span });
  }
  return targets;
}

/** `find -exec rm`, `xargs rm`, `busybox rm`: the program that is in front, when it changes what can be done. */
function labelOf(by: string, run: Run): string {
  if (run.wrappers.length === 0) return by;
  for (const wrapper of run.wrappers.toReversed()) {
    if (wrapper.kind === "feeder") return `${wrapper.name === "find" ? "find -exec" : wrapper.name} ${by}`;
    if (isAppletBox(wrapper.name)) return `${wrapper.name} ${by}`;
  }
  return by;
}

/** `find START -exec rm {}` removes below its start folders, which are words of the same command. */
function fedTargets(run: Run, index: Index, folders: readonly Folder[]): readonly Target[] {
  if (!run.wrappers.some(({ name, kind }) => kind === "feeder" && name === "find")) return [];
  const finder = index.finder(run.command);
  const starts = finder === undefined ? [] : startsOf(finder.args);
  return targetsOf(starts.length > 0 ? starts : [fieldOf(".", run.verb.span)], folders);
}

/** The system's own `rm`, written out in the source, with nothing in front that feeds it or takes it away. */
function isReplaceable(run: Run): boolean {
  if (run.place !== "list" || !run.written) return false;
  if (
    run.wrappers.length > 0 &&
    run.wrappers.some(({ kind, name }) => kind !== "prefix" || isAppletBox(name))
  )
    return false;
  return isSystemRm(run);
}

const neverEmpty: readonly string[] = [
  "$",
  "#",
  "?",
  "0",
  "PWD",
  "HOME",
  "RANDOM",
  "UID",
  "EUID",
  "PPID",
  "BASHPID",
  "SECONDS",
  "LINENO",
];

/** Whether the first unknown part of an operand could expand to nothing. */
function canBeEmpty(field: Field, run: Run, index: Index): boolean {
  const word = index.word(run, field.span);
  const piece = word?.pieces.find(({ kind }) => kind !== "literal");
  if (piece === undefined) return true;
  if (piece.kind === "command")
    return !/^\$\(\s*pwd\s*\)/.test(index.read.script.source.slice(piece.span.start, piece.span.end));
  return !isNeverEmpty(piece);
}

function isNeverEmpty(piece: Piece): boolean {
  if (piece.kind === "arithmetic") return true;
  if (piece.kind !== "parameter") return false;
  if (piece.length) return true;
  if (piece.operator?.includes("?") === true) return true;
  if (piece.operator === ":-" || piece.operator === ":=") {
    return piece.operand?.pieces.some((part) => part.kind === "literal" && part.text !== "") === true;
  }
  return piece.operator === undefined && neverEmpty.includes(piece.name);
}

/** The text of a run's verb as far as it is known, for messages. */
export function verbText(run: Run): string {
  return textOf(run.verb) ?? run.name ?? "";
}
