import type { KeepClass } from "./info.ts";
import type { Settings } from "./settings.ts";
import { emergencyFloor, type Volume } from "./volumes.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** In an emergency a normal entry may go when it is older than this. */
const EMERGENCY_KEEP = HOUR;

/** What the rules look at, and nothing else: they are a pure function. */
export interface PolicyEntry {
  /** Equal for entries that came from one place. */
  readonly path: string;
  readonly keep: KeepClass;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Bytes of disk use. */
  readonly size: number;
  /** Only what this program trashed is ever collected; the rest is the user's to empty. */
  readonly isOwn: boolean;
  /** Of a command that still runs. */
  readonly isInUse: boolean;
}

export type PurgeReason = "age" | "replaced" | "quota" | "emergency";

export interface Verdict<E> {
  readonly entry: E;
  readonly reason: PurgeReason;
}

/** Which entries of one volume go, and why: by age, by quota, and in an emergency until enough is free. */
export function collect<E extends PolicyEntry>(
  entries: readonly E[],
  volume: Volume,
  settings: Settings,
  now: number,
): readonly Verdict<E>[] {
  const { retention, quota } = settings;
  const verdicts = new Map<E, PurgeReason>();
  const open = entries.filter(({ keep, isOwn, isInUse }) => isOwn && !isInUse && keep !== "pinned");
  const byAge = [...open].sort((a, b) => a.time - b.time);
  const ofClass = (keep: KeepClass): readonly E[] => byAge.filter((entry) => entry.keep === keep);
  const ageOut = (list: readonly E[], longest: number): void => {
    for (const entry of list) if (now - entry.time > longest) verdicts.set(entry, "age");
  };
  const shrink = (list: readonly E[], most: number, youngest: number): void => {
    let total = 0;
    for (const entry of list) if (!verdicts.has(entry)) total += entry.size;
    for (const entry of list) {
      if (total <= most) return;
      if (verdicts.has(entry) || now - entry.time < youngest) continue;
      verdicts.set(entry, "quota");
      total -= entry.size;
    }
  };

  const disposable = ofClass("disposable");
  const newest = new Map<string, E>();
  for (const entry of disposable) newest.set(entry.path, entry);
  for (const entry of disposable) if (newest.get(entry.path) !== entry) verdicts.set(entry, "replaced");
  ageOut(disposable, retention.disposableHours * HOUR);
  shrink(disposable, quota.disposableBytes, 0);

  const temporary = ofClass("temporary");
  ageOut(temporary, retention.tempHours * HOUR);
  const memory = volume.isMemory ? (volume.total * quota.tempPercent) / 100 : Number.POSITIVE_INFINITY;
  shrink(temporary, Math.min(quota.tempBytes, memory), 0);

  ageOut(ofClass("normal"), retention.normalDays * DAY);
  const most = Math.min(quota.bytes, (volume.total * quota.percent) / 100);
  shrink(ofClass("normal"), most, retention.minKeepHours * HOUR);

  let missing = emergencyFloor(volume, settings) - volume.available;
  for (const [entry] of verdicts) missing -= entry.size;
  const oldNormal = ofClass("normal").filter((entry) => now - entry.time >= EMERGENCY_KEEP);
  for (const entry of [...disposable, ...temporary, ...oldNormal]) {
    if (missing <= 0) break;
    if (verdicts.has(entry)) continue;
    verdicts.set(entry, "emergency");
    missing -= entry.size;
  }
  return [...verdicts].map(([entry, reason]) => ({ entry, reason }));
}
