/** Runs subjects again and again, in alternation, and keeps what each run took. */
import type { HookRun } from "@hasna/hooks-bridge";
import { apartFromUs, evict, filesOf } from "./cold.ts";
import { peakDuring } from "./memory.ts";
import type { Subject } from "./subject.ts";

export interface Measured {
  readonly subject: Subject;
  /** Milliseconds of whole processes, shell included, in the order in which they ran. */
  readonly warm: readonly number[];
  /** The same, each time with the program's files out of the system's cache. */
  readonly cold: readonly number[];
  /** Why there are no cold times; undefined when there are. */
  readonly notCold: string | undefined;
  /** Milliseconds of processor time of each warm run. */
  readonly cpu: readonly number[];
  /** KiB of the largest process; undefined where the system does not tell. */
  readonly peakKiB: number | undefined;
  /** How the last run ended, and what it said. */
  readonly ending: string;
  /** Runs that ran into the time-out. */
  readonly late: number;
  /** Runs that failed so that the harness lets the call pass. */
  readonly failed: number;
}

export interface Manner {
  readonly runs: number;
  readonly coldRuns: number;
  readonly patienceMs: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Runs before anything counts: the first ones read files and fill caches. */
const WARM_UP = 2;
const MEMORY_RUNS = 2;

interface Row {
  readonly subject: Subject;
  readonly warm: number[];
  readonly cpu: number[];
  last: HookRun | undefined;
  late: number;
  failed: number;
}

/**
 * One round runs every subject once, so that what disturbs the machine disturbs all of them. A subject that would not
 * run is left out.
 */
export async function measure(subjects: readonly Subject[], manner: Manner): Promise<readonly Measured[]> {
  const { runs, patienceMs, signal } = manner;
  const rows: Row[] = subjects.map((subject) => ({
    subject,
    warm: [],
    cpu: [],
    last: undefined,
    late: 0,
    failed: 0,
  }));
  for (const row of rows) {
    for (let run = 0; run < WARM_UP && !signal.aborted; run += 1) {
      row.last = await row.subject.once();
      // Nobody wants to wait for the time-out of a hook that hangs more often than needed.
      if (row.last === undefined || row.last.outcome.durationMs > patienceMs / 4) break;
    }
  }
  const able = rows.filter(({ last }) => last !== undefined);
  const spent = new Map<Row, number>();
  for (let round = 0; round < runs && !signal.aborted; round += 1) {
    // Forward and back in turns: nobody always runs behind the same neighbour.
    const order = round % 2 === 0 ? able : able.toReversed();
    for (const row of order) {
      const used = spent.get(row) ?? 0;
      if (used > patienceMs && row.warm.length > 0) continue;
      if (signal.aborted) break;
      const run = await row.subject.once();
      if (run === undefined) continue;
      const { durationMs, cpuMs, cause } = run.outcome;
      row.last = run;
      row.warm.push(durationMs);
      if (cpuMs !== undefined) row.cpu.push(cpuMs);
      if (cause === "timeout") row.late += 1;
      else if (run.read.failure !== undefined) row.failed += 1;
      spent.set(row, used + durationMs);
    }
  }
  const measured: Measured[] = [];
  for (const row of able) {
    if (row.warm.length === 0) continue;
    const { subject, warm, cpu, late, failed, last } = row;
    const cold = await coldTimes(subject, manner);
    measured.push({
      subject,
      warm,
      cpu,
      late,
      failed,
      ...cold,
      peakKiB: await peak(subject, manner),
      ending: endingOf(last),
    });
  }
  return measured;
}

async function coldTimes(
  subject: Subject,
  { coldRuns, patienceMs, env, folder, signal }: Manner,
): Promise<{ readonly cold: readonly number[]; readonly notCold: string | undefined }> {
  if (coldRuns === 0) return { cold: [], notCold: "not asked for" };
  const command = await apartFromUs(subject.command, folder);
  const apart = command === subject.command ? subject : await subject.instead(command);
  const files = await filesOf(command, env);
  const cold: number[] = [];
  let spent = 0;
  for (let run = 0; run < coldRuns && spent <= patienceMs && !signal.aborted; run += 1) {
    if (!(await evict(files)))
      return { cold: [], notCold: "this system lets nobody put a file out of its cache" };
    const took = (await apart.once())?.outcome.durationMs;
    if (took === undefined) break;
    cold.push(took);
    spent += took;
  }
  return { cold, notCold: cold.length === 0 ? "interrupted" : undefined };
}

async function peak(subject: Subject, { signal }: Manner): Promise<number | undefined> {
  const seen: number[] = [];
  for (let run = 0; run < MEMORY_RUNS && !signal.aborted; run += 1) {
    const one = await peakDuring(() => subject.once());
    if (one !== undefined) seen.push(one);
  }
  return seen.length === 0 ? undefined : Math.max(...seen);
}

function endingOf(run: HookRun | undefined): string {
  if (run === undefined) return "it did not run";
  const { outcome, read } = run;
  switch (outcome.cause) {
    case "timeout":
      return "ran into its time-out";
    case "signal":
      return `ended by ${outcome.signal}`;
    case "spawn-error":
      return `could not be started (${outcome.fault?.code ?? "unknown"})`;
    case "abort":
      return "interrupted";
    case "exit": {
      const said =
        read.rewrite !== undefined
          ? "rewrites"
          : read.decision === "none"
            ? "says nothing"
            : `says ${read.decision}`;
      const fault =
        read.failure === undefined ? "" : ", which the harness takes for a failure and lets the call pass";
      return outcome.exitCode === 0 ? said : `exit code ${outcome.exitCode}, ${said}${fault}`;
    }
  }
}
