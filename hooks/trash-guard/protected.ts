/** What is never deleted and never trashed: the system's roots, the home, and the folders of keys and state. */
import type { Checkouts, Deletion, Target } from "@hasna/hooks-deletes";
import { componentsOf, couldMatch, isCheckout, isWithin, parentOf, takesAll } from "@hasna/hooks-deletes";
import type { Denial } from "./answers.ts";
import { deny } from "./answers.ts";

/** How much of a folder is protected besides itself and the folders above it. */
type Cover =
  /** The folder alone: `/tmp/*` is what a temp folder is for. */
  | "itself"
  /** Itself and a wipe of all its contents: `/var/*`, not `/var/log/x`. */
  | "contents"
  /** Itself and its direct children: they are the system's own (`/usr/bin`, `/etc/ssh`). */
  | "children"
  /** Itself and everything below. */
  | "tree";

const systemRoots: Readonly<Record<string, Cover>> = {
  "/": "contents",
  "/bin": "children",
  "/boot": "children",
  "/dev": "contents",
  "/dev/shm": "itself",
  "/etc": "children",
  "/home": "contents",
  "/lib": "children",
  "/lib32": "children",
  "/lib64": "children",
  "/libx32": "children",
  "/media": "contents",
  "/mnt": "contents",
  "/opt": "contents",
  "/proc": "children",
  "/root": "contents",
  "/run": "contents",
  "/sbin": "children",
  "/srv": "contents",
  "/sys": "children",
  "/tmp": "itself",
  "/usr": "children",
  "/var": "contents",
  "/var/tmp": "itself",
  "/Applications": "contents",
  "/Library": "children",
  "/System": "children",
  "/Users": "contents",
  "/Volumes": "contents",
  "/cores": "contents",
  "/private": "contents",
  "/private/etc": "children",
  "/private/tmp": "itself",
  "/private/var": "contents",
};

/** Below the home. */
const homeFolders: Readonly<Record<string, Cover>> = {
  "": "contents",
  ".hasna": "tree",
  ".ssh": "tree",
  ".aws": "tree",
  ".gnupg": "tree",
  ".config": "contents",
  ".local": "contents",
  ".local/share": "contents",
  ".local/state": "contents",
  // What was deleted before, and the record of it: emptying a trash is the user's own decision.
  ".local/share/Trash": "tree",
  ".local/state/hasna": "tree",
  ".Trash": "tree",
};

interface Entry {
  readonly path: string;
  readonly cover: Cover;
  readonly names: readonly string[];
}

/** The part that depends on the home alone. */
interface Folders {
  readonly given: string | undefined;
  /** The home, case folded where the volume folds it. */
  readonly home: string | undefined;
  readonly folds: boolean;
  /** Folders with everything below them. */
  readonly trees: readonly string[];
  /** Every folder with its cover, made when a pattern is judged or paths are folded. */
  covers: ReadonlyMap<string, Cover> | undefined;
  /** The folders cut into names, made when a pattern is judged. */
  names: readonly Entry[] | undefined;
}

export interface ProtectedClass {
  readonly folders: Folders;
  readonly checkouts: Checkouts;
  readonly source: string;
  /** `*` takes names with a leading dot as well (`shopt -s dotglob`). */
  readonly dots: boolean;
  /** The folder that was judged last. */
  readonly seen: { folder: string; kept: boolean };
}

let lastFolders: Folders | undefined;

export function protectedClass(
  home: string | undefined,
  checkouts: Checkouts,
  source: string,
): ProtectedClass {
  if (lastFolders === undefined || lastFolders.given !== home)
    lastFolders = foldersFor(home, checkouts.folds);
  return {
    folders: lastFolders,
    checkouts,
    source,
    seen: { folder: "", kept: false },
    dots: source.includes("dotglob") || source.includes("globdots") || source.includes("GLOBIGNORE"),
  };
}

function foldersFor(given: string | undefined, folds: boolean): Folders {
  const fold = (path: string): string => (folds ? path.toLowerCase() : path);
  const trees: string[] = [];
  const home = given === undefined || given === "/" ? undefined : fold(given);
  if (home !== undefined) {
    for (const name in homeFolders) if (homeFolders[name] === "tree") trees.push(fold(`${home}/${name}`));
  }
  return { given, home, folds, trees, covers: undefined, names: undefined };
}

function coversOf(folders: Folders): ReadonlyMap<string, Cover> {
  if (folders.covers !== undefined) return folders.covers;
  const { home, folds } = folders;
  const fold = (path: string): string => (folds ? path.toLowerCase() : path);
  const covers = new Map<string, Cover>();
  for (const path in systemRoots) covers.set(fold(path), systemRoots[path] ?? "itself");
  if (home !== undefined) {
    for (const name in homeFolders)
      covers.set(name === "" ? home : fold(`${home}/${name}`), homeFolders[name] ?? "itself");
  }
  folders.covers = covers;
  return covers;
}

/** How a folder is covered. The tables themselves are asked where their spelling is the volume's. */
function coverOf(path: string, folders: Folders): Cover | undefined {
  if (folders.folds) return coversOf(folders).get(path);
  const { home } = folders;
  if (home !== undefined && isWithin(path, home)) {
    const name = path.slice(home.length + 1);
    if (Object.hasOwn(homeFolders, name)) return homeFolders[name];
  }
  return Object.hasOwn(systemRoots, path) ? systemRoots[path] : undefined;
}

/** Whether a path is a protected folder or lies above one. Folders above a system root are in the table themselves. */
function isFolderOrAbove(path: string, folders: Folders): boolean {
  const { home } = folders;
  return (home !== undefined && isWithin(home, path)) || coverOf(path, folders) !== undefined;
}

