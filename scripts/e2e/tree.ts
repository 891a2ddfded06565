/** What lies below some folders, so that "nothing was touched" and "byte for byte" can be said of it. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Path relative to the root, to kind, permission bits and content. */
export type Tree = ReadonlyMap<string, string>;

export function treeOf(root: string, folders: readonly string[]): Tree {
  const tree = new Map<string, string>();
  for (const folder of folders) add(tree, root, folder);
  return tree;
}

/** Differences as lines for people; empty when the trees are the same. */
export function differences(before: Tree, after: Tree): string[] {
  const lines: string[] = [];
  for (const [path, facts] of before) {
    const now = after.get(path);
    if (now === undefined) lines.push(`gone: ${path}`);
    else if (now !== facts) lines.push(`changed: ${path} (${facts} became ${now})`);
  }
  for (const path of after.keys()) if (!before.has(path)) lines.push(`new: ${path}`);
  return lines;
}

function add(tree: Map<string, string>, root: string, path: string): void {
  const full = join(root, path);
  const stat = lstatSync(full, { throwIfNoEntry: false });
  if (stat === undefined) return;
  const mode = (stat.mode & 0o7777).toString(8);
  if (stat.isSymbolicLink()) {
    tree.set(path, `link to ${readlinkSync(full)}`);
  } else if (stat.isDirectory()) {
    tree.set(path, `folder ${mode}`);
    for (const name of readdirSync(full)) add(tree, root, join(path, name));
  } else {
    const hash = Bun.hash(readFileSync(full)).toString(16);
    tree.set(path, `file ${mode} ${stat.size} bytes ${hash}`);
  }
}
