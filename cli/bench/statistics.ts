/** What a row of times says, with how far it can be trusted. No normal distribution is assumed: latencies have none. */
import {
  binomialDistribution,
  mean,
  medianSorted,
  quantileRankSorted,
  quantileSorted,
} from "simple-statistics";

/** A figure and the interval that holds the true one in at least 95 of 100 such measurements. */
export interface Estimate {
  readonly value: number;
  /** Undefined where there are too few times to give an interval. */
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** Of one row of times, all in the unit of the times. */
export interface Summary {
  readonly runs: number;
  readonly mean: number;
  readonly least: number;
  readonly most: number;
  readonly p50: Estimate;
  readonly p90: Estimate;
  readonly p99: Estimate;
}

const CONFIDENCE = 0.95;

/** @throws Error for an empty row. */
export function summaryOf(times: readonly number[]): Summary {
  if (times.length === 0) throw new Error("There are no times to sum up.");
  const sorted = [...times].sort((a, b) => a - b);
  return {
    runs: sorted.length,
    mean: mean(sorted),
    least: sorted[0] as number,
    most: sorted.at(-1) as number,
    p50: percentile(sorted, 0.5),
    p90: percentile(sorted, 0.9),
    p99: percentile(sorted, 0.99),
  };
}

/**
 * The interval is the narrowest pair of order statistics, even-tailed, whose binomial weight reaches the confidence:
 * exact for any distribution, and open where the row is too short for it.
 */
function percentile(sorted: readonly number[], part: number): Estimate {
  const row = [...sorted];
  const value = part === 0.5 ? medianSorted(row) : quantileSorted(row, part);
  const weights = weightsOf(row.length, part);
  const tail = (1 - CONFIDENCE) / 2;
  let below = 0;
  let low = 0;
  // `low` is the greatest rank with at most a tail's weight below it.
  while (low < row.length && below + (weights[low] ?? 0) <= tail) {
    below += weights[low] ?? 0;
    low += 1;
  }
  let above = 0;
  let high = row.length;
  while (high > 0 && above + (weights[high] ?? 0) <= tail) {
    above += weights[high] ?? 0;
    high -= 1;
  }
  return {
    value,
    low: low === 0 ? undefined : row[low - 1],
    high: high >= row.length ? undefined : row[high],
  };
}

const known = new Map<string, readonly number[]>();

/** The chance that exactly this many of `runs` times lie below the percentile, by index. */
function weightsOf(runs: number, part: number): readonly number[] {
  const key = `${runs} ${part}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = binomialDistribution(runs, part) ?? [];
  known.set(key, made);
  return made;
}

/** The median of the differences of pairs, later minus earlier, and how many pairs had the first one faster. */
export interface Pairing {
  readonly pairs: number;
  readonly firstFaster: number;
  readonly difference: Estimate;
  /** Medians of the second divided by the first. */
  readonly ratio: number;
}

/** Both rows were measured in alternation: times of the same index belong together. */
export function pairingOf(first: readonly number[], second: readonly number[]): Pairing {
  const differences = first
    .map((time, index) => (second[index] ?? Number.NaN) - time)
    .filter(Number.isFinite);
  const { p50 } = summaryOf(differences);
  return {
    pairs: differences.length,
    firstFaster: differences.filter((difference) => difference > 0).length,
    difference: p50,
    ratio: summaryOf(second).p50.value / summaryOf(first).p50.value,
  };
}

/** The part of all times that is at most `limit`. */
export function partWithin(times: readonly number[], limit: number): number {
  return quantileRankSorted(
    [...times].sort((a, b) => a - b),
    limit,
  );
}
