/** What the log adds up to, as a value. */
import type { LogRecord } from "./record.ts";

interface Count {
  readonly name: string;
  readonly count: number;
}

/** A refusal that a person let pass afterwards: perhaps it should not have been one. */
interface FalseAlarm {
  readonly rule: string;
  readonly command: string;
  readonly denied: number;
  readonly lifted: number;
}

interface Day {
  /** `2026-11-30`, UTC. */
  readonly day: string;
  readonly count: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p95: number;
}

export interface Stats {
  readonly records: number;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Calls whose deletes were sent to the trash. */
  readonly redirected: number;
  readonly verdicts: readonly Count[];
  readonly denialsByRule: readonly Count[];
  readonly byHarness: readonly Count[];
  readonly falseAlarms: readonly FalseAlarm[];
  readonly latency: readonly Day[];
}

export function statsOf(records: readonly LogRecord[]): Stats {
  const denials = records.filter(({ verdict }) => verdict === "deny" || verdict === "ask");
  return {
    records: records.length,
    from: records[0]?.at,
    to: records.at(-1)?.at,
    redirected: records.filter(
      ({ rule, verdict }) => rule === "trash-guard/redirect" && verdict === "rewrite",
    ).length,
    verdicts: counted(records.map(({ verdict }) => verdict)),
    denialsByRule: counted(denials.map(({ rule }) => rule)),
    byHarness: counted(records.map(({ harness }) => harness)),
    falseAlarms: falseAlarms(records),
    latency: days(records),
  };
}

function counted(names: readonly string[]): readonly Count[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

function falseAlarms(records: readonly LogRecord[]): readonly FalseAlarm[] {
  const byKey = new Map<string, { rule: string; command: string; denied: number; lifted: number }>();
  for (const { key, rule, verdict, input } of records) {
    if (key === undefined) continue;
    const known = byKey.get(key) ?? { rule, command: String(input?.command ?? ""), denied: 0, lifted: 0 };
    if (verdict === "lifted") known.lifted += 1;
    else known.denied += 1;
    byKey.set(key, known);
  }
  return [...byKey.values()]
    .filter(({ denied, lifted }) => denied > 0 && lifted > 0)
    .sort((a, b) => b.lifted - a.lifted || b.denied - a.denied);
}

function days(records: readonly LogRecord[]): readonly Day[] {
  const byDay = new Map<string, number[]>();
  for (const { at, ms } of records) {
    const day = at.slice(0, 10);
    const times = byDay.get(day) ?? [];
    times.push(ms);
    byDay.set(day, times);
  }
  return [...byDay]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([day, times]) => ({
      day,
      count: times.length,
      median: percentile(times, 0.5),
      p95: percentile(times, 0.95),
    }));
}

/** By rank: the least of the times that this part of all is not above. */
export function percentile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}
