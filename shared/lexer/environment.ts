/** Variables whose value is code. */
import { isCodeVariable } from "./code.ts";
import type { Job } from "./job.ts";
import type { Segment } from "./run.ts";
import type { Scope } from "./scope.ts";
import type { Span } from "./script.ts";
import { runSegments } from "./strings.ts";
import { segmentsOf } from "./value.ts";
import type { Walk } from "./walk.ts";

/** Assignments whose value is code to the program that follows or to the shell. */
export function followAssignments(walk: Walk, job: Job, scope: Scope): void {
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
