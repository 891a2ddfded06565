/** What git runs of its own words: aliases, settings, `bisect run`, `submodule foreach`, filters. */
import { gitConfigCode, joinedSegments } from "./code.ts";
import { exactText, leadingText, textField } from "./field.ts";
import type { Job } from "./job.ts";
import { follow } from "./programs.ts";
import type { Field, Segment, Wrapper } from "./run.ts";
import type { Span } from "./script.ts";
import { runSegments } from "./strings.ts";
import type { Walk } from "./walk.ts";

export function followGit(walk: Walk, words: readonly Field[], index: number, job: Job): void {
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
