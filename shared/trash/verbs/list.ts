import { shownAge, shownBytes } from "../amounts.ts";
import { type Arguments, readDuration, textOf } from "../arguments.ts";
import { toReadable } from "../bytes.ts";
import { absolutePath, matchesCommand } from "../items.ts";
import { type Entry, type Listing, listTrash } from "../listing.ts";
import { isWithin } from "../path.ts";
import {
  answer,
  EXIT,
  type ExitCode,
  entryJson,
  itemId,
  pathJson,
  type Screen,
  shownPath,
  table,
} from "../screen.ts";
import type { Session } from "../session.ts";
import { measurer } from "../sizes.ts";

/** How long the listing may look for sizes; what is not known by then shows as a dash. */
const SIZE_BUDGET_MS = 400;

export function runList(session: Session, args: Arguments, screen: Screen): ExitCode {
  const listing = listTrash(session);
  if (args.switches.has("orphans")) return listOrphans(session, listing, screen);
  const filter = filterOf(session, args);
  if (typeof filter === "string") {
    screen.warn(filter);
    return EXIT.usage;
  }
  const limit = args.values.get("limit");
  const found = listing.entries.filter(filter);
  const entries = limit === undefined ? found : found.slice(0, Number(limit));
  const measure = measurer(session, listing.stores, SIZE_BUDGET_MS);
  if (screen.json) {
    const items = entries.map((entry) => ({ ...entryJson(entry), size: measure(entry) }));
    answer(screen, "list", true, items, problemsOf(listing), { total: found.length });
    return EXIT.ok;
  }
  for (const { folder, code } of listing.problems) screen.warn(`cannot read ${toReadable(folder)}: ${code}`);
  if (entries.length === 0) {
    screen.print(listing.entries.length === 0 ? "The trash is empty." : "Nothing in the trash matches.");
    return EXIT.ok;
  }
  const now = session.machine.now();
  const counts = new Map<string | undefined, number>();
  for (const { command } of listing.entries) counts.set(command, (counts.get(command) ?? 0) + 1);
  const rows = entries.map((entry) => [
    itemId(entry, counts.get(entry.command) === 1),
    ...rowOf(session, entry, measure(entry), now),
  ]);
  screen.print(table([["ID", "DELETED", "SIZE", "BY", "PATH"], ...rows], [2]));
  if (entries.length < found.length) screen.print(`… and ${found.length - entries.length} more`);
  screen.print("\n'trash restore ID' brings one back, 'trash undo' the last call.");
  return EXIT.ok;
}

function rowOf(session: Session, entry: Entry, size: number | undefined, now: number): readonly string[] {
  return [
    entry.time === 0 ? "unknown" : shownAge(now - entry.time),
    size === undefined ? "-" : shownBytes(size),
    entry.info.agent ?? (entry.command === undefined ? "another program" : "you"),
    shownPath(entry.path, session.places, entry.stat.kind === "folder") +
      (entry.info.partial ? "  (partly)" : "") +
      (entry.keep === "pinned" ? "  (pinned)" : ""),
  ];
}

function problemsOf(listing: Listing): { readonly message: string }[] {
  return listing.problems.map(({ folder, code }) => ({
    message: `cannot read ${toReadable(folder)}: ${code}`,
  }));
}

/** A text is a complaint. */
export function filterOf(session: Session, args: Arguments): ((entry: Entry) => boolean) | string {
  const sessionName = textOf(args.values.get("session"));
  const command = textOf(args.values.get("command"));
  const keep = textOf(args.values.get("class"));
  const since = textOf(args.values.get("since"));
  const limit = textOf(args.values.get("limit"));
  const within = args.values.get("path");
  const path = within === undefined ? undefined : absolutePath(session, within);
  const age = since === undefined ? undefined : readDuration(since);
  // The engine takes nearly any text with a number in it for a date.
  const isDate = since !== undefined && /^\d{4}-\d\d-\d\d/.test(since);
  const date = isDate ? new Date(since).getTime() : Number.NaN;
  if (since !== undefined && age === undefined && Number.isNaN(date))
    return `--since takes an age such as 2h or 7d, or a date, not "${since}"`;
  if (limit !== undefined && !/^\d+$/.test(limit)) return `--limit takes a number, not "${limit}"`;
  if (keep !== undefined && !["disposable", "temporary", "normal", "pinned"].includes(keep))
    return `--class takes disposable, temporary, normal or pinned, not "${keep}"`;
  const from = since === undefined ? undefined : age === undefined ? date : session.machine.now() - age;
  return (entry) =>
    (sessionName === undefined || entry.info.session === sessionName) &&
    (command === undefined || (entry.command !== undefined && matchesCommand(entry.command, command))) &&
    (keep === undefined || entry.keep === keep) &&
    (from === undefined || entry.time >= from) &&
    (path === undefined || isWithin(entry.path, path));
}

function listOrphans(session: Session, { orphans }: Listing, screen: Screen): ExitCode {
  if (screen.json) {
    const items = orphans.map((orphan) => ({
      kind: orphan.kind,
      ...pathJson(orphan.name, "name"),
      ...pathJson(orphan.store.folder, "trash"),
    }));
    answer(screen, "list", true, items, []);
    return EXIT.ok;
  }
  if (orphans.length === 0) {
    screen.print("No orphans: every payload has its info file, and the other way round.");
    return EXIT.ok;
  }
  const rows = orphans.map(({ kind, name, store }) => [
    kind === "payload" ? "content without a place" : "place without content",
    toReadable(name),
    shownPath(store.folder, session.places, true),
  ]);
  screen.print(table([["WHAT", "NAME", "TRASH"], ...rows]));
  screen.print("\n'trash doctor --fix' puts right what can be put right.");
  return EXIT.ok;
}
