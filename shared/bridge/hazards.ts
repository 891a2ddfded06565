/** What in an event went well by luck: seen from a finished judgement. */
import type { Problem, Registration } from "./registration.ts";
import type { Hazard, HazardKind, HookTrace, Mode } from "./trace.ts";

const GATES: readonly string[] = ["PreToolUse", "UserPromptSubmit"];

export function hazardsOf(
  hooks: readonly HookTrace[],
  problems: readonly Problem[],
  neutral: string,
  mode: Mode,
): readonly Hazard[] {
  const found: Hazard[] = [];
  const add = (kind: HazardKind, says: string, ...ids: readonly string[]): void => {
    found.push({ kind, says, hooks: ids });
  };
  const rewriters = hooks.filter(({ runs }) => runs.some(({ read }) => read.rewrite !== undefined));
  if (rewriters.length > 1) {
    const places = rewriters.map(({ registration }) => at(registration)).join(" and ");
    const outcome =
      mode === "strict"
        ? "Harnesses take one of them by chance or by order; here they are chained."
        : "Only one of them holds.";
    add(
      "two-rewriters",
      `${places} both rewrite this call. ${outcome}`,
      ...rewriters.map(({ registration }) => registration.id),
    );
  }
  for (const { registration, state, why, runs } of hooks) {
    const where = at(registration);
    const { id, inert } = registration;
    if (inert?.kind === "untrusted") add("not-trusted", `${where} does not run: ${inert.says}.`, id);
    if (inert?.kind === "fault")
      add("lost-registration", `${where} is lost to its harness: ${inert.says}.`, id);
    if (state === "closed" && inert === undefined)
      add("lost-registration", `${where} does not run: ${why}.`, id);
    if (state === "unsupported") add("not-run", `${where} was not run here: ${why}.`, id);
    for (const run of runs) {
      const { read, outcome } = run;
      if (read.failure === "bad-json")
        add("text-around-json", `${where}: ${read.ignored.join("; ") || "its reply cannot be read"}.`, id);
      else if (read.failure === "bad-rewrite")
        add("bad-rewrite", `${where}: ${read.ignored.join("; ")}.`, id);
      else if (read.ignored.length > 0) add("ignored-reply", `${where}: ${read.ignored.join("; ")}.`, id);
      const isOpen = read.decision === "none" || read.decision === "allow";
      if (GATES.includes(neutral) && read.failure !== undefined && isOpen) {
        add(
          "fails-open",
          `${where} ${HOW[read.failure] ?? "failed"}, and its harness lets the call run.`,
          id,
        );
      }
      if (read.decision === "ask")
        add("question", `${where} asks; where nobody can be asked, harnesses deny, run or hang.`, id);
      if (outcome.survivors.state === "left") {
        add(
          "left-process",
          `${where} left ${outcome.survivors.pids.length || "some"} running behind it.`,
          id,
        );
      }
    }
  }
  for (const [command, ids] of twice(hooks))
    add("runs-twice", `${JSON.stringify(command)} runs ${ids.length} times for one event.`, ...ids);
  const seen = new Set(
    hooks.map(({ registration }) => `${registration.place.file}:${registration.place.line}`),
  );
  for (const { file, line, says, costs } of problems) {
    if (costs !== "note" && !seen.has(`${file}:${line}`))
      add("lost-registration", `${file}:${line}: ${says}.`);
  }
  return found;
}

const HOW: Readonly<Record<string, string>> = {
  timeout: "ran out of time",
  spawn: "could not be started",
  signal: "was killed",
  "exit-other": "ended with a code that decides nothing",
  "bad-json": "printed a reply that cannot be read",
  "bad-reply": "printed a reply that is passed over",
  "bad-rewrite": "gave a new input that is none",
};

function twice(hooks: readonly HookTrace[]): readonly (readonly [string, readonly string[]])[] {
  const byCommand = new Map<string, string[]>();
  for (const { registration, runs } of hooks) {
    const { handler, source } = registration;
    if (runs.length === 0 || handler.kind !== "command") continue;
    const key = `${source.harness}\n${handler.command}`;
    byCommand.set(key, [...(byCommand.get(key) ?? []), registration.id]);
  }
  return [...byCommand]
    .filter(([, ids]) => ids.length > 1)
    .map(([key, ids]) => [key.slice(key.indexOf("\n") + 1), ids] as const);
}

function at({ place: { file, line } }: Registration): string {
  return `${file}:${line}`;
}
