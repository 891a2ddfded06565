import { type Bytes, raw } from "./bytes.ts";
import { faultCode, unless } from "./fault.ts";
import { replaceFile, writeNew } from "./files.ts";
import { formatInfo, type Info } from "./info.ts";
import type { Machine } from "./machine.ts";
import { bareName, type CommandId, payloadName } from "./names.ts";
import { baseName, under } from "./path.ts";
import { dropBallast } from "./store.ts";
import type { Store } from "./store-place.ts";

/** A place in a trash that is ours: its info file is complete, its payload is about to come. */
export interface Reservation {
  readonly store: Store;
  readonly name: Bytes;
  readonly info: Info;
}

export function payloadPath({ store, name }: Pick<Reservation, "store" | "name">): Bytes {
  return under(store.files, name);
}

export function infoPath({ store, name }: Pick<Reservation, "store" | "name">): Bytes {
  return under(store.info, `${name}.trashinfo`);
}

/** The path as an info file of this trash spells it. */
export function pathForInfo(store: Store, real: Bytes): Bytes {
  if (store.top === undefined) return real;
  return raw(real.slice(store.top === "/" ? 1 : store.top.length + 1));
}

export interface ReserveRequest {
  readonly store: Store;
  readonly real: Bytes;
  readonly command: CommandId;
  /** The operand's number within the command. */
  readonly number: number;
  readonly info: Info;
  /** Above 0 after the name of an earlier attempt turned out to be taken. */
  readonly attempt?: number;
}

/** Names carry thirty random bits: more than one clash is a file system that answers EEXIST to everything. */
const MOST_ATTEMPTS = 100;

/**
 * Writes the info file before anything moves, under a name that nobody has: a crash can then leave an info file
 * without a payload, but never a payload whose place nobody knows.
 * `makeRoom` frees space on a full disk, and says whether another try is worth it.
 */
export function reserve(machine: Machine, request: ReserveRequest, makeRoom: () => boolean): Reservation {
  const { store, real, command, number } = request;
  const info = { ...request.info, path: pathForInfo(store, real) };
  const data = formatInfo(info);
  let attempt = request.attempt ?? 0;
  let nameOf = (): Bytes => payloadName(baseName(real), command, number, attempt);
  let ballast = true;
  let isBare = false;
  for (;;) {
    const name = nameOf();
    try {
      writeNew(machine.disk, under(store.info, `${name}.trashinfo`), data);
      return { store, name, info };
    } catch (thrown) {
      const code = faultCode(thrown);
      if (code === "EEXIST" && attempt < MOST_ATTEMPTS) attempt++;
      else if (code === "ENAMETOOLONG" && !isBare) {
        isBare = true;
        nameOf = () => bareName(command, number, attempt);
      } else if (isFull(code) && ballast) {
        ballast = false;
        if (!dropBallast(machine, store) && !makeRoom()) throw thrown;
      } else if (!isFull(code) || !makeRoom()) throw thrown;
    }
  }
}

export function isFull(code: string): boolean {
  return code === "ENOSPC" || code === "EDQUOT";
}

/** Gives the place back: nothing came. */
export function release({ disk }: Machine, reservation: Reservation): void {
  unless(["ENOENT"], () => disk.unlink(infoPath(reservation)));
}

/** Says in the info file whether the payload is only a part. */
export function markPartial(machine: Machine, reservation: Reservation, partial: boolean): Reservation {
  const info = { ...reservation.info, partial };
  replaceFile(machine.disk, infoPath(reservation), formatInfo(info), String(machine.pid));
  return { ...reservation, info };
}
