import { carryOver } from "./carrying.ts";
import { planCollection } from "./collecting.ts";
import { purgeEntry } from "./purging.ts";
import type { TrashingTools } from "./trashing.ts";

/** What a delete needs only when a disk is full, or when no trash can be made on the file's own file system. */
export const trashingTools: TrashingTools = {
  carryOver(session, store, from, to) {
    return carryOver(session, store, from, to) ?? { kind: "carried" };
  },
  makeRoom(session, store) {
    const { verdicts } = planCollection(session);
    let freed = false;
    for (const { entry } of verdicts)
      if (purgeEntry(session, entry.entry).kind === "purged" && entry.entry.store.folder === store.folder)
        freed = true;
    return freed;
  },
};
