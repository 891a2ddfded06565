/** From the words of a simple command to the programs they start: through wrappers, builtins that run their words, shells. */

import { followOptions } from "./arguments.ts";
import { assign } from "./assigning.ts";
import { followBuiltin } from "./builtins.ts";
import { followAssignments } from "./environment.ts";
import { followFind, followZargs } from "./feeders.ts";
import { basename, exactText, lastComponent } from "./field.ts";
import { fileKey, noteFiles } from "./files.ts";
import { either, type Whereabouts } from "./folders.ts";
import { followGit } from "./git.ts";
import { textOf } from "./inputs.ts";
import type { Flow, Job } from "./job.ts";
import type { Field, Run, Wrapper } from "./run.ts";
import type { Scope } from "./scope.ts";
import type { Command, Span, Word } from "./script.ts";
import { doubtForeignShell, followShell, runWritten, shellDialect } from "./shells.ts";
import { runSegments } from "./strings.ts";
import { describe, doubtCode, doubtProgram } from "./suspicion.ts";
import { alternativesOf, fieldsOf } from "./value.ts";
import type { Value } from "./variables.ts";
import type { Walk } from "./walk.ts";
import { followWrapper } from "./wrapped.ts";
import { subcommandRow, wrapperRow } from "./wrappers.ts";

/** Wrappers in a row: a longer chain is no chain a person writes. */
const MOST_WRAPPERS = 64;

/** Follows one simple command. */
export function followCommand(walk: Walk, job: Job, scope: Scope): Flow {
  const { command, at } = job;
  const [first, ...others] = command.words;
  if (first === undefined) return { ok: at, fail: at };
  followAssignments(walk, job, scope);
  if (scope.dialect === "zsh") doubtQualifiers(walk, job);
  const verbs = alternativesOf(first, scope);
  const rest: Field[] = [];
  for (const word of others) {
    for (const field of fieldsOf(word, scope)) {
      rest.push(field);
      if (job.frame.origin !== undefined) walk.words.set(field, word);
      if (field.segments[0]?.kind !== "text") walk.sources.set(field, word);
    }
  }
  if (job.frame.origin !== undefined)
    for (const verb of verbs) for (const field of verb) walk.words.set(field, first);
  const before = command.assignments.length === 0 ? undefined : assignBefore(walk, command, scope);
  let ok: Whereabouts | undefined;
  let fail: Whereabouts | undefined;
  for (const verb of verbs) {
    const flow = follow(
      walk,
      verb.length === 1 && verb[0] !== undefined ? [verb[0], ...rest] : [...verb, ...rest],
      0,
      job,
    );
    ok = either(ok, flow.ok);
    fail = either(fail, flow.fail);
  }
  if (before !== undefined && !isEmptyPrecommand(command, scope))
    for (const [name, value] of before) walk.variables.restore(name, value);
  noteFiles(walk, job, scope, rest);
  return { ok, fail };
}

/** zsh: `x=(a) -` and `x=1 noglob` run nothing, so the assignments are the shell's own. */
function isEmptyPrecommand({ words }: Command, { dialect }: Scope): boolean {
  if (dialect !== "zsh") return false;
  return words.every((word) => {
    const piece = word.pieces[0];
    return (
      word.pieces.length === 1 &&
      piece?.kind === "literal" &&
      /^(?:-|noglob|nocorrect|command|builtin|exec)$/.test(piece.text)
    );
  });
}

/**
 * The assignments in front of a program are its own: gives back what the names held. What the program itself sets
 * stays, when it is a builtin or a function: `IFS= read x`.
 */
function assignBefore(walk: Walk, command: Command, scope: Scope): ReadonlyMap<string, Value | undefined> {
  const before = new Map<string, Value | undefined>();
  for (const assignment of command.assignments) {
    if (!before.has(assignment.name)) before.set(assignment.name, walk.variables.get(assignment.name));
    assign(walk, assignment, scope);
  }
  return before;
}

/** zsh runs code for each file a glob matches: `*(e:'rm x':)`, `*(+f)`. */
function doubtQualifiers(walk: Walk, job: Job): void {
  for (const word of job.command.words) {
    const text = word.pieces.map((piece) => (piece.kind === "literal" ? piece.text : " ")).join("");
    if (!/[*?\])]\([^)]*[e+]/.test(text)) continue;
    const span = job.frame.origin ?? word.span;
    doubtCode(walk, job, "zsh", span, "a glob runs code for each file", (wanted) =>
      text.toLowerCase().includes(wanted),
    );
  }
}

