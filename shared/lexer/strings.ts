/** Runs code strings: lexes what is known of them and follows it as if it stood in the text. */
import { type Code, codeOf, isOpaque } from "./code.ts";
import type { Whereabouts } from "./folders.ts";
import type { CodeRun, Flow, Frame, Job } from "./job.ts";
import { lex } from "./lex.ts";
import type { Segment } from "./run.ts";
import type { Dialect } from "./script.ts";
import { locator } from "./sites.ts";
import { suspicionOf, wordIn } from "./suspicion.ts";
import type { Walk } from "./walk.ts";

/** Levels of code in code. */
const MOST_LEVELS = 12;

/** Follows the code that the segments make; what is not known of it becomes a doubt. */
export function runSegments(walk: Walk, job: Job, segments: readonly Segment[], run: CodeRun): void {
  runCode(walk, job, segments, run);
}

/** The same, with where the shell is afterwards: for eval and source. */
export function runCode(walk: Walk, job: Job, segments: readonly Segment[], run: CodeRun): Flow {
  const stay: Flow = { ok: job.at, fail: job.at };
  if (segments.length === 0) return stay;
  const code = codeOf(segments);
  if (code === undefined || job.frame.depth >= MOST_LEVELS) {
    doubt(walk, job, run, segments, "its code can not be followed", true);
    return stay;
  }
  if (isDeferredCode(job, segments)) walk.deferred.add(job.command);
  else if (isOpaque(code)) {
    doubt(walk, job, run, segments, "its code is not in the text");
    return stay;
  } else if (holdsForeign(segments)) doubt(walk, job, run, segments, "a part of its code is not in the text");
  return walkCode(walk, job, code, run);
}

/** Code that depends on a function's arguments is followed at each call. */
function isDeferredCode(job: Job, segments: readonly Segment[]): boolean {
  if (job.frame.definition === undefined) return false;
  return segments.some(
    (segment) =>
      segment.kind === "unknown" && segment.name !== undefined && /^([@*]|\d+)$/.test(segment.name),
  );
}

/** Parts that come from a substitution or from the input of xargs and find: they can hold anything, separators too. */
function holdsForeign(segments: readonly Segment[]): boolean {
  return segments.some(
    (segment) => segment.kind === "unknown" && (segment.name === undefined || segment.name === "{}"),
  );
}

/** `unread`: the parts that are known were not followed either. */
function doubt(
  walk: Walk,
  job: Job,
  run: CodeRun,
  segments: readonly Segment[],
  detail: string,
  unread = false,
): void {
  const could = suspicionOf(walk, segments);
  if (run.inShell) walk.setsUnseen = true;
  walk.doubt(job.frame, {
    kind: "unknown-code",
    name: run.wrapper.name,
    span: run.span,
    detail: `${run.wrapper.name}: ${detail}`,
    couldBe: unread
      ? (wanted) =>
          could(wanted) || segments.some((part) => part.kind === "text" && wordIn(part.text, wanted))
      : could,
  });
}

function walkCode(walk: Walk, job: Job, code: Code, run: CodeRun): Flow {
  const { frame } = job;
  // What is called sh is dash on one machine and bash on the next: where the grammars differ both readings count.
  const differs =
    run.dialect === "sh" &&
    /\(\(|&>|\[\[|\$['"]|[<>]\(|<<<|\|&|\{[^}]*[,.]|\bfunction\b|\bcoproc\b|\bselect\b|[A-Za-z_]\w*(?:\[|\+=)/.test(
      code.text,
    );
  if (!differs) return walkDialect(walk, job, code, run, run.dialect);
  // A verb of one reading may be an argument in the other.
  const unplaced = { ...run, word: undefined };
  const flow = walkDialect(walk, job, code, unplaced, run.dialect);
  walkDialect(walk, { ...job, frame: { ...frame, depth: frame.depth + 1 } }, code, unplaced, "bash");
  return flow;
}

function walkDialect(walk: Walk, job: Job, code: Code, run: CodeRun, dialect: Dialect): Flow {
  const { frame } = job;
  const script = lex(code.text, { dialect });
  if (!walk.mayFollow(frame, script.commands.length, frame.origin ?? run.span))
    return { ok: job.at, fail: job.at };
  const inner: Frame = {
    script,
    dialect,
    holes: code.holes,
    origin: frame.origin ?? run.span,
    outer: frame.outer ?? job.command,
    place: "string",
    wrappers: [...job.wrappers, run.wrapper],
    stdin: job.stdin,
    mode: frame.mode === "call" ? (walk.deferred.has(job.command) ? "report" : "quiet") : frame.mode,
    definition: run.inShell ? frame.definition : undefined,
    calls: frame.calls,
    depth: frame.depth + 1,
    loops: run.inShell ? frame.loops : 0,
    hopeful: frame.hopeful,
    locate: run.word === undefined ? undefined : locator(frame, run.word, code.text),
  };
  if (script.lost !== undefined) {
    walk.doubt(inner, {
      kind: "lost",
      name: run.wrapper.name,
      span: run.span,
      detail: `${run.wrapper.name}: ${script.lost.reason} in its code`,
      couldBe: (wanted) => code.text.toLowerCase().includes(wanted.toLowerCase()) || walk.mentions(wanted),
    });
  }
  walk.reportRedefinitions(script, inner);
  const at: Whereabouts = { ...job.at, folders: job.folders };
  if (run.inShell) return walk.walkScript(inner, at);
  const mark = walk.variables.mark();
  walk.variables.halve((name) => code.text.includes(name));
  if (run.positional !== undefined) walk.variables.set("@", { kind: "array", items: run.positional });
  if (run.zero !== undefined) walk.variables.set("0", { kind: "array", items: [run.zero] });
  walk.isolate(() => walk.walkScript(inner, at));
  walk.variables.revert(mark);
  return { ok: job.at, fail: job.at };
}
