/**
 * All hooks of one event, and one verdict out of them. Two ways:
 * - strict, ours: one after the other in configuration order, each sees what the last one made of the input, and whoever
 *   judged another input than the one that would run is asked once more.
 * - faithful: as the harness does it, its races included.
 */
import type { Json } from "@hasna/hooks-harness";
import type { Dialect } from "./dialect.ts";
import { dialects } from "./dialects/dialects.ts";
import { type Digest, digestOf } from "./digest.ts";
import type { EventFacts } from "./facts.ts";
import type { Match } from "./match.ts";
import { merge, stronger } from "./merge.ts";
import { withPolicy } from "./policy.ts";
import { type Occasion, runHook } from "./process.ts";
import type { DialectId, Handler, Registration } from "./registration.ts";
import { failed } from "./reply.ts";
import { type Rewritten, rewritten, type Target } from "./rewriting.ts";
import type { HookRun, HookState, HookTrace, RewriteStatus } from "./trace.ts";
import { SILENT, type Verdict } from "./verdict.ts";

/** A call whose input hooks may change, in the embedding harness's names. */
export interface Call {
  readonly callId: string;
  /** Of the arguments exactly as the model wrote them. */
  readonly digest: Digest;
  readonly target: Target;
  /** The facts for hooks, with another input. */
  readonly factsFor: (input: Json) => EventFacts;
}

interface Step {
  readonly registration: Registration;
  readonly before: Digest;
  readonly after: Digest;
}

export interface Judgement {
  readonly hooks: readonly HookTrace[];
  readonly verdict: Verdict;
  /** The input that would run. */
  readonly effective: Json | undefined;
  readonly steps: readonly Step[];
}

/** One hook on its way through an event. */
class Turn {
  readonly match: Match;
  readonly runs: HookRun[] = [];
  state: HookState;
  why: string;
  verdict: Verdict | undefined;
  rewrite: RewriteStatus | undefined;
  /** Of the input it judged last. */
  judged: Digest | undefined;

  constructor(match: Match) {
    this.match = match;
    this.state = match.kind === "passed-over" ? "passed-over" : "closed";
    this.why = match.kind === "fires" ? whyItFires(match.registration) : match.says;
  }

  get registration(): Registration {
    return this.match.registration;
  }

  get dialect(): Dialect {
    return dialects[this.registration.source.harness];
  }

  get command(): (Handler & { readonly kind: "command" }) | undefined {
    const { handler } = this.registration;
    return this.match.kind === "fires" && handler.kind === "command" ? handler : undefined;
  }

  trace(): HookTrace {
    const { registration, state, why, runs, verdict, rewrite } = this;
    return { registration, state, why, runs, verdict, rewrite };
  }
}

function whyItFires({ matcher }: Registration): string {
  return matcher.kind === "text" && matcher.text !== ""
    ? `the matcher ${JSON.stringify(matcher.text)} fits`
    : "it has no matcher";
}

/** Judges an event that changes no input. */
export async function judgeEvent(
  matches: readonly Match[],
  facts: EventFacts,
  occasion: Occasion,
): Promise<Judgement> {
  const turns = matches.map((match) => new Turn(match));
  prepare(turns, occasion);
  await Promise.all(turns.map((turn) => ask(turn, facts, undefined, "first", occasion)));
  return { ...close(turns, occasion), effective: undefined, steps: [] };
}

/** Judges a call before it runs. */
export async function judgeCall(
  matches: readonly Match[],
  call: Call,
  occasion: Occasion,
): Promise<Judgement> {
  const turns = matches.map((match) => new Turn(match));
  prepare(turns, occasion);
  return occasion.faithful
    ? await judgeFaithfully(turns, call, occasion)
    : await judgeStrictly(turns, call, occasion);
}

