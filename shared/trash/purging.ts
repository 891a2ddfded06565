import { infoPath, payloadPath } from "./entry.ts";
import { faultCode, unless, wordsFor } from "./fault.ts";
import { listIfThere } from "./files.ts";
import { renameLending } from "./lending.ts";
import type { Entry } from "./listing.ts";
import { under } from "./path.ts";
import type { Session } from "./session.ts";
import type { Store } from "./store-place.ts";
import { deleteTree, type Leftover, leftoverReason } from "./tree-delete.ts";

export type Purged =
  | { readonly kind: "purged" }
  /** Another process has it: nothing to do. */
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * Deletes an entry for good, in an order that a crash cannot spoil: the payload moves to `expunged`, then its info file
 * goes, then the payload is deleted. What a crash leaves in `expunged` is finished by the next collection.
 */
export function purgeEntry(session: Session, entry: Entry, onDeleted?: () => void): Purged {
  const { machine } = session;
  const { disk } = machine;
  const { store } = entry;
  const payload = payloadPath(entry);
  try {
    if (session.holdsMount(payload) === true)
      return { kind: "failed", reason: "a file system is mounted in it; unmount it first" };
    unless(["EEXIST"], () => disk.makeFolder(store.expunged, 0o700));
    const claimed = under(store.expunged, `${session.command}-${Math.floor(machine.random() * 1e12)}`);
    const refused = renameLending(machine, payload, entry.stat, claimed);
    if (refused === "ENOENT") return { kind: "gone" };
    if (refused !== undefined) return { kind: "failed", reason: wordsFor(refused) };
    unless(["ENOENT"], () => disk.unlink(infoPath(entry)));
    const left = deleteTree(machine, claimed, {
      shallows: store.expunged,
      ...(onDeleted === undefined ? {} : { onDeleted }),
    });
    return left[0] === undefined
      ? { kind: "purged" }
      : { kind: "failed", reason: leftoverReason(left[0], wordsFor) };
  } catch (thrown) {
    return { kind: "failed", reason: wordsFor(faultCode(thrown)) };
  }
}

/** Deletes what an earlier purge, ours or a file manager's, began to delete. */
export function finishExpunged(session: Session, store: Store, onDeleted?: () => void): readonly Leftover[] {
  const out: Leftover[] = [];
  for (const { name } of listIfThere(session.machine.disk, store.expunged))
    out.push(
      ...deleteTree(session.machine, under(store.expunged, name), {
        shallows: store.expunged,
        ...(onDeleted === undefined ? {} : { onDeleted }),
      }),
    );
  return out;
}
