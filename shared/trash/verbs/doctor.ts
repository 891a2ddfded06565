import { adopt, originalPath } from "../adopting.ts";
import { shownBytes } from "../amounts.ts";
import type { Arguments } from "../arguments.ts";
import { type Bytes, fromText, toReadable } from "../bytes.ts";
import { dropDeadInfo, runningCommands } from "../collecting.ts";
import { faultCode, unless, wordsFor } from "../fault.ts";
import { listIfThere, lstatIfThere, readFileIfThere, statIfThere } from "../files.ts";
import { readJournal } from "../journal.ts";
import { type Listing, listTrash } from "../listing.ts";
import { folderOf, under } from "../path.ts";
import { finishExpunged } from "../purging.ts";
import { answer, EXIT, type ExitCode, type Screen } from "../screen.ts";
import type { Session } from "../session.ts";
import { readSettings } from "../settings.ts";
import { SIDECAR_NAME } from "../sidecar-name.ts";
import { BALLAST_NAME, isSharedTrashSafe, makeBallast, storeChooser, topStoreFolders } from "../store.ts";
import { isEmergency, volumeOf } from "../volumes.ts";

/** `good`: as it should be. `note`: worth knowing. `bad`: something does not work, and `next` says what to do. */
interface Finding {
  readonly state: "good" | "note" | "bad";
  readonly about: string;
  readonly says: string;
  readonly next?: string;
  /** Done by `--fix`; false when it could not be done. */
  readonly fix?: () => boolean;
}

const MARKS = { good: "ok ", note: "-- ", bad: "BAD" } as const;

/** `trash doctor`: looks for everything that could make a delete or an undo fail, and mends what can be mended. */
export function runDoctor(session: Session, args: Arguments, screen: Screen): ExitCode {
  const listing = listTrash(session);
  const findings = [
    ...program(session),
    ...settings(session),
    ...homeTrash(session),
    ...mounts(session),
    ...storesInUse(session, listing),
    ...orphans(session, listing),
    ...clock(session, listing),
  ];
  const fixed = new Map<Finding, boolean>();
  if (args.switches.has("fix"))
    for (const finding of findings) if (finding.fix !== undefined) fixed.set(finding, finding.fix());
  const stillBad = findings.filter((finding) => finding.state === "bad" && fixed.get(finding) !== true);
  if (screen.json)
    answer(
      screen,
      "doctor",
      stillBad.length === 0,
      findings.map((finding) => ({
        state: finding.state,
        about: finding.about,
        says: finding.says,
        next: finding.next,
        fixable: finding.fix !== undefined,
        fixed: fixed.get(finding),
      })),
      [],
    );
  else
    for (const finding of findings) {
      const done = fixed.get(finding);
      screen.print(`${MARKS[finding.state]}  ${finding.about}: ${finding.says}`);
      if (done === true) screen.print("     mended");
      else if (done === false) screen.print("     could not be mended");
      else if (finding.fix !== undefined) screen.print("     'trash doctor --fix' mends it");
      if (finding.next !== undefined && done !== true) screen.print(`     ${finding.next}`);
    }
  return stillBad.length === 0 ? EXIT.ok : EXIT.failed;
}

function program(session: Session): readonly Finding[] {
  const { machine } = session;
  const out: Finding[] = [];
  for (const name of ["BUN_OPTIONS", "BUN_BE_BUN"])
    if (machine.env[name])
      out.push({
        state: "bad",
        about: "environment",
        says: `${name} is set: it can make the runtime inside trash run other code`,
        next: `unset ${name}`,
      });
  const { self } = machine;
  if (self === undefined) {
    out.push({
      state: "note",
      about: "program",
      says: "runs from source; hooks only trust the compiled program",
    });
    return out;
  }
  const sidecar = under(folderOf(fromText(self)), SIDECAR_NAME);
  const text = unless(["EACCES"], () => readFileIfThere(machine.disk, sidecar));
  const isMarked =
    text?.includes(`"target": ${JSON.stringify(self)}`) || text?.includes(`"target":${JSON.stringify(self)}`);
  out.push(
    isMarked
      ? { state: "good", about: "program", says: self }
      : {
          state: "note",
          about: "program",
          says: `${self} has no ${SIDECAR_NAME} beside it that names it, so a hook will not take it for the genuine one`,
          next: "'hooks install trash-guard' places the program with it",
        },
  );
  out.push(...others(session, self));
  return out;
}

