/** Compares what a guard said of a command with what the command did. */

import type { Runner } from "./cache.ts";
import { trash, type Verdict } from "./guard.ts";
import type { Outcome, Shell, Start } from "./sandbox.ts";

/**
 * - `miss`: it passed, and a program that deletes ran; or it was rewritten, and one ran all the same.
 * - `changed`: the rewritten command does something else than the command: other bytes, runs, status, output or files.
 * - `gone`: it passed, no such program ran, and a file was destroyed by a program of another kind.
 * - `over`: it was refused, and nothing was deleted.
 * - `unseen`: it passed, and what ran came out of a file or an alias of the sandbox that the text does not show.
 */
export type Sentence = "ok" | "miss" | "changed" | "gone" | "over" | "unseen";

export interface Judgement {
  readonly sentence: Sentence;
  /** What was seen, for a person. */
  readonly detail: string;
  /** A run was ended by the time limit: what it would have done after that is not known. */
  readonly cutOff?: boolean;
}

const deleters: readonly string[] = ["rm", "rmdir", "unlink", "shred", "rimraf"];
/** Arguments that only files, aliases and functions of the sandbox hold. */
const markers: readonly string[] = ["from-script", "from-makefile", "from-alias", "from-function"];
/** A status of the recorders can matter only to a text that holds one of these. */
const dependsOnStatus = /\|\||&&|[!?]|\b(?:if|elif|while|until|set|trap|errexit|status|pipefail)\b|-[a-z]*e/i;
/** What runs side by side may come in any order; a difference that is real stays when the command is run again. */
const attempts = 8;

interface Truth {
  readonly removals: readonly Start[];
  readonly redirected: readonly Start[];
  readonly gone: readonly string[];
  readonly outcomes: readonly Omit<Outcome, "err">[];
}

/** Judges one verdict. `limitMs` bounds each run. */
export async function judge(
  command: string,
  shell: Shell,
  verdict: Verdict,
  sandbox: Runner,
  limitMs: number,
): Promise<Judgement> {
  const seen: Seen = { before: [], after: [] };
  const ask = { command, shell, limitMs };
  let judgement = await judgeOnce({ ...ask, attempt: 0 }, verdict, sandbox, seen);
  for (let attempt = 1; judgement.sentence === "changed" && attempt < attempts; attempt++)
    judgement = await judgeOnce({ ...ask, attempt }, verdict, sandbox, seen);
  return judgement;
}

/** Everything that a command and its rewritten form did so far. */
interface Seen {
  readonly before: Truth[];
  readonly after: Truth[];
}

/** One run of a command. */
interface Ask {
  readonly command: string;
  readonly shell: Shell;
  readonly limitMs: number;
  readonly attempt: number;
}

async function judgeOnce(ask: Ask, verdict: Verdict, sandbox: Runner, seen: Seen): Promise<Judgement> {
  const truth = await truthOf(ask, sandbox, verdict.kind !== "refuse");
  const { removals, gone } = truth;
  const cutOff = truth.outcomes.some(({ timedOut }) => timedOut);
  const own = removals.filter(isOwn);
  switch (verdict.kind) {
    case "pass":
      if (own.length > 0) return { sentence: "miss", detail: `ran ${shown(own)}` };
      if (removals.length > 0) return { sentence: "unseen", detail: `ran ${shown(removals)}` };
      if (gone.length > 0) return { sentence: "gone", detail: `destroyed ${gone.join(", ")}` };
      return cutOff ? okSoFar : ok;
    case "ask":
      return ok;
    case "refuse":
      if (removals.length > 0 || gone.length > 0) return ok;
      if (cutOff) return okSoFar;
      return { sentence: "over", detail: verdict.rule ?? "" };
    case "rewrite":
      seen.before.push(truth);
      return judgeRewrite(ask, verdict, sandbox, seen);
  }
}

const ok: Judgement = { sentence: "ok", detail: "" };
const okSoFar: Judgement = { ...ok, cutOff: true };

async function judgeRewrite(ask: Ask, verdict: Verdict, sandbox: Runner, seen: Seen): Promise<Judgement> {
  if (applied(ask.command, verdict) !== verdict.command)
    return { sentence: "changed", detail: "the edits do not account for every byte" };
  const truth = await truthOf({ ...ask, command: verdict.command }, sandbox);
  seen.after.push(truth);
  const left = truth.removals.filter(isOwn);
  if (left.length > 0) return { sentence: "miss", detail: `the rewritten command ran ${shown(left)}` };
  const { before, after } = seen;
  // A command that is cut off by the time limit stops somewhere.
  if ([...before, ...after].some(({ outcomes }) => outcomes.some(({ timedOut }) => timedOut))) return okSoFar;
  // Two commands are the same when one thing that either of them did was done by both: a pipe that breaks early ends
  // its writer on one run and not on the next.
  const wanted = distinct(before.flatMap(removedBy));
  const got = distinct(after.flatMap(removedBy));
  if (wanted.join("\n") !== got.join("\n"))
    return { sentence: "changed", detail: `ran ${wanted.join(" ")}, then ${got.join(" ")}` };
  const pairs = before.flatMap((one) => after.map((other) => difference(one, other)));
  const [first] = pairs;
  return first === undefined || pairs.includes(undefined) ? ok : { sentence: "changed", detail: first };
}

