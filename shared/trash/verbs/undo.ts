import { shownAge } from "../amounts.ts";
import { type Arguments, textOf } from "../arguments.ts";
import { raw } from "../bytes.ts";
import { matchesCommand } from "../items.ts";
import { decodeNames, type JournalLine, readJournal } from "../journal.ts";
import { type Entry, listTrash } from "../listing.ts";
import { type CommandId, shortId } from "../names.ts";
import { originOf } from "../origin.ts";
import { put } from "../putting.ts";
import { answer, EXIT, type ExitCode, type JsonError, pathJson, type Screen, shownPath } from "../screen.ts";
import type { Session } from "../session.ts";
import { readOnConflict, restoreAll } from "./restore.ts";

/** Brings back the last call whole; given the name of an undo, takes that undo back. */
export function runUndo(session: Session, args: Arguments, screen: Screen): ExitCode {
  const onConflict = readOnConflict(args, ["fail", "rename"]);
  const last = textOf(args.values.get("last")) ?? "1";
  const problem =
    onConflict !== "fail" && onConflict !== "rename"
      ? onConflict
      : !/^[1-9]\d*$/.test(last)
        ? `--last takes a number from 1 on, not "${last}"`
        : args.operands.length > 1
          ? "undo takes one command; 'trash log' lists them"
          : undefined;
  if (problem !== undefined) {
    screen.warn(problem);
    return EXIT.usage;
  }
  const { entries } = listTrash(session);
  const named = textOf(args.operands[0]);
  if (named !== undefined) {
    const redo = findUndo(session, named);
    if (redo !== undefined) return takeBack(session, redo, args, screen);
  }
  const choice = named === undefined ? newest(session, entries, Number(last)) : byName(entries, named);
  if (typeof choice === "string") return nothing(screen, choice);
  const of = choice.length === 1 ? choice[0] : undefined;
  const errors: JsonError[] = [];
  const code = restoreAll(session, screen, {
    verb: "undo",
    entries: entries.filter(({ command }) => command !== undefined && choice.includes(command)),
    target: ({ path }) => path,
    onConflict: onConflict as "fail" | "rename",
    errors,
    dryRun: args.switches.has("dry-run"),
    ...(of === undefined ? {} : { of }),
  });
  if (code === EXIT.ok && !screen.json && !args.switches.has("dry-run"))
    screen.print(`'trash undo ${shortId(session.command)}' would put it back in the trash.`);
  return code;
}

function nothing(screen: Screen, message: string): ExitCode {
  if (screen.json) answer(screen, "undo", false, [], [{ message }]);
  else screen.warn(message);
  return EXIT.failed;
}

function commandsOf(entries: readonly Entry[]): readonly CommandId[] {
  const commands = new Set<CommandId>();
  for (const { command } of entries) if (command !== undefined) commands.add(command);
  return [...commands].sort().reverse();
}

/** The newest calls that still have something in the trash: of this agent session when one is known. */
function newest(session: Session, entries: readonly Entry[], count: number): readonly CommandId[] | string {
  const name = originOf(session.machine, undefined).session;
  const all = commandsOf(entries);
  if (name === undefined)
    return all.length === 0
      ? "there is nothing to undo: no call of trash left anything in the trash"
      : all.slice(0, count);
  const own = commandsOf(entries.filter(({ info }) => info.session === name));
  if (own.length > 0) return own.slice(0, count);
  const other = all[0];
  if (other === undefined) return "there is nothing to undo: no call of trash left anything in the trash";
  const age = shownAge(
    session.machine.now() -
      Math.max(...entries.filter(({ command }) => command === other).map(({ time }) => time)),
  );
  return `this session has nothing in the trash; 'trash undo ${shortId(other)}' brings back the last call of another one (${age})`;
}

function byName(entries: readonly Entry[], name: string): readonly CommandId[] | string {
  const found = commandsOf(entries).filter((command) => matchesCommand(command, name));
  if (found.length === 1) return found;
  if (found.length > 1) return `${name} may mean ${found.map(shortId).join(" or ")}; give more of it`;
  return `no call named ${name} has anything in the trash ('trash log' lists the calls)`;
}

function findUndo(session: Session, name: string): JournalLine | undefined {
  const undos = readJournal(session.machine, session.places).filter(
    ({ kind, id }) => (kind === "undo" || kind === "restore") && matchesCommand(id, name),
  );
  return undos.length === 1 ? undos[0] : undefined;
}

function takeBack(session: Session, line: JournalLine, args: Arguments, screen: Screen): ExitCode {
  const paths = decodeNames(line.paths);
  const show = (path: (typeof paths)[number]): string => shownPath(path, session.places, false);
  if (args.switches.has("dry-run")) {
    if (screen.json)
      answer(
        screen,
        "undo",
        true,
        paths.map((path) => pathJson(path)),
        [],
      );
    else for (const path of paths) screen.print(`would move ${show(path)} to the trash`);
    return EXIT.ok;
  }
  // What lies deeper goes first, so that each comes back as an entry of its own.
  const { moved, problems } = put(session, [...paths].reverse(), [raw("(redo)"), ...[...paths].reverse()]);
  const errors = problems.map(({ path, message }) => ({
    message: `cannot move ${show(path)} to the trash: ${message}`,
    ...pathJson(path),
  }));
  if (screen.json)
    answer(
      screen,
      "undo",
      errors.length === 0,
      moved.map((path) => pathJson(path)),
      errors,
      { of: line.id },
    );
  else {
    for (const path of moved) screen.print(`moved ${show(path)} to the trash again`);
    for (const { message } of errors) screen.warn(message);
  }
  return errors.length === 0 ? EXIT.ok : EXIT.failed;
}
