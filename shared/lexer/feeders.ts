/** Programs that run another one with names that the text does not show: xargs, find, parallel. */

import { joinedSegments } from "./code.ts";
import { exactText, textField } from "./field.ts";
import { UNKNOWN_FOLDER } from "./folders.ts";
import { textOf } from "./inputs.ts";
import type { Job } from "./job.ts";
import type { Reading } from "./options.ts";
import { follow } from "./programs.ts";
import type { Field, Segment, Wrapper } from "./run.ts";
import type { Dialect, Span } from "./script.ts";
import { runInput } from "./shells.ts";
import { runSegments } from "./strings.ts";
import type { Walk } from "./walk.ts";

export function followXargs(
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
  const known = reading.seen.has("a") || reading.seen.has("arg-file") ? undefined : textOf(walk, inner.stdin);
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
export function followParallel(
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

/** zsh's `zargs [options --] names -- command`: options end at a `--` of their own. */
export function followZargs(walk: Walk, words: readonly Field[], index: number, job: Job): void {
  const span = words[index]?.span ?? job.command.span;
  const opens = /^-/.test(exactText(words[index + 1] ?? inputField(span)) ?? "");
  let left = opens ? 2 : 1;
  let at = index + 1;
  for (; at < words.length && left > 0; at += 1) {
    if (exactText(words[at] ?? inputField(span)) === "--") left -= 1;
  }
  const command = words.slice(at);
  if (left > 0 || command.length === 0) return;
  const wrapper: Wrapper = { name: "zargs", span, kind: "feeder" };
  const inner: Job = { ...job, wrappers: [...job.wrappers, wrapper], stdin: { kind: "inherited" } };
  follow(walk, [...command, inputField(span)], 0, inner);
}

// find, busybox, git

export function followFind(walk: Walk, words: readonly Field[], index: number, job: Job): void {
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