function isInTree(path: string, { trees }: Folders): boolean {
  for (const tree of trees) if (isWithin(path, tree)) return true;
  return false;
}

function entriesOf(folders: Folders): readonly Entry[] {
  folders.names ??= [...coversOf(folders)].map(([path, cover]) => ({
    path,
    cover,
    names: componentsOf(path),
  }));
  return folders.names;
}

/** The refusal of the first deletion that reaches the protected class. */
export function refuseProtected(deletions: readonly Deletion[], guarded: ProtectedClass): Denial | undefined {
  for (const deletion of deletions) {
    for (const target of deletion.targets) {
      const hit = hitOf(target, deletion, guarded);
      if (hit !== undefined) {
        return deny(
          "protected-path",
          `\`${deletion.by}\` would remove ${hit} or what belongs to it, which is never deleted and never trashed.`,
          nextFor(target, guarded.source),
          [target.span],
        );
      }
      const wipe = wipesWhenEmpty(target, guarded);
      if (wipe === undefined) continue;
      return deny(
        "unset-variable",
        `If what stands in front of the pattern is empty, \`${deletion.by}\` would wipe ${wipe}.`,
        guardedForm(guarded.source.slice(target.span.start, target.span.end)),
        [target.span],
      );
    }
  }
  return undefined;
}

/** The operand with its variable written so that the shell stops when it is empty. */
function guardedForm(word: string): string {
  const variable = /\$([A-Za-z_]\w*)|\$\{([A-Za-z_]\w*)\}/.exec(word);
  if (variable === null || /[`(]/.test(word) || word.length > 200) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own form
    return "Name the folder itself, or put it into a variable first and write `${NAME:?}` for it.";
  }
  const safe = word.replace(variable[0], () => `\${${variable[1] ?? variable[2]}:?}`);
  return `Write \`${safe}\`, which stops the shell when the variable is empty, or name the folder itself.`;
}

function nextFor({ span }: Target, source: string): string {
  if (/^~\/*$/.test(source.slice(span.start, span.end))) {
    return "If a folder called `~` right here is meant, write `rm -r './~'`; else leave that operand out and run the rest again.";
  }
  return "Leave that operand out and run the rest again; name the one file or folder below it that is really meant.";
}

function hitOf(target: Target, deletion: Deletion, guarded: ProtectedClass): string | undefined {
  const fold = (path: string): string => (guarded.checkouts.folds ? path.toLowerCase() : path);
  switch (target.kind) {
    case "path": {
      const path = fold(target.path);
      if (isProtected(path, guarded)) return target.path;
      return undefined;
    }
    case "glob":
      return patternHit(fold(target.pattern), guarded);
    case "unknown": {
      if (target.within === undefined) return undefined;
      const within = fold(target.within);
      if (isCheckout(within, guarded.checkouts)) return undefined;
      // `find ~/.ssh …` and `rm ~/.ssh/$name` stay below a folder whose whole tree is protected.
      if (isInTree(within, guarded.folders)) return target.within;
      return deletion.reach === "below" && isFolderOrAbove(within, guarded.folders)
        ? target.within
        : undefined;
    }
  }
}

/**
 * Whether an operand would wipe the root, a system folder or the home if a variable in front of it were not set:
 * `"$DIR"/*` with an empty DIR is `/*`.
 */
function wipesWhenEmpty(target: Target, guarded: ProtectedClass): string | undefined {
  if (target.kind !== "unknown" || target.emptied === undefined) return undefined;
  const parts = componentsOf(target.emptied);
  const last = parts.at(-1);
  if (last === undefined || !takesAll(last)) return undefined;
  return patternHit(target.emptied, guarded);
}

function isProtected(path: string, guarded: ProtectedClass): boolean {
  // The checkouts below ~/.hasna are the other guard's.
  if (isCheckout(path, guarded.checkouts)) return false;
  if (isFolderOrAbove(path, guarded.folders)) return true;
  const parent = parentOf(path);
  if (coverOf(parent, guarded.folders) === "children" || isTrash(path.slice(parent.length))) return true;
  // Operands of one command mostly lie in one folder: it is judged once.
  if (guarded.seen.folder !== parent) {
    guarded.seen.folder = parent;
    guarded.seen.kept = isTrash(parent) || isInTree(parent, guarded.folders);
  }
  return guarded.seen.kept;
}

/** A trash folder of any mount. */
function isTrash(path: string): boolean {
  return path.includes(".Trash") && /\/?\.Trash(?:es|-\d+)?(?:\/|$)/.test(path);
}

/** The protected folder that a pattern could reach, or undefined. */
function patternHit(pattern: string, guarded: ProtectedClass): string | undefined {
  const parts = componentsOf(pattern);
  const last = parts.at(-1) ?? "";
  for (const { path, cover, names } of entriesOf(guarded.folders)) {
    const shared = Math.min(parts.length, names.length);
    let matched = 0;
    while (matched < shared && couldMatch(parts[matched] ?? "", names[matched] ?? "", guarded.dots))
      matched += 1;
    if (matched < shared) continue;
    const beyond = parts.length - names.length;
    // It names the folder or one above it.
    if (beyond <= 0) return path;
    if (cover === "tree") {
      if (!isCheckoutPattern(parts, guarded)) return path;
      continue;
    }
    if (beyond === 1 && (cover === "children" || (cover === "contents" && takesAll(last)))) return path;
  }
  return undefined;
}

/** `~/.hasna/repos/clones/*` lies in the checkouts, literally. */
function isCheckoutPattern(parts: readonly string[], guarded: ProtectedClass): boolean {
  return guarded.checkouts.roots.some((root) => {
    const names = componentsOf(root);
    return parts.length >= names.length && names.every((name, at) => parts[at] === name);
  });
}