/** What is decided without a process. */
function prepare(turns: readonly Turn[], { policy, faithful }: Occasion): void {
  for (const turn of turns) {
    const { match, registration } = turn;
    const { handler } = registration;
    if (match.kind === "closed") {
      turn.verdict = withPolicy(failed("config", match.says), policy, registration);
      if (faithful) turn.verdict = undefined;
    } else if (match.kind === "fires" && handler.kind === "other") {
      turn.state = "unsupported";
      turn.why = `handlers of the type ${handler.type} are not run here`;
      if (!faithful) turn.verdict = withPolicy(failed("unsupported", turn.why), policy, registration);
    }
  }
}

/** Starts one hook and waits for it, unless nobody would. */
async function ask(
  turn: Turn,
  facts: EventFacts,
  judged: Digest | undefined,
  round: HookRun["round"],
  occasion: Occasion,
): Promise<HookRun | undefined> {
  const { command, registration } = turn;
  if (command === undefined) return undefined;
  if (occasion.signal?.aborted === true) {
    turn.verdict = withPolicy(failed("aborted"), occasion.policy, registration);
    turn.state = "not-reached";
    return undefined;
  }
  const running = runHook(registration, command, facts, judged, round, occasion);
  if (command.detached) {
    turn.state = "detached";
    turn.why = "its harness does not wait for it, so nothing it says counts";
    // Whatever becomes of it, the call does not hang on it.
    if (occasion.waitsForAll) turn.runs.push(await running);
    else running.catch(() => {});
    return undefined;
  }
  const run = await running;
  turn.runs.push(run);
  turn.judged = judged;
  turn.state = "ran";
  turn.verdict = round === "first" ? run.verdict : both(turn.verdict ?? SILENT, run.verdict);
  return run;
}

/** What a hook said of two inputs: the stronger of the two, and the words of both. */
function both(first: Verdict, second: Verdict): Verdict {
  const decision = stronger(first.decision, second.decision);
  const reason = decision === first.decision ? (first.reason ?? second.reason) : second.reason;
  return { ...merge([first, { ...second, context: [] }]), decision, reason, rewrite: first.rewrite };
}

function close(turns: readonly Turn[], { signal, policy }: Occasion): Pick<Judgement, "hooks" | "verdict"> {
  const verdicts = turns.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict]));
  const merged = merge(verdicts);
  const verdict =
    signal?.aborted === true && policy.aborted !== "pass"
      ? { ...merged, decision: "deny" as const, reason: "The call was given up while its hooks ran." }
      : merged;
  return { hooks: turns.map((turn) => turn.trace()), verdict };
}

/** The digest of an input that is not recorded yet: of its text as it would be. */
function digestOfInput({ callId, digest, target }: Call, input: Json): Digest {
  if (input === target.input) return digest;
  return digestOf(callId, target.tool, JSON.stringify(input));
}

async function judgeStrictly(turns: readonly Turn[], call: Call, occasion: Occasion): Promise<Judgement> {
  let input = call.target.input;
  let digest = digestOfInput(call, input);
  const steps: Step[] = [];
  for (const turn of turns) {
    const run = await ask(turn, call.factsFor(input), digest, "first", occasion);
    if (run?.verdict.rewrite === undefined) continue;
    const next = rewritten(turn.dialect, run.verdict.rewrite, { ...call.target, input });
    if (!accept(turn, next, occasion)) continue;
    if (next.kind !== "input") continue;
    const after = digestOfInput(call, next.input);
    steps.push({ registration: turn.registration, before: digest, after });
    turn.rewrite = "applied";
    input = next.input;
    digest = after;
  }
  const denied = turns.some(({ verdict }) => verdict?.decision === "deny");
  if (!denied && steps.length > 0) await recheck(turns, call, input, digest, occasion);
  const judged = close(turns, occasion);
  if (judged.verdict.decision !== "deny" || steps.length === 0) return { ...judged, effective: input, steps };
  // Nothing runs, so nothing was rewritten: the record keeps what the model asked for.
  for (const turn of turns) if (turn.rewrite === "applied") turn.rewrite = "discarded-by-deny";
  return { ...close(turns, occasion), effective: call.target.input, steps: [] };
}

