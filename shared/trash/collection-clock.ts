import { type Bytes, raw } from "./bytes.ts";
import { faultCode, unless } from "./fault.ts";
import { lstatIfThere, makeFolders, replaceFile } from "./files.ts";
import { under } from "./path.ts";
import type { Session } from "./session.ts";
import type { Store } from "./store-place.ts";
import { isEmergency, volumeOf } from "./volumes.ts";

/** A collection is due after this long. */
const PERIOD_MS = 3_600_000;
/** A call that trashed more than this is followed by a collection at once. */
const MANY = 200;
/** In an emergency not every call starts one: the last may still be at work. */
const EMERGENCY_PERIOD_MS = 60_000;

function stampPath(state: Bytes): Bytes {
  return under(state, "gc.stamp");
}

/** What a clock needs of a call. */
type Clocked = Pick<Session, "machine" | "places" | "settings">;

/** When the last collection began, in milliseconds since 1970. */
export function lastCollection({ machine, places }: Clocked): number | undefined {
  if (places.state === undefined) return undefined;
  const path = stampPath(places.state);
  const stat = unless(["EACCES"], () => lstatIfThere(machine.disk, path));
  return stat === undefined ? undefined : stat.modified.seconds * 1000;
}

export function nextCollection(session: Clocked): number {
  return (lastCollection(session) ?? 0) + PERIOD_MS;
}

/** Notes that a collection begins now. */
export function touchStamp({ machine, places }: Clocked): void {
  const { state } = places;
  if (state === undefined) return;
  try {
    makeFolders(machine.disk, state);
    replaceFile(machine.disk, stampPath(state), raw(""), String(machine.pid));
    const now = { seconds: Math.floor(machine.now() / 1000), nanos: 0 };
    machine.disk.setTimes(stampPath(state), now, now);
  } catch (thrown) {
    faultCode(thrown);
  }
}

/** Starts a collection in the background when one is due; never waits for it, never fails. */
export function collectWhenDue(session: Clocked, store: Store, count: number): void {
  try {
    startWhenDue(session, store, count);
  } catch (thrown) {
    // The delete is done; the next call will try again.
    faultCode(thrown);
  }
}

function startWhenDue(session: Clocked, store: Store, count: number): void {
  if (session.settings().gc !== "auto") return;
  const last = lastCollection(session);
  // The first call of all: nothing here is old enough to go.
  if (last === undefined) {
    touchStamp(session);
    return;
  }
  const age = session.machine.now() - last;
  if (age < PERIOD_MS && count <= MANY) {
    const volume = volumeOf(session.machine, store);
    if (volume === undefined || !isEmergency(volume, session.settings()) || age < EMERGENCY_PERIOD_MS) return;
  }
  touchStamp(session);
  session.machine.startSelf(["gc", "--background"]);
}
