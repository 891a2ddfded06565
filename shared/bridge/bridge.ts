/** Hooks of one or several harnesses behind one object: load, match, run, decode, merge. */
import type { Json, Places } from "@hasna/hooks-harness";
import type { HookEvent } from "@hasna/hooks-registry";
import { createRunner, type Runner, wholeEnvironment } from "@hasna/hooks-runner";
import { dialects } from "./dialects/dialects.ts";
import type { EventFacts, SessionFacts } from "./facts.ts";
import { hazardsOf } from "./hazards.ts";
import { isObject, readExact, snapshot } from "./json.ts";
import { type Call, type Judgement, judgeCall, judgeEvent } from "./judging.ts";
import { loadHooks } from "./load.ts";
import { type Match, matchHooks } from "./match.ts";
import { plainNaming, type ToolNaming } from "./naming.ts";
import { type PolicyOptions, policyFor } from "./policy.ts";
import type { Occasion } from "./process.ts";
import type { DialectId, HookSource, Loaded, Registration } from "./registration.ts";
import type { Validate } from "./rewriting.ts";
import { findSources, type SourceOptions } from "./sources.ts";
import type { HookTrace, Mode, Trace } from "./trace.ts";
import type { CallRecord } from "./unit/log.ts";
import { type CallPlan, originalDigest, type PendingCall, planOf, unreadablePlan } from "./unit/plan.ts";
import { issue } from "./unit/tokens.ts";
import type { Verdict } from "./verdict.ts";

export interface BridgeOptions {
  /** Whose settings are read, and by whose rules. */
  readonly harnesses: readonly DialectId[];
  readonly places: Places;
  readonly session: SessionFacts;
  /** `strict`, the default: our own order and failure policy. `faithful`: as each harness does it. */
  readonly mode?: Mode;
  /** Files to read in place of those that the harnesses would; an empty list reads none. */
  readonly sources?: readonly HookSource[];
  /** Narrows or widens the files that are looked for. */
  readonly looking?: SourceOptions;
  /** Registrations that are left out; they are as if they were not there. */
  readonly only?: (registration: Registration) => boolean;
  /** Runs hooks that a person has not trusted yet as if they were: for trying them out. */
  readonly bypassTrust?: boolean;
  /** What differs from the mode's failure policy. */
  readonly policy?: PolicyOptions;
  /** How the embedding harness calls its tools. */
  readonly naming?: ToolNaming;
  /** Whether an input is one for a tool; asked about every rewritten input. */
  readonly validate?: Validate;
  /** The folder that hooks run in; default is the session's. */
  readonly cwd?: string;
  /** Default: a runner of its own that passes the environment on as harnesses do. It is not disposed when it is given. */
  readonly runner?: Runner;
  /** Bytes of a hook's output that are kept; default 8 MiB. More is a failure. */
  readonly outputBytes?: number;
  /** How often in a row hooks may keep a session from ending; default 8. */
  readonly mostStops?: number;
}

/** What hooks say of an event that changes no input. */
export interface EventAnswer {
  readonly verdict: Verdict;
  /** The run is to end, with this reason. */
  readonly halt: string | undefined;
  readonly trace: Trace;
}

/** A call that ran, for the hooks behind it. */
export interface ExecutedCall {
  readonly record: CallRecord;
  readonly response: Json;
  readonly durationMs?: number;
}

export interface HookBridge {
  /** As it was read last. A file that changes is not looked at again before `reload`. */
  readonly loaded: Loaded;
  reload(): Promise<Loaded>;
  /** What would run for an event and why, without running anything. */
  match(facts: EventFacts): readonly HookTrace[];
  /** Runs the hooks in front of a call. Hooks cannot make it reject; only a runner that is gone does. */
  plan(call: PendingCall, signal?: AbortSignal): Promise<CallPlan>;
  /** Runs the hooks behind a call: they see what ran and, where it differs, what the model had asked for. */
  after(done: ExecutedCall, signal?: AbortSignal): Promise<EventAnswer>;
  /** Runs the hooks of any other event. */
  event(facts: EventFacts, signal?: AbortSignal): Promise<EventAnswer>;
  /** Runs the hooks of any event and tells everything about it; a call's rewrite is shown and not recorded. */
  fire(facts: EventFacts, signal?: AbortSignal): Promise<Trace>;
  /** Ends what still runs. */
  dispose(): Promise<void>;
}

const OUTPUT_BYTES = 8 << 20;
const MOST_STOPS = 8;

/** Reads the settings and gives back a bridge. Faults in files are in `loaded.problems`. */
export async function openBridge(options: BridgeOptions): Promise<HookBridge> {
  const bridge = new SettingsBridge(options);
  await bridge.reload();
  return bridge;
}

const NOTHING: Loaded = { registrations: [], problems: [], sources: [], status: "ok" };

