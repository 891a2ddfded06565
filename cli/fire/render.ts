/** A firing as people read it. */
import type {
  FailureKind,
  HookRun,
  HookTrace,
  Registration,
  SourceState,
  Trace,
  Verdict,
} from "@hasna/hooks-bridge";
import type { Json } from "@hasna/hooks-harness";
import { unifiedDiff } from "../settings/diff.ts";
import type { Firing } from "./firing.ts";
import type { FireRequest } from "./request.ts";
import { block, clipped, count, milliseconds, visible } from "./words.ts";

export function render(request: FireRequest, firing: Firing, home: string): string {
  const { harness, trace, ran } = firing;
  const show = (path: string): string => shortened(path, home);
  const how =
    trace.mode === "strict"
      ? "one after the other, a failure denies"
      : `run and read as ${harness.label} does`;
  const parts = [
    `${harness.label}: ${visible(trace.event)}, ${ran ? how : "listed and not run"}\n`,
    asked(request, firing, show),
    files(trace.sources, show),
    hooks(firing, show),
  ];
  if (ran && trace.hooks.some(({ runs }) => runs.length > 0)) parts.push(decision(trace));
  if (trace.hazards.length > 0) parts.push(hazards(trace, show));
  return parts.join("\n");
}

function asked(
  { given, project }: FireRequest,
  { cwd, ran }: Firing,
  show: (path: string) => string,
): string {
  const { command } = given.input;
  const about = typeof command === "string" ? command : (given.prompt ?? JSON.stringify(given.input));
  const lines = [`  about  ${clipped(about)}`, `  in     ${show(project)}`];
  if (ran && cwd !== project) lines.push(`  hooks  run in an empty folder, ${show(cwd)}`);
  return `${lines.join("\n")}\n`;
}

function files(sources: readonly SourceState[], show: (path: string) => string): string {
  const there = sources.filter(({ state }) => state !== "missing");
  const missing = sources.length - there.length;
  const width = Math.max(0, ...there.map(({ source }) => source.scope.length));
  const rows = there.map(({ source, state, registrations, says }) => {
    const plugin = source.plugin === undefined ? "" : ` (plugin ${visible(source.plugin.name)})`;
    const note = says === undefined ? "" : `: ${visible(says)}`;
    const found = state === "read" ? `${count(registrations, "hook")}${note}` : `${STATES[state]}${note}`;
    return `  ${source.scope.padEnd(width)}  ${show(source.file)}${plugin}  ${found}\n`;
  });
  const rest = missing === 0 ? "" : `  (${missing} more ${missing === 1 ? "is" : "are"} not there)\n`;
  return `Files\n${rows.join("")}${rest}`;
}

const STATES: Readonly<Record<SourceState["state"], string>> = {
  read: "read",
  missing: "not there",
  unreadable: "cannot be read",
  dropped: "dropped whole by the harness",
  stops: "the harness does not start on it",
};

function hooks({ trace, ours }: Firing, show: (path: string) => string): string {
  if (trace.hooks.length === 0) return `Hooks\n  none is registered for ${visible(trace.event)}\n`;
  const text = trace.hooks.map((hook, at) => {
    const { registration, runs } = hook;
    const whose = ours.has(registration.id) ? "ours" : "foreign";
    return [
      `  ${at + 1}. ${placeOf(registration, show)}  ${whose}, ${matcherOf(registration)}\n`,
      `     ${show(commandOf(registration))}\n`,
      `     ${STATE_WORDS[hook.state]}${hook.state === "listed" ? "" : `: ${visible(hook.why)}`}\n`,
      ...runs.map((run) => runText(hook, run)),
    ].join("");
  });
  return `Hooks\n${text.join("")}`;
}

const STATE_WORDS: Readonly<Record<HookTrace["state"], string>> = {
  ran: "ran",
  listed: "would run",
  "passed-over": "not run",
  closed: "not run",
  detached: "started and not waited for",
  unsupported: "not run here",
  "not-reached": "not reached",
};

function runText({ rewrite }: HookTrace, run: HookRun): string {
  const { round, outcome, read, verdict } = run;
  const again = round === "recheck" ? "asked again about the rewritten call, " : "";
  const lines = [`     ${again}${endOf(run)} after ${milliseconds(outcome.durationMs)}\n`];
  if (outcome.stdout.total > 0) lines.push(block("stdout", outcome.stdout.text));
  if (outcome.stderr.total > 0) lines.push(block("stderr", outcome.stderr.text));
  lines.push(`     verdict: ${verdictText(read, rewrite)}\n`);
  if (verdict.decision !== read.decision) lines.push(`     counts as: ${verdictText(verdict)}\n`);
  return lines.join("");
}

function endOf({ outcome }: HookRun): string {
  switch (outcome.cause) {
    case "exit":
      return `exit ${outcome.exitCode}`;
    case "signal":
      return `killed by ${outcome.signal}`;
    case "timeout":
      return "timed out";
    case "abort":
      return "given up";
    case "spawn-error":
      return `could not start (${visible(outcome.fault?.message ?? "no reason known")})`;
  }
}