/** What a shell would run for `trash`. */
function others({ machine }: Session, self: string): readonly Finding[] {
  const own = machine.disk.identityOf(fromText(self));
  for (const folder of (machine.env.PATH ?? "").split(":")) {
    if (!folder.startsWith("/")) continue;
    const path = under(fromText(folder), "trash");
    const id = machine.disk.identityOf(path);
    if (id === undefined) continue;
    if (id === own) return [{ state: "good", about: "PATH", says: "'trash' is this program" }];
    return [
      {
        state: "note",
        about: "PATH",
        says: `'trash' in a shell is ${toReadable(path)}, another program, which knows no 'guard' and may move a file of that name`,
      },
    ];
  }
  return [
    { state: "note", about: "PATH", says: "'trash' is not on PATH; use its full path, or add its folder" },
  ];
}

function settings(session: Session): readonly Finding[] {
  const reading = readSettings(session.machine, session.places);
  const path = session.places.settings === undefined ? "" : toReadable(session.places.settings);
  if (reading.kind !== "broken")
    return [{ state: "good", about: "settings", says: reading.kind === "missing" ? "all standard" : path }];
  return [
    {
      state: "bad",
      about: "settings",
      says: `${path} ${reading.problem}; the standard values are used in their place`,
      next: "mend the file, or 'trash config unset KEY'",
    },
  ];
}

function homeTrash(session: Session): readonly Finding[] {
  const { machine, places } = session;
  if (places.trash === undefined)
    return [
      {
        state: "bad",
        about: "home trash",
        says: "HOME is not set and the user database names no home folder",
        next: "set HOME",
      },
    ];
  const store = storeChooser(session).homeStore();
  const shown = toReadable(places.trash);
  if (store === undefined || !isWritable(machine.disk, store.files) || !isWritable(machine.disk, store.info))
    return [
      {
        state: "bad",
        about: "home trash",
        says: `${shown} cannot be made or written`,
        next: "check who owns it and the folders above it",
      },
    ];
  const current = session.currentFolder();
  const here = current === undefined ? undefined : statIfThere(machine.disk, current);
  const there = statIfThere(machine.disk, store.files);
  const isSame = here?.mount === there?.mount && here?.device === there?.device;
  return [
    { state: "good", about: "home trash", says: shown },
    {
      state: "note",
      about: "current folder",
      says: isSame
        ? "on the same mount as the home trash: deletes move there at once"
        : "on another mount than the home trash: deletes go to a trash at the top of that mount",
    },
  ];
}

function isWritable(disk: Session["machine"]["disk"], path: Bytes): boolean {
  return disk.writeRefusal(path) === undefined;
}

/** A trash at the top of a mount must be a real folder, ours, and closed to others. */
function mounts(session: Session): readonly Finding[] {
  const { machine } = session;
  const out: Finding[] = [];
  for (const { point } of session.mounts() ?? []) {
    try {
      const shared = under(point, ".Trash");
      const stat = lstatIfThere(machine.disk, shared);
      if (stat !== undefined && !isSharedTrashSafe(stat))
        out.push({
          state: "note",
          about: toReadable(shared),
          says:
            stat.kind === "link" ? "is a link, so it is not used" : "has no sticky bit, so it is not used",
        });
      const { own } = topStoreFolders(point, machine.uid);
      const ownStat = lstatIfThere(machine.disk, own);
      if (ownStat === undefined) continue;
      const isSafe = ownStat.kind === "folder" && ownStat.uid === machine.uid && (ownStat.mode & 0o022) === 0;
      if (!isSafe)
        out.push({
          state: "bad",
          about: toReadable(own),
          says: "is a link, not yours, or writable by others, so deletes on that mount must be copied or are refused",
          next: `look at it, then remove it or 'chmod go-w ${toReadable(own)}'`,
        });
    } catch (thrown) {
      out.push({
        state: "note",
        about: toReadable(point),
        says: `cannot be looked at: ${wordsFor(faultCode(thrown))}`,
      });
    }
  }
  return out;
}

