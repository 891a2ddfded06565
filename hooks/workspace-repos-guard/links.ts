/** Deletes that reach a checkout through a symbolic link. */
import type { Checkouts, Deletion, Target } from "@hasna/hooks-deletes";
import { baseOf, isWithin, parentOf } from "@hasna/hooks-deletes";
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
  const known = new Map<string, string | undefined>();
  for (const deletion of deletions) {
    if (deletion.run.wrappers.some(({ kind }) => kind === "elsewhere")) continue;
    for (const target of deletion.targets) {
      if (target.kind !== "path" || target.path === "/") continue;
      // find and git clean work below their folder, so there the link itself is followed.
      const below = deletion.reach === "below";
      const folder = below ? target.path : parentOf(target.path);
      if (!known.has(folder)) {
        if (known.size >= lookLimit) return undefined;
        known.set(folder, await world.realPath(folder));
      }
      const real = known.get(folder);
      if (real === undefined) continue;
      const path = below ? real : `${real === "/" ? "" : real}/${baseOf(target.path)}`;
      if (roots.some((root) => isWithin(path, root) || isWithin(root, path))) return { deletion, target };
    }
  }
  return undefined;
}

async function realRoots(
  checkouts: Checkouts,
  world: World,
  deletions: readonly Deletion[],
): Promise<readonly string[]> {
  if (!deletions.some(({ targets }) => targets.some(({ kind }) => kind === "path"))) return [];
  const real = await Promise.all(checkouts.roots.map((root) => world.realPath(root)));
  return real.filter((path) => path !== undefined);
}
