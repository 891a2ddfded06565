import type { Bytes } from "./bytes.ts";
import type { Stat } from "./disk.ts";
import { faultCode } from "./fault.ts";
import type { Machine } from "./machine.ts";

/** Runs what may fail without harm; false when the system refused. */
export function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (thrown) {
    faultCode(thrown);
    return false;
  }
}

/**
 * Renames to a name that nobody has; gives the code of the refusal, or undefined when it moved. Moving a folder to
 * another folder rewrites its `..`, which needs write permission on it: our own read-only folder is lent that.
 */
export function renameLending(
  { disk, uid }: Machine,
  from: Bytes,
  stat: Stat,
  to: Bytes,
): string | undefined {
  const rename = (): string | undefined => {
    try {
      disk.renameNew(from, to);
      return undefined;
    } catch (thrown) {
      return faultCode(thrown);
    }
  };
  const refused = rename();
  if (refused !== "EACCES" || stat.kind !== "folder" || stat.uid !== uid) return refused;
  if ((stat.mode & 0o300) === 0o300) return refused;
  if (!attempt(() => disk.chmod(from, stat.mode | 0o700))) return refused;
  const again = rename();
  attempt(() => disk.chmod(again === undefined ? to : from, stat.mode));
  return again;
}
