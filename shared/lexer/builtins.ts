/** Builtins of the shell that move it, change its variables, leave it, or run their words. */
import { assign } from "./assigning.ts";
import { expandBraces, mayHoldBraces } from "./braces.ts";
import { joinedSegments } from "./code.ts";
import { codeVariable } from "./environment.ts";
import { exactText, leadingText, textField } from "./field.ts";
import { union } from "./folders.ts";
import type { CodeRun, Flow, Job } from "./job.ts";
import { emit, follow } from "./programs.ts";
import type { Field, Wrapper } from "./run.ts";
import type { Assignment, Piece, Span, Word } from "./script.ts";
import { isSetup, runFile } from "./shells.ts";
import { runCode, runSegments } from "./strings.ts";
import { doubtCode, suspicionOf, wordIn } from "./suspicion.ts";
import { segmentsOf } from "./value.ts";
import { scalar, UNKNOWN_VALUE, type Value } from "./variables.ts";
import type { Walk } from "./walk.ts";

/** Follows a builtin; undefined when the name is none of those that matter, or when it is followed like a program. */
export function followBuiltin(
  walk: Walk,
  words: readonly Field[],
  index: number,
  name: string,
  job: Job,
): Flow | undefined {
  const stay: Flow = { ok: job.at, fail: job.at };
  const verb = words[index];
  if (verb === undefined) return undefined;
  switch (name) {
    case "cd":
    case "chdir":
    case "pushd":
    case "popd":
      emit(walk, words, index, name, job);
      return walk.moveTo(name === "chdir" ? "cd" : name, job, wordIndexBehind(job, verb));
    case "exit":
      return walk.leave("exit", job.at, job.frame);
    case "return":
      return walk.leave("return", job.at, job.frame);
    case "break":
    case "continue":
      return walk.leave("loop", job.at, job.frame);
    case "eval":
      return followEval(walk, words, index, job);
    case ".":
    case "source":
      return followSource(walk, words, index, name, job);
    case "trap":
      followTrap(walk, words, index, job);
      return stay;
    case "alias":
      followAlias(walk, words, index, job);
      return stay;
    case "hash":
      followHash(walk, words, index, job);
      return undefined;
    case "enable":
      followEnable(walk, words, index, job);
      return undefined;
    case "shopt":
      if (words.slice(index + 1).some((word) => exactText(word) === "nullglob")) walk.nullglob = true;
      return undefined;
    case "set":
      followSet(walk, words, index);
      return undefined;
    case "shift":
      followShift(walk, words, index, job);
      return undefined;
    case "export":
    case "declare":
    case "typeset":
    case "local":
    case "readonly":
      followDeclaration(walk, verb, job);
      return undefined;
    case "read":
    case "mapfile":
    case "readarray":
    case "getopts":
    case "printf":
    case "let":
      followSetter(walk, words, index, name, job);
      return undefined;
    case "unset":
      for (const word of words.slice(index + 1)) {
        const text = exactText(word);
        if (text !== undefined && /^[A-Za-z_]\w*$/.test(text)) walk.variables.set(text, scalar([]));
      }
      return undefined;
    case "jobs":
      if (exactText(words[index + 1] ?? verb) === "-x")
        follow(walk, words, index + 2, wrapped(job, "jobs", verb.span));
      return undefined;
    case "complete":
    case "compgen":
    case "bind":
      followCompletion(walk, words, index, name, job);
      return undefined;
    case "emulate":
      if (job.frame.dialect === "zsh") followEmulate(walk, words, index, job);
      return undefined;
    case "fc":
      doubtCode(walk, job, name, verb.span, "it runs a command of the history", undefined);
      return undefined;
    default:
      return undefined;
  }
}

function wrapped(job: Job, name: string, span: Span): Job {
  return { ...job, wrappers: [...job.wrappers, { name, span, kind: "prefix" }], inShell: false };
}

function wordIndexBehind(job: Job, verb: Field): number {
  const name = exactText(verb);
  const { words } = job.command;
  for (let at = 0; at < words.length; at += 1) {
    const pieces = words[at]?.pieces;
    const piece = pieces?.length === 1 ? pieces[0] : undefined;
    if (piece?.kind === "literal" && piece.text === name) return at + 1;
  }
  return 1;
}

function codeRun(name: string, wrapperSpan: Span, span: Span, job: Job, inShell: boolean): CodeRun {
  const wrapper: Wrapper = { name, span: wrapperSpan, kind: "code" };
  return { wrapper, span, dialect: job.frame.dialect, inShell, positional: undefined, zero: undefined };
}

