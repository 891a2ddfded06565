import { shownBytes } from "../amounts.ts";
import { type Arguments, readDuration, textOf } from "../arguments.ts";
import { percentEncode, toReadable } from "../bytes.ts";
import { infoPath, payloadPath } from "../entry.ts";
import { findEntries, matchesCommand } from "../items.ts";
import { appendJournal } from "../journal.ts";
import { attempt } from "../lending.ts";
import { type Entry, type Listing, listTrash, type Orphan } from "../listing.ts";
import { shortId } from "../names.ts";
import { openProgress } from "../progress.ts";
import { finishExpunged, purgeEntry } from "../purging.ts";
import { answer, EXIT, type ExitCode, entryJson, type JsonError, type Screen, shownPath } from "../screen.ts";
import type { Session } from "../session.ts";
import { measurer } from "../sizes.ts";
import { VERSION } from "../version.ts";

const SIZE_BUDGET_MS = 400;

/** `trash purge`: deletes chosen entries for good. */
export function runPurge(session: Session, args: Arguments, screen: Screen): ExitCode {
  const listing = listTrash(session);
  const chosen = choose(session, args, listing);
  if (typeof chosen === "string") {
    screen.warn(chosen);
    return EXIT.usage;
  }
  return deleteChosen(session, args, screen, { verb: "purge", ...chosen, listing, orphans: [] });
}

/** `trash empty`: deletes everything in every trash of this user, pinned entries aside. */
export function runEmpty(session: Session, args: Arguments, screen: Screen): ExitCode {
  const listing = listTrash(session);
  return deleteChosen(session, args, screen, {
    verb: "empty",
    entries: listing.entries.filter(({ keep }) => keep !== "pinned"),
    pinned: listing.entries.filter(({ keep }) => keep === "pinned"),
    errors: [],
    listing,
    orphans: listing.orphans,
  });
}

interface Chosen {
  readonly entries: readonly Entry[];
  /** What stays for no other reason than that it is pinned. */
  readonly pinned: readonly Entry[];
  readonly errors: JsonError[];
}

/** A text is a complaint. */
function choose(session: Session, args: Arguments, { entries }: Listing): Chosen | string {
  const age = textOf(args.values.get("older-than"));
  const keep = textOf(args.values.get("class"));
  const command = textOf(args.values.get("command"));
  const duration = age === undefined ? undefined : readDuration(age);
  if (age !== undefined && duration === undefined)
    return `--older-than takes an age such as 12h or 7d, not "${age}"`;
  const hasFilter = age !== undefined || keep !== undefined || command !== undefined;
  if (!hasFilter && args.operands.length === 0)
    return "purge what? Give IDs of 'trash list', or --older-than, --class, --command; 'trash empty' takes all";
  const errors: JsonError[] = [];
  let pool: readonly Entry[] = entries;
  if (args.operands.length > 0) {
    const named: Entry[] = [];
    for (const word of args.operands) {
      const found = findEntries(session, entries, word);
      if (found.kind === "entries") named.push(...found.entries.filter((entry) => !named.includes(entry)));
      else if (found.kind === "none")
        errors.push({ message: `there is no ${toReadable(word) || '""'} in the trash` });
      else
        errors.push({
          message: `${toReadable(word)} may mean ${found.commands.map(shortId).join(" or ")}; give more of it`,
        });
    }
    pool = named;
  }
  const now = session.machine.now();
  const wanted = pool.filter(
    (entry) =>
      (duration === undefined || now - entry.time > duration) &&
      (keep === undefined || entry.keep === keep) &&
      (command === undefined || (entry.command !== undefined && matchesCommand(entry.command, command))),
  );
  // Only what names it takes a pinned entry: its ID or path, or its class.
  const isSpared = (entry: Entry): boolean =>
    entry.keep === "pinned" && keep === undefined && args.operands.length === 0;
  return { entries: wanted.filter((entry) => !isSpared(entry)), pinned: wanted.filter(isSpared), errors };
}

interface DeletePlan extends Chosen {
  readonly verb: "purge" | "empty";
  readonly listing: Listing;
  readonly orphans: readonly Orphan[];
}