/** Follows the words from `index` on, where a program's name is expected. */
export function follow(walk: Walk, words: readonly Field[], index: number, job: Job): Flow {
  const stay: Flow = { ok: job.at, fail: job.at };
  if (job.wrappers.length > MOST_WRAPPERS) {
    walk.doubt(job.frame, {
      kind: "lost",
      name: undefined,
      span: words[index]?.span ?? job.command.span,
      detail: "too many programs run one another",
      couldBe: () => true,
    });
    return stay;
  }
  let inner = job;
  for (let at = index; at < words.length; at += 1) {
    const field = words[at];
    if (field === undefined) break;
    const text = exactText(field);
    if (text !== undefined) {
      const flow = followNamed(walk, words, at, text, inner);
      if (!field.mayVanish) return flow;
      inner = { ...inner, certain: false };
      continue;
    }
    const key = walk.written.size === 0 ? undefined : fileKey(walk, field, inner.folders);
    if (key !== undefined && walk.written.has(key)) runWritten(walk, key, words, at, inner);
    const shell = shellFromSurroundings(walk, field);
    const last = shell ?? lastComponent(field);
    if (last === undefined || mayBeSplit(field)) doubtProgram(walk, field, inner, last);
    if (last !== undefined && last !== "") return followNamed(walk, words, at, last, inner);
    const emptied = emptiedText(field);
    if (emptied !== undefined) {
      followNamed(walk, words, at, emptied, { ...inner, certain: false });
    }
    if (!field.mayVanish) {
      emit(walk, words, at, undefined, inner);
      doubtUnknownVerbCode(walk, words, at, inner);
      return stay;
    }
    // An expansion that comes out empty is gone: then the next word is the program.
    if (!isPrivilegePrefix(field)) inner = { ...inner, certain: false };
  }
  return stay;
}

/** `$SUDO`, `${DOAS}`: empty or a program that runs the rest as it stands. */
function isPrivilegePrefix(field: Field): boolean {
  const only = field.segments.length === 1 ? field.segments[0] : undefined;
  return (
    only?.kind === "unknown" && /^_?(SUDO|DOAS|sudo|doas)(_?(CMD|COMMAND|PREFIX|cmd))?$/.test(only.name ?? "")
  );
}

function mayBeSplit(field: Field): boolean {
  const first = field.segments[0];
  return first?.kind === "unknown" && !first.quoted && first.name !== "HOME" && first.name !== "PWD";
}

/** `$SHELL` and `$BASH` hold the path of a shell unless the text says otherwise. */
function shellFromSurroundings(walk: Walk, field: Field): string | undefined {
  const only = field.segments.length === 1 ? field.segments[0] : undefined;
  if (only?.kind !== "unknown" || only.name === undefined) return undefined;
  if (walk.variables.get(only.name) !== undefined) return undefined;
  if (only.name === "BASH") return "bash";
  // A shell that runs a text calls itself `$0`; in a script and a function it is another name.
  if (only.name === "0" && walk.variables.get("0") === undefined) return "bash";
  return only.name === "SHELL" ? "bash" : undefined;
}

/** An unknown program with `-c CODE` may be a shell. */
function doubtUnknownVerbCode(walk: Walk, words: readonly Field[], index: number, job: Job): void {
  const option = words[index + 1];
  const code = words[index + 2];
  if (option === undefined || code === undefined || !/^-[a-z]*c$/.test(exactText(option) ?? "")) return;
  const wrapper: Wrapper = {
    name: describe(words[index] ?? code),
    span: words[index]?.span ?? code.span,
    kind: "code",
  };
  runSegments(walk, job, code.segments, {
    wrapper,
    span: code.span,
    dialect: job.frame.dialect,
    inShell: false,
    positional: words.slice(index + 4),
    zero: words[index + 3],
  });
}

function followNamed(walk: Walk, words: readonly Field[], index: number, text: string, job: Job): Flow {
  const stay: Flow = { ok: job.at, fail: job.at };
  if (text === "") return stay;
  if (job.inShell && !job.skipsFunctions && walk.functions.has(text)) {
    const flow = walk.call(text, words.slice(index + 1), job);
    // The function may be gone by then (`unset -f`, defined in a subshell): what the name runs otherwise counts too.
    if (!isWorthASecondLook(text)) return flow;
    followProgram(walk, words, index, text, job);
    return flow;
  }
  const verb = job.frame.dialect === "zsh" && text.startsWith("=") && text.length > 1 ? text.slice(1) : text;
  // What the shell itself was started from.
  let name = verb === "/proc/self/exe" ? job.frame.dialect : basename(verb);
  if (verb.includes("/")) {
    const path = walk.pathOf(verb, job.folders);
    if (walk.written.has(path)) runWritten(walk, path, words, index, job);
    name = walk.copies.get(path) ?? name;
  }
  if (job.inShell && !verb.includes("/")) {
    const flow = followBuiltin(walk, words, index, name, job);
    if (flow !== undefined) return flow;
  }
  return followProgram(walk, words, index, name, job) ?? stay;
}

/** Names that start or delete something as programs. */
function isWorthASecondLook(name: string): boolean {
  if (wrapperRow(name) !== undefined || shellDialect(name) !== undefined) return true;
  return /^(rm|rmdir|unlink|shred|trash|find|git|busybox|toybox)$/.test(name);
}