function followEval(walk: Walk, words: readonly Field[], index: number, job: Job): Flow {
  const verb = words[index];
  const stay: Flow = { ok: job.at, fail: job.at };
  if (verb === undefined) return stay;
  const first = exactText(words[index + 1] ?? verb) === "--" ? index + 2 : index + 1;
  const code = words.slice(first);
  const head = code[0];
  if (head === undefined) return stay;
  const span = { start: head.span.start, end: code[code.length - 1]?.span.end ?? head.span.end };
  const only = code.length === 1 ? head : undefined;
  if (only !== undefined && exactText(only) === undefined && isSetupWord(walk, only)) return stay;
  return runCode(walk, job, joinedSegments(code), codeRun("eval", verb.span, span, job, true));
}

/** `"$(ssh-agent -s)"`: one substitution of a set-up command. */
function isSetupWord(walk: Walk, field: Field): boolean {
  const word = walk.sources.get(field);
  const pieces = word?.pieces.filter((piece) => piece.kind !== "literal" || piece.text !== "");
  const only = pieces?.length === 1 ? pieces[0] : undefined;
  return only?.kind === "command" && isSetup(walk, only.context);
}

/** zsh's `emulate sh -c CODE`. */
function followEmulate(walk: Walk, words: readonly Field[], index: number, job: Job): void {
  const verb = words[index];
  const at = words.findIndex((word, position) => position > index && exactText(word) === "-c");
  const code = words[at + 1];
  if (verb === undefined || at < 0 || code === undefined) return;
  const shell = words
    .slice(index + 1, at)
    .map(exactText)
    .find((text) => /^(?:sh|ksh|csh|zsh)$/.test(text ?? ""));
  const run = codeRun("emulate", verb.span, code.span, job, true);
  runSegments(walk, job, code.segments, {
    ...run,
    dialect: shell === "sh" || shell === "ksh" ? "bash" : "zsh",
  });
}

function followSource(walk: Walk, words: readonly Field[], index: number, name: string, job: Job): Flow {
  const stay: Flow = { ok: job.at, fail: job.at };
  const verb = words[index];
  const file = words[index + 1];
  emit(walk, words, index, name, job);
  if (verb === undefined || file === undefined) return stay;
  const wrapper: Wrapper = { name, span: verb.span, kind: "code" };
  return runFile(walk, file, wrapper, job.frame.dialect, words.slice(index + 2), job, true);
}