function deleteChosen(session: Session, args: Arguments, screen: Screen, plan: DeletePlan): ExitCode {
  const { machine, places } = session;
  const { entries, errors, pinned, verb } = plan;
  const measure = measurer(session, plan.listing.stores, SIZE_BUDGET_MS);
  const sizes = entries.map((entry) => measure(entry));
  const known = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const amount = `${sizes.includes(undefined) ? "more than " : ""}${shownBytes(known)}`;
  const things = `${entries.length === 1 ? "1 item" : `${entries.length} items`} (${amount})`;
  const hasWork = entries.length > 0 || plan.orphans.length > 0;
  if (args.switches.has("dry-run")) {
    if (screen.json)
      answer(screen, verb, errors.length === 0, entries.map(entryJson), errors, {
        dryRun: true,
        bytes: known,
        pinned: pinned.length,
      });
    else {
      for (const entry of entries)
        screen.print(`would delete ${shownPath(entry.path, places, entry.stat.kind === "folder")}`);
      screen.print(`${things} would be deleted for good`);
      if (pinned.length > 0) screen.print(pinnedStay(pinned.length));
      for (const { message } of errors) screen.warn(message);
    }
    return errors.length === 0 ? EXIT.ok : EXIT.failed;
  }
  if (!hasWork) {
    const message = verb === "empty" ? "the trash is empty" : "nothing in the trash matches";
    if (screen.json)
      answer(screen, verb, errors.length === 0 && verb === "empty", [], errors, { pinned: pinned.length });
    else {
      for (const error of errors) screen.warn(error.message);
      if (pinned.length > 0) screen.print(`nothing was deleted; ${pinnedStay(pinned.length)}`);
      else if (errors.length === 0) screen.print(`${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
    }
    return errors.length > 0 || verb === "purge" ? EXIT.failed : EXIT.ok;
  }
  if (!args.switches.has("yes") && !confirm(session, screen, verb, things)) return EXIT.unconfirmed;
  const progress = openProgress(machine, "deleting", entries.length + plan.orphans.length);
  const done: Entry[] = [];
  for (const entry of entries) {
    const result = purgeEntry(session, entry, () => progress.step());
    progress.advance();
    if (result.kind !== "failed") done.push(entry);
    else
      errors.push({
        message: `cannot delete ${shownPath(entry.path, places, entry.stat.kind === "folder")}: ${result.reason}`,
      });
  }
  for (const orphan of plan.orphans) deleteOrphan(session, orphan);
  for (const store of plan.listing.stores) finishExpunged(session, store, () => progress.step());
  progress.end();
  record(session, done);
  if (screen.json)
    answer(screen, verb, errors.length === 0, done.map(entryJson), errors, {
      bytes: known,
      pinned: pinned.length,
    });
  else {
    screen.print(`deleted ${done.length === entries.length ? things : `${done.length} of ${things}`}`);
    if (pinned.length > 0) screen.print(pinnedStay(pinned.length));
    for (const { message } of errors) screen.warn(message);
  }
  return errors.length === 0 ? EXIT.ok : EXIT.failed;
}

function pinnedStay(count: number): string {
  return count === 1
    ? "1 pinned item stays ('trash list --class pinned' shows it, 'trash unpin ITEM' lets it go)"
    : `${count} pinned items stay ('trash list --class pinned' shows them, 'trash unpin ITEM' lets one go)`;
}

/** Deleting for good is asked for twice: by `--yes`, or by a person at a terminal. */
function confirm({ machine }: Session, screen: Screen, verb: DeletePlan["verb"], things: string): boolean {
  if (!machine.input.isTerminal || screen.json) {
    const message = `this would delete ${things} for good; say so with --yes, or look first with --dry-run`;
    if (screen.json) answer(screen, verb, false, [], [{ message }]);
    else screen.warn(message);
    return false;
  }
  screen.warn(`delete ${things} for good? [y/N]`);
  return /^[yY]/.test(machine.input.line() ?? "");
}

/** A payload that nobody knows the place of becomes rubbish; an info file without payload goes. */
function deleteOrphan(session: Session, orphan: Orphan): void {
  const { disk } = session.machine;
  if (orphan.kind === "info") {
    attempt(() => disk.unlink(infoPath(orphan)));
    return;
  }
  attempt(() => disk.makeFolder(orphan.store.expunged, 0o700));
  attempt(() =>
    disk.renameNew(
      payloadPath(orphan),
      payloadPath({ ...orphan, store: { ...orphan.store, files: orphan.store.expunged } }),
    ),
  );
}

function record({ machine, places, command, started }: Session, done: readonly Entry[]): void {
  if (done.length === 0) return;
  appendJournal(
    machine,
    places,
    {
      v: 1,
      id: command,
      kind: "purge",
      time: started,
      pid: machine.pid,
      host: machine.host,
      uid: machine.uid,
      version: VERSION,
      paths: done.map(({ path }) => percentEncode(path)),
    },
    "none",
  );
}
