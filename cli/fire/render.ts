/** A firing as people read it. */
import type { HookRun, HookTrace, Registration, SourceState, Trace, Verdict } from "@hasna/hooks-bridge";
import type { Json } from "@hasna/hooks-harness";
import { unifiedDiff } from "../settings/diff.ts";
import type { Firing } from "./firing.ts";
import type { FireRequest } from "./request.ts";
import { block, clipped, count, milliseconds, visible } from "./words.ts";

export function render(request: FireRequest, firing: Firing, home: string): string {
  const { harness, trace, ran } = firing;
  const show = (path: string): string => shortened(path, home);
  const how = trace.mode === "strict" ? "in our strict order" : "as it does it";
  const parts = [
    `${harness.label}: ${trace.event}${ran ? `, ${how}` : ", listed and not run"}\n`,
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
      `     ${commandOf(registration)}\n`,
      `     ${STATE_WORDS[hook.state]}: ${visible(hook.why)}\n`,
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
  lines.push(`     verdict: ${verdictText(read)}${became(rewrite)}\n`);
  if (verdict.decision !== read.decision) lines.push(`     counts as: ${verdictText(verdict)}\n`);
  return lines.join("");
}

function became(rewrite: HookTrace["rewrite"]): string {
  return rewrite === undefined ? "" : ` (the rewrite: ${rewrite.replaceAll("-", " ")})`;
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

function verdictText({ decision, reason, rewrite, stop, context, failure, ignored }: Verdict): string {
  const says = [decision === "none" ? "no decision" : decision];
  if (rewrite !== undefined) says.push("another input");
  if (context.length > 0) says.push(`${count(context.length, "text")} for the model`);
  if (stop !== undefined) says.push("end of the run");
  if (failure !== undefined) says.push(`failed (${failure})`);
  const why = reason === undefined ? "" : `: ${clipped(reason)}`;
  const lost = ignored.length === 0 ? "" : `; passed over: ${visible(ignored.join("; "))}`;
  return `${says.join(", ")}${why}${lost}`;
}

function decision({ verdict, original, effective }: Trace): string {
  const changed = JSON.stringify(original) !== JSON.stringify(effective);
  const denied = verdict.decision === "deny";
  const diff = changed && !denied && original !== undefined && effective !== undefined;
  const context = verdict.context.map((text) => block("context", text)).join("");
  return `Decision\n  ${verdictText({ ...verdict, rewrite: diff ? effective : undefined })}\n${context}${diff ? difference(original, effective) : ""}`;
}

/** The changed command alone where nothing else changed; else the inputs as JSON. */
function difference(before: Json, after: Json): string {
  const [old, fresh] = [commandIn(before), commandIn(after)];
  const onlyCommand =
    old !== undefined && fresh !== undefined && sameRest(before, after) ? ([old, fresh] as const) : undefined;
  const [from, to] = onlyCommand ?? [JSON.stringify(before, null, 2), JSON.stringify(after, null, 2)];
  const lines = unifiedDiff("command", `${from}\n`, `${to}\n`)
    .split("\n")
    .slice(2)
    .filter((line) => line !== "" && !line.startsWith("@@"));
  return `${lines.map((line) => `  ${line.slice(0, 1)} ${visible(line.slice(1))}`).join("\n")}\n`;
}

function commandIn(input: Json): string | undefined {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
  const { command } = input as Readonly<Record<string, Json>>;
  return typeof command === "string" ? command : undefined;
}

function sameRest(before: Json, after: Json): boolean {
  const rest = (input: Json): string => JSON.stringify({ ...(input as object), command: "" });
  return rest(before) === rest(after);
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
  return home === "/" ? text : text.replaceAll(`${home}/`, "~/");
}
