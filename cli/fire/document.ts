/** A firing as JSON: everything, nothing shortened. */
import type { HookRun, HookTrace } from "@hasna/hooks-bridge";
import type { Firing } from "./firing.ts";
import type { FireRequest } from "./request.ts";

export function document(request: FireRequest, firings: readonly Firing[]): unknown {
  return {
    event: request.event,
    project: request.project,
    dry: request.dry,
    firings: firings.map(({ harness, trace, ours, cwd }) => ({
      harness: harness.id,
      mode: trace.mode,
      cwd,
      sources: trace.sources.map(({ source, state, registrations, says }) => ({
        scope: source.scope,
        file: source.file,
        plugin: source.plugin?.name ?? null,
        state,
        registrations,
        says: says ?? null,
      })),
      hooks: trace.hooks.map((hook) => hookOf(hook, ours)),
      decision: request.dry ? null : trace.verdict,
      original: trace.original ?? null,
      effective: trace.effective ?? null,
      hazards: trace.hazards,
      durationMs: trace.durationMs,
    })),
  };
}

function hookOf({ registration, state, why, runs, verdict, rewrite }: HookTrace, ours: ReadonlySet<string>) {
  const { id, source, place, event, matcher, handler } = registration;
  return {
    id,
    scope: source.scope,
    file: place.file,
    line: place.line,
    column: place.column,
    event,
    matcher: matcher.kind === "text" ? matcher.text : null,
    command: handler.kind === "command" ? handler.command : null,
    args: handler.kind === "command" ? (handler.args ?? null) : null,
    timeoutMs: handler.kind === "command" ? handler.timeoutMs : null,
    ours: ours.has(id),
    state,
    why,
    runs: runs.map(runOf),
    verdict: verdict ?? null,
    rewrite: rewrite ?? null,
  };
}

function runOf({ round, command, stdin, cwd, outcome, startedMs, endedMs, read, verdict }: HookRun) {
  const { cause, exitCode, signal, stdout, stderr, survivors, fault, durationMs } = outcome;
  return {
    round,
    command,
    cwd,
    stdin,
    stdinTaken: outcome.stdin,
    cause,
    exitCode,
    signal,
    fault: fault ?? null,
    stdout: stdout.text,
    stdoutTruncated: stdout.truncated,
    stderr: stderr.text,
    stderrTruncated: stderr.truncated,
    survivors,
    startedMs,
    endedMs,
    durationMs,
    read,
    verdict,
  };
}