function verdictText(
  { decision, reason, rewrite, stop, context, failure, ignored }: Verdict,
  became?: HookTrace["rewrite"],
): string {
  const says = [decision === "none" ? "no decision" : decision];
  if (rewrite !== undefined) {
    says.push(became === undefined ? "another input" : `another input (${became.replaceAll("-", " ")})`);
  }
  if (context.length > 0) says.push(`${count(context.length, "text")} for the model`);
  if (stop !== undefined) says.push("end of the run");
  const why = reason === undefined ? "" : `: ${clipped(reason)}`;
  const failed = failure === undefined ? "" : `; ${FAILURES[failure]}`;
  const lost = ignored.length === 0 ? "" : ` (${visible(ignored.join("; "))})`;
  return `${says.join(", ")}${why}${failed}${lost}`;
}

const FAILURES: Readonly<Record<FailureKind, string>> = {
  timeout: "it took longer than its time",
  spawn: "it could not be started",
  signal: "it was killed",
  "exit-other": "its exit code decides nothing",
  "bad-json": "its reply cannot be read",
  "bad-reply": "its reply is passed over",
  truncated: "it printed more than is kept",
  "bad-rewrite": "its new input cannot be the tool's input",
  config: "its registration cannot be read",
  aborted: "it was given up",
  unsupported: "it is of a kind that is not run here",
};

function decision({ verdict, original, effective, event }: Trace): string {
  const changed = JSON.stringify(original) !== JSON.stringify(effective);
  const shown = changed && verdict.decision !== "deny" && original !== undefined && effective !== undefined;
  const { reason, stop, notice } = verdict;
  const lines = [`  ${sentence(verdict, shown, original !== undefined)}`];
  if (reason !== undefined && verdict.decision !== "none") lines.push(`  because  ${clipped(reason)}`);
  if (notice !== undefined) lines.push(`  tells you  ${clipped(notice)}`);
  if (stop !== undefined) lines.push(`  ends the run after ${visible(event)}: ${clipped(stop)}`);
  for (const text of verdict.context) lines.push(`  tells the model  ${clipped(text)}`);
  return `Decision\n${lines.join("\n")}\n${shown ? difference(original, effective) : ""}`;
}

function sentence({ decision }: Verdict, rewritten: boolean, isCall: boolean): string {
  if (!isCall) return decision === "none" ? "no hook objects" : decision;
  const as = rewritten ? ", as another call" : "";
  switch (decision) {
    case "deny":
      return "deny: the call does not run";
    case "ask":
      return `ask: you would be asked, then it runs${as}`;
    case "allow":
      return `allow: it runs without asking you${as}`;
    case "none":
      return `no decision: it goes on as without hooks${as}`;
  }
}

/** What changed in the input, key by key; the command first and as it stands, everything else as JSON. */
function difference(before: Json, after: Json): string {
  const [old, fresh] = [objectOf(before), objectOf(after)];
  const keys = [...new Set(["command", ...Object.keys(old), ...Object.keys(fresh)])];
  return keys.map((key) => keyDifference(key, old[key], fresh[key])).join("");
}

function keyDifference(key: string, before: Json | undefined, after: Json | undefined): string {
  const isText = key === "command" && typeof before === "string" && typeof after === "string";
  const shown = (value: Json | undefined): string | undefined => {
    if (value === undefined) return undefined;
    return isText ? `${value as string}\n` : `${key}: ${JSON.stringify(value)}\n`;
  };
  return unifiedDiff(key, shown(before), shown(after))
    .split("\n")
    .slice(2)
    .filter((line) => line !== "" && !line.startsWith("@@"))
    .map((line) => `  ${line.slice(0, 1)} ${clipped(line.slice(1))}\n`)
    .join("");
}

function objectOf(input: Json): Readonly<Record<string, Json>> {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return isObject ? (input as Readonly<Record<string, Json>>) : { input };
}

function hazards({ hazards }: Trace, show: (path: string) => string): string {
  const lines = hazards.map(({ kind, says }) => `  ! ${kind.replaceAll("-", " ")}: ${visible(show(says))}\n`);
  return `Hazards\n${lines.join("")}`;
}

function placeOf({ place, source }: Registration, show: (path: string) => string): string {
  const plugin = source.plugin === undefined ? "" : ` (plugin ${visible(source.plugin.name)})`;
  return `${show(place.file)}:${place.line}${plugin}`;
}

function matcherOf({ matcher }: Registration): string {
  switch (matcher.kind) {
    case "every":
      return "every call";
    case "text":
      return `matcher ${visible(JSON.stringify(matcher.text))}`;
    case "bad":
      return "matcher that cannot be read";
  }
}

function commandOf({ handler }: Registration): string {
  switch (handler.kind) {
    case "command":
      return clipped([handler.command, ...(handler.args ?? [])].join(" "));
    case "other":
      return `a handler of type ${visible(handler.type)}`;
    case "bad":
      return `no command: ${visible(handler.says)}`;
  }
}

function shortened(text: string, home: string): string {
  // A folder may be named with what steers a terminal, too.
  return visible(home === "/" ? text : text.replaceAll(`${home}/`, "~/"));
}
