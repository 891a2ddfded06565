/** Programs that run another one: from their options to the words behind them. */
import { joinedSegments, readShellCall, splitString } from "./code.ts";
import { codeVariable } from "./environment.ts";
import { followParallel, followXargs } from "./feeders.ts";
import { exactText, leadingText, textField } from "./field.ts";
import { resolveFrom, UNKNOWN_FOLDER, union } from "./folders.ts";
import type { Flow, Job } from "./job.ts";
import { type Reading, readOptions } from "./options.ts";
import { emit, follow } from "./programs.ts";
import type { Field, Folder, Segment, Wrapper } from "./run.ts";
import { runInput } from "./shells.ts";
import { runSegments } from "./strings.ts";
import { doubtOption, wordIn } from "./suspicion.ts";
import { scalar } from "./variables.ts";
import type { Walk } from "./walk.ts";
import type { WrapperRow } from "./wrappers.ts";

// Wrappers

export function followWrapper(
  walk: Walk,
  words: readonly Field[],
  index: number,
  name: string,
  row: WrapperRow,
  start: number,
  job: Job,
  emptied = 0,
): Flow | undefined {
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
    if (pieces === undefined) {
      doubtSplit(walk, name, reading.split, job);
      return undefined;
    }
    list = [...pieces, ...list.slice(reading.next)];
    from = 0;
    reading = readOptions(row, list, 0);
  }
  if (reading.unsure !== undefined) doubtOption(walk, name, reading.unsure, list, from, job);
  const wrapper: Wrapper = { name, span, kind: kindOf(row, reading) };
  const inner = innerJob(job, wrapper, row, reading);
  // Code strings name their own wrapper.
  const outer: Job = { ...inner, wrappers: job.wrappers };
  for (const assignment of reading.assignments) {
    const lead = leadingText(assignment);
    const variable = lead.slice(0, lead.indexOf("="));
    if (variable === "") {
      walk.setsUnseen = true;
      continue;
    }
    walk.variables.set(variable, scalar(valueOfAssignment(assignment)));
    codeVariable(walk, inner, variable, valueOfAssignment(assignment), assignment.span);
  }
  for (const code of reading.code) {
    runSegments(walk, outer, code.segments, {
      wrapper,
      span: code.span,
      dialect: "sh",
      inShell: false,
      positional: undefined,
      zero: undefined,
    });
  }
  if (reading.stopped) {
    emit(walk, words, index, name, job);
    return undefined;
  }
  const head = words[index];
  if (head !== undefined && goesOnWithout(list, reading.next, row)) {
    // `sudo $nope -n rm x`: the word in the command's place may be gone, and then the options go on behind it.
    if (emptied < MOST_EMPTIED) {
      const rest = [...list.slice(list === words ? start : 0, reading.next), ...list.slice(reading.next + 1)];
      followWrapper(walk, [head, ...rest], 0, name, row, 1, { ...job, certain: false }, emptied + 1);
    } else doubtOption(walk, name, list[reading.next] ?? head, list, from, job);
  }
  if (name === "flock" && followFlock(walk, list, reading, wrapper, outer)) return undefined;
  if (
    name === "su" ||
    name === "runuser" ||
    name === "script" ||
    name === "vagrant ssh" ||
    name === "gcloud compute ssh"
  ) {
    followUserShell(walk, words, index, reading, name, wrapper, inner, job);
    return undefined;
  }
  if (name === "xargs") {
    followXargs(walk, list, reading, wrapper, inner);
    return undefined;
  }
  if (name === "parallel") {
    followParallel(walk, list, reading, wrapper, outer);
    return undefined;
  }
  if (reading.next >= list.length) {
    if (name === "nix-shell" || name === "npx" || reading.code.length > 0) return undefined;
    followBare(walk, words, index, name, job);
    return undefined;
  }
  if (name === "kubectl exec" || name.startsWith("docker")) {
    const dashes = exactText(list[reading.next] ?? textField("", span)) === "--" ? 1 : 0;
    follow(walk, list, reading.next + dashes, inner);
    return undefined;
  }
  // `builtin rm` finds no builtin of that name and starts nothing.
  if (name === "builtin" && !isBuiltinRunner(exactText(list[reading.next] ?? textField("", span)))) {
    emit(walk, words, index, name, job);
    // zsh/files makes one of it.
    if (job.frame.dialect === "zsh") follow(walk, list, reading.next, { ...inner, certain: false });
    return undefined;
  }
  if (reading.joined) {
    const rest = list.slice(reading.next);
    const codeSpan = {
      start: rest[0]?.span.start ?? span.start,
      // What xargs adds stands at xargs' own place, in front of these words.
      end: Math.max(...rest.map((word) => word.span.end)),
    };
    runSegments(walk, outer, joinedSegments(rest), {
      wrapper,
      span: codeSpan,
      dialect: "sh",
      inShell: false,
      positional: undefined,
      zero: undefined,
    });
    return undefined;
  }
  return follow(walk, list, reading.next, inner);
}

/** Words in the command's place that may be gone, one behind the other: nobody writes more, and each is a reading more. */
const MOST_EMPTIED = 4;

/** Whether the word in the command's place may come out empty with options or assignments behind it. */
function goesOnWithout(list: readonly Field[], next: number, row: WrapperRow): boolean {
  if (list[next]?.mayVanish !== true) return false;
  for (let at = next + 1; at < list.length; at += 1) {
    const word = list[at];
    if (word === undefined) return false;
    const lead = leadingText(word);
    if (lead.startsWith("-") || (row.assignments !== "none" && lead.includes("="))) return true;
    if (!word.mayVanish) return false;
  }
  return false;
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
  index: number,
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
  emit(walk, words, index, name, job);
  if (name === "script") return;
  // `su user -- -c CODE` and `su user -s sh -c …` are read above; a shell without code reads its input.
  const shellWords = reading.operands.slice(1);
  const call = readShellCall(shellWords, 0);
  if (call.code !== undefined) {
    runSegments(walk, { ...inner, wrappers: job.wrappers }, call.code.segments, {
      wrapper,
      span: call.code.span,
      dialect: "sh",
      inShell: false,
      positional: call.positional,
      zero: call.zero,
    });
    return;
  }
  runInput(walk, { ...inner, wrappers: job.wrappers }, wrapper, "sh", []);
}
