import { shownAge } from "../amounts.ts";
import { type Arguments, textOf } from "../arguments.ts";
import { raw } from "../bytes.ts";
import { decodeNames, type JournalLine, readJournal } from "../journal.ts";
import { type Entry, listTrash } from "../listing.ts";
import { type CommandId, shortId } from "../names.ts";
import { localeOf, quoted } from "../quote.ts";
import { answer, EXIT, type ExitCode, pathJson, type Screen, shownPath, table } from "../screen.ts";
import type { Session } from "../session.ts";

interface Call {
  readonly id: CommandId;
  readonly kind: JournalLine["kind"];
  readonly time: number;
  readonly line: JournalLine | undefined;
  /** What is still in the trash of it. */
  readonly entries: readonly Entry[];
}

/** `trash log`: the calls, newest first, with what is still in the trash of each. */
export function runLog(session: Session, args: Arguments, screen: Screen): ExitCode {
  const limit = textOf(args.values.get("limit")) ?? "20";
  if (!/^\d+$/.test(limit)) {
    screen.warn(`--limit takes a number, not "${limit}"`);
    return EXIT.usage;
  }
  const calls = callsOf(session);
  const shown = calls.slice(0, Number(limit));
  if (screen.json) {
    answer(screen, "log", true, shown.map(callJson), [], { total: calls.length });
    return EXIT.ok;
  }
  if (shown.length === 0) {
    screen.print("No calls yet.");
    return EXIT.ok;
  }
  const now = session.machine.now();
  const rows = shown.map((call) => [
    shortId(call.id),
    shownAge(now - call.time),
    call.line?.agent ?? call.entries[0]?.info.agent ?? "you",
    call.kind,
    call.kind === "guard" || call.kind === "put" ? `${call.entries.length}` : "",
    summary(session, call),
  ]);
  screen.print(table([["ID", "WHEN", "BY", "WHAT", "IN TRASH", "COMMAND"], ...rows], [4]));
  if (shown.length < calls.length) screen.print(`... and ${calls.length - shown.length} more (--limit N)`);
  return EXIT.ok;
}

/** From the journal, and from info files where a command died before its line was written. */
export function callsOf(session: Session): readonly Call[] {
  const byCommand = new Map<CommandId, Entry[]>();
  for (const entry of listTrash(session).entries) {
    if (entry.command === undefined) continue;
    const list = byCommand.get(entry.command) ?? [];
    list.push(entry);
    byCommand.set(entry.command, list);
  }
  const calls: Call[] = [];
  const seen = new Set<CommandId>();
  for (const line of readJournal(session.machine, session.places)) {
    const isMove = line.kind === "guard" || line.kind === "put";
    if (isMove) seen.add(line.id);
    calls.push({
      id: line.id,
      kind: line.kind,
      time: line.time,
      line,
      entries: isMove ? (byCommand.get(line.id) ?? []) : [],
    });
  }
  for (const [id, entries] of byCommand)
    if (!seen.has(id))
      calls.push({ id, kind: "guard", time: entries[0]?.time ?? 0, line: undefined, entries });
  return calls.sort((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1));
}

function summary(session: Session, { kind, line, entries }: Call): string {
  const { places, machine } = session;
  if (kind === "guard" && line?.argv !== undefined) {
    const locale = localeOf(machine.env);
    const words = decodeNames(line.argv)
      .filter((word) => !word.startsWith("---ctx="))
      .map((word) => (/^[A-Za-z0-9_%+,\-./:@=]+$/.test(word) ? word : quoted(word, locale)));
    const folder =
      line.cwd === undefined
        ? ""
        : `   in ${shownPath(decodeNames([line.cwd])[0] ?? raw("?"), places, true)}`;
    return shortened(`rm ${words.join(" ")}`) + folder;
  }
  if (kind === "refusal") {
    const path = decodeNames(line?.paths)[0];
    return `refused ${path === undefined ? "" : shownPath(path, places, false)}: ${line?.reason ?? ""}`;
  }
  const paths = line?.paths === undefined ? entries.map(({ path }) => path) : decodeNames(line.paths);
  const first = paths[0] ?? decodeNames(line?.argv)[1];
  if (first === undefined) return "";
  return shownPath(first, places, false) + (paths.length > 1 ? ` and ${paths.length - 1} more` : "");
}

/** Long command lines are cut: the log is for finding a call, `trash info` for reading it. */
function shortened(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 97)}...`;
}

function callJson({ id, kind, time, line, entries }: Call): object {
  const [cwd] = line?.cwd === undefined ? [] : decodeNames([line.cwd]);
  return {
    id,
    kind,
    time,
    agent: line?.agent ?? entries[0]?.info.agent,
    session: line?.session ?? entries[0]?.info.session,
    toolUse: line?.toolUse ?? entries[0]?.info.toolUse,
    ...(cwd === undefined ? {} : pathJson(cwd, "cwd")),
    argv: line?.argv,
    inTrash: entries.length,
    paths: line?.paths === undefined ? undefined : decodeNames(line.paths).map((path) => pathJson(path)),
    of: line?.of,
    reason: line?.reason,
  };
}