/** Notes what became of a rewrite; false when there is none to go on with. */
function accept(turn: Turn, next: Rewritten, { policy }: Occasion): boolean {
  if (next.kind === "input") return true;
  if (next.kind === "unchanged") {
    turn.rewrite = "unchanged";
    return false;
  }
  turn.rewrite = "invalid";
  const verdict = turn.verdict ?? SILENT;
  const broken: Verdict = {
    ...verdict,
    failure: "bad-rewrite",
    reason: undefined,
    ignored: [...verdict.ignored, next.says],
  };
  turn.verdict = withPolicy(broken, policy, turn.registration);
  return false;
}

/** Everybody who judged another input than the one that would run judges that one, and may not change it any more. */
async function recheck(
  turns: readonly Turn[],
  call: Call,
  input: Json,
  digest: Digest,
  occasion: Occasion,
): Promise<void> {
  const facts = call.factsFor(input);
  for (const turn of turns) {
    // Who changed the very input that would run now did not agree to it.
    const agreed = turn.judged === digest && turn.rewrite !== "applied";
    if (turn.state !== "ran" || agreed) continue;
    const run = await ask(turn, facts, digest, "recheck", occasion);
    if (run?.verdict.rewrite === undefined) continue;
    const next = rewritten(turn.dialect, run.verdict.rewrite, { ...call.target, input });
    if (next.kind === "unchanged") continue;
    const { file, line } = turn.registration.place;
    const reason =
      turn.rewrite === "applied"
        ? `The hook at ${file}:${line} rewrites its own result again and does not settle, so nothing runs.`
        : `The hook at ${file}:${line} wants to rewrite what another hook has already rewritten, so nothing runs.`;
    turn.rewrite = "conflict";
    turn.verdict = { ...(turn.verdict ?? SILENT), decision: "deny", reason };
  }
}

async function judgeFaithfully(turns: readonly Turn[], call: Call, occasion: Occasion): Promise<Judgement> {
  const steps: Step[] = [];
  const first = digestOfInput(call, call.target.input);
  let input = call.target.input;
  const ids = [...new Set(turns.map(({ dialect }) => dialect.id))];
  const results = await Promise.all(
    ids.map((id) =>
      ofDialect(
        dialects[id],
        turns.filter(({ dialect }) => dialect.id === id),
        call,
        first,
        occasion,
      ),
    ),
  );
  // Each harness has one answer; between harnesses the strongest holds.
  const verdict = merge(results.map((result) => result.verdict));
  if (verdict.decision === "deny") {
    for (const turn of turns) if (turn.rewrite === "applied") turn.rewrite = "discarded-by-deny";
  } else {
    for (const { winner } of results) {
      if (winner === undefined) continue;
      const before = digestOfInput(call, input);
      input = winner.input;
      steps.push({ registration: winner.turn.registration, before, after: digestOfInput(call, input) });
    }
  }
  return { hooks: turns.map((turn) => turn.trace()), verdict, effective: input, steps };
}

interface DialectResult {
  readonly id: DialectId;
  readonly verdict: Verdict;
  readonly winner: { readonly turn: Turn; readonly input: Json } | undefined;
}

