import { type Bytes, percentEncode, raw, toReadable } from "./bytes.ts";
import { collectWhenDue } from "./collection-clock.ts";
import type { Stat } from "./disk.ts";
import { isFull, markPartial, payloadPath, type Reservation, release, reserve } from "./entry.ts";
import { faultCode, isFault } from "./fault.ts";
import { lstatIfThere, realFolder } from "./files.ts";
import type { Info } from "./info.ts";
import { appendJournal, callLine, type JournalLine } from "./journal.ts";
import { keepClassOf } from "./keep-class.ts";
import type { Origin } from "./origin.ts";
import { baseName, folderOf, under } from "./path.ts";
import { type FurtherPlaces, type ProtectedClass, protectedClass, type Refusal } from "./protected.ts";
import {
  type Carried,
  type Consent,
  type Fate,
  type Item,
  type Removal,
  type RemovalReport,
  relocate,
} from "./removal.ts";
import type { Session } from "./session.ts";
import { settingsPaths } from "./settings.ts";
import { type StoreChooser, storeChooser } from "./store.ts";
import type { Store } from "./store-place.ts";

export interface TrashingRequest {
  readonly session: Session;
  readonly origin: Origin;
  readonly kind: "guard" | "put";
  /** The command line as given, for the journal. */
  readonly argv: readonly Bytes[];
  readonly report: RemovalReport;
  readonly verbose: boolean;
  readonly ignoreMissing: boolean;
}

type Trashed =
  | { readonly kind: "fate"; readonly fate: Fate; readonly entry: Reservation | undefined }
  /** Not allowed, or no trash can take it. `why` is a code of the system, or words. */
  | { readonly kind: "refused"; readonly why: { readonly code: string } | { readonly words: string } }
  /** It takes the tools, which are not there yet: give them and call again for what is left. */
  | { readonly kind: "later" };

/** What few deletes need: loaded when one does. */
export interface TrashingTools {
  carryOver(
    session: Session,
    store: Store,
    from: Bytes,
    to: Bytes,
  ): Exclude<Carried, { readonly kind: "later" }>;
  /** Frees space on the disk of this trash; true when it freed any. */
  makeRoom(session: Session, store: Store): boolean;
}

const FULL =
  "the disk is full, and nothing in the trash may go yet; 'trash status' shows what is in it, 'trash purge' frees it";

/** Moves operands of one command into the trash. */
export interface Trashing {
  /** Where the operand really is: its folder without links. */
  realPath(path: Bytes, stat: Stat): Bytes;
  judge(real: Bytes, stat: Stat): Refusal | undefined;
  /** `number` is the operand's place in the command line, by which a lost path can be found again. */
  trash(item: Item, consent: Consent, number: number): Trashed;
  give(tools: TrashingTools): void;
  /** At the end of a call: starts a collection in the background when one is due. */
  finish(): void;
  /** A refusal goes into the journal, so that `trash status` can tell. */
  recordRefusal(real: Bytes, reason: string): void;
  readonly count: number;
}

