import { shownAge, shownBytes, sparkline } from "../amounts.ts";
import type { Arguments } from "../arguments.ts";
import { toReadable } from "../bytes.ts";
import { lastCollection, nextCollection } from "../collection-clock.ts";
import type { KeepClass } from "../info.ts";
import { readJournal } from "../journal.ts";
import { type Entry, listTrash } from "../listing.ts";
import { answer, EXIT, type ExitCode, pathJson, type Screen, shownPath, table } from "../screen.ts";
import type { Session } from "../session.ts";
import { measurer } from "../sizes.ts";
import { emergencyFloor, isEmergency, volumeOf } from "../volumes.ts";

const SIZE_BUDGET_MS = 1500;
const DAY = 86_400_000;
const DAYS = 14;
const CLASSES: readonly KeepClass[] = ["normal", "disposable", "temporary", "pinned"];

interface Sum {
  readonly count: number;
  readonly bytes: number;
  /** Folders whose size nobody had the time to measure. */
  readonly unknown: number;
}

/** `trash status`: what is in each trash, how it grows, what goes next. */
export function runStatus(session: Session, _: Arguments, screen: Screen): ExitCode {
  const { machine, places } = session;
  const listing = listTrash(session);
  const measure = measurer(session, listing.stores, SIZE_BUDGET_MS);
  const sizes = new Map(listing.entries.map((entry) => [entry, measure(entry)] as const));
  const sum = (entries: readonly Entry[]): Sum => ({
    count: entries.length,
    bytes: entries.reduce((total, entry) => total + (sizes.get(entry) ?? 0), 0),
    unknown: entries.filter((entry) => sizes.get(entry) === undefined).length,
  });
  const now = machine.now();
  const stores = listing.stores.map((store) => {
    const own = listing.entries.filter((entry) => entry.store === store);
    const volume = volumeOf(machine, store);
    return {
      store,
      all: sum(own),
      oldest: own.at(-1)?.time,
      volume,
      isFull: volume !== undefined && isEmergency(volume, session.settings()),
      floor: volume === undefined ? 0 : emergencyFloor(volume, session.settings()),
    };
  });
  const classes = CLASSES.map((keep) => ({
    keep,
    ...sum(listing.entries.filter((entry) => entry.keep === keep)),
  }));
  const foreign = sum(listing.entries.filter(({ command }) => command === undefined));
  const growth = Array.from({ length: DAYS }, (_unused, i) => {
    const end = now - (DAYS - 1 - i) * DAY;
    return sum(listing.entries.filter(({ time }) => time > end - DAY && time <= end)).bytes;
  });
  const refusals = readJournal(machine, places).filter(
    ({ kind, time }) => kind === "refusal" && now - time < 7 * DAY,
  );
  if (screen.json) {
    answer(
      screen,
      "status",
      true,
      stores.map(({ store, all, oldest, volume, isFull }) => ({
        ...pathJson(store.folder, "trash"),
        ...all,
        oldest,
        total: volume?.total,
        available: volume?.available,
        emergency: isFull,
      })),
      [],
      {
        classes,
        foreign,
        growth,
        orphans: listing.orphans.length,
        refusals: refusals.length,
        lastGc: lastCollection(session),
        nextGc: session.settings().gc === "auto" ? nextCollection(session) : undefined,
      },
    );
    return EXIT.ok;
  }
  const total = sum(listing.entries);
  screen.print(
    total.count === 0
      ? "The trash is empty."
      : `${amount(total)} in the trash${total.unknown > 0 ? " (some folders not measured yet)" : ""}`,
  );
  if (total.count > 0) {
    screen.print(
      `last ${DAYS} days  ${sparkline(growth)}  ${shownBytes(Math.max(...growth))} on the fullest day`,
    );
    screen.print("");
    screen.print(
      table(
        [
          ["TRASH", "ITEMS", "SIZE", "OLDEST", "FREE ON DISK"],
          ...stores.map(({ store, all, oldest, volume, isFull }) => [
            shownPath(store.folder, places, true),
            String(all.count),
            shownBytes(all.bytes),
            oldest === undefined ? "" : shownAge(now - oldest),
            volume === undefined
              ? "unknown"
              : shownBytes(volume.available) + (isFull ? "  (nearly full)" : ""),
          ]),
        ],
        [1, 2],
      ),
    );
    screen.print("");
    const shownClasses = classes.filter(({ count }) => count > 0);
    screen.print(
      table(
        [
          ["KEPT AS", "ITEMS", "SIZE", "HOW LONG"],
          ...shownClasses.map(({ keep, count, bytes }) => [
            keep,
            String(count),
            shownBytes(bytes),
            howLong(session, keep),
          ]),
        ],
        [1, 2],
      ),
    );
    if (foreign.count > 0)
      screen.print(
        `\n${amount(foreign)} of it put there by other programs; only 'trash empty' or 'trash purge' takes that.`,
      );
  }
  screen.print("");
  const last = lastCollection(session);
  screen.print(
    `collected ${last === undefined ? "never yet" : shownAge(now - last)}; ` +
      (session.settings().gc === "auto"
        ? "next with the first delete an hour after that"
        : "only by 'trash gc' (gc: manual)"),
  );
  if (refusals.length > 0)
    screen.print(`${refusals.length} deletes refused in the last 7 days ('trash log')`);
  if (listing.orphans.length > 0) screen.print(`${listing.orphans.length} orphans ('trash doctor' tells)`);
  for (const { store, isFull, floor } of stores)
    if (isFull)
      screen.warn(
        `the disk of ${toReadable(store.folder)} has less than ${shownBytes(floor)} free; 'trash gc' or 'trash empty' frees space`,
      );
  for (const { folder, code } of listing.problems) screen.warn(`cannot read ${toReadable(folder)}: ${code}`);
  return EXIT.ok;
}

function amount({ count, bytes }: Sum): string {
  return `${count === 1 ? "1 item" : `${count} items`}, ${shownBytes(bytes)}`;
}

function howLong(session: Session, keep: KeepClass): string {
  const { retention, quota } = session.settings();
  switch (keep) {
    case "normal":
      return `${retention.normalDays} days, up to ${shownBytes(quota.bytes)} or ${quota.percent} % of the disk`;
    case "disposable":
      return `${retention.disposableHours} hours, the newest from each place, up to ${shownBytes(quota.disposableBytes)}`;
    case "temporary":
      return `${retention.tempHours} hours, up to ${shownBytes(quota.tempBytes)}`;
    case "pinned":
      return "until unpinned";
  }
}
