/** `hooks bench`: what hooks cost, measured as their harness runs them. */
import { bundledHooks } from "hooks:bundled";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DialectId, EventFacts } from "@hasna/hooks-bridge";
import { isDialectId } from "@hasna/hooks-bridge";
import type { Places } from "@hasna/hooks-harness";
import { createRunner, wholeEnvironment } from "@hasna/hooks-runner";
import { costOfCall } from "../bench/call-cost.ts";
import { documentOf } from "../bench/document.ts";
import { markdownOf } from "../bench/markdown.ts";
import { type Manner, measure } from "../bench/measure.ts";
import { isOver, type Report, type Section } from "../bench/report.ts";
import { type BenchRequest, readBench } from "../bench/request.ts";
import { type Bench, harnessOf, typedSubject } from "../bench/subject.ts";
import { baselines, installedSubjects, namedSubjects } from "../bench/subjects.ts";
import { svgOf } from "../bench/svg.ts";
import { textOf } from "../bench/text.ts";
import { type Call, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { factsFor } from "../fire/request.ts";
import { findHarnesses } from "../install/detection.ts";
import { ownPlaces } from "../install/places.ts";
import { isFolder } from "../settings/file.ts";

/** Longer than any time-out that a settings file can ask for. */
const LONGEST_MS = 2 ** 31 - 1;

export async function bench(call: Call, context: Context): Promise<number> {
  const request = readBench(call, context);
  if ("misuse" in request) {
    context.err(`hooks bench: ${request.misuse}\n`);
    return EXIT_USAGE;
  }
  const { home } = context;
  if (home === undefined) {
    context.err(
      "hooks bench: HOME is not set to an absolute path, so your settings cannot be found; set it.\n",
    );
    return EXIT_FAILED;
  }
  const { project } = request.event;
  if (!(await isFolder(project))) {
    context.err(`hooks bench: ${project} is not a folder; give --scope-from one that is.\n`);
    return EXIT_FAILED;
  }
  const interrupt = new AbortController();
  // Hooks have sessions of their own: the terminal's Ctrl-C does not reach them.
  const stop = (): void => interrupt.abort();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  const folder = await mkdtemp(join(tmpdir(), "hooks-bench-"));
  try {
    const report = await run(request, { ...context, home }, folder, interrupt.signal);
    if (report.sections.length === 0) {
      context.err(nothing(request));
      return EXIT_FAILED;
    }
    if (request.svg !== undefined) await writeFile(resolve(context.cwd, request.svg), svgOf(report));
    switch (request.form) {
      case "json":
        context.out(`${JSON.stringify(documentOf(report))}\n`);
        break;
      case "markdown":
        context.out(markdownOf(report));
        break;
      case "text":
        context.out(textOf(report, context.terminal && !context.env.NO_COLOR));
    }
    if (interrupt.signal.aborted)
      context.err("hooks bench: interrupted; what was measured until then is shown.\n");
    return interrupt.signal.aborted || isOver(report) ? EXIT_FAILED : EXIT_OK;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    await rm(folder, { recursive: true, force: true });
  }
}

function nothing({ installed, event }: BenchRequest): string {
  return installed
    ? `hooks bench: your settings register no command for ${event.event} and this call; "hooks fire ${event.event} --dry" lists what there is.\n`
    : "hooks bench: nothing was measured.\n";
}

async function run(
  request: BenchRequest,
  context: Context & { readonly home: string },
  folder: string,
  signal: AbortSignal,
): Promise<Report> {
  const { event, installed } = request;
  const places: Places = { home: context.home, project: event.project, env: context.env };
  const sections: Section[] = [];
  for (const id of event.harnesses ?? (await found(places, installed))) {
    if (signal.aborted) break;
    const harness = harnessOf(id);
    const runner = createRunner({
      cwd: event.project,
      // As harnesses do: a hook gets the person's environment.
      environment: wholeEnvironment,
      ambient: context.env,
      maxTimeoutMs: LONGEST_MS,
    });
    try {
      const one: Bench = { harness, id, places, runner, folder };
      const section = await sectionOf(one, request, context, signal);
      if (section !== undefined) sections.push(section);
    } finally {
      await runner.dispose();
    }
  }
  return {
    request,
    sections,
    home: context.home,
    machine: `${process.platform} ${process.arch}`,
    version: context.version,
  };
}

async function found(places: Places, installed: boolean): Promise<readonly DialectId[]> {
  if (!installed) return ["claude-code"];
  const ids = (await findHarnesses(places)).map(({ harness }) => harness.id).filter(isDialectId);
  return ids.length === 0 ? ["claude-code"] : ids;
}

async function sectionOf(
  one: Bench,
  request: BenchRequest,
  context: Context & { readonly home: string },
  signal: AbortSignal,
): Promise<Section | undefined> {
  const facts: EventFacts = factsFor(request.event, one.harness);
  const ownership = { names: bundledHooks.map(({ name }) => name), folder: ownPlaces(context.home).state };
  const chosen = request.installed
    ? await installedSubjects(one, facts, ownership)
    : { subjects: await namedSubjects(one, facts, request, context), unmeasured: [] };
  if (chosen.subjects.length === 0) return undefined;
  const versus =
    request.versus === undefined
      ? []
      : [await typedSubject(one, request.versus, request.versus, "versus", facts)];
  const subjects = [...(await baselines(one, facts, context)), ...chosen.subjects, ...versus];
  const manner: Manner = {
    runs: request.runs,
    coldRuns: request.coldRuns,
    patienceMs: request.patienceMs,
    env: context.env,
    folder: one.folder,
    signal,
  };
  const measured = await measure(subjects, manner);
  return {
    harness: one.harness,
    measured,
    unmeasured: chosen.unmeasured,
    call: request.installed ? await costOfCall(one, facts, measured, request, signal) : undefined,
  };
}
