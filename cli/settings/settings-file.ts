/** One settings file from reading to writing: the plan as a value, and the one place that carries it out. */

import { dirname } from "node:path";
import {
  type FileState,
  isFolder,
  readState,
  removeFile,
  replaceFile,
  targetOf,
  type Watch,
} from "./file.ts";
import { madeIn, namesIn, planWith, planWithout } from "./forms.ts";
import { ownershipOf, type Wanted } from "./plan.ts";
import type { Note, Problem } from "./problem.ts";
import {
  dropReceipt,
  hashOf,
  loadReceipt,
  originalOf,
  type Receipt,
  type Receipts,
  rememberReceipt,
  saveReceipt,
} from "./receipt.ts";

export interface Target {
  /** As people know it; links are followed when it is written. */
  readonly path: string;
  readonly scope: string;
  readonly receipts: Receipts;
}

/** What is to become of a settings file. */
export type FilePlan =
  | { readonly kind: "refuse"; readonly says: string; readonly problem: Problem | undefined }
  | { readonly kind: "unchanged"; readonly notes: readonly Note[] }
  | {
      readonly kind: "change";
      readonly notes: readonly Note[];
      readonly real: string;
      readonly before: FileState;
      /** Undefined: the file goes away. */
      readonly after: string | undefined;
      /** The record to keep from now on; undefined: none is needed any more. */
      readonly receipt: Receipt | undefined;
      readonly isFirst: boolean;
      /** Folders that were made for the file and go with it when they are empty, the inmost first. */
      readonly folders: readonly string[];
    };

const NOTHING_MADE: Receipt["made"] = {
  file: false,
  folder: false,
  above: [],
  containers: [],
  rule: false,
};

export async function planFileInstall(target: Target, wanted: Wanted): Promise<FilePlan> {
  const real = await targetOf(target.path);
  const before = await readState(real);
  if (before.kind === "unreadable") return { kind: "refuse", says: before.says, problem: undefined };
  const text = before.kind === "text" ? before.text : undefined;
  const plan = planWith(text, wanted);
  if (plan.kind === "refuse") return { kind: "refuse", says: plan.problem.says, problem: plan.problem };
  if (plan.kind !== "write") return { kind: "unchanged", notes: plan.notes };

  // A record of an install that somebody took out by hand says nothing about the file of today.
  const isFirst = namesIn(text, wanted, ownershipOf(wanted)).length === 0;
  const old = isFirst ? undefined : await loadReceipt(target.receipts, real);
  const made = madeIn(text, plan.text, wanted);
  const receipt: Receipt = {
    version: 1,
    file: real,
    harness: wanted.harness.id,
    scope: target.scope,
    root: wanted.root,
    path: target.path,
    names: namesIn(plan.text, wanted, ownershipOf(wanted)),
    written: hashOf(plan.text),
    original: originalFor(text, old, isFirst),
    made: {
      file: old?.made.file ?? made.file,
      folder: old?.made.folder ?? !(await isFolder(dirname(real))),
      above: old?.made.above ?? (await missingAbove(dirname(real))),
      containers: [...new Set([...(old?.made.containers ?? []), ...made.containers])],
      rule: (old?.made.rule ?? false) || made.rule,
    },
  };
  // Entries that were there before any record are not ours to restore to.
  const isRecorded = isFirst || old !== undefined;
  return {
    kind: "change",
    notes: [...plan.notes, ...otherNames(before)],
    real,
    before,
    after: plan.text,
    receipt: isRecorded ? receipt : undefined,
    isFirst,
    folders: [],
  };
}

/** A new file takes the old one's place: what hangs on the old one by another name keeps the old text. */
function otherNames(before: FileState): readonly Note[] {
  if (before.kind !== "text" || before.links < 2) return [];
  const text = `This file has ${before.links - 1} more ${before.links === 2 ? "name" : "names"} (hard links), which will go on naming the text without our entry.`;
  return [{ kind: "hard-link", text, position: undefined }];
}

/** The folders between one that is not there and the first that is. */
async function missingAbove(folder: string): Promise<readonly string[]> {
  const missing: string[] = [];
  if (await isFolder(folder)) return missing;
  for (let above = dirname(folder); !(await isFolder(above)) && above !== "/"; above = dirname(above)) {
    missing.push(above);
  }
  return missing;
}

function foldersOf(file: string, { folder, above }: Receipt["made"]): readonly string[] {
  return folder ? [dirname(file), ...above] : [];
}

function originalFor(
  text: string | undefined,
  old: Receipt | undefined,
  isFirst: boolean,
): Receipt["original"] {
  if (isFirst) return text === undefined ? { kind: "absent" } : { kind: "kept", sha256: hashOf(text) };
  const isOurs = old !== undefined && text !== undefined && old.written === hashOf(text);
  return isOurs ? old.original : { kind: "changed" };
}

