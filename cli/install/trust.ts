/** The trust that Codex and Codewith ask for: what is trusted now, what would be, and the write of it. */
import { dirname, join } from "node:path";
import type { Context } from "../context.ts";
import {
  foreignPlaces,
  planDistrust,
  planTrust,
  type TrustEntry,
  type TrustState,
  trustEntries,
  trustState,
} from "../settings/codex-trust.ts";
import { type FileState, readState, removeFile, replaceFile, targetOf } from "../settings/file.ts";
import { ownershipOf } from "../settings/plan.ts";
import type { FileChange, Refused, Site } from "./installation.ts";

/** One entry with what Codex makes of it today. */
interface Trusted extends TrustEntry {
  readonly state: TrustState;
}

export interface TrustPlan {
  readonly kind: "trust";
  /** The user's config.toml, links resolved. */
  readonly path: string;
  /** Our entries after the plan. */
  readonly entries: readonly Trusted[];
  readonly before: FileState;
  /** Undefined: nothing is written; null: the file goes away. */
  readonly after: string | undefined | null;
  /** Whether `after` trusts entries, or takes trust back. */
  readonly gives: boolean;
  /** Whether entries of others change their places, by which their trust is kept. */
  readonly moves: boolean;
}

/** Undefined for a harness that asks for no trust. */
export async function planTrustOf(
  { wanted, target }: Site,
  file: FileChange,
  isWanted: boolean,
  { home, cwd, env }: Context,
): Promise<TrustPlan | Refused | undefined> {
  if (wanted.harness.trust === undefined || home === undefined) return undefined;
  const [user] = wanted.harness.settingsFiles("user", { home, project: cwd, env });
  if (user === undefined) return undefined;
  const path = await targetOf(join(dirname(user.path), "config.toml"));
  const before = await readState(path);
  const config = before.kind === "text" ? before.text : undefined;
  const here = await readState(await targetOf(target.path));
  const now = here.kind === "text" ? here.text : undefined;
  const entriesIn = (text: string | undefined) =>
    trustEntries(text, target.path, wanted, ownershipOf(wanted));
  const after = file.kind === "change" ? file.after : now;
  const coming = entriesIn(after);
  const going = entriesIn(now).filter(
    ({ key, hash }) => !coming.some((one) => one.key === key && one.hash === hash),
  );
  const entries = coming.map((entry) => ({ ...entry, state: trustState(config, entry) }));
  const plan = isWanted ? planTrust(config, coming) : planDistrust(config, going);
  if (plan.kind === "refuse") {
    const { says, line, column } = plan.problem;
    return {
      kind: "refused",
      says,
      file: path,
      line,
      column,
      next: isWanted
        ? "Correct it, or install without --trust and trust the entry with /hooks."
        : "Correct it and run this again.",
    };
  }
  const text = plan.kind === "write" ? plan.text : plan.kind === "remove" ? null : undefined;
  const placesIn = (text: string | undefined) => foreignPlaces(text, wanted, ownershipOf(wanted)).join();
  const moves = placesIn(now) !== placesIn(after);
  return { kind: "trust", path, entries, before, after: text, gives: isWanted, moves };
}

/** Writes what was planned; says why when that fails. */
export async function applyTrust({ path, before, after }: TrustPlan): Promise<string | undefined> {
  if (after === undefined) return undefined;
  const written =
    after === null ? await removeFile(path, before, []) : await replaceFile(path, before, after);
  if (written.kind === "failed") return written.says;
  return written.kind === "changed" ? "another program rewrote it meanwhile; run this again" : undefined;
}
