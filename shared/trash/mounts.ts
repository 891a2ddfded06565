import { type Bytes, raw } from "./bytes.ts";
import type { Disk, Stat } from "./disk.ts";
import { unless } from "./fault.ts";
import { readFile } from "./files.ts";
import { isWithin } from "./path.ts";

export interface Mount {
  readonly id: number;
  /** Where it is mounted: absolute. */
  readonly point: Bytes;
  /** `ext4`, `tmpfs`, `overlay` … */
  readonly type: string;
}

const TABLE: Bytes = raw("/proc/self/mountinfo");

/** The table of every mount that this process sees; undefined where the system does not tell. */
export function readMountTable(disk: Disk): Bytes | undefined {
  return unless(["ENOENT", "ENOTDIR", "EACCES"], () => readFile(disk, TABLE));
}

/** False when surely no mount is at or below the folder: a look at the text, which saves reading it line by line. */
export function mayHoldMount(table: Bytes, folder: Bytes): boolean {
  // The table spells these in octal.
  for (const special of ["\\", " ", "\t", "\n"]) if (folder.includes(special)) return true;
  return folder === "/" || table.includes(` ${folder}/`) || table.includes(` ${folder} `);
}

/** In the order of mounting. Format: proc_pid_mountinfo(5). Fields 1 (id) and 5 (point), then the type behind the lone dash. */
export function parseMounts(text: Bytes): readonly Mount[] {
  const out: Mount[] = [];
  for (const line of text.split("\n")) {
    const fields = line.split(" ");
    const point = fields[4];
    if (point === undefined) continue;
    out.push({
      id: Number(fields[0]),
      point: unescaped(point),
      type: fields[fields.indexOf("-", 6) + 1] ?? "",
    });
  }
  return out;
}

function unescaped(field: string): Bytes {
  if (!field.includes("\\")) return raw(field);
  return raw(
    field.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8))),
  );
}

/** Mounts at or below a folder, whose path has no links. */
export function mountsWithin(mounts: readonly Mount[], folder: Bytes): readonly Mount[] {
  return mounts.filter(({ point }) => isWithin(point, folder));
}

/** The mount that a file is on: by number where the kernel gives it, else by the longest path. */
export function mountOf(mounts: readonly Mount[], stat: Stat, path: Bytes): Mount | undefined {
  const byNumber = mounts.find(({ id }) => id === stat.mount);
  if (byNumber !== undefined) return byNumber;
  let best: Mount | undefined;
  // Of two on one point the later one hides the earlier.
  for (const mount of mounts)
    if (isWithin(path, mount.point) && mount.point.length >= (best?.point.length ?? 0)) best = mount;
  return best;
}
