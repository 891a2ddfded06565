/**
 * The folders of repository checkouts that workspace-repos-guard keeps. Both guards ask here, so that a delete which
 * one leaves to the other is a delete that the other one blocks.
 */
import type { Deletion, Target } from "./deletion.ts";
import { isWithin } from "./path.ts";
import { componentsOf, couldMatch, literalOf } from "./pattern.ts";

export interface Checkouts {
  /** Absolute, normalised; case folded when the volume folds it. */
  readonly roots: readonly string[];
  readonly home: string | undefined;
  readonly folds: boolean;
}

/**
 * - `inside`: at or below a root, certainly.
 * - `takes`: an ancestor of a root, or a pattern or an unknown part that may reach one.
 * - `may`: not known, and the command may stand inside a root.
 */
export type Reach = "inside" | "takes" | "may" | "outside";

export function checkoutsOf(home: string | undefined): Checkouts {
  if (home === undefined) return { roots: [], home, folds: false };
  const folds = home.startsWith("/Users/");
  const fold = (path: string): string => (folds ? path.toLowerCase() : path);
  return {
    roots: [fold(`${home}/.hasna/repos/clones`), fold(`${home}/workspace/repos`)],
    home: fold(home),
    folds,
  };
}

/** Whether a folder is one of the roots or lies in one. */
export function isCheckout(path: string, checkouts: Checkouts): boolean {
  const folded = checkouts.folds ? path.toLowerCase() : path;
  return isInside(folded, checkouts.roots);
}

function isInside(path: string, roots: readonly string[]): boolean {
  for (const root of roots) if (isWithin(path, root)) return true;
  return false;
}

function isAbove(path: string, roots: readonly string[]): boolean {
  for (const root of roots) if (isWithin(root, path)) return true;
  return false;
}

export function reachOf(target: Target, deletion: Pick<Deletion, "folders">, checkouts: Checkouts): Reach {
  const fold = (path: string): string => (checkouts.folds ? path.toLowerCase() : path);
  switch (target.kind) {
    case "path": {
      const path = fold(target.path);
      if (isInside(path, checkouts.roots)) return "inside";
      return isAbove(path, checkouts.roots) ? "takes" : "outside";
    }
    case "glob":
      return globReach(fold(target.pattern), checkouts);
    case "unknown": {
      const within = target.within === undefined ? undefined : fold(target.within);
      if (within !== undefined) {
        if (isInside(within, checkouts.roots)) return "inside";
        const above = isAbove(within, checkouts.roots);
        // Below the home itself anything may be meant; below ~/workspace or ~/.hasna the roots are near.
        return above && within !== checkouts.home && within.length > (checkouts.home?.length ?? 0)
          ? "takes"
          : "outside";
      }
      const here = deletion.folders.some(
        (folder) => folder.kind === "known" && isCheckout(folder.path, checkouts),
      );
      return here ? "may" : "outside";
    }
  }
}

function globReach(pattern: string, checkouts: Checkouts): Reach {
  const parts = componentsOf(pattern);
  let reach: Reach = "outside";
  for (const root of checkouts.roots) {
    const names = componentsOf(root);
    const shared = Math.min(parts.length, names.length);
    let literal = true;
    let matches = true;
    for (let at = 0; at < shared && matches; at += 1) {
      const part = parts[at] ?? "";
      const name = names[at] ?? "";
      if (literalOf(part) === name) continue;
      literal = false;
      matches = part.includes("**") || couldMatch(part, name);
    }
    if (!matches) continue;
    if (literal && parts.length >= names.length) return "inside";
    reach = "takes";
  }
  return reach;
}

/** Whether everything that a deletion names lies in the roots, so that workspace-repos-guard is sure to block it. */
export function isHandedOver(deletion: Deletion, checkouts: Checkouts): boolean {
  for (const target of deletion.targets) if (reachOf(target, deletion, checkouts) !== "inside") return false;
  return deletion.targets.length > 0;
}

/** The first target of a deletion that touches the roots. */
export function checkoutTarget(
  deletion: Deletion,
  checkouts: Checkouts,
): { readonly target: Target; readonly reach: Exclude<Reach, "outside"> } | undefined {
  for (const target of deletion.targets) {
    const reach = reachOf(target, deletion, checkouts);
    if (reach !== "outside") return { target, reach };
  }
  return undefined;
}