function followTrap(walk: Walk, words: readonly Field[], index: number, job: Job): void {
  const verb = words[index];
  if (verb === undefined) return;
  const first = exactText(words[index + 1] ?? verb) === "--" ? index + 2 : index + 1;
  const code = words[first];
  if (code === undefined) return;
  const text = exactText(code);
  // `trap - EXIT`, `trap '' INT`, `trap -p`, `trap EXIT`: nothing is set.
  if (
    text !== undefined &&
    (text === "-" || text === "" || /^-[lpP]+$/.test(text) || words.length === first + 1)
  )
    return;
  const run = codeRun("trap", verb.span, code.span, job, false);
  if (job.frame.mode === "quiet") return;
  // These run between any two commands and can change what the next one means.
  const between = words.slice(first + 1).some((word) => /^(DEBUG|ERR|RETURN)$/i.test(exactText(word) ?? ""));
  if (between) {
    // Code that gives no name another meaning is what it is.
    const plain =
      text !== undefined &&
      !/[=`]|\$\(|\b(?:alias|cd|declare|enable|eval|export|getopts|hash|local|mapfile|popd|printf|pushd|read|readarray|set|shopt|source|typeset|unset)\b|(?:^|[;&|\s])\.\s/.test(
        text,
      );
    if (!plain) {
      doubtCode(walk, job, "trap", code.span, "it runs between the commands", (wanted) =>
        walk.mentions(wanted),
      );
    }
  }
  walk.later.push((at) => {
    const folders = union(job.folders, at.folders);
    runSegments(
      walk,
      { ...job, at: { ...at, folders }, folders, stdin: { kind: "inherited" } },
      code.segments,
      run,
    );
  });
}

function followAlias(walk: Walk, words: readonly Field[], index: number, job: Job): void {
  for (const word of words.slice(index + 1)) {
    const lead = leadingText(word);
    const equals = lead.indexOf("=");
    if (equals <= 0) continue;
    const name = lead.slice(0, equals);
    const whole = exactText(word);
    const value = whole === undefined ? undefined : whole.slice(equals + 1);
    const pattern = value === undefined ? patternIn(word) : undefined;
    walk.doubt(job.frame, {
      kind: "redefinition",
      name,
      span: word.span,
      detail: `an alias gives ${name} another meaning`,
      couldBe: (wanted) =>
        name.toLowerCase() === wanted.toLowerCase() ||
        (value === undefined &&
          (pattern === undefined || pattern.includes("/") || wordIn(pattern, wanted))) ||
        (value !== undefined && wordIn(value, wanted) && !isOwnVerb(value)),
    });
  }
}

/** The word as it is written when only patterns keep it from being known. */
function patternIn(field: Field): string | undefined {
  let text = "";
  for (const segment of field.segments) {
    if (segment.kind === "unknown") return undefined;
    text += segment.kind === "text" ? segment.text : segment.pattern;
  }
  return text;
}

/** `alias grm='git rm --cached'`: a word of one of these programs' own, and nothing behind it that could start another. */
function isOwnVerb(value: string): boolean {
  return /^\s*(?:git rm\s[\w\s./=-]*--cached|(?:docker|podman|nerdctl|npm|pnpm|yarn|bun)\s(?!.*\b(?:exec|run|x|dlx)\b))[\w\s./=-]*$/.test(
    value,
  );
}

function redefinition(walk: Walk, job: Job, name: string, span: Span, detail: string, other: string): void {
  walk.doubt(job.frame, {
    kind: "redefinition",
    name,
    span,
    detail,
    couldBe: (wanted) => name === wanted || wordIn(other, wanted),
  });
}

function followHash(walk: Walk, words: readonly Field[], index: number, job: Job): void {
  const at = words.findIndex((word, position) => position > index && exactText(word) === "-p");
  const path = words[at + 1];
  const name = words[at + 2];
  if (at < 0 || path === undefined || name === undefined) return;
  const text = exactText(path) ?? leadingText(path);
  redefinition(
    walk,
    job,
    exactText(name) ?? "",
    name.span,
    `hash gives ${exactText(name) ?? "a name"} another program`,
    text,
  );
}

function followEnable(walk: Walk, words: readonly Field[], index: number, job: Job): void {
  const at = words.findIndex((word, position) => position > index && /^-[a-z]*f/.test(exactText(word) ?? ""));
  if (at < 0) return;
  for (const word of words.slice(at + 1)) {
    const name = exactText(word);
    if (name === undefined) continue;
    redefinition(walk, job, name, word.span, `enable loads ${name} into the shell`, name);
  }
}

function followSet(walk: Walk, words: readonly Field[], index: number): void {
  for (let at = index + 1; at < words.length; at += 1) {
    const word = words[at];
    const text = word === undefined ? undefined : exactText(word);
    if (text === "--" || text === "-") {
      walk.variables.set("@", { kind: "array", items: words.slice(at + 1) });
      return;
    }
    if (text === "-o" || text === "+o") at += 1;
    else if (text === undefined || !/^[-+]/.test(text)) {
      walk.variables.set("@", { kind: "array", items: words.slice(at) });
      return;
    }
  }
}

function followShift(walk: Walk, words: readonly Field[], index: number, job: Job): void {
  const positional = walk.positional();
  const count = words[index + 1];
  const text = count === undefined ? "1" : exactText(count);
  const known = positional !== undefined && text !== undefined && /^\d+$/.test(text);
  if (job.frame.definition !== undefined && positional === undefined) return;
  const simple =
    known && !positional.slice(0, Number(text)).some((field) => field.maySplit || field.mayVanish);
  walk.variables.set("@", simple ? { kind: "array", items: positional.slice(Number(text)) } : UNKNOWN_VALUE);
}

/** `export A=1`, `declare -n r=x`, `local a=("$@")`: read word by word, where quoting keeps blanks together. */
function followDeclaration(walk: Walk, verb: Field, job: Job): void {
  const scope = walk.scope(job.frame, job.at);
  let changed = false;
  /** All words are expanded before the first is assigned: `export A=x B=$A` gives B what A held before. */
  const values: [string, Value][] = [];
  for (const word of declaredWords(job, verb)) {
    const first = word.pieces[0];
    const lead = first?.kind === "literal" ? first.text : "";
    // A name reference, an integer, a case folded value: not the text that stands there.
    if (/^-[a-zA-Z]*[niluc]/.test(lead)) changed = true;
    if (first !== undefined && first.kind !== "literal") walk.setsUnseen = true;
    const match = /^([A-Za-z_]\w*)(\+?)=/.exec(lead);
    const name = match?.[1];
    if (match === null || name === undefined) {
      if (exactText(verb) === "local" && /^[A-Za-z_]\w*$/.test(lead)) walk.declareLocal(lead);
      if (changed && /^[A-Za-z_]\w*$/.test(lead)) walk.variables.set(name ?? lead, UNKNOWN_VALUE);
      continue;
    }
    const assignment: Assignment = {
      name,
      append: match[2] === "+",
      subscript: undefined,
      items: arrayItems(word),
      value: valueWord(word, match[0].length),
      span: word.span,
    };
    if (exactText(verb) !== "export" && exactText(verb) !== "readonly") walk.declareLocal(name);
    const before = walk.variables.get(name);
    assign(walk, assignment, scope);
    values.push([name, changed ? UNKNOWN_VALUE : (walk.variables.get(name) ?? UNKNOWN_VALUE)]);
    const value = segmentsOf(valueWord(word, match[0].length), scope);
    if (value.length > 0) codeVariable(walk, job, name, value, job.frame.origin ?? word.span);
    walk.variables.restore(name, before);
  }
  for (const [name, value] of values) walk.variables.set(name, value);
}

/** The words behind a declaration, braces expanded: `declare A={x,y}` assigns twice in bash. */
function declaredWords(job: Job, verb: Field): readonly Word[] {
  const words = job.command.words.slice(wordIndexBehind(job, verb));
  if (job.frame.dialect !== "bash") return words;
  return words.flatMap((word) => {
    if (!mayHoldBraces(word.pieces) || arrayItems(word) !== undefined) return [word];
    return (expandBraces(word.pieces) ?? [word.pieces]).map((pieces) => ({ span: word.span, pieces }));
  });
}

/** The items of `name=( … )` in a word, undefined when it is no array. The lexer puts a blank between them. */
function arrayItems(word: Word): readonly Word[] | undefined {
  const open = word.pieces[1];
  if (open?.kind !== "literal" || open.quoting !== "none" || open.text !== "(") return undefined;
  const items: Word[] = [];
  let pieces: Piece[] = [];
  const finish = (): void => {
    if (pieces.length > 0) items.push({ pieces, span: word.span });
    pieces = [];
  };
  for (const piece of word.pieces.slice(2, -1)) {
    if (piece.kind === "literal" && piece.quoting === "none" && piece.text === " ") finish();
    else pieces.push(piece);
  }
  finish();
  return items;
}

/** The word without its `name=`. */
function valueWord(word: Word, length: number): Word {
  const [first, ...rest] = word.pieces;
  if (first?.kind !== "literal") return word;
  const text = first.text.slice(length);
  return { span: word.span, pieces: text === "" ? rest : [{ ...first, text }, ...rest] };
}

/** Builtins that put what they compute or read into variables named by their words. */
function followSetter(walk: Walk, words: readonly Field[], index: number, name: string, job: Job): void {
  const verb = words[index];
  if (verb === undefined) return;
  if (name === "printf") {
    if (exactText(words[index + 1] ?? verb) !== "-v") return;
    const target = exactText(words[index + 2] ?? verb);
    if (target === undefined) walk.setsUnseen = true;
    else walk.variables.set(target.replace(/\[.*$/, ""), UNKNOWN_VALUE);
    return;
  }
  for (let at = index + 1; at < words.length; at += 1) {
    const text = exactText(words[at] ?? verb);
    if (text === undefined) {
      walk.setsUnseen = true;
      continue;
    }
    const variable = /^([A-Za-z_]\w*)(?:$|[-+*/%]?=|\[)/.exec(text)?.[1];
    if (variable !== undefined) walk.variables.set(variable, UNKNOWN_VALUE);
    if ((name === "mapfile" || name === "readarray") && text.startsWith("-C")) {
      const callback = text === "-C" ? words[at + 1] : textField(text.slice(2), words[at]?.span ?? verb.span);
      if (callback === undefined) continue;
      runSegments(walk, job, callback.segments, codeRun(name, verb.span, callback.span, job, false));
    }
  }
}

function followCompletion(walk: Walk, words: readonly Field[], index: number, name: string, job: Job): void {
  const verb = words[index];
  if (verb === undefined) return;
  for (let at = index + 1; at + 1 < words.length; at += 1) {
    const option = exactText(words[at] ?? verb);
    const value = words[at + 1];
    if (value === undefined) continue;
    if (option === "-C")
      runSegments(walk, job, value.segments, codeRun(name, verb.span, value.span, job, false));
    if (option === "-x" && name === "bind") {
      const text = (exactText(value) ?? "").replace(/^[^:]*:\s*/, "");
      runSegments(walk, job, [{ kind: "text", text }], codeRun(name, verb.span, value.span, job, false));
    }
    if (option === "-W") {
      const text = exactText(value);
      if (text !== undefined && !/[$`]/.test(text)) continue;
      doubtCode(
        walk,
        job,
        name,
        value.span,
        "its word list is expanded",
        text === undefined ? suspicionOf(walk, value.segments) : (wanted) => wordIn(text, wanted),
      );
    }
  }
}