/** What went, by whichever program: the operands of rm, and those of a trash that the command calls itself. */
function removedBy({ removals, redirected }: Truth): readonly (readonly string[])[] {
  return [
    ...removals.filter(isOwn).map(({ argv }) => argv.slice(1)),
    ...redirected.map(({ argv }) => argv.slice(2)),
  ];
}

/** What differs between two runs beside the programs started, undefined when nothing does. */
function difference(one: Truth, other: Truth): string | undefined {
  for (const [index, first] of one.outcomes.entries()) {
    const second = other.outcomes[index];
    if (second === undefined) continue;
    if (first.status !== second.status) return `status ${first.status}, then ${second.status}`;
    if (comparable(first.out) !== comparable(second.out))
      return `printed ${JSON.stringify(first.out.slice(0, 200))}, then ${JSON.stringify(second.out.slice(0, 200))}`;
  }
  const files = (truth: Truth): string => truth.gone.toSorted().join("\n");
  return files(one) === files(other) ? undefined : "other files were destroyed";
}

/** `bothArms`: programs that fail show the other arm of `rm x || rm y`. A refusal needs one proof, not all of them. */
async function truthOf(
  { command, shell, limitMs, attempt }: Ask,
  sandbox: Runner,
  bothArms = true,
): Promise<Truth> {
  const outcomes = [await sandbox.run(command, shell, 0, limitMs, attempt)];
  const deleted = outcomes.some(({ starts, gone }) => gone.length > 0 || starts.some(isRemoval));
  if (dependsOnStatus.test(command) && (bothArms || !deleted))
    outcomes.push(await sandbox.run(command, shell, 1, limitMs, attempt));
  const starts = outcomes.flatMap((outcome) => outcome.starts);
  return {
    removals: starts.filter(isRemoval),
    redirected: starts.filter(isRedirected),
    gone: [...new Set(outcomes.flatMap((outcome) => outcome.gone))],
    outcomes,
  };
}

/** Whether a program ran that deletes what it is given; `rm --help` and `rm` alone delete nothing. */
function isRemoval({ program, argv }: Start): boolean {
  return deleters.includes(program) && removes(argv);
}

function isRedirected({ program, argv }: Start): boolean {
  return program === "trash" && argv[1] === "guard" && removes(argv.slice(1));
}

function removes(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const options = argv.slice(1, end < 0 ? undefined : end);
  if (options.some((word) => /^--(?:h|he|hel|help|vers|versi|versio|version)$/.test(word))) return false;
  const operands = options.filter((word) => !/^-./.test(word)).length + (end < 0 ? 0 : argv.length - end - 1);
  if (operands === 0) return false;
  // GNU parallel takes its own probe file away: not the command's doing.
  return !/^\/tmp\/par\w+\.(?:tst|arg|sem)$/.test(argv[argv.length - 1] ?? "");
}

function isOwn({ argv }: Start): boolean {
  return !argv.some((word) => markers.includes(word));
}

function applied(command: string, { edits }: Verdict): string {
  let text = "";
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += command.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + command.slice(at);
}

/**
 * Programs that print their command print the other one; both become `rm`. Numbers are times and process ids, and lines
 * of an error (a verb over two lines becomes one). Lines of programs side by side come in any order.
 */
export function comparable(out: string): string {
  return (
    out
      .split("\n")
      .sort()
      .join("\n")
      .replaceAll(`'${trash}' guard`, "rm")
      .replaceAll(`${trash} guard`, "rm")
      .replaceAll(trash, "rm")
      .replace(/(?:\/usr)?\/bin\/(?:\.\/)*rm\b/g, "rm")
      // `type rm`, once the shell has run it.
      .replace(/ is (?:hashed \(rm\)|a tracked alias for rm)/g, " is rm")
      .replace(/^.*(?:elapsed|maxresident|pagefaults).*$/gm, "")
      .replace(/\b\d{2,7}\b|\b(?:line|pid) \d+|(?<=sh: )\d+(?=:)/g, "N")
      .replace(randomName, "/tmp/tmp.X")
  );
}

/** What mktemp makes up. */
const randomName = /\/tmp\/tmp\.\w+/g;

function distinct(argvs: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(argvs.map((argv) => JSON.stringify(argv).replace(randomName, "/tmp/tmp.X")))].sort();
}

function shown(starts: readonly Start[]): string {
  return distinct(starts.map(({ argv }) => argv)).join(" ");
}