async function ofDialect(
  dialect: Dialect,
  turns: readonly Turn[],
  call: Call,
  digest: Digest,
  occasion: Occasion,
): Promise<DialectResult> {
  const chained = turns.some(({ match }) => match.kind === "fires" && match.registration.sequential);
  if (chained) return await inSequence(dialect, turns, call, occasion);
  const facts = call.factsFor(call.target.input);
  const finished: Turn[] = [];
  const one = async (turn: Turn): Promise<void> => {
    if ((await ask(turn, facts, digest, "first", occasion)) !== undefined) finished.push(turn);
  };
  if (dialect.order === "parallel") await Promise.all(turns.map(one));
  else {
    let denied = false;
    for (const turn of turns) {
      if (denied && turn.command !== undefined) {
        turn.state = "not-reached";
        turn.why = "an earlier hook's denial ends the row";
      } else await one(turn);
      denied ||= turn.verdict?.decision === "deny";
    }
  }
  const verdict = decided(dialect, turns, finished);
  const rewriters = turns.filter(({ verdict: said }) => said?.rewrite !== undefined);
  const winner = rewriterOf(dialect, rewriters, finished);
  for (const turn of rewriters) if (turn !== winner) turn.rewrite = "superseded";
  if (winner === undefined || verdict.decision === "deny") {
    if (winner !== undefined) winner.rewrite = "discarded-by-deny";
    return { id: dialect.id, verdict, winner: undefined };
  }
  return carriedOut(dialect, verdict, winner, call, call.target.input);
}

/** Gemini CLI with `sequential`: each hook sees what the last one made of the input. */
async function inSequence(
  dialect: Dialect,
  turns: readonly Turn[],
  call: Call,
  occasion: Occasion,
): Promise<DialectResult> {
  let input = call.target.input;
  let last: Turn | undefined;
  for (const turn of turns) {
    const run = await ask(turn, call.factsFor(input), digestOfInput(call, input), "first", occasion);
    if (run?.verdict.rewrite === undefined) continue;
    const next = rewritten(dialect, run.verdict.rewrite, {
      ...call.target,
      input,
      validate: () => undefined,
    });
    if (next.kind !== "input") continue;
    if (last !== undefined) last.rewrite = "superseded";
    turn.rewrite = "applied";
    input = next.input;
    last = turn;
  }
  const verdict = merge(turns.flatMap(({ verdict: said }) => (said === undefined ? [] : [said])));
  return {
    id: dialect.id,
    verdict,
    winner: last && verdict.decision !== "deny" ? { turn: last, input } : undefined,
  };
}

/** A tool refuses an input that is none: the call does not run, and the model gets the tool's error. */
function carriedOut(
  dialect: Dialect,
  verdict: Verdict,
  winner: Turn,
  call: Call,
  input: Json,
): DialectResult {
  const next = rewritten(dialect, winner.verdict?.rewrite ?? null, { ...call.target, input });
  switch (next.kind) {
    case "unchanged":
      winner.rewrite = "unchanged";
      return { id: dialect.id, verdict, winner: undefined };
    case "input":
      winner.rewrite = "applied";
      return { id: dialect.id, verdict, winner: { turn: winner, input: next.input } };
    case "invalid": {
      winner.rewrite = "invalid";
      const reason = `The tool refuses the new input: ${next.says}.`;
      return {
        id: dialect.id,
        verdict: { ...verdict, decision: "deny", reason, failure: "bad-rewrite" },
        winner: undefined,
      };
    }
  }
}

function decided({ decides }: Dialect, turns: readonly Turn[], finished: readonly Turn[]): Verdict {
  const said = turns.filter((turn) => finished.includes(turn)).flatMap(({ verdict }) => verdict ?? []);
  const all = merge(said);
  if (decides === "strongest" || said.some(({ weight }) => weight === "final")) return all;
  const speaking = said.filter(({ decision, rewrite }) => decision !== "none" || rewrite !== undefined);
  const firm = speaking.filter(({ weight }) => weight !== "weak");
  const deciders = firm.length > 0 ? firm : speaking;
  const one = decides === "first" ? deciders[0] : deciders.at(-1);
  return one === undefined ? all : { ...all, decision: one.decision, reason: one.reason };
}

function rewriterOf(
  { rewriter, decides }: Dialect,
  turns: readonly Turn[],
  finished: readonly Turn[],
): Turn | undefined {
  switch (rewriter) {
    case "last-to-finish":
      return finished.findLast((turn) => turns.includes(turn));
    case "last-in-order":
      return turns.at(-1);
    case "first-in-order":
      return decides === "first" ? turns[0] : undefined;
    case "none":
      return undefined;
  }
}