class SettingsBridge implements HookBridge {
  readonly #options: BridgeOptions;
  readonly #runner: Runner;
  readonly #mode: Mode;
  loaded: Loaded = NOTHING;
  /** How often in a row the end of the session was refused. */
  #stops = 0;

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.#mode = options.mode ?? "strict";
    this.#runner =
      options.runner ?? createRunner({ environment: wholeEnvironment, maxTimeoutMs: 2 ** 31 - 1 });
  }

  async reload(): Promise<Loaded> {
    const { harnesses, places, sources, looking, only, bypassTrust = false } = this.#options;
    const files = sources ?? (await findSources(harnesses, places, looking));
    const loaded = await loadHooks(files, places, { bypassTrust });
    this.loaded =
      only === undefined ? loaded : { ...loaded, registrations: loaded.registrations.filter(only) };
    return this.loaded;
  }

  match(facts: EventFacts): readonly HookTrace[] {
    return this.#matches(facts).map((match) => ({
      registration: match.registration,
      state: match.kind === "fires" ? "listed" : match.kind,
      why: match.kind === "fires" ? "it would run" : match.says,
      runs: [],
      verdict: undefined,
      rewrite: undefined,
    }));
  }

  async plan(call: PendingCall, signal?: AbortSignal): Promise<CallPlan> {
    const read = readExact(call.rawArguments);
    if (read.kind === "problem") return issue(unreadablePlan(call, read.says));
    if (!isObject(read.value)) return issue(unreadablePlan(call, "they are no object"));
    const judged = await this.#judgeCall(call, read.value as Json, signal);
    return issue(planOf(call, read.value as Json, judged.judgement, judged.trace));
  }

  async after({ record, response, durationMs }: ExecutedCall, signal?: AbortSignal): Promise<EventAnswer> {
    const { toHook } = this.#naming;
    const shown = toHook(record.tool, JSON.parse(record.arguments));
    const original = record.rewrite === undefined ? undefined : readExact(record.rewrite.originalArguments);
    return await this.event(
      {
        event: "PostToolUse",
        ...shown,
        ...(original?.kind === "value" && { originalInput: toHook(record.tool, original.value).input }),
        callId: record.callId,
        response,
        ...(durationMs !== undefined && { durationMs }),
      },
      signal,
    );
  }

  async event(facts: EventFacts, signal?: AbortSignal): Promise<EventAnswer> {
    // A hook that keeps a session from ending is told that it did so before.
    const told =
      facts.event === "Stop" ? { ...facts, stopHookActive: facts.stopHookActive || this.#stops > 0 } : facts;
    const trace = await this.#judgeEvent(told, signal);
    const verdict = facts.event === "Stop" ? this.#bounded(trace.verdict) : trace.verdict;
    if (facts.event === "UserPromptSubmit") this.#stops = 0;
    return { verdict, halt: verdict.stop, trace };
  }

  async fire(facts: EventFacts, signal?: AbortSignal): Promise<Trace> {
    if (facts.event !== "PreToolUse") return await this.#judgeEvent(facts, signal, true);
    const rawArguments = JSON.stringify(snapshot(facts.input));
    const call = { callId: facts.callId, tool: facts.tool, rawArguments };
    return (await this.#judgeCall(call, JSON.parse(rawArguments), signal, true)).trace;
  }

  async dispose(): Promise<void> {
    if (this.#options.runner === undefined) await this.#runner.dispose();
  }

  get #naming(): ToolNaming {
    return this.#options.naming ?? plainNaming;
  }

  #bounded(verdict: Verdict): Verdict {
    // The end of the run, asked for by a hook, beats a hook that wants to go on.
    const goesOn = verdict.decision === "deny" && verdict.stop === undefined;
    this.#stops = goesOn ? this.#stops + 1 : 0;
    const most = this.#options.mostStops ?? MOST_STOPS;
    if (goesOn && this.#stops <= most) return verdict;
    if (!goesOn) return verdict.stop === undefined ? verdict : { ...verdict, decision: "none" };
    this.#stops = 0;
    const notice = `Hooks kept the session from ending ${most} times in a row; it ends now.`;
    return { ...verdict, decision: "none", reason: undefined, notice };
  }

  #matches(facts: EventFacts): readonly Match[] {
    return matchHooks(this.loaded.registrations, this.#mode === "faithful", (id) =>
      dialects[id].subject(facts),
    );
  }

  async #judgeCall(
    call: PendingCall,
    input: Json,
    signal: AbortSignal | undefined,
    waitsForAll = false,
  ): Promise<{ readonly judgement: Judgement; readonly trace: Trace }> {
    const { validate = () => undefined } = this.#options;
    const naming = this.#naming;
    const factsFor = (changed: Json): EventFacts => ({
      event: "PreToolUse",
      ...naming.toHook(call.tool, changed),
      callId: call.callId,
    });
    const facts = factsFor(input);
    const occasion = this.#occasion(facts, signal, waitsForAll);
    const target = { tool: call.tool, input, naming, validate };
    const one: Call = { callId: call.callId, digest: originalDigest(call), target, factsFor };
    const judgement = await judgeCall(this.#matches(facts), one, occasion);
    return { judgement, trace: this.#trace(facts, judgement, occasion, input) };
  }

  async #judgeEvent(facts: EventFacts, signal: AbortSignal | undefined, waitsForAll = false): Promise<Trace> {
    const occasion = this.#occasion(facts, signal, waitsForAll);
    const judgement = await judgeEvent(this.#matches(facts), facts, occasion);
    return this.#trace(facts, judgement, occasion, undefined);
  }

  #occasion(facts: EventFacts, signal: AbortSignal | undefined, waitsForAll: boolean): Occasion {
    const { session, cwd, policy, outputBytes = OUTPUT_BYTES } = this.#options;
    return {
      runner: this.#runner,
      session,
      policy: policyFor(this.#mode, facts.event, policy),
      signal,
      cwd: cwd ?? session.cwd,
      outputBytes,
      faithful: this.#mode === "faithful",
      waitsForAll,
      began: performance.now(),
    };
  }

  #trace(facts: EventFacts, judgement: Judgement, occasion: Occasion, original: Json | undefined): Trace {
    const event: HookEvent | string = facts.event === "other" ? facts.name : facts.event;
    const { problems, sources } = this.loaded;
    return {
      mode: this.#mode,
      event,
      dialects: this.#options.harnesses,
      sources,
      hooks: judgement.hooks,
      verdict: judgement.verdict,
      original,
      effective: judgement.effective,
      hazards: hazardsOf(judgement.hooks, problems, event, this.#mode),
      durationMs: performance.now() - occasion.began,
    };
  }
}
