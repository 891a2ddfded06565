import { type Arguments, textOf } from "../arguments.ts";
import { type Bytes, percentEncode, toReadable } from "../bytes.ts";
import { lstatIfThere } from "../files.ts";
import { absolutePath, findEntries } from "../items.ts";
import { appendJournal } from "../journal.ts";
import { type Entry, listTrash } from "../listing.ts";
import { shortId } from "../names.ts";
import { baseName, under } from "../path.ts";
import { putPaths } from "../putting.ts";
import { freeName, isMergeable, type Restored, restoreEntry } from "../restoring.ts";
import {
  answer,
  EXIT,
  type ExitCode,
  entryJson,
  type JsonError,
  pathJson,
  type Screen,
  shownPath,
} from "../screen.ts";
import type { Session } from "../session.ts";
import { VERSION } from "../version.ts";

export type OnConflict = "fail" | "rename" | "swap";

export function readOnConflict(args: Arguments, allowed: readonly OnConflict[]): OnConflict | string {
  const given = textOf(args.values.get("on-conflict"));
  if (given === undefined) return "fail";
  const known = allowed.find((word) => word === given);
  return known ?? `--on-conflict takes ${allowed.join(", ")}, not "${given}"`;
}

const CHOICES: readonly OnConflict[] = ["fail", "rename", "swap"];

export function runRestore(session: Session, args: Arguments, screen: Screen): ExitCode {
  const onConflict = readOnConflict(args, CHOICES);
  if (!CHOICES.includes(onConflict as OnConflict) || args.operands.length === 0) {
    screen.warn(
      args.operands.length === 0 ? "restore what? Give an ID of 'trash list', or a path" : onConflict,
    );
    return EXIT.usage;
  }
  const listing = listTrash(session);
  const errors: JsonError[] = [];
  const chosen: Entry[] = [];
  for (const word of args.operands) {
    const found = findEntries(session, listing.entries, word);
    if (found.kind === "entries") chosen.push(...found.entries.filter((entry) => !chosen.includes(entry)));
    else if (found.kind === "none")
      errors.push({
        message: `there is no ${toReadable(word) || '""'} in the trash ('trash list' shows what is)`,
      });
    else
      errors.push({
        message: `${toReadable(word)} may mean ${found.commands.map(shortId).join(" or ")}; give more of it`,
      });
  }
  const folder = args.values.get("to");
  const to = folder === undefined ? undefined : absolutePath(session, folder);
  const target = (entry: Entry): Bytes => (to === undefined ? entry.path : under(to, baseName(entry.path)));
  return restoreAll(session, screen, {
    verb: "restore",
    entries: chosen,
    target,
    onConflict: onConflict as OnConflict,
    errors,
  });
}

export interface RestoreAll {
  readonly verb: "restore" | "undo";
  readonly entries: readonly Entry[];
  target(entry: Entry): Bytes;
  readonly onConflict: OnConflict;
  readonly errors: JsonError[];
  readonly dryRun?: boolean;
  /** The command that an undo undoes. */
  readonly of?: string;
}

/** Looks first whether everything can go back, then brings it back: all of it, or nothing and a report. */
export function restoreAll(session: Session, screen: Screen, plan: RestoreAll): ExitCode {
  const { machine, places } = session;
  const { errors } = plan;
  // A folder before what was deleted out of it earlier, also when that was all of its content.
  const entries = [...plan.entries].sort(
    (a, b) =>
      compareText(a.path, b.path) || Number(a.info.partial) - Number(b.info.partial) || b.number - a.number,
  );
  const targets = new Map(entries.map((entry) => [entry, plan.target(entry)] as const));
  const blocked = entries.filter((entry) => isBlocked(session, entry, targets.get(entry) as Bytes));
  const show = (path: Bytes, entry: Entry): string => shownPath(path, places, entry.stat.kind === "folder");
  if (plan.onConflict === "fail" && blocked.length > 0) {
    for (const entry of blocked) {
      const path = targets.get(entry) as Bytes;
      errors.push({
        message: `${show(path, entry)} is there already; nothing was changed (--on-conflict rename keeps both)`,
        ...pathJson(path),
      });
    }
    return finish(screen, plan, [], EXIT.conflict);
  }
  if (plan.dryRun === true) {
    for (const entry of entries)
      if (!screen.json) screen.print(`would restore ${show(targets.get(entry) as Bytes, entry)}`);
    return finish(
      screen,
      plan,
      entries.map((entry) => ({ ...entryJson(entry), ...pathJson(targets.get(entry) as Bytes, "to") })),
      errors.length > 0 ? EXIT.failed : EXIT.ok,
    );
  }
  const done: (Restored & { kind: "restored" | "partly" })[] = [];
  let conflict = false;
  for (const entry of entries) {
    let to = targets.get(entry) as Bytes;
    if (blocked.includes(entry)) {
      if (plan.onConflict === "rename") to = freeName(machine, to);
      else if (!putPaths(session, [to], "swap")) {
        errors.push({
          message: `${show(to, entry)} is in the way and cannot be moved to the trash`,
          ...pathJson(to),
        });
        continue;
      }
    }
    const result = restoreEntry(session, entry, to);
    switch (result.kind) {
      case "restored":
        done.push(result);
        break;
      case "partly":
        done.push(result);
        conflict = true;
        for (const path of result.inTheWay)
          errors.push({
            message: `${show(path, entry)} is there already; that part stays in the trash`,
            ...pathJson(path),
          });
        break;
      case "conflict":
        conflict = true;
        errors.push({ message: `${show(to, entry)} is there already`, ...pathJson(to) });
        break;
      case "failed":
        errors.push({
          message: `cannot restore ${show(to, entry)}: ${result.reason}`,
          ...pathJson(to),
        });
    }
  }
  if (done.length > 0)
    appendJournal(
      machine,
      places,
      {
        v: 1,
        id: session.command,
        kind: plan.verb,
        time: session.started,
        pid: machine.pid,
        host: machine.host,
        uid: machine.uid,
        version: VERSION,
        paths: done.map(({ to }) => percentEncode(to)),
        of: plan.of,
      },
      "none",
    );
  if (!screen.json) for (const { to, entry } of done) screen.print(`restored ${show(to, entry)}`);
  const items = done.map(({ entry, to, kind }) => ({
    ...entryJson(entry),
    ...pathJson(to, "to"),
    partly: kind === "partly",
  }));
  return finish(
    screen,
    plan,
    items,
    conflict ? EXIT.conflict : errors.length > 0 || done.length === 0 ? EXIT.failed : EXIT.ok,
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isBlocked({ machine }: Session, entry: Entry, to: Bytes): boolean {
  const present = lstatIfThere(machine.disk, to);
  return present !== undefined && !(isMergeable(entry) && present.kind === "folder");
}

function finish(screen: Screen, plan: RestoreAll, items: readonly object[], code: ExitCode): ExitCode {
  if (screen.json)
    answer(
      screen,
      plan.verb,
      code === EXIT.ok,
      items,
      plan.errors,
      plan.of === undefined ? {} : { of: plan.of },
    );
  else for (const { message } of plan.errors) screen.warn(message);
  return code;
}
