/** What one event costs with all its hooks, and what it would cost without the slowest. */
import type { EventFacts, HookBridge } from "@hasna/hooks-bridge";
import type { Measured } from "./measure.ts";
import type { BenchRequest } from "./request.ts";
import { type Summary, summaryOf } from "./statistics.ts";
import { type Bench, openInstalled } from "./subject.ts";

export interface CallCost {
  /** Milliseconds that the harness waits, all hooks together, in its own order. */
  readonly all: Summary;
  readonly times: readonly number[];
  /** The hook with the largest median. */
  readonly slowest: Measured;
  /** The part of all processor or waiting time of the hooks, by medians, from 0 to 1. */
  readonly share: number;
  /** The same without the slowest; undefined when there is no other. */
  readonly without: Summary | undefined;
}

/** Fewer than for single hooks: each of these starts every hook. */
const MOST_RUNS = 15;

export async function costOfCall(
  bench: Bench,
  facts: EventFacts,
  measured: readonly Measured[],
  { runs, patienceMs }: BenchRequest,
  signal: AbortSignal,
): Promise<CallCost | undefined> {
  const hooks = measured.filter(({ subject }) => subject.place !== undefined);
  const medians = hooks
    .map((one) => ({ one, median: summaryOf(one.warm).p50.value }))
    .sort((a, b) => b.median - a.median);
  const [first] = medians;
  if (first === undefined || signal.aborted) return undefined;
  const slowest = first.one;
  const { place } = slowest.subject;
  const every = await openInstalled(bench);
  const rest = await openInstalled(
    bench,
    (one) =>
      one.place.file !== place?.file || one.place.line !== place.line || one.place.column !== place.column,
  );
  const times: number[] = [];
  const lesser: number[] = [];
  let spent = 0;
  for (let run = 0; run < Math.min(runs, MOST_RUNS) && spent <= patienceMs && !signal.aborted; run += 1) {
    const all = await timeOf(every, facts);
    times.push(all);
    spent += all;
    if (hooks.length > 1) lesser.push(await timeOf(rest, facts));
  }
  const total = medians.reduce((sum, { median }) => sum + median, 0);
  if (times.length === 0) return undefined;
  return {
    all: summaryOf(times),
    times,
    slowest,
    share: total === 0 ? 0 : first.median / total,
    without: lesser.length === 0 ? undefined : summaryOf(lesser),
  };
}

async function timeOf(bridge: HookBridge, facts: EventFacts): Promise<number> {
  return (await bridge.fire(facts)).durationMs;
}