function storesInUse(session: Session, { stores, problems }: Listing): readonly Finding[] {
  const { machine } = session;
  const out: Finding[] = [];
  for (const store of stores) {
    const shown = toReadable(store.folder);
    const volume = volumeOf(machine, store);
    if (volume !== undefined && isEmergency(volume, session.settings()))
      out.push({
        state: "bad",
        about: shown,
        says: `only ${shownBytes(volume.available)} free on its disk`,
        next: "'trash gc' deletes what the rules let go, 'trash empty' everything",
      });
    if (lstatIfThere(machine.disk, under(store.folder, BALLAST_NAME)) === undefined)
      out.push({
        state: "note",
        about: shown,
        says: "has no ballast: on a full disk a delete may be refused",
        fix: () => attempted(() => makeBallast(machine, store)),
      });
    const waiting = listIfThere(machine.disk, store.expunged).length;
    if (waiting > 0)
      out.push({
        state: "note",
        about: shown,
        says: `${waiting} deleted ${waiting === 1 ? "item waits" : "items wait"} for the end of an interrupted purge`,
        fix: () => finishExpunged(session, store).length === 0,
      });
  }
  for (const { folder, code } of problems)
    out.push({ state: "bad", about: toReadable(folder), says: `cannot be read: ${wordsFor(code)}` });
  return out;
}

function orphans(session: Session, listing: Listing): readonly Finding[] {
  const journal = readJournal(session.machine, session.places);
  const running = runningCommands(session);
  const out: Finding[] = [];
  for (const orphan of listing.orphans) {
    const name = toReadable(orphan.name);
    if (orphan.kind === "payload") {
      const path = originalPath(orphan, journal);
      out.push(
        path === undefined
          ? {
              state: "note",
              about: name,
              says: `lies in ${toReadable(orphan.store.files)} and nobody knows where it was`,
              next: "take it out by hand, or 'trash empty' deletes it",
            }
          : {
              state: "bad",
              about: name,
              says: `lost its info file; it was ${toReadable(path)}`,
              fix: () => adopt(session, orphan, journal),
            },
      );
      continue;
    }
    // The payload's own finding covers a pair whose info file says nothing.
    if (hasPayload(session, orphan)) continue;
    out.push({
      state: "note",
      about: name,
      says: "an info file without content: a delete that did not happen, or another program took the content",
      fix: () => dropDeadInfo(session, orphan, running),
    });
  }
  if (listing.orphans.length === 0)
    out.push({ state: "good", about: "entries", says: `${listing.entries.length}, all whole` });
  const parts = listing.entries.filter(({ info }) => info.partial).length;
  if (parts > 0)
    out.push({
      state: "note",
      about: "entries",
      says: `${parts} hold only a part of a folder (the rest could not be moved); restoring merges them back`,
    });
  return out;
}

function hasPayload(
  { machine }: Session,
  { store, name }: { store: { readonly files: Bytes }; name: Bytes },
): boolean {
  return lstatIfThere(machine.disk, under(store.files, name)) !== undefined;
}

function clock(session: Session, { entries }: Listing): readonly Finding[] {
  const { machine } = session;
  const now = machine.now();
  const future = entries.filter(({ time }) => time > now + 60_000).length;
  const says = `${machine.localTime(now)} local time`;
  if (future === 0) return [{ state: "good", about: "clock", says }];
  return [
    {
      state: "note",
      about: "clock",
      says: `${says}, but ${future} entries are from later: the clock was set back, and they are kept longer for it`,
    },
  ];
}

function attempted(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    faultCode(thrown);
    return false;
  }
}