export async function planFileUninstall(target: Target, wanted: Wanted): Promise<FilePlan> {
  const real = await targetOf(target.path);
  const before = await readState(real);
  if (before.kind === "unreadable") return { kind: "refuse", says: before.says, problem: undefined };
  if (before.kind === "absent") return { kind: "unchanged", notes: [] };
  const old = await loadReceipt(target.receipts, real);
  const plan = planWithout(before.text, wanted, old?.made);
  if (plan.kind === "refuse") return { kind: "refuse", says: plan.problem.says, problem: plan.problem };
  if (plan.kind === "unchanged") return { kind: "unchanged", notes: plan.notes };

  const change = { kind: "change", notes: plan.notes, real, before, isFirst: false } as const;
  const left = plan.kind === "remove" ? undefined : plan.text;
  const ownership = ownershipOf(wanted);
  if (namesIn(left, wanted, ownership).length > 0) {
    const isOurs = old?.written === hashOf(before.text);
    const receipt = old && {
      ...old,
      names: namesIn(left, wanted, ownership),
      written: hashOf(left ?? ""),
      ...(!isOurs && { original: { kind: "changed" } as const }),
    };
    return { ...change, after: left, receipt, folders: [] };
  }
  const made = old?.made ?? NOTHING_MADE;
  if (old === undefined || old.written !== hashOf(before.text)) {
    return {
      ...change,
      after: left,
      receipt: undefined,
      folders: left === undefined ? foldersOf(real, made) : [],
    };
  }
  if (old.original.kind === "absent") {
    return { ...change, after: undefined, receipt: undefined, folders: foldersOf(real, made) };
  }
  const original = await originalOf(target.receipts, old);
  return { ...change, after: original ?? left, receipt: undefined, folders: [] };
}

/** How carrying out a plan ended. */
export type Applied =
  | { readonly kind: "applied"; readonly plan: FilePlan }
  | { readonly kind: "failed"; readonly says: string };

/** Rounds against a writer that changes the file under our hands: each is a fresh reading. */
const MOST_ROUNDS = 20;

/** Plans and writes until what was planned is what stands in the file. The caller holds the lock. */
export async function applyToFile(
  target: Target,
  makePlan: () => Promise<FilePlan>,
  watch?: Watch,
): Promise<Applied> {
  let first: FilePlan | undefined;
  const restoreReceipt = await rememberReceipt(target.receipts, await targetOf(target.path));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const plan = await makePlan();
    first ??= plan;
    if (plan.kind !== "change") return { kind: "applied", plan: plan.kind === "refuse" ? plan : first };
    const { real, before, after, receipt } = plan;
    // The record first: should we be killed before the settings are written, it describes a file without our entries
    // and is not believed.
    if (receipt !== undefined) {
      const original = plan.isFirst && before.kind === "text" ? before.text : undefined;
      await saveReceipt(target.receipts, receipt, original, watch);
    }
    const written =
      after === undefined
        ? await removeFile(real, before, plan.folders, watch)
        : await replaceFile(real, before, after, watch);
    if (written.kind === "failed") {
      // A record of what was not written would have a later sync write it.
      await restoreReceipt();
      return written;
    }
    if (written.kind === "changed") continue;
    if (receipt === undefined) await dropReceipt(target.receipts, real);
    return { kind: "applied", plan: first.kind === "refuse" ? plan : first };
  }
  await restoreReceipt();
  return { kind: "failed", says: "another program keeps rewriting it; close it and try again" };
}

/** Milliseconds within which a file that was written is taken for one that another program is at work on. */
const AT_WORK = 1000;

/** Milliseconds that such a program has for writing what it had read before our write, which lacks our entry. */
const SETTLING = 60;

/**
 * As `applyToFile`, and stays a moment with a file that another program is at work on: a program that knows no lock may
 * put back what it had read before. The caller holds the lock.
 */
export async function applyForGood(target: Target, makePlan: () => Promise<FilePlan>): Promise<Applied> {
  let first: Applied | undefined;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const applied = await applyToFile(target, makePlan);
    first ??= applied;
    if (applied.kind === "failed") return applied;
    const { plan } = applied;
    const isAtWork =
      plan.kind === "change" && plan.before.kind === "text" && Date.now() - plan.before.changedAt < AT_WORK;
    if (!isAtWork) return round === 0 || plan.kind === "refuse" ? applied : first;
    await Bun.sleep(SETTLING);
    const after = await makePlan();
    if (after.kind === "unchanged") return first;
  }
  return { kind: "failed", says: "another program keeps rewriting it; close it and try again" };
}