export function openTrashing(request: TrashingRequest): Trashing {
  const { session, origin } = request;
  const { machine, places } = session;
  const { disk } = machine;
  const folders = new Map<Bytes, Bytes>();
  let chooser: StoreChooser | undefined;
  let guarded: ProtectedClass | undefined;
  let isRecorded = session.isRecorded;
  let tools: TrashingTools | undefined;
  let isWaiting = false;
  let lastStore: Store | undefined;
  let count = 0;

  function line(kind: JournalLine["kind"]): JournalLine {
    const call = { machine, command: session.command, started: session.started, origin };
    return callLine(call, kind, session.currentFolder(), request.argv);
  }

  function record(): void {
    if (isRecorded) return;
    isRecorded = true;
    appendJournal(machine, places, line(request.kind), session.settings().durability);
  }

  function realFolderOf(path: Bytes): Bytes {
    const folder = folderOf(path);
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const found = realFolder(disk, folder);
    folders.set(folder, found);
    return found;
  }

  function infoFor(keep: Info["keep"]): Info {
    return {
      path: raw(""),
      deleted: machine.localTime(session.started),
      command: session.command,
      ...origin,
      keep,
      partial: false,
    };
  }

  function moveInto(store: Store, item: Item, consent: Consent, number: number): Trashed {
    const keep = keepClassOf(machine, item.real, item.stat, session.settings().disposable);
    for (let attempt = 0; ; attempt++) {
      let entry = reserve(
        machine,
        {
          store,
          real: item.real,
          command: session.command,
          number,
          info: infoFor(keep),
          attempt,
        },
        () => {
          if (tools !== undefined) return tools.makeRoom(session, store);
          isWaiting = true;
          return false;
        },
      );
      let isMarked = false;
      const removal: Removal = {
        machine,
        report: request.report,
        verbose: request.verbose,
        ignoreMissing: request.ignoreMissing,
        isStrict: session.settings().strictPermissions,
        isAroundMounts: session.settings().crossMounts === "around",
        holdsMount: (folder) => session.holdsMount(folder),
        currentFolder: () => session.currentFolder(),
        beforeAssembly() {
          if (isMarked) return;
          isMarked = true;
          entry = markPartial(machine, entry, true);
        },
        device: () => lstatIfThere(disk, store.files)?.device,
        carryOver(carried, to) {
          if (tools !== undefined) return tools.carryOver(session, store, carried.real, to);
          isWaiting = true;
          return { kind: "later" };
        },
      };
      let fate: Fate;
      try {
        fate = relocate(removal, item, payloadPath(entry), consent);
      } catch (thrown) {
        const code = faultCode(thrown);
        const isTaken = code === "EEXIST" && attempt < 3;
        if (isMarked) count++;
        else release(machine, entry);
        if (isTaken) continue;
        return { kind: "refused", why: { code } };
      }
      if (fate === "moved" && isMarked) entry = markPartial(machine, entry, false);
      if (fate === "kept" || fate === "gone") release(machine, entry);
      else count++;
      return { kind: "fate", fate, entry: fate === "kept" || fate === "gone" ? undefined : entry };
    }
  }

  return {
    get count() {
      return count;
    },
    realPath(path, stat) {
      // `link/` names the folder that the link leads to.
      if (path.endsWith("/") && stat.kind === "folder") return realFolder(disk, path);
      const folder = realFolderOf(path);
      const name = baseName(path);
      if (name === "." || name === ".." || name === "/") return realFolder(disk, path);
      return under(folder, name);
    },
    judge(real, stat) {
      guarded ??= protectedClass(machine, places, furtherPlaces(session));
      return guarded.judge(real, stat);
    },
    trash(item, consent, number) {
      if (item.stat.mountRoot) return { kind: "refused", why: { code: "EBUSY" } };
      chooser ??= storeChooser(session);
      isWaiting = false;
      try {
        const choice = chooser.choose(item.stat, item.real);
        const store = choice.kind === "store" ? choice.store : chooser.homeStore();
        if (store === undefined)
          return {
            kind: "refused",
            why: {
              words: `no trash can be used on ${toReadable((choice as { readonly mount: Bytes }).mount)}, and there is none at home (see 'trash doctor')`,
            },
          };
        record();
        lastStore = store;
        const result = moveInto(store, item, consent, number);
        return isWaiting ? { kind: "later" } : result;
      } catch (thrown) {
        if (!isFault(thrown)) throw thrown;
        if (isWaiting) return { kind: "later" };
        if (isFull(thrown.code)) return { kind: "refused", why: { words: FULL } };
        return { kind: "refused", why: { code: thrown.code } };
      }
    },
    give(given) {
      tools = given;
    },
    finish() {
      if (lastStore !== undefined && count > 0) collectWhenDue(session, lastStore, count);
    },
    recordRefusal(real, reason) {
      appendJournal(machine, places, { ...line("refusal"), paths: [percentEncode(real)], reason }, "none");
    },
  };
}

function furtherPlaces(session: Session): FurtherPlaces {
  const { protect, stores } = session.settings();
  return { protect: settingsPaths(protect, session.places), stores: settingsPaths(stores, session.places) };
}