/** What is left of a program's word when every unknown part of it is empty: `sudo` of `${x}sudo`, `rm` of `rm$V`. */
function emptiedText(field: Field): string | undefined {
  let text = "";
  for (const segment of field.segments) {
    if (segment.kind === "glob") return undefined;
    if (segment.kind === "text") text += segment.text;
  }
  return basename(text) === "" ? undefined : text;
}

function followProgram(
  walk: Walk,
  words: readonly Field[],
  index: number,
  name: string,
  job: Job,
): Flow | undefined {
  const dialect = shellDialect(name);
  if (dialect !== undefined) {
    followShell(walk, words, index, name, dialect, job);
    return undefined;
  }
  switch (name) {
    case "find":
    case "gfind":
      emit(walk, words, index, name, job);
      followFind(walk, words, index, job);
      return undefined;
    case "busybox":
    case "toybox":
      emit(walk, words, index, name, job);
      followApplet(walk, words, index, name, job);
      return undefined;
    case "start-stop-daemon":
      emit(walk, words, index, name, job);
      followOptions(walk, words, index, name, job);
      return undefined;
    case "git":
      emit(walk, words, index, name, job);
      followGit(walk, words, index, job);
      return undefined;
    case "fish":
    case "csh":
    case "tcsh":
    case "nu":
    case "xonsh":
    case "elvish":
      emit(walk, words, index, name, job);
      doubtForeignShell(walk, words, index, name, job);
      return undefined;
    default:
  }
  const isLoader = name.startsWith("ld-linux") || name.startsWith("ld-musl");
  const row = wrapperRow(isLoader ? "ld.so" : name);
  if (row !== undefined) {
    const mark = walk.variables.mark();
    const flow = followWrapper(walk, words, index, name, row, index + 1, job);
    // `env A=1 …` gives its variables to what it runs and to nothing else.
    if (row.assignments !== "none") walk.variables.revert(mark);
    return flow;
  }
  if (name === "zargs" && job.frame.dialect === "zsh") {
    emit(walk, words, index, name, job);
    followZargs(walk, words, index, job);
    return undefined;
  }
  if (name === "repeat" && job.frame.dialect === "zsh" && job.inShell) {
    const wrapper: Wrapper = { name, span: words[index]?.span ?? job.command.span, kind: "prefix" };
    follow(walk, words, index + 2, { ...job, wrappers: [...job.wrappers, wrapper] });
    return undefined;
  }
  const sub = subcommandRow(name, words, index + 1);
  if (sub !== undefined)
    return followWrapper(walk, words, index, sub.name, sub.row, index + 1 + sub.words, job);
  emit(walk, words, index, name, job);
  followOptions(walk, words, index, name, job);
  return undefined;
}

function followApplet(walk: Walk, words: readonly Field[], index: number, name: string, job: Job): void {
  const applet = words[index + 1];
  const text = applet === undefined ? undefined : exactText(applet);
  if (text?.startsWith("--") === true) return;
  const wrapper: Wrapper = { name, span: words[index]?.span ?? job.command.span, kind: "prefix" };
  follow(walk, words, index + 1, { ...job, wrappers: [...job.wrappers, wrapper], inShell: false });
}

/** Gives out the run of the program at `index`. */
export function emit(
  walk: Walk,
  words: readonly Field[],
  index: number,
  name: string | undefined,
  job: Job,
): void {
  const verb = words[index];
  if (verb === undefined || job.frame.mode === "quiet") return;
  const { frame, command, stdin } = job;
  const place = frame.mode === "call" ? "string" : frame.place;
  const site = siteOf(walk, verb, job);
  const run: Run = {
    ...(site === undefined ? {} : { site }),
    verb,
    name,
    args: words.slice(index + 1),
    wrappers: job.wrappers,
    place,
    folders: job.folders,
    command: frame.outer ?? command,
    written: place !== "string" && job.certain && isWritten(command, verb),
    stdin: stdin.kind,
    input: stdin.kind === "inherited" ? undefined : textOf(walk, stdin),
  };
  walk.emit(run, job);
}

/** Where the verb of a run in a code string stands in the source. */
function siteOf(walk: Walk, verb: Field, job: Job): Span | undefined {
  const { locate, mode } = job.frame;
  if (locate === undefined || mode !== "report" || !job.certain) return undefined;
  const word = walk.words.get(verb);
  return word !== undefined && isLiteral(word, verb) ? locate(word.span) : undefined;
}

/** Whether the verb is one literal word of the command. */
function isWritten(command: Command, verb: Field): boolean {
  if (exactText(verb) === undefined) return false;
  let low = 0;
  let high = command.words.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const word = command.words[middle];
    if (word === undefined) return false;
    if (word.span.start === verb.span.start) return word.span.end === verb.span.end && isLiteral(word, verb);
    if (word.span.start < verb.span.start) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

function isLiteral(word: Word, verb: Field): boolean {
  let text = "";
  for (const piece of word.pieces) {
    if (piece.kind !== "literal") return false;
    text += piece.text;
  }
  return text === exactText(verb);
}
