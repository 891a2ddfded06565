/** From the words of a simple command to the programs they start: through wrappers, builtins that run their words, shells. */
import { followBuiltin } from "./builtins.ts";
import {
  codeOptions,
  gitConfigCode,
  isCodeVariable,
  joinedSegments,
  printsSetup,
  readShellCall,
  splitString,
} from "./code.ts";
import { basename, couldBeNamed, exactText, lastComponent, leadingText, textField } from "./field.ts";
import { either, resolveFrom, UNKNOWN_FOLDER, union, type Whereabouts } from "./folders.ts";
import type { Flow, Job } from "./job.ts";
import { type Reading, readOptions } from "./options.ts";
import type { Field, Folder, Run, Segment, Wrapper } from "./run.ts";
import type { Command, Context, Dialect, Span, Word } from "./script.ts";
import { runSegments } from "./strings.ts";
import { alternativesOf, fieldsOf, type Scope, segmentsOf } from "./value.ts";
import type { Walk } from "./walk.ts";
import { subcommandRow, type WrapperRow, wrapperRow } from "./wrappers.ts";

/** Wrappers in a row: a longer chain is no chain a person writes. */
const MOST_WRAPPERS = 64;

/** Follows one simple command. */
export function followCommand(walk: Walk, job: Job, scope: Scope): Flow {
  const { command, at } = job;
  const [first, ...others] = command.words;
  if (first === undefined) return { ok: at, fail: at };
  const mark = walk.variables.mark();
  followAssignments(walk, job, scope);
  if (scope.dialect === "zsh") doubtQualifiers(walk, job);
  const verbs = alternativesOf(first, scope);
  const rest: Field[] = [];
  for (const word of others) for (const field of fieldsOf(word, scope)) rest.push(field);
  const prefixed = command.assignments.length > 0;
  if (prefixed) for (const assignment of command.assignments) walk.assign(assignment, scope);
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
  // The assignments in front of a program are its own.
  if (prefixed) walk.variables.revert(mark);
  noteFiles(walk, job, scope, rest);
  return { ok, fail };
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

/** Assignments whose value is code to the program that follows or to the shell. */
function followAssignments(walk: Walk, job: Job, scope: Scope): void {
  for (const assignment of job.command.assignments) {
    const { name, value } = assignment;
    if (value === undefined) continue;
    const span = scope.origin ?? value.span;
    codeVariable(walk, job, name, segmentsOf(value, scope), span);
  }
}

/** `EDITOR='rm x'`, `BASH_ENV=file` in front of a command or behind export, env, sudo. */
export function codeVariable(
  walk: Walk,
  job: Job,
  name: string,
  segments: readonly Segment[],
  span: Span,
): void {
  if (isCodeVariable(name)) {
    const first = segments[0];
    // `LESSOPEN='|cmd %s'`: the bar says how less reads the output.
    const bar = first?.kind === "text" ? (/^[|-]+/.exec(first.text)?.[0].length ?? 0) : 0;
    const code =
      bar === 0 || first?.kind !== "text"
        ? segments
        : [{ ...first, text: first.text.slice(bar) }, ...segments.slice(1)];
    runSegments(walk, job, code, {
      wrapper: { name, span, kind: "code" },
      span,
      dialect: "sh",
      inShell: false,
      positional: undefined,
      zero: undefined,
    });
    return;
  }
  const runsFile = name === "BASH_ENV" || name === "ENV";
  const isFunction = name.startsWith("BASH_FUNC_");
  if (!runsFile && !isFunction && name !== "PS4" && name !== "PS1" && name !== "PS0") return;
  const text = segments.map((segment) => (segment.kind === "text" ? segment.text : "")).join("");
  if (text === "" && segments.every((segment) => segment.kind === "text")) return;
  if (!runsFile && !isFunction && !/[$`]/.test(text)) return;
  walk.doubt(job.frame, {
    kind: "unknown-code",
    name,
    span,
    detail: runsFile ? `the file that ${name} names is run` : `the value of ${name} is run as code`,
    couldBe: (wanted) => (runsFile ? true : text.toLowerCase().includes(wanted.toLowerCase())),
  });
}

/** Files the command writes, as far as the text knows what into: they may be run later in the same text. */
function noteFiles(walk: Walk, job: Job, scope: Scope, rest: readonly Field[]): void {
  for (const redirection of job.command.redirections) {
    if (!/^(>|>>|>\||&>|&>>)$/.test(redirection.operator) || redirection.target === undefined) continue;
    if (redirection.descriptor !== undefined && redirection.descriptor !== "1") continue;
    const target = fieldsOf(redirection.target, scope)[0];
    const path = target === undefined ? undefined : exactText(target);
    if (path === undefined || path.startsWith("/dev/")) continue;
    const output = walk.outputOfNode(
      { kind: "command", command: withoutOutput(job.command) },
      job.frame,
      job.at,
      job.stdin,
    );
    const key = walk.pathOf(path, job.folders);
    const before = redirection.operator.endsWith(">>") ? walk.written.get(key) : [];
    walk.written.set(key, before === undefined || output === undefined ? undefined : [...before, ...output]);
  }
  const verb = literalVerb(job.command);
  if (verb === "tee") {
    for (const field of rest) {
      const path = exactText(field);
      if (path !== undefined && !path.startsWith("-"))
        walk.written.set(walk.pathOf(path, job.folders), walk.textOf(job.stdin));
    }
  }
  if (verb === "cp" || verb === "ln" || verb === "mv" || verb === "install") {
    const operands = rest
      .map((field) => exactText(field))
      .filter((text) => text !== undefined && !text.startsWith("-"));
    const [from, to] = operands;
    if (from === undefined || to === undefined || operands.length !== 2) return;
    walk.copies.set(walk.pathOf(to, job.folders), basename(from));
    walk.copies.set(walk.pathOf(`${to}/${basename(from)}`, job.folders), basename(from));
  }
}

function withoutOutput(command: Command): Command {
  return {
    ...command,
    redirections: command.redirections.filter((redirection) => redirection.operator.startsWith("<")),
  };
}

function literalVerb(command: Command): string | undefined {
  const pieces = command.words[0]?.pieces ?? [];
  const piece = pieces[0];
  return pieces.length === 1 && piece?.kind === "literal" ? piece.text : undefined;
}

/** Follows the words from `index` on, where a program's name is expected. */
export function follow(walk: Walk, words: readonly Field[], index: number, job: Job): Flow {
  const stay: Flow = { ok: job.at, fail: job.at };
  if (job.wrappers.length > MOST_WRAPPERS) return stay;
  for (let at = index; at < words.length; at += 1) {
    const field = words[at];
    if (field === undefined) break;
    const text = exactText(field);
    if (text !== undefined) return followNamed(walk, words, at, text, job);
    const shell = shellFromSurroundings(walk, field);
    const last = shell ?? lastComponent(field);
    if (last === undefined || mayBeSplit(field)) doubtProgram(walk, field, job, last);
    if (last !== undefined && last !== "") return followNamed(walk, words, at, last, job);
    if (!field.mayVanish) {
      emit(walk, words, at, undefined, job);
      doubtUnknownVerbCode(walk, words, at, job);
      return stay;
    }
    // An expansion that comes out empty is gone: then the next word is the program.
  }
  return stay;
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
  return only.name === "SHELL" ? "bash" : undefined;
}

/** Positional parameters in a function's own text: what they are is settled at each call. */
function isDeferred(field: Field, job: Job): boolean {
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
      return inBinaries && couldBeNamed(field, wanted) && (isMixed(field) || could(wanted));
    },
  });
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
    if (segment.name === undefined) made = true;
    else {
      const value = walk.variables.get(segment.name);
      if (value === undefined) names.push(segment.name.toLowerCase());
      else if (value.kind === "scalar") made = true;
      else strict = true;
    }
  }
  if (globs && names.length === 0 && !made && !strict) return () => true;
  return (wanted) =>
    strict || names.includes(wanted.toLowerCase()) || walk.mentions(wanted) || (made && walk.makesText);
}

function describe(field: Field): string {
  return field.segments
    .map((segment) => {
      if (segment.kind === "text") return segment.text.slice(0, 40);
      if (segment.kind === "glob") return segment.pattern.slice(0, 40);
      return segment.name === undefined ? "…" : `$${segment.name}`;
    })
    .join("");
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
    return walk.call(text, words.slice(index + 1), job);
  }
  const verb = job.frame.dialect === "zsh" && text.startsWith("=") && text.length > 1 ? text.slice(1) : text;
  let name = basename(verb);
  if (verb.includes("/")) {
    const path = walk.pathOf(verb, job.folders);
    if (walk.written.has(path)) runWritten(walk, path, words, index, job);
    name = walk.copies.get(path) ?? name;
  }
  if (job.inShell && !verb.includes("/")) {
    const flow = followBuiltin(walk, words, index, name, job);
    if (flow !== undefined) return flow;
  }
  followProgram(walk, words, index, name, job);
  return stay;
}

function followProgram(walk: Walk, words: readonly Field[], index: number, name: string, job: Job): void {
  const dialect = shellDialect(name);
  if (dialect !== undefined) return void followShell(walk, words, index, name, dialect, job);
  switch (name) {
    case "find":
    case "gfind":
      emit(walk, words, index, name, job);
      return void followFind(walk, words, index, job);
    case "busybox":
    case "toybox":
      emit(walk, words, index, name, job);
      return void followApplet(walk, words, index, name, job);
    case "git":
      emit(walk, words, index, name, job);
      return void followGit(walk, words, index, job);
    case "fish":
    case "pwsh":
    case "powershell":
    case "csh":
    case "tcsh":
    case "nu":
    case "xonsh":
    case "elvish":
      emit(walk, words, index, name, job);
      return void doubtForeignShell(walk, words, index, name, job);
    default:
  }
  const row = /^ld-(linux|musl)[\w.-]*$/.test(name) ? wrapperRow("ld.so") : wrapperRow(name);
  if (row !== undefined) return void followWrapper(walk, words, index, name, row, index + 1, job);
  if (name === "repeat" && job.frame.dialect === "zsh" && job.inShell) {
    const wrapper: Wrapper = { name, span: words[index]?.span ?? job.command.span, kind: "prefix" };
    follow(walk, words, index + 2, { ...job, wrappers: [...job.wrappers, wrapper] });
    return;
  }
  const sub = subcommandRow(
    name,
    words.slice(index + 1, index + 12).map((word) => exactText(word)),
  );
  if (sub !== undefined)
    return void followWrapper(walk, words, index, sub.name, sub.row, index + 1 + sub.words, job);
  emit(walk, words, index, name, job);
  followOptions(walk, words, index, name, job);
}

/** Options of an ordinary program whose value is run by a shell, and what is read as code from its input. */
function followOptions(walk: Walk, words: readonly Field[], index: number, name: string, job: Job): void {
  for (const value of codeOptions(name, words, index + 1)) {
    const wrapper: Wrapper = { name, span: words[index]?.span ?? value.span, kind: "code" };
    runSegments(walk, job, value.segments, {
      wrapper,
      span: value.span,
      dialect: "sh",
      inShell: false,
      positional: undefined,
      zero: undefined,
    });
  }
  const span = words[index]?.span ?? job.command.span;
  switch (name) {
    case "at":
    case "batch":
      runInput(walk, job, { name, span, kind: "code" }, "sh", []);
      return;
    case "crontab":
    case "ed":
    case "ex":
    case "tclsh":
    case "dc":
    case "bc": {
      if (job.stdin.kind === "inherited") return;
      const input = walk.textOf(job.stdin);
      doubtInput(walk, job, name, span, input);
      return;
    }
    case "make":
    case "gmake": {
      const file = words.slice(index + 1).some((word, at) => {
        const text = exactText(word);
        return (
          text === "-f-" ||
          (text === "-f" && exactText(words[index + at + 2] ?? word) === "-") ||
          text?.startsWith("--eval") === true
        );
      });
      if (!file) return;
      const values = [...joinedSegments(words.slice(index + 1)), { kind: "text", text: " " } as const];
      doubtInput(walk, job, name, span, [...values, ...(walk.textOf(job.stdin) ?? [])]);
      return;
    }
    case "tmux":
    case "screen":
    case "npx":
    case "osascript":
    case "expect":
    case "gdb":
    case "lldb": {
      const dashes = words.findIndex(
        (word, at) => at > index && /^(--args|-args|--)$/.test(exactText(word) ?? ""),
      );
      if (dashes >= 0) {
        const wrapper: Wrapper = { name, span, kind: "prefix" };
        follow(walk, words, dashes + 1, { ...job, wrappers: [...job.wrappers, wrapper], inShell: false });
      }
      doubtArguments(walk, words, index, name, span, job);
      return;
    }
    case "vim":
    case "vi":
    case "nvim":
    case "vim.tiny":
    case "emacs":
    case "sqlite3":
    case "psql":
    case "mysql":
      doubtArguments(walk, words, index, name, span, job);
      return;
    default:
  }
}

/** Commands of a program's own that can start a shell: whoever watches a name sees it in their words. */
function doubtArguments(
  walk: Walk,
  words: readonly Field[],
  index: number,
  name: string,
  span: Span,
  job: Job,
): void {
  const texts = words.slice(index + 1).map((word) => exactText(word) ?? leadingText(word));
  if (!texts.some((text) => /[\s!]/.test(text))) return;
  walk.doubt(job.frame, {
    kind: "unknown-code",
    name,
    span,
    detail: `${name} can start programs from its arguments`,
    couldBe: (wanted) => texts.some((text) => wordIn(text, wanted)),
  });
}

/** Whether `wanted` stands in `text` as a word. */
export function wordIn(text: string, wanted: string): boolean {
  const lower = text.toLowerCase();
  const name = wanted.toLowerCase();
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
    if (!/[\w.-]/.test(lower.charAt(at - 1)) && !/[\w.-]/.test(lower.charAt(at + name.length))) return true;
  }
  return false;
}

function doubtInput(
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

function doubtForeignShell(walk: Walk, words: readonly Field[], index: number, name: string, job: Job): void {
  const texts = joinedSegments(words.slice(index + 1));
  const input = job.stdin.kind === "inherited" ? [] : walk.textOf(job.stdin);
  doubtInput(
    walk,
    job,
    name,
    words[index]?.span ?? job.command.span,
    input === undefined ? undefined : [...texts, { kind: "text", text: " " }, ...input],
  );
}

// Wrappers

function followWrapper(
  walk: Walk,
  words: readonly Field[],
  index: number,
  name: string,
  row: WrapperRow,
  start: number,
  job: Job,
): void {
  const span = words[index]?.span ?? job.command.span;
  let list = words;
  let from =
    name === "setarch" && isArchitecture(exactText(words[start] ?? textField("", span))) ? start + 1 : start;
  if (name === "arch")
    while (/^-(x86_64h?|arm64e?|i386|ppc)$/.test(exactText(words[from] ?? textField("", span)) ?? ""))
      from += 1;
  let reading = readOptions(row, list, from);
  for (let rounds = 0; reading.split !== undefined && rounds < 8; rounds += 1) {
    const pieces = splitWords(reading.split);
    if (pieces === undefined) return void doubtSplit(walk, name, reading.split, job);
    list = [...pieces, ...list.slice(reading.next)];
    from = 0;
    reading = readOptions(row, list, 0);
  }
  if (reading.unsure !== undefined) doubtOption(walk, name, reading.unsure, list, from, job);
  const wrapper: Wrapper = { name, span, kind: kindOf(row, reading) };
  const inner = innerJob(job, wrapper, row, reading);
  for (const assignment of reading.assignments) {
    const lead = leadingText(assignment);
    const variable = lead.slice(0, lead.indexOf("="));
    codeVariable(walk, inner, variable, valueOfAssignment(assignment), assignment.span);
  }
  for (const code of reading.code) {
    runSegments(walk, inner, code.segments, {
      wrapper,
      span: code.span,
      dialect: "sh",
      inShell: false,
      positional: undefined,
      zero: undefined,
    });
  }
  if (reading.stopped) return void emit(walk, words, index, name, job);
  if (name === "flock" && followFlock(walk, list, reading, wrapper, inner)) return;
  if (
    name === "su" ||
    name === "runuser" ||
    name === "script" ||
    name === "vagrant ssh" ||
    name === "gcloud compute ssh"
  ) {
    return void followUserShell(walk, words, list, reading, name, wrapper, inner, job);
  }
  if (name === "xargs") return void followXargs(walk, list, reading, wrapper, inner);
  if (name === "parallel") return void followParallel(walk, list, reading, wrapper, inner);
  if (reading.next >= list.length) {
    if (name === "nix-shell" || name === "npx" || reading.code.length > 0) return;
    return void followBare(walk, words, index, name, job);
  }
  if (name === "kubectl exec" || name.startsWith("docker")) {
    const dashes = exactText(list[reading.next] ?? textField("", span)) === "--" ? 1 : 0;
    follow(walk, list, reading.next + dashes, inner);
    return;
  }
  // `builtin rm` finds no builtin of that name and starts nothing.
  if (name === "builtin" && !isBuiltinRunner(exactText(list[reading.next] ?? textField("", span)))) {
    return void emit(walk, words, index, name, job);
  }
  if (reading.joined) {
    const rest = list.slice(reading.next);
    const codeSpan = {
      start: rest[0]?.span.start ?? span.start,
      end: rest[rest.length - 1]?.span.end ?? span.end,
    };
    runSegments(walk, inner, joinedSegments(rest), {
      wrapper,
      span: codeSpan,
      dialect: "sh",
      inShell: false,
      positional: undefined,
      zero: undefined,
    });
    return;
  }
  follow(walk, list, reading.next, inner);
}

/** Builtins that can run something; undefined is a name that is not known. */
function isBuiltinRunner(name: string | undefined): boolean {
  if (name === undefined) return true;
  return /^(command|exec|eval|source|\.|trap|cd|pushd|popd|builtin|jobs|mapfile|readarray|complete|compgen|bind|fc|alias|hash|enable|set|shift|export|declare|typeset|local|readonly|read|printf|let|unset|exit|return|break|continue|shopt)$/.test(
    name,
  );
}

function valueOfAssignment(field: Field): readonly Segment[] {
  const [first, ...rest] = field.segments;
  if (first?.kind !== "text") return field.segments;
  const text = first.text.slice(first.text.indexOf("=") + 1);
  return text === "" ? rest : [{ kind: "text", text }, ...rest];
}

function isArchitecture(text: string | undefined): boolean {
  return (
    text !== undefined &&
    /^(linux32|linux64|uname26|i[3-6]86|x86_64|aarch64|arm|armv\w+|ppc\w*|s390x?|mips\w*|riscv\w*|alpha|sparc\w*|parisc\w*)$/.test(
      text,
    )
  );
}

function kindOf(row: WrapperRow, reading: Reading): Wrapper["kind"] {
  return reading.elsewhere ? "elsewhere" : row.kind;
}

/** The job of what stands behind a wrapper. */
function innerJob(job: Job, wrapper: Wrapper, row: WrapperRow, reading: Reading): Job {
  const stays =
    row.kind === "prefix" &&
    (wrapper.name === "command" ||
      wrapper.name === "builtin" ||
      wrapper.name === "exec" ||
      wrapper.name === "noglob" ||
      wrapper.name === "nocorrect" ||
      wrapper.name === "-");
  const functions = wrapper.name === "noglob" || wrapper.name === "nocorrect" || wrapper.name === "-";
  return {
    ...job,
    folders: innerFolders(job.folders, reading),
    wrappers: [...job.wrappers, wrapper],
    inShell: job.inShell && stays,
    skipsFunctions: job.skipsFunctions || !functions,
  };
}

function innerFolders(folders: readonly Folder[], reading: Reading): readonly Folder[] {
  if (reading.folder !== undefined) {
    const path = exactText(reading.folder);
    if (path === undefined) return [UNKNOWN_FOLDER];
    let result: readonly Folder[] = [];
    for (const folder of folders) result = union(result, [resolveFrom(folder, path)]);
    return result;
  }
  return reading.away || reading.elsewhere ? [UNKNOWN_FOLDER] : folders;
}

function splitWords(value: Field): readonly Field[] | undefined {
  const text = exactText(value);
  const words = text === undefined ? undefined : splitString(text);
  return words?.map((word) => textField(word, value.span));
}

function doubtSplit(walk: Walk, name: string, value: Field, job: Job): void {
  const text = exactText(value);
  walk.doubt(job.frame, {
    kind: "unknown-code",
    name,
    span: value.span,
    detail: `the words that ${name} splits are not known`,
    couldBe: (wanted) =>
      text === undefined || /\\/.test(text) || wordIn(text, wanted) || walk.mentions(wanted),
  });
}

/** Some option could not be read: any word behind it may be the program. */
function doubtOption(
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
    couldBe: (wanted) => words.slice(from).some((word) => mayHold(walk, word, wanted)),
  });
}

function mayHold(walk: Walk, word: Field, wanted: string): boolean {
  const text = exactText(word);
  if (text !== undefined) return wordIn(text, wanted);
  return (
    wordIn(leadingText(word), wanted) ||
    (couldBeNamed(word, wanted) && suspicionOf(walk, word.segments)(wanted))
  );
}

/** A wrapper without a command: it runs itself, or a shell that reads its input. */
function followBare(walk: Walk, words: readonly Field[], index: number, name: string, job: Job): void {
  emit(walk, words, index, name, job);
  if (
    name === "sudo" ||
    name === "doas" ||
    name === "su" ||
    name === "ssh" ||
    name === "chroot" ||
    name === "unshare" ||
    name === "nsenter" ||
    name === "setarch"
  ) {
    const shell =
      name === "sudo" || name === "doas"
        ? words.slice(index + 1).some((word) => /^-[a-zA-Z]*[si]/.test(exactText(word) ?? ""))
        : true;
    const span = words[index]?.span ?? job.command.span;
    if (shell) runInput(walk, job, { name, span, kind: name === "ssh" ? "elsewhere" : "code" }, "sh", []);
  }
}

function followFlock(
  walk: Walk,
  list: readonly Field[],
  reading: Reading,
  wrapper: Wrapper,
  inner: Job,
): boolean {
  const option = list[reading.next];
  const text = option === undefined ? undefined : exactText(option);
  if (text !== "-c" && text !== "--command") return false;
  const code = list[reading.next + 1];
  if (code === undefined) return true;
  runSegments(walk, inner, code.segments, {
    wrapper: { ...wrapper, kind: "code" },
    span: code.span,
    dialect: "sh",
    inShell: false,
    positional: undefined,
    zero: undefined,
  });
  return true;
}

/** su, runuser, script: the code option was followed; what is left are users and words for the shell. */
function followUserShell(
  walk: Walk,
  words: readonly Field[],
  list: readonly Field[],
  reading: Reading,
  name: string,
  wrapper: Wrapper,
  inner: Job,
  job: Job,
): void {
  if (name === "runuser" && (reading.seen.has("u") || reading.seen.has("user"))) {
    follow(walk, reading.operands, 0, inner);
    return;
  }
  if (name === "script" && reading.code.length === 0 && reading.operands.length > 1) {
    // BSD: the words behind the file are a command.
    follow(walk, reading.operands, 1, inner);
    return;
  }
  if (reading.code.length > 0) return;
  if (name === "vagrant ssh" || name === "gcloud compute ssh") return;
  const index = words.indexOf(list[0] ?? words[0] ?? textField("", wrapper.span));
  emit(walk, words, Math.max(0, index), name, job);
  if (name === "script") return;
  // `su user -- -c CODE` and `su user -s sh -c …` are read above; a shell without code reads its input.
  const shellWords = reading.operands.slice(1);
  const call = readShellCall(shellWords, 0);
  if (call.code !== undefined) {
    runSegments(walk, inner, call.code.segments, {
      wrapper,
      span: call.code.span,
      dialect: "sh",
      inShell: false,
      positional: call.positional,
      zero: call.zero,
    });
    return;
  }
  runInput(walk, inner, wrapper, "sh", []);
}

function followXargs(
  walk: Walk,
  list: readonly Field[],
  reading: Reading,
  wrapper: Wrapper,
  inner: Job,
): void {
  const replaced = replacedText(reading);
  const span = wrapper.span;
  const command = list.slice(reading.next);
  if (command.length === 0) return;
  if (replaced !== undefined) {
    follow(
      walk,
      command.map((field) => withHole(field, replaced, true)),
      0,
      inner,
    );
    return;
  }
  // What the input holds comes behind the words: known for `echo a b | xargs`, else one or more unknown names.
  const known = reading.seen.has("a") || reading.seen.has("arg-file") ? undefined : walk.textOf(inner.stdin);
  const names = inputNames(known, span) ?? [inputField(span)];
  follow(walk, [...command, ...names], 0, { ...inner, stdin: { kind: "inherited" } });
}

function replacedText(reading: Reading): string | undefined {
  for (const letter of ["I", "J", "i", "replace"]) {
    if (!reading.seen.has(letter)) continue;
    const value = reading.values.get(letter);
    return value === undefined ? "{}" : (exactText(value) ?? "{}");
  }
  return undefined;
}

/** Names from outside: none, one or many. */
function inputField(span: Span): Field {
  return {
    segments: [{ kind: "unknown", name: "{}", quoted: false }],
    span,
    mayVanish: true,
    maySplit: true,
  };
}

/** The names that known input gives to xargs; undefined when quotes or unknown parts keep them from being told. */
function inputNames(input: readonly Segment[] | undefined, span: Span): readonly Field[] | undefined {
  if (input === undefined) return undefined;
  let text = "";
  for (const segment of input) {
    if (segment.kind !== "text") return undefined;
    text += segment.text;
  }
  if (/['"\\\0]/.test(text)) return undefined;
  return text
    .split(/[ \t\n]+/)
    .filter((name) => name !== "")
    .map((name) => textField(name, span));
}

/** The field with every `{}` (or what `-I` names) in place of which names from outside are put. */
function withHole(field: Field, mark: string, one: boolean): Field {
  if (mark === "") return field;
  const segments: Segment[] = [];
  let found = false;
  for (const segment of field.segments) {
    if (segment.kind !== "text" || !segment.text.includes(mark)) {
      segments.push(segment);
      continue;
    }
    found = true;
    segment.text.split(mark).forEach((part, index) => {
      if (index > 0) segments.push({ kind: "unknown", name: "{}", quoted: true });
      if (part !== "") segments.push({ kind: "text", text: part });
    });
  }
  if (!found) return field;
  return { segments, span: field.span, mayVanish: false, maySplit: !one };
}

/** GNU parallel: the words before `:::` are joined and run by a shell, the arguments behind them or in place of `{}`. */
function followParallel(
  walk: Walk,
  list: readonly Field[],
  reading: Reading,
  wrapper: Wrapper,
  inner: Job,
): void {
  const command: Field[] = [];
  const values: Field[] = [];
  let inValues = false;
  for (const field of list.slice(reading.next)) {
    const text = exactText(field);
    if (text !== undefined && /^:::[:+]*$/.test(text)) inValues = true;
    else if (inValues) values.push(field);
    else command.push(field);
  }
  const span = {
    start: command[0]?.span.start ?? wrapper.span.start,
    end: command[command.length - 1]?.span.end ?? wrapper.span.end,
  };
  const run = {
    wrapper,
    span,
    dialect: "sh" as Dialect,
    inShell: false,
    positional: undefined,
    zero: undefined,
  };
  if (command.length === 0) {
    // Without a command every value, or every line of the input, is one.
    if (values.length > 0)
      for (const value of values) runSegments(walk, inner, value.segments, { ...run, span: value.span });
    else runInput(walk, inner, wrapper, "sh", []);
    return;
  }
  const marks = /\{(?:[#%.]|\/{1,2}|\/?\.|\d+|=.*=)?\}/;
  const holds = command.some((field) =>
    field.segments.some((segment) => segment.kind === "text" && marks.test(segment.text)),
  );
  const holed = command.map((field) => ({
    ...field,
    segments: field.segments.flatMap((segment): Segment[] => {
      if (segment.kind !== "text" || !marks.test(segment.text)) return [segment];
      return segment.text.split(/\{(?:[#%.]|\/{1,2}|\/?\.|\d+|=.*=)?\}/).flatMap((part, index): Segment[] => {
        const text: Segment[] = part === "" ? [] : [{ kind: "text", text: part }];
        return index === 0 ? text : [{ kind: "unknown", name: "{}", quoted: true }, ...text];
      });
    }),
  }));
  if (holds) return void runSegments(walk, inner, joinedSegments(holed), run);
  const appended = values.length > 0 ? values : [inputField(wrapper.span)];
  runSegments(walk, inner, joinedSegments([...holed, ...appended]), run);
}

// find, busybox, git

function followFind(walk: Walk, words: readonly Field[], index: number, job: Job): void {
  for (let at = index + 1; at < words.length; at += 1) {
    const field = words[at];
    const text = field === undefined ? undefined : exactText(field);
    if (field === undefined || text === undefined || !/^-(exec|execdir|ok|okdir)$/.test(text)) continue;
    const end = findEnd(words, at + 1);
    const wrapper: Wrapper = { name: "find", span: words[index]?.span ?? field.span, kind: "feeder" };
    const command = words.slice(at + 1, end).map((word) => withHole(word, "{}", true));
    const folders = text.endsWith("dir") ? [UNKNOWN_FOLDER] : job.folders;
    follow(walk, command, 0, {
      ...job,
      wrappers: [...job.wrappers, wrapper],
      folders,
      inShell: false,
      stdin: { kind: "inherited" },
    });
    at = end;
  }
}

/** Where the command of an `-exec` ends: at `;`, or at `+` behind `{}`. */
function findEnd(words: readonly Field[], start: number): number {
  for (let at = start; at < words.length; at += 1) {
    const word = words[at];
    const text = word === undefined ? undefined : exactText(word);
    if (text === ";") return at;
    const before = words[at - 1];
    if (text === "+" && before !== undefined && exactText(before) === "{}") return at;
  }
  return words.length;
}

function followApplet(walk: Walk, words: readonly Field[], index: number, name: string, job: Job): void {
  const applet = words[index + 1];
  const text = applet === undefined ? undefined : exactText(applet);
  if (text?.startsWith("--") === true) return;
  const wrapper: Wrapper = { name, span: words[index]?.span ?? job.command.span, kind: "prefix" };
  follow(walk, words, index + 1, { ...job, wrappers: [...job.wrappers, wrapper], inShell: false });
}

function followGit(walk: Walk, words: readonly Field[], index: number, job: Job): void {
  const verb = words[index];
  if (verb === undefined) return;
  const wrapper: Wrapper = { name: "git", span: verb.span, kind: "code" };
  const run = (segments: readonly Segment[], span: Span): void => {
    runSegments(walk, job, segments, {
      wrapper,
      span,
      dialect: "sh",
      inShell: false,
      positional: undefined,
      zero: undefined,
    });
  };
  let at = index + 1;
  for (; at < words.length; at += 1) {
    const text = exactText(words[at] ?? verb);
    if (text === undefined || !text.startsWith("-")) break;
    if (text === "-c" || text.startsWith("--config-env") || /^-c./.test(text)) {
      const value = text === "-c" ? words[at + 1] : words[at];
      if (text === "-c") at += 1;
      if (value === undefined) continue;
      const setting = exactText(value) ?? leadingText(value);
      const code = gitConfigCode(text === "-c" ? setting : setting.slice(2));
      if (code !== undefined && !text.startsWith("--")) run([{ kind: "text", text: code }], value.span);
    } else if (/^(-C|--git-dir|--work-tree|--namespace|--exec-path)$/.test(text)) at += 1;
  }
  const name = exactText(words[at] ?? verb);
  if (name === "bisect" && exactText(words[at + 1] ?? verb) === "run") {
    follow(walk, words, at + 2, {
      ...job,
      wrappers: [...job.wrappers, { ...wrapper, kind: "prefix" }],
      inShell: false,
    });
  } else if (name === "submodule") followForeach(words, at + 1, run);
  else if (name === "config") followGitConfig(words, at + 1, run);
  else if (name === "rebase" || name === "filter-branch" || name === "difftool" || name === "mergetool") {
    for (let option = at + 1; option < words.length; option += 1) {
      const text = leadingText(words[option] ?? verb);
      const value = words[option + 1];
      if (/^(-x|--exec|--extcmd|--[a-z]+-filter|--setup)$/.test(text) && value !== undefined)
        run(value.segments, value.span);
      const equals = /^(--exec|--extcmd)=/.exec(text)?.[0];
      if (equals !== undefined)
        run([{ kind: "text", text: text.slice(equals.length) }], words[option]?.span ?? verb.span);
    }
  }
}

function followForeach(
  words: readonly Field[],
  start: number,
  run: (segments: readonly Segment[], span: Span) => void,
): void {
  const at = words.findIndex((word, index) => index >= start && exactText(word) === "foreach");
  if (at < 0) return;
  let first = at + 1;
  while (
    /^-(-recursive|-quiet|q|-)$/.test(exactText(words[first] ?? textField("", { start: 0, end: 0 })) ?? "")
  )
    first += 1;
  const code = words.slice(first);
  const [head] = code;
  if (head !== undefined)
    run(joinedSegments(code), {
      start: head.span.start,
      end: code[code.length - 1]?.span.end ?? head.span.end,
    });
}

/** `git config alias.x '!code'`: run when the alias is used. */
function followGitConfig(
  words: readonly Field[],
  start: number,
  run: (segments: readonly Segment[], span: Span) => void,
): void {
  for (let at = start; at + 1 < words.length; at += 1) {
    const key = words[at];
    const value = words[at + 1];
    const name = key === undefined ? undefined : exactText(key);
    const text = value === undefined ? undefined : exactText(value);
    if (name === undefined || text === undefined || value === undefined || name.startsWith("-")) continue;
    if (/^alias\./i.test(name) && text.startsWith("!"))
      run([{ kind: "text", text: text.slice(1) }], value.span);
    return;
  }
}

// Shells

/** The dialect of a shell's own code, or undefined for what is no shell of the Bourne kind. */
export function shellDialect(name: string): Dialect | undefined {
  switch (name) {
    case "bash":
    case "rbash":
    case "ksh":
    case "ksh93":
    case "mksh":
    case "lksh":
    case "oksh":
      return "bash";
    case "sh":
    case "dash":
    case "ash":
    case "hush":
    case "yash":
    case "posh":
      return "sh";
    case "zsh":
      return "zsh";
    default:
      return /^bash-\d/.test(name) ? "bash" : undefined;
  }
}

function followShell(
  walk: Walk,
  words: readonly Field[],
  index: number,
  name: string,
  dialect: Dialect,
  job: Job,
): void {
  const verb = words[index];
  if (verb === undefined) return;
  const call = readShellCall(words, index + 1);
  const wrapper: Wrapper = { name, span: verb.span, kind: "code" };
  if (call.unsure !== undefined) {
    if (isDeferred(call.unsure, job)) walk.deferred.add(job.command);
    else doubtOption(walk, name, call.unsure, words, index + 1, job);
  }
  if (call.code !== undefined) {
    runSegments(walk, job, call.code.segments, {
      wrapper,
      span: call.code.span,
      dialect,
      inShell: false,
      positional: call.positional,
      zero: call.zero,
    });
    return;
  }
  if (call.codeMissing) {
    const fed = job.wrappers.some((outer) => outer.kind === "feeder");
    if (!fed) return;
    doubtCode(walk, job, name, verb.span, "its code comes from the input of another program", undefined);
    return;
  }
  if (call.file === undefined) {
    emit(walk, words, index, name, job);
    runInput(walk, job, wrapper, dialect, call.positional);
    return;
  }
  if (isDeferred(call.file, job)) walk.deferred.add(job.command);
  emit(walk, words, index, name, job);
  runFile(walk, call.file, wrapper, dialect, call.positional, job, false);
}

/** A script file: known when the text itself writes it or when it is a process substitution. */
export function runFile(
  walk: Walk,
  file: Field,
  wrapper: Wrapper,
  dialect: Dialect,
  positional: readonly Field[],
  job: Job,
  inShell: boolean,
): void {
  const text = exactText(file);
  const run = { wrapper, span: file.span, dialect, inShell, positional, zero: file };
  if (text !== undefined) {
    if (/^\/dev\/(stdin|fd\/0)$|^-$/.test(text))
      return void runInput(walk, job, wrapper, dialect, positional);
    if (/^\/(dev|proc\/self)\/fd\/\d+$/.test(text)) {
      doubtCode(walk, job, wrapper.name, file.span, "it reads code from an open file", undefined);
      return;
    }
    const path = walk.pathOf(text, job.folders);
    if (!walk.written.has(path)) return;
    const content = walk.written.get(path);
    if (content !== undefined) return void runSegments(walk, job, content, run);
    doubtCode(walk, job, wrapper.name, file.span, `it runs ${text}, which the text itself writes`, undefined);
    return;
  }
  const word = wordOf(job.command, file);
  const piece = word?.pieces.find(
    (candidate) => candidate.kind === "command" && candidate.style.startsWith("process"),
  );
  if (piece?.kind === "command") {
    const output = walk.scope(job.frame, job.at).output(piece.context);
    if (output !== undefined) return void runSegments(walk, job, output, run);
    if (isSetup(walk, piece.context)) return;
    doubtCode(walk, job, wrapper.name, file.span, "it runs what another program prints", undefined);
    return;
  }
  if (isDeferred(file, job)) {
    walk.deferred.add(job.command);
    return;
  }
  const could = suspicionOf(walk, file.segments);
  if (file.maySplit || file.mayVanish)
    doubtCode(walk, job, wrapper.name, file.span, `the file it runs is not known: ${describe(file)}`, could);
  else if (walk.written.size > 0)
    doubtCode(
      walk,
      job,
      wrapper.name,
      file.span,
      `it may run a file that the text writes: ${describe(file)}`,
      (wanted) => walk.mentions(wanted),
    );
}

/** Runs a file the text has written, called by its path. */
function runWritten(walk: Walk, path: string, words: readonly Field[], index: number, job: Job): void {
  const verb = words[index];
  if (verb === undefined) return;
  const content = walk.written.get(path);
  const wrapper: Wrapper = { name: basename(path), span: verb.span, kind: "code" };
  if (content === undefined) {
    doubtCode(walk, job, wrapper.name, verb.span, "it runs a file that the text itself writes", undefined);
    return;
  }
  const first = content[0];
  // Another interpreter's script is not shell code.
  if (first?.kind === "text" && /^#!/.test(first.text) && !/^#!.*sh\b/.test(first.text)) {
    doubtInput(walk, job, wrapper.name, verb.span, content);
    return;
  }
  runSegments(walk, job, content, {
    wrapper,
    span: verb.span,
    dialect: "bash",
    inShell: false,
    positional: words.slice(index + 1),
    zero: verb,
  });
}

function wordOf(command: Command, field: Field): Word | undefined {
  return command.words.find((word) => word.span.start === field.span.start);
}

/** Whether a substitution is a set-up command whose output is known to be harmless. */
export function isSetup(walk: Walk, context: Context): boolean {
  const words = walk.wordsOf(context);
  return words !== undefined && printsSetup(words);
}

/** A shell that reads its code from standard input. */
export function runInput(
  walk: Walk,
  job: Job,
  wrapper: Wrapper,
  dialect: Dialect,
  positional: readonly Field[],
): void {
  const { stdin } = job;
  if (stdin.kind === "inherited") return;
  const text = walk.textOf(stdin);
  const span =
    stdin.kind === "here-string" || stdin.kind === "here-document" ? stdin.word.span : wrapper.span;
  const inner: Job = { ...job, stdin: { kind: "inherited" } };
  if (text !== undefined) {
    runSegments(walk, inner, text, {
      wrapper,
      span: job.frame.origin ?? span,
      dialect,
      inShell: false,
      positional,
      zero: undefined,
    });
    return;
  }
  // A file or the network: as far out of the text's reach as `bash file`. Text made by other programs is not.
  doubtCode(
    walk,
    job,
    wrapper.name,
    wrapper.span,
    "it runs what it reads from another program",
    (wanted) => walk.mentions(wanted) || (stdin.kind === "pipe" && walk.makesText),
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
  const run: Run = {
    verb,
    name,
    args: words.slice(index + 1),
    wrappers: job.wrappers,
    place,
    folders: job.folders,
    command: frame.outer ?? command,
    written: place !== "string" && isWritten(command, verb),
    stdin: stdin.kind,
    input: stdin.kind === "inherited" ? undefined : walk.textOf(stdin),
  };
  walk.emit(run, job);
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
