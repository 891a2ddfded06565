/** Shells: their code, their script files, what they read from standard input. */

import { joinedSegments, printsSetup, readShellCall } from "./code.ts";
import { basename, exactText, lastComponent } from "./field.ts";
import { fileKey } from "./files.ts";
import { textOf } from "./inputs.ts";
import type { Flow, Job } from "./job.ts";
import { emit } from "./programs.ts";
import type { Field, Wrapper } from "./run.ts";
import type { Context, Dialect } from "./script.ts";
import { wordOf } from "./sites.ts";
import { runCode, runSegments } from "./strings.ts";
import { describe, doubtCode, doubtInput, doubtOption, isDeferred, suspicionOf } from "./suspicion.ts";
import type { Walk } from "./walk.ts";

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
      return name.startsWith("bash-") ? "bash" : undefined;
  }
}

export function followShell(
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
  if (call.dry) {
    emit(walk, words, index, name, job);
    return;
  }
  if (call.unsure !== undefined) {
    // `sh $tmp`: more likely the script that the text has put there than an option.
    const key = walk.written.size === 0 ? undefined : fileKey(walk, call.unsure, job.folders);
    if (key !== undefined && walk.written.has(key)) {
      emit(walk, words, index, name, job);
      runFile(walk, call.unsure, wrapper, dialect, [], job, false);
      return;
    }
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
      word: wordOf(walk, job, call.code),
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
): Flow {
  const stay: Flow = { ok: job.at, fail: job.at };
  const text = exactText(file);
  const run = { wrapper, span: file.span, dialect, inShell, positional, zero: file };
  if (text !== undefined) {
    if (/^\/dev\/(stdin|fd\/0)$|^-$/.test(text))
      return runInput(walk, job, wrapper, dialect, positional, inShell);
    if (/^\/(dev|proc\/self)\/fd\/\d+$/.test(text)) {
      doubtCode(walk, job, wrapper.name, file.span, "it reads code from an open file", undefined);
      return stay;
    }
  }
  const key = walk.written.size === 0 ? undefined : fileKey(walk, file, job.folders);
  if (key !== undefined && walk.written.has(key)) {
    const content = walk.written.get(key);
    if (content !== undefined) return runCode(walk, job, content, run);
    const name = describe(file);
    doubtCode(walk, job, wrapper.name, file.span, `it runs ${name}, which the text itself writes`, undefined);
    return stay;
  }
  if (text !== undefined) return stay;
  const word = walk.sources.get(file);
  const piece = word?.pieces.find(
    (candidate) => candidate.kind === "command" && candidate.style.startsWith("process"),
  );
  if (piece?.kind === "command") {
    const output = walk.scope(job.frame, job.at).output(piece.context);
    if (output !== undefined) return runCode(walk, job, output, run);
    if (isSetup(walk, piece.context)) return stay;
    doubtCode(walk, job, wrapper.name, file.span, "it runs what another program prints", undefined);
    return stay;
  }
  if (isDeferred(file, job)) {
    walk.deferred.add(job.command);
    return stay;
  }
  const could = suspicionOf(walk, file.segments);
  if (file.maySplit || file.mayVanish)
    doubtCode(walk, job, wrapper.name, file.span, `the file it runs is not known: ${describe(file)}`, could);
  else if (mayBeWritten(walk, file))
    doubtCode(
      walk,
      job,
      wrapper.name,
      file.span,
      `it may run a file that the text writes: ${describe(file)}`,
      (wanted) => walk.mentions(wanted),
    );
  return stay;
}

/** Whether a file that is not known may be one that the text writes. */
function mayBeWritten(walk: Walk, file: Field): boolean {
  if (walk.written.size === 0) return false;
  const last = lastComponent(file);
  if (last === undefined || last === "") return true;
  for (const key of walk.written.keys()) if (basename(key) === last || key.endsWith("}")) return true;
  return false;
}

/** Runs a file the text has written, called by its path. */
export function runWritten(walk: Walk, path: string, words: readonly Field[], index: number, job: Job): void {
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
  inShell = false,
): Flow {
  const { stdin } = job;
  const stay: Flow = { ok: job.at, fail: job.at };
  if (stdin.kind === "inherited") return stay;
  const text = textOf(walk, stdin);
  const span =
    stdin.kind === "here-string" || stdin.kind === "here-document" ? stdin.word.span : wrapper.span;
  const inner: Job = { ...job, stdin: { kind: "inherited" } };
  const own =
    stdin.kind === "here-document" &&
    job.command.redirections.some(({ hereDocument }) => hereDocument?.word === stdin.word);
  if (text !== undefined) {
    return runCode(walk, inner, text, {
      wrapper,
      span: job.frame.origin ?? span,
      dialect,
      inShell,
      positional,
      zero: undefined,
      word: own ? stdin.word : undefined,
    });
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
  return stay;
}

export function doubtForeignShell(
  walk: Walk,
  words: readonly Field[],
  index: number,
  name: string,
  job: Job,
): void {
  const texts = joinedSegments(words.slice(index + 1));
  const input = job.stdin.kind === "inherited" ? [] : textOf(walk, job.stdin);
  doubtInput(
    walk,
    job,
    name,
    words[index]?.span ?? job.command.span,
    input === undefined ? undefined : [...texts, { kind: "text", text: " " }, ...input],
  );
}
