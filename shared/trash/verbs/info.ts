import { shownAge, shownBytes } from "../amounts.ts";
import type { Arguments } from "../arguments.ts";
import { toReadable } from "../bytes.ts";
import { payloadPath } from "../entry.ts";
import { findEntries } from "../items.ts";
import { decodeNames, readJournal } from "../journal.ts";
import { type Entry, kindWord, listTrash } from "../listing.ts";
import { shortId } from "../names.ts";
import { localeOf, quoted } from "../quote.ts";
import {
  answer,
  EXIT,
  type ExitCode,
  entryJson,
  pathJson,
  type Screen,
  shownPath,
  table,
} from "../screen.ts";
import type { Session } from "../session.ts";
import { measurer } from "../sizes.ts";

/** Long enough for any tree that a person waits for. */
const SIZE_BUDGET_MS = 5000;

/** `trash info`: all that is known about one item. */
export function runInfo(session: Session, args: Arguments, screen: Screen): ExitCode {
  if (args.operands.length === 0) {
    screen.warn("info about what? Give an ID of 'trash list', or a path");
    return EXIT.usage;
  }
  const listing = listTrash(session);
  const measure = measurer(session, listing.stores, SIZE_BUDGET_MS);
  const entries: Entry[] = [];
  const errors: { message: string }[] = [];
  for (const word of args.operands) {
    const found = findEntries(session, listing.entries, word);
    if (found.kind === "entries") entries.push(...found.entries);
    else if (found.kind === "none")
      errors.push({ message: `there is no ${toReadable(word) || '""'} in the trash` });
    else
      errors.push({
        message: `${toReadable(word)} may mean ${found.commands.map(shortId).join(" or ")}; give more of it`,
      });
  }
  if (screen.json) {
    const items = entries.map((entry) => ({
      ...entryJson(entry),
      size: measure(entry),
      mode: entry.stat.mode.toString(8),
      ...pathJson(payloadPath(entry), "payload"),
    }));
    answer(screen, "info", errors.length === 0, items, errors);
  } else {
    entries.forEach((entry, i) => {
      if (i > 0) screen.print("");
      screen.print(table(rowsOf(session, entry, measure(entry))));
    });
    for (const { message } of errors) screen.warn(message);
  }
  return errors.length === 0 ? EXIT.ok : EXIT.failed;
}

function rowsOf(session: Session, entry: Entry, size: number | undefined): readonly (readonly string[])[] {
  const { machine, places } = session;
  const { info, stat, command } = entry;
  const line = readJournal(machine, places).find(
    ({ id, kind }) => id === command && (kind === "guard" || kind === "put"),
  );
  const rows: string[][] = [
    ["was", shownPath(entry.path, places, stat.kind === "folder")],
    ["is", shownPath(payloadPath(entry), places, stat.kind === "folder")],
    [
      "kind",
      `${kindWord(stat.kind)}, mode ${stat.mode.toString(8)}${info.partial ? ", only a part of it" : ""}`,
    ],
    ["size", size === undefined ? "not known yet ('trash gc' measures)" : shownBytes(size)],
    [
      "deleted",
      `${info.deleted ?? "unknown"}${entry.time === 0 ? "" : ` (${shownAge(machine.now() - entry.time)})`}`,
    ],
    ["kept as", entry.keep],
  ];
  if (command === undefined) rows.push(["by", "another program"]);
  else rows.push(["command", command]);
  if (info.agent !== undefined) rows.push(["agent", info.agent]);
  if (info.session !== undefined) rows.push(["session", info.session]);
  if (info.toolUse !== undefined) rows.push(["tool use", info.toolUse]);
  if (line?.cwd !== undefined)
    for (const cwd of decodeNames([line.cwd])) rows.push(["in", shownPath(cwd, places, true)]);
  if (line?.argv !== undefined)
    rows.push([
      "as",
      `${line.kind === "guard" ? "rm " : "trash "}${decodeNames(line.argv)
        .map((word) => (/^[A-Za-z0-9_%+,\-./:@=]+$/.test(word) ? word : quoted(word, localeOf(machine.env))))
        .join(" ")}`,
    ]);
  return rows;
}
