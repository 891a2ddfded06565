/** Which folders a command may run in: what `cd`, `pushd` and `popd` do to the candidates. */
import { exactText } from "./field.ts";
import type { Field, Folder } from "./run.ts";

/** The candidates at one point of the text. */
export interface Whereabouts {
  /** At least one. */
  readonly folders: readonly Folder[];
  /** What `cd -` goes to. */
  readonly previous: readonly Folder[];
  /** The folders below the present one, the last pushed first; undefined when no longer known. */
  readonly stack: readonly (readonly Folder[])[] | undefined;
}

/** More candidates than this: the rest is one unknown. */
const MOST_FOLDERS = 16;

export const UNKNOWN_FOLDER: Folder = { kind: "unknown" };
const NOT_KNOWN: readonly Folder[] = [UNKNOWN_FOLDER];

export function startAt(cwd: string | undefined): Whereabouts {
  const folder: Folder = cwd === undefined ? UNKNOWN_FOLDER : { kind: "known", path: normalise(cwd) };
  return { folders: [folder], previous: NOT_KNOWN, stack: [] };
}

/** The path with `.`, `..` and doubled slashes taken out as text, the way `cd` does it without `-P`. */
export function normalise(path: string): string {
  if (!path.includes("/.") && !path.includes("//") && !path.endsWith("/")) return path;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/** Longer than any path a system takes: not followed. */
const LONGEST_PATH = 4096;

/** `path` seen from `folder`. */
export function resolveFrom(folder: Folder, path: string): Folder {
  if (path.length + (folder.kind === "known" ? folder.path.length : 0) > LONGEST_PATH) return UNKNOWN_FOLDER;
  if (path.startsWith("/")) return { kind: "known", path: normalise(path) };
  if (folder.kind === "unknown") return folder;
  return { kind: "known", path: normalise(`${folder.path}/${path}`) };
}

export function union(one: readonly Folder[], other: readonly Folder[]): readonly Folder[] {
  if (one === other) return one;
  // Mostly one folder and the same: nothing is made for it.
  const only = other.length === 1 ? other[0] : undefined;
  if (only !== undefined && holdsFolder(one, only)) return one;
  const folders = [...one];
  for (const folder of other) if (!holdsFolder(folders, folder)) folders.push(folder);
  if (folders.length === one.length) return one;
  if (folders.length <= MOST_FOLDERS) return folders;
  const cut = folders.slice(0, MOST_FOLDERS);
  return cut.some((folder) => folder.kind === "unknown") ? cut : [...cut, UNKNOWN_FOLDER];
}

function holdsFolder(folders: readonly Folder[], wanted: Folder): boolean {
  for (let at = 0; at < folders.length; at += 1) {
    const folder = folders[at];
    if (folder !== undefined && sameFolder(folder, wanted)) return true;
  }
  return false;
}

function sameFolder(one: Folder, other: Folder): boolean {
  return one.kind === "known" ? other.kind === "known" && one.path === other.path : other.kind === "unknown";
}

/** Either of two whereabouts; `undefined` is a point that is never reached. */
export function either(
  one: Whereabouts | undefined,
  other: Whereabouts | undefined,
): Whereabouts | undefined {
  if (one === undefined || one === other) return other;
  if (other === undefined) return one;
  return {
    folders: union(one.folders, other.folders),
    previous: union(one.previous, other.previous),
    stack: eitherStack(one.stack, other.stack),
  };
}

function eitherStack(one: Whereabouts["stack"], other: Whereabouts["stack"]): Whereabouts["stack"] {
  if (one === other || one === undefined || other === undefined) return one === other ? one : undefined;
  // `pushd a; …; popd`: when pushd failed popd does too, so the longer stack leads back to the same folder.
  if (one.length !== other.length) return one.length > other.length ? one : other;
  return one.map((folders, index) => union(folders, other[index] ?? NOT_KNOWN));
}

/** What a move needs besides its words. */
export interface MoveContext {
  readonly home: string | undefined;
  /** `CDPATH` is set in the text: a relative target may be found elsewhere. */
  readonly searched: boolean;
}

/** Where `cd`, `pushd` or `popd` with these argument lists (one a possible reading) leads when it succeeds. */
export function move(
  name: "cd" | "pushd" | "popd",
  readings: readonly (readonly Field[])[],
  from: Whereabouts,
  context: MoveContext,
): Whereabouts {
  let result: Whereabouts | undefined;
  for (const words of readings) result = either(result, moveOnce(name, words, from, context));
  return result ?? from;
}

function moveOnce(
  name: "cd" | "pushd" | "popd",
  words: readonly Field[],
  from: Whereabouts,
  context: MoveContext,
): Whereabouts {
  const operands: Field[] = [];
  let options = true;
  let stays = false;
  for (const word of words) {
    const text = exactText(word);
    if (options && text === "--") options = false;
    else if (options && name === "cd" && isMoveOption(text)) continue;
    else if (options && name !== "cd" && text === "-n") stays = true;
    else operands.push(word);
  }
  if (name === "popd") return pop(operands, from, stays);
  const target = operands[0];
  if (target === undefined) {
    if (name === "pushd") return swap(from);
    return context.home === undefined
      ? goTo(NOT_KNOWN, from)
      : goTo([{ kind: "known", path: normalise(context.home) }], from);
  }
  // zsh's `cd old new` replaces a part of the path.
  if (operands.length > 1) return goTo(NOT_KNOWN, from);
  const folders = targetFolders(target, from, context);
  if (name === "cd") return goTo(folders, from);
  const text = exactText(target);
  if (text !== undefined && isStackIndex(text)) return { ...goTo(NOT_KNOWN, from), stack: undefined };
  if (stays) return { ...from, stack: from.stack === undefined ? undefined : [folders, ...from.stack] };
  return {
    ...goTo(folders, from),
    stack: from.stack === undefined ? undefined : [from.folders, ...from.stack],
  };
}

/** `-L`, `-P` and their kin. */
function isMoveOption(text: string | undefined): boolean {
  return text?.startsWith("-") === true && /^-[LPe@sq]+$/.test(text);
}

/** `+1`, `-2`: an entry of the stack of folders. */
function isStackIndex(text: string): boolean {
  return (text.startsWith("+") || text.startsWith("-")) && /^[+-]\d+$/.test(text);
}

function goTo(folders: readonly Folder[], from: Whereabouts): Whereabouts {
  return { folders, previous: from.folders, stack: from.stack };
}

function targetFolders(target: Field, from: Whereabouts, context: MoveContext): readonly Folder[] {
  const text = exactText(target);
  if (text === undefined) {
    // An empty unquoted expansion is no argument: `cd $nope` goes home.
    if (!target.mayVanish || context.home === undefined) return NOT_KNOWN;
    return [UNKNOWN_FOLDER, { kind: "known", path: context.home }];
  }
  if (text === "-") return from.previous;
  if (text === "") return from.folders;
  if (isStackIndex(text)) return NOT_KNOWN;
  const first = from.folders[0];
  let folders: readonly Folder[] = first === undefined ? [] : [resolveFrom(first, text)];
  for (let at = 1; at < from.folders.length; at += 1)
    folders = union(folders, [resolveFrom(from.folders[at] ?? UNKNOWN_FOLDER, text)]);
  const searched = context.searched && !text.startsWith("/") && !/^\.{1,2}(\/|$)/.test(text);
  return searched ? union(folders, NOT_KNOWN) : folders;
}

function swap(from: Whereabouts): Whereabouts {
  if (from.stack === undefined) return { ...goTo(NOT_KNOWN, from), stack: undefined };
  const [top, ...rest] = from.stack;
  if (top === undefined) return from;
  return { ...goTo(top, from), stack: [from.folders, ...rest] };
}

function pop(operands: readonly Field[], from: Whereabouts, stays: boolean): Whereabouts {
  if (from.stack === undefined || operands.length > 0) return { ...goTo(NOT_KNOWN, from), stack: undefined };
  const [top, ...rest] = from.stack;
  if (top === undefined) return from;
  if (stays) return { ...from, stack: rest };
  return { ...goTo(top, from), stack: rest };
}
