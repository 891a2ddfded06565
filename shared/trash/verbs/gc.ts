import { shownBytes } from "../amounts.ts";
import type { Arguments } from "../arguments.ts";
import { applyCollection, planCollection } from "../collecting.ts";
import { touchStamp } from "../collection-clock.ts";
import type { PurgeReason } from "../policy.ts";
import { openProgress } from "../progress.ts";
import { answer, EXIT, type ExitCode, entryJson, type Screen, shownPath } from "../screen.ts";
import type { Session } from "../session.ts";

const WHY: Readonly<Record<PurgeReason, string>> = {
  age: "it was kept long enough",
  replaced: "a newer one from the same place is in the trash",
  quota: "the trash is over its quota",
  emergency: "the disk is nearly full",
};

/** `trash gc`: deletes for good what the rules of growth no longer keep. */
export function runGc(session: Session, args: Arguments, screen: Screen): ExitCode {
  if (args.switches.has("background")) lowerPriority();
  touchStamp(session);
  const plan = planCollection(session);
  const { places } = session;
  if (args.switches.has("dry-run")) {
    const items = plan.verdicts.map(({ entry, reason }) => ({
      ...entryJson(entry.entry),
      size: entry.size,
      reason,
    }));
    if (screen.json) answer(screen, "gc", true, items, [], { dryRun: true });
    else if (items.length === 0) screen.print("Nothing has to go.");
    else
      for (const { entry, reason } of plan.verdicts)
        screen.print(
          `would delete ${shownPath(entry.entry.path, places, entry.entry.stat.kind === "folder")} (${shownBytes(entry.size)}): ${WHY[reason]}`,
        );
    return EXIT.ok;
  }
  const progress = openProgress(session.machine, "deleting", plan.verdicts.length);
  const { purged, failed, orphans } = applyCollection(session, plan, progress);
  progress.end();
  const bytes = purged.reduce((sum, { size }) => sum + size, 0);
  const errors = failed.map(({ entry, reason }) => ({
    message: `cannot delete ${shownPath(entry.path, places, entry.stat.kind === "folder")}: ${reason}`,
  }));
  if (screen.json) {
    const items = purged.map(({ entry, size, reason }) => ({ ...entryJson(entry), size, reason }));
    answer(screen, "gc", errors.length === 0, items, errors, { bytes, orphans });
  } else if (!args.switches.has("background")) {
    screen.print(
      purged.length === 0 ? "Nothing had to go." : `deleted ${purged.length} items, ${shownBytes(bytes)}`,
    );
    for (const { message } of errors) screen.warn(message);
  }
  return errors.length === 0 ? EXIT.ok : EXIT.failed;
}

/** Nobody waits for it, so everybody goes first. */
function lowerPriority(): void {
  try {
    (require("node:os") as typeof import("node:os")).setPriority(19);
  } catch {
    // Not allowed here: then at the usual priority.
  }
}
