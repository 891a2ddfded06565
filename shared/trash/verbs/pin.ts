import type { Arguments } from "../arguments.ts";
import { toReadable } from "../bytes.ts";
import { infoPath } from "../entry.ts";
import { faultCode, wordsFor } from "../fault.ts";
import { replaceFile } from "../files.ts";
import { formatInfo, type KeepClass } from "../info.ts";
import { findEntries } from "../items.ts";
import { keepClassOf } from "../keep-class.ts";
import { type Entry, listTrash } from "../listing.ts";
import { answer, EXIT, type ExitCode, entryJson, type JsonError, type Screen, shownPath } from "../screen.ts";
import type { Session } from "../session.ts";

/** `trash pin`: nothing but a person's `trash purge` with its name deletes it. */
export function runPin(session: Session, args: Arguments, screen: Screen): ExitCode {
  return setClass(session, args, screen, "pin", () => "pinned");
}

/** `trash unpin`: the rules of growth apply again. */
export function runUnpin(session: Session, args: Arguments, screen: Screen): ExitCode {
  return setClass(session, args, screen, "unpin", ({ path, stat }) =>
    keepClassOf(session.machine, path, stat, session.settings().disposable),
  );
}

function setClass(
  session: Session,
  args: Arguments,
  screen: Screen,
  verb: "pin" | "unpin",
  classOf: (entry: Entry) => KeepClass,
): ExitCode {
  if (args.operands.length === 0) {
    screen.warn(`${verb} what? Give IDs of 'trash list'`);
    return EXIT.usage;
  }
  const { machine, places } = session;
  const { entries } = listTrash(session);
  const errors: JsonError[] = [];
  const done: Entry[] = [];
  for (const word of args.operands) {
    const found = findEntries(session, entries, word);
    if (found.kind !== "entries") {
      errors.push({
        message:
          found.kind === "none"
            ? `there is no ${toReadable(word) || '""'} in the trash`
            : `${toReadable(word)} may mean several commands; give more of it`,
      });
      continue;
    }
    for (const entry of found.entries) {
      const keep = classOf(entry);
      try {
        replaceFile(machine.disk, infoPath(entry), formatInfo({ ...entry.info, keep }), String(machine.pid));
        done.push({ ...entry, keep, info: { ...entry.info, keep } });
      } catch (thrown) {
        errors.push({ message: `cannot ${verb} ${toReadable(word)}: ${wordsFor(faultCode(thrown))}` });
      }
    }
  }
  if (screen.json) answer(screen, verb, errors.length === 0, done.map(entryJson), errors);
  else {
    for (const { path, stat } of done)
      screen.print(
        `${verb === "pin" ? "pinned" : "unpinned"} ${shownPath(path, places, stat.kind === "folder")}`,
      );
    for (const { message } of errors) screen.warn(message);
  }
  return errors.length === 0 ? EXIT.ok : EXIT.failed;
}
