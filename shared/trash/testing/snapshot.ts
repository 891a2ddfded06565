/** What a tree is, in a form that two trees can be compared in. */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

export type Snapshot = ReadonlyMap<string, string>;

export interface SnapshotOptions {
  /** Times of folders change when something is taken out of them. */
  readonly folderTimes?: boolean;
  /** Extended attributes and ACLs, by `getfattr`. */
  readonly attributes?: boolean;
}

/** Kind, mode, owner, times, size, content, link target, and which names are one file; keyed by relative path. */
export function snapshot(root: string, options: SnapshotOptions = {}): Snapshot {
  const out = new Map<string, string>();
  const firstOf = new Map<string, string>();
  const visit = (path: string, name: string): void => {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return;
    const parts = [stat.mode.toString(8), `${stat.uid}:${stat.gid}`];
    if (stat.isSymbolicLink()) parts.push(`-> ${readlinkSync(path)}`, `t${stat.mtimeNs}`);
    else if (stat.isFile()) {
      const key = `${stat.dev}:${stat.ino}`;
      const first = firstOf.get(key) ?? name;
      firstOf.set(key, first);
      parts.push(
        `${stat.size}`,
        createHash("sha1").update(readFileSync(path)).digest("hex"),
        `t${stat.mtimeNs}`,
      );
      if (first !== name) parts.push(`= ${first}`);
      // A file with holes must not come back full: 1 MiB of slack for file systems that round.
      if (stat.size > 4n << 20n) parts.push(stat.blocks * 512n + (1n << 20n) < stat.size ? "sparse" : "full");
    } else if (!stat.isDirectory() || options.folderTimes === true) parts.push(`t${stat.mtimeNs}`);
    if (options.attributes === true) parts.push(attributesOf(path));
    out.set(name, parts.join(" "));
    if (stat.isDirectory())
      for (const child of readdirSync(path).sort())
        visit(join(path, child), name === "" ? child : `${name}/${child}`);
  };
  visit(root, "");
  return out;
}

function attributesOf(path: string): string {
  const ran = spawnSync("getfattr", ["-h", "-d", "-m", "-", "--absolute-names", path], { encoding: "utf8" });
  return (ran.stdout ?? "").split("\n").slice(1).sort().join(";");
}
