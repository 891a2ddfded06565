/** Ordinary programs that run something they find in their arguments or their input. */

import { codeOptions, joinedSegments } from "./code.ts";
import { exactText, leadingText, textField } from "./field.ts";
import { textOf } from "./inputs.ts";
import type { Job } from "./job.ts";
import { follow } from "./programs.ts";
import type { Field, Wrapper } from "./run.ts";
import type { Span } from "./script.ts";
import { followShell, runInput } from "./shells.ts";
import { runSegments } from "./strings.ts";
import { doubtInput, wordIn } from "./suspicion.ts";
import type { Walk } from "./walk.ts";

/** Options of an ordinary program whose value is run by a shell, and what is read as code from its input. */
export function followOptions(
  walk: Walk,
  words: readonly Field[],
  index: number,
  name: string,
  job: Job,
): void {
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
      const input = textOf(walk, job.stdin);
      // The editors and dc start a program with `!`.
      const marked = name !== "ed" && name !== "ex" && name !== "dc";
      if (!marked && input?.every((part) => part.kind === "text" && !part.text.includes("!"))) return;
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
      // `make -f <(printf …)`: what is printed there, words of its own as printf writes them.
      for (const word of words.slice(index + 1)) {
        const pieces = exactText(word) === undefined ? walk.sources.get(word)?.pieces : undefined;
        for (const piece of pieces ?? []) {
          if (piece.kind !== "command" || !piece.style.startsWith("process")) continue;
          doubtInput(walk, job, name, span, walk.scope(job.frame, job.at).output(piece.context));
        }
      }
      if (!file) return;
      const values = [...joinedSegments(words.slice(index + 1)), { kind: "text", text: " " } as const];
      doubtInput(walk, job, name, span, [...values, ...(textOf(walk, job.stdin) ?? [])]);
      return;
    }
    case "capsh": {
      const dashes = words.findIndex((word, at) => at > index && /^(?:--|==)$/.test(exactText(word) ?? ""));
      const program = words[index];
      if (dashes < 0 || program === undefined) return;
      followShell(walk, [program, ...words.slice(dashes + 1)], 0, "bash", "bash", job);
      return;
    }
    case "start-stop-daemon": {
      const program = optionValue(
        words,
        index,
        /^(?:-[a-zA-Z]*[xa]|--exec|--startas)$/,
        /^--(?:exec|startas)=/,
      );
      if (program === undefined) return;
      const dashes = words.findIndex((word, at) => at > index && exactText(word) === "--");
      const rest = dashes < 0 ? [] : words.slice(dashes + 1);
      const wrapper: Wrapper = { name, span, kind: "prefix" };
      // The program is an option's value, no word in front of its arguments: nothing can be put in its place.
      const inner = { ...job, wrappers: [...job.wrappers, wrapper], inShell: false, certain: false };
      follow(walk, [program, ...rest], 0, inner);
      return;
    }
    case "socat":
      for (const word of words.slice(index + 1)) {
        const code = /^(?:exec|system|shell):(.*)$/is.exec(exactText(word) ?? leadingText(word))?.[1];
        if (code !== undefined) runText(walk, code, word, name, span, job);
      }
      return;
    case "less":
    case "more":
    case "most":
      for (const word of words.slice(index + 1)) {
        const code = /^\+{1,2}[^!|]*[!|](.*)$/s.exec(exactText(word) ?? leadingText(word))?.[1];
        if (code !== undefined) runText(walk, code, word, name, span, job);
      }
      return;
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

/** The value of an option: the next word, or what stands behind its `=`. */
function optionValue(
  words: readonly Field[],
  index: number,
  apart: RegExp,
  joined: RegExp,
): Field | undefined {
  for (let at = index + 1; at < words.length; at += 1) {
    const word = words[at];
    const text = word === undefined ? undefined : exactText(word);
    if (word === undefined || text === "--") return undefined;
    if (text === undefined) continue;
    if (apart.test(text)) return words[at + 1];
    if (joined.test(text)) return textField(text.slice(text.indexOf("=") + 1), word.span);
  }
  return undefined;
}

/** A part of a word that a shell runs. */
function runText(walk: Walk, code: string, word: Field, name: string, span: Span, job: Job): void {
  runSegments(walk, job, [{ kind: "text", text: code }], {
    wrapper: { name, span, kind: "code" },
    span: word.span,
    dialect: "sh",
    inShell: false,
    positional: undefined,
    zero: undefined,
  });
}

/** What its own language starts a program with; undefined for a program whose words may be commands as they stand. */
function startMark(name: string): RegExp | undefined {
  switch (name) {
    case "psql":
      return /\\[!owgc]|\bprogram\b/i;
    case "mysql":
    case "mariadb":
      return /\\!|\bsystem\b/i;
    case "sqlite3":
      return /\.(?:shell|system|once|output|import|read)\b/i;
    case "osascript":
      return /do\s+shell\s+script|\bsystem\b|doShellScript|\$\./i;
    case "vim":
    case "vi":
    case "nvim":
    case "vim.tiny":
      return /!|\b(?:system|systemlist|job_start|jobstart|term_start|terminal|lua|python3?|py3?|perl|ruby)\b|delete\(/i;
    default:
      return undefined;
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
  const mark = startMark(name);
  if (mark !== undefined && !texts.some((text) => mark.test(text))) return;
  walk.doubt(job.frame, {
    kind: "unknown-code",
    name,
    span,
    detail: `${name} can start programs from its arguments`,
    couldBe: (wanted) => texts.some((text) => wordIn(text, wanted)),
  });
}
