/** What we did to a settings file, kept so that an uninstall can give back the very bytes. */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { explain, readState, replaceFile, type Watch } from "./file.ts";
import type { Made } from "./plan.ts";

/** One record. */
export interface Receipt {
  readonly version: 1;
  /** The settings file, links resolved. */
  readonly file: string;
  readonly harness: string;
  readonly scope: string;
  /** Keys from the root to the events. */
  readonly root: readonly string[];
  /** The path by which people and the harness know it; empty in a record of the first version. */
  readonly path: string;
  /** The hooks of ours that it registers. */
  readonly names: readonly string[];
  /** Hash of the text that we wrote last: as long as it fits, nobody else has changed the file. */
  readonly written: string;
  /** The text before our first change; `changed` once somebody else wrote in between. */
  readonly original:
    | { readonly kind: "absent" }
    | { readonly kind: "kept"; readonly sha256: string }
    | { readonly kind: "changed" };
  readonly made: Made & {
    /** The folder of the settings file. */
    readonly folder: boolean;
    /** Folders above that one, from the inmost to the outmost. */
    readonly above: readonly string[];
  };
}

const schema: z.ZodType<Receipt, unknown> = z.object({
  version: z.literal(1),
  file: z.string(),
  harness: z.string(),
  scope: z.string(),
  // Records of the first version knew one harness only.
  root: z.array(z.string()).default(["hooks"]),
  path: z.string().default(""),
  names: z.array(z.string()).default([]),
  written: z.string(),
  original: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("absent") }),
    z.object({ kind: z.literal("kept"), sha256: z.string() }),
    z.object({ kind: z.literal("changed") }),
  ]),
  made: z.object({
    file: z.boolean(),
    folder: z.boolean(),
    above: z.array(z.string()).default([]),
    containers: z.array(z.string()),
    rule: z.boolean(),
  }),
});

/** The records of one user, below `~/.hasna/hooks`. */
export interface Receipts {
  readonly folder: string;
}

export function receiptsIn(stateFolder: string): Receipts {
  return { folder: join(stateFolder, "receipts") };
}

/** The record of a settings file; undefined when there is none, or none that can be read. */
export async function loadReceipt(receipts: Receipts, file: string): Promise<Receipt | undefined> {
  const text = await readFile(recordOf(receipts, file), "utf8").catch(() => undefined);
  const receipt = text === undefined ? undefined : parse(text);
  return receipt?.file === file ? receipt : undefined;
}

/** Every record that can be read. */
export async function allReceipts(receipts: Receipts): Promise<readonly Receipt[]> {
  const files: Receipt[] = [];
  for (const name of await readdir(receipts.folder).catch(() => [])) {
    if (!name.endsWith(".json")) continue;
    const parsed = parse(await readFile(join(receipts.folder, name), "utf8").catch(() => ""));
    if (parsed !== undefined) files.push(parsed);
  }
  return files;
}

function parse(text: string): Receipt | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    // An unreadable record is no record: the uninstall then takes out what it recognises.
    return undefined;
  }
}

/** The original text that a receipt stands for; undefined when it is lost or not what it was. */
export async function originalOf(receipts: Receipts, receipt: Receipt): Promise<string | undefined> {
  if (receipt.original.kind !== "kept") return undefined;
  const state = await readState(backupOf(receipts, receipt.file));
  return state.kind === "text" && hashOf(state.text) === receipt.original.sha256 ? state.text : undefined;
}

/** Writes the record, and the original text the first time. */
export async function saveReceipt(
  receipts: Receipts,
  receipt: Receipt,
  original: string | undefined,
  watch?: Watch,
): Promise<void> {
  await mkdir(receipts.folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new Error(`${receipts.folder} cannot be made: ${explain(error)}`);
  });
  if (original !== undefined) await write(backupOf(receipts, receipt.file), original, watch);
  await write(recordOf(receipts, receipt.file), `${JSON.stringify(receipt, null, 2)}\n`, watch);
}

export async function dropReceipt(receipts: Receipts, file: string): Promise<void> {
  for (const path of [recordOf(receipts, file), backupOf(receipts, file)])
    await unlink(path).catch(() => undefined);
}

/** Takes note of a file's record as it is, and gives back the way to have it so again. */
export async function rememberReceipt(receipts: Receipts, file: string): Promise<() => Promise<void>> {
  const paths = [recordOf(receipts, file), backupOf(receipts, file)];
  const states = await Promise.all(paths.map(readState));
  return async () => {
    for (const [index, path] of paths.entries()) {
      const state = states[index];
      if (state?.kind === "text") await write(path, state.text);
      else if (state?.kind === "absent") await unlink(path).catch(() => undefined);
    }
  };
}

async function write(path: string, text: string, watch?: Watch): Promise<void> {
  const written = await replaceFile(path, await readState(path), text, watch);
  if (written.kind === "failed") throw new Error(`${path} cannot be written: ${written.says}`);
}

/** Where the text before our first change is kept, for people who want it back by hand. */
export function backupOf(receipts: Receipts, file: string): string {
  return join(receipts.folder, `${keyOf(file)}.original`);
}

function recordOf(receipts: Receipts, file: string): string {
  return join(receipts.folder, `${keyOf(file)}.json`);
}

function keyOf(file: string): string {
  return hashOf(file).slice(0, 16);
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
