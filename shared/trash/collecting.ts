import { raw } from "./bytes.ts";
import { touchStamp } from "./collection-clock.ts";
import { infoPath } from "./entry.ts";
import { listIfThere, lstatIfThere } from "./files.ts";
import { readJournal } from "./journal.ts";
import { attempt } from "./lending.ts";
import { type Entry, type Listing, listTrash, type Orphan } from "./listing.ts";
import type { CommandId } from "./names.ts";
import { readPayloadName } from "./names.ts";
import { under } from "./path.ts";
import { collect, type PolicyEntry, type PurgeReason } from "./policy.ts";
import type { Progress } from "./progress.ts";
import { finishExpunged, purgeEntry } from "./purging.ts";
import type { Session } from "./session.ts";
import { measureStore } from "./sizes.ts";
import { makeBallast } from "./store.ts";
import type { Store } from "./store-place.ts";
import { type Volume, volumeOf } from "./volumes.ts";

/** An info file without payload may belong to a delete that is under way; after this long it does not. */
const ORPHAN_GRACE_MS = 10 * 60_000;
/** The journal of a month is dropped after this many months. */
const JOURNAL_MONTHS = 13;

interface Planned extends PolicyEntry {
  readonly entry: Entry;
}

export interface CollectionPlan {
  readonly listing: Listing;
  readonly verdicts: readonly { readonly entry: Planned; readonly reason: PurgeReason }[];
}

/** Measures every trash and applies the rules, volume by volume; nothing is deleted yet. */
export function planCollection(session: Session): CollectionPlan {
  const { machine } = session;
  const listing = listTrash(session);
  const running = runningCommands(session);
  const volumes = new Map<string, { volume: Volume; entries: Planned[] }>();
  for (const store of listing.stores) {
    const volume = volumeOf(machine, store);
    if (volume === undefined) continue;
    const own = listing.entries.filter((entry) => entry.store === store);
    if (!own.some(({ command }) => command !== undefined)) continue;
    const sizes = measureStore(machine, store, own);
    const device = String(lstatIfThere(machine.disk, store.files)?.device ?? store.folder);
    const group = volumes.get(device) ?? { volume, entries: [] };
    volumes.set(device, group);
    for (const entry of own)
      group.entries.push({
        entry,
        path: entry.path,
        keep: entry.keep,
        time: entry.time,
        size: sizes.get(entry) ?? 0,
        isOwn: entry.command !== undefined,
        isInUse: entry.command !== undefined && running.has(entry.command),
      });
  }
  const now = machine.now();
  const verdicts = [...volumes.values()].flatMap(({ volume, entries }) =>
    collect(entries, volume, session.settings(), now),
  );
  return { listing, verdicts };
}

export interface Collected {
  readonly purged: readonly { readonly entry: Entry; readonly size: number; readonly reason: PurgeReason }[];
  readonly failed: readonly { readonly entry: Entry; readonly reason: string }[];
  /** Info files without content that were taken away. */
  readonly orphans: number;
}

/** Carries a plan out, then tidies each trash. */
export function applyCollection(session: Session, plan: CollectionPlan, progress?: Progress): Collected {
  const onDeleted = (): void => progress?.step();
  const purged: { entry: Entry; size: number; reason: PurgeReason }[] = [];
  const failed: { entry: Entry; reason: string }[] = [];
  for (const { entry: planned, reason } of plan.verdicts) {
    const result = purgeEntry(session, planned.entry, onDeleted);
    progress?.advance();
    if (result.kind === "purged") purged.push({ entry: planned.entry, size: planned.size, reason });
    else if (result.kind === "failed") failed.push({ entry: planned.entry, reason: result.reason });
  }
  let orphans = 0;
  const running = runningCommands(session);
  for (const orphan of plan.listing.orphans) if (dropDeadInfo(session, orphan, running)) orphans++;
  for (const store of plan.listing.stores) {
    const isOurs =
      store.top === undefined ||
      plan.listing.entries.some((entry) => entry.store === store && entry.command !== undefined);
    tidy(session, store, isOurs, onDeleted);
  }
  dropOldJournals(session);
  touchStamp(session);
  return { purged, failed, orphans };
}

/** Commands whose process is still there. */
export function runningCommands(session: Session): ReadonlySet<CommandId> {
  const { machine } = session;
  const out = new Set<CommandId>([session.command]);
  for (const { id, pid, host, time } of readJournal(machine, session.places)) {
    // Of another machine on a shared home nothing is known: a day is longer than any delete.
    const mayRun = host === machine.host ? isAlive(session, pid) : machine.now() - time < 24 * 3_600_000;
    if (mayRun && machine.now() - time < 24 * 3_600_000) out.add(id);
  }
  return out;
}

function isAlive({ machine }: Session, pid: number): boolean {
  // Ours by now: the command that had this number is over.
  if (pid === machine.pid) return false;
  return lstatIfThere(machine.disk, raw(`/proc/${pid}`)) !== undefined;
}

/** Takes an info file away whose payload never came and whose command is dead. */
export function dropDeadInfo(session: Session, orphan: Orphan, running: ReadonlySet<CommandId>): boolean {
  if (orphan.kind !== "info") return false;
  const { machine } = session;
  if (machine.now() - orphan.stat.modified.seconds * 1000 < ORPHAN_GRACE_MS) return false;
  const command = readPayloadName(orphan.name)?.command;
  if (command !== undefined && running.has(command)) return false;
  // With a payload beside it an unreadable info file may still be written again.
  if (lstatIfThere(machine.disk, under(orphan.store.files, orphan.name)) !== undefined) return false;
  return attempt(() => machine.disk.unlink(infoPath(orphan)));
}

function tidy(session: Session, store: Store, isOurs: boolean, onDeleted?: () => void): void {
  const { machine } = session;
  finishExpunged(session, store, onDeleted);
  // A trash that only other programs use is left as it is.
  if (isOurs) attempt(() => makeBallast(machine, store));
  const stale = machine.now() - ORPHAN_GRACE_MS;
  for (const folder of [store.info, store.folder])
    for (const { name } of listIfThere(machine.disk, folder)) {
      if (!name.endsWith(".new")) continue;
      const path = under(folder, name);
      const stat = lstatIfThere(machine.disk, path);
      if (stat !== undefined && stat.modified.seconds * 1000 < stale)
        attempt(() => machine.disk.unlink(path));
    }
}

function dropOldJournals({ machine, places }: Session): void {
  if (places.state === undefined) return;
  const folder = under(places.state, "journal");
  const oldest = machine.localTime(machine.now() - JOURNAL_MONTHS * 30 * 24 * 3_600_000).slice(0, 7);
  for (const { name } of listIfThere(machine.disk, folder))
    if (/^\d{4}-\d\d\.jsonl$/.test(name) && name.slice(0, 7) < oldest)
      attempt(() => machine.disk.unlink(under(folder, name)));
}
