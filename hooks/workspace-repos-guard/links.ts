/** Deletes that reach a checkout through a symbolic link. */
import type { Checkouts, Deletion, Target } from "@hasna/hooks-deletes";
import { componentsOf, escapePattern, literalOf, parentOf, reachOf } from "@hasna/hooks-deletes";
import type { World } from "@hasna/hooks-registry";

/** Each look costs a system call on the way of a tool call; a line with more operands is judged by its text alone. */
const lookLimit = 32;

/**
 * The first target whose folder is, in truth, a checkout. The last component is not followed: removing a link leaves
 * what it points to.
 */
export async function linkedTarget(
  deletions: readonly Deletion[],
  checkouts: Checkouts,
  world: World,
): Promise<{ readonly deletion: Deletion; readonly target: Target } | undefined> {
  const roots = await realRoots(checkouts, world, deletions);
  if (roots.length === 0) return undefined;
  const real = { ...checkouts, roots };
  const known = new Map<string, string | undefined>();
  for (const deletion of deletions) {
    if (deletion.run.wrappers.some(({ kind }) => kind === "elsewhere")) continue;
    for (const target of deletion.targets) {
      const folder = folderOf(target, deletion);
      if (folder === undefined) continue;
      if (!known.has(folder)) {
        if (known.size >= lookLimit) return undefined;
        known.set(folder, await world.realPath(folder));
      }
      const truth = known.get(folder);
      if (truth === undefined) continue;
      if (reachOf(moved(target, folder, truth), deletion, real) !== "outside") return { deletion, target };
    }
  }
  return undefined;
}

/** The folder that a target is reached through, as far as it is written out. */
function folderOf(target: Target, deletion: Deletion): string | undefined {
  switch (target.kind) {
    case "path":
      if (target.path === "/") return undefined;
      // find and git clean work below their folder, so there the link itself is followed.
      return deletion.reach === "below" ? target.path : parentOf(target.path);
    case "glob": {
      const parts = componentsOf(target.pattern);
      const names: string[] = [];
      for (const part of parts.slice(0, -1)) {
        const name = literalOf(part);
        if (name === undefined) break;
        names.push(name);
      }
      return names.length === 0 ? undefined : `/${names.join("/")}`;
    }
    case "unknown":
      return target.within === "/" ? undefined : target.within;
  }
}

/** The target as it is seen from the folder's real path. */
function moved(target: Target, folder: string, truth: string): Target {
  const base = truth === "/" ? "" : truth;
  switch (target.kind) {
    case "path":
      return { ...target, path: `${base}${target.path.slice(folder.length)}` || "/" };
    case "glob": {
      const rest = componentsOf(target.pattern).slice(componentsOf(folder).length);
      return { ...target, pattern: `${escapePattern(base)}/${rest.join("/")}` };
    }
    case "unknown":
      return { ...target, within: truth };
  }
}

async function realRoots(
  checkouts: Checkouts,
  world: World,
  deletions: readonly Deletion[],
): Promise<readonly string[]> {
  if (deletions.length === 0) return [];
  const real = await Promise.all(checkouts.roots.map((root) => world.realPath(root)));
  return real.filter((path) => path !== undefined);
}
