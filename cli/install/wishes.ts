/** Which hooks the user wants in every harness that is found: what `hooks sync` brings about where it is not so. */
import { readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { readState, replaceFile } from "../settings/file.ts";
import { type OwnPlaces, WISHES } from "./places.ts";
import type { Request } from "./request.ts";

export interface Wishes {
  readonly version: 1;
  /** By hook name, in user scope. */
  readonly everywhere: Readonly<Record<string, { readonly except: readonly string[] }>>;
}

const schema: z.ZodType<Wishes> = z.object({
  version: z.literal(1),
  everywhere: z.record(z.string(), z.object({ except: z.array(z.string()) })),
});

const NONE: Wishes = { version: 1, everywhere: {} };

function fileIn({ state }: OwnPlaces): string {
  return join(state, WISHES);
}

/** A record that is not there or cannot be read wishes for nothing. */
export async function loadWishes(places: OwnPlaces): Promise<Wishes> {
  const text = await readFile(fileIn(places), "utf8").catch(() => "");
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return NONE;
  }
}

export async function saveWishes(places: OwnPlaces, wishes: Wishes): Promise<void> {
  const path = fileIn(places);
  if (Object.keys(wishes.everywhere).length === 0) {
    await unlink(path).catch(() => undefined);
    return;
  }
  const text = `${JSON.stringify(wishes, null, 2)}\n`;
  const before = await readState(path);
  if (before.kind === "text" && before.text === text) return;
  const written = await replaceFile(path, before, text);
  if (written.kind === "failed") throw new Error(`${path} cannot be written: ${written.says}`);
}

/** After an install: in every harness, or in some that an exception was made for. */
export function wish({ everywhere }: Wishes, { names, harnesses }: Request, isEverywhere: boolean): Wishes {
  const next = { ...everywhere };
  const ids = (harnesses ?? []).map(({ id }) => id as string);
  for (const name of names) {
    if (isEverywhere) next[name] = { except: [] };
    else if (next[name] !== undefined)
      next[name] = { except: next[name].except.filter((id) => !ids.includes(id)) };
  }
  return { version: 1, everywhere: next };
}

/** After an uninstall: nowhere any more, or everywhere but in some. */
export function forget({ everywhere }: Wishes, { names, harnesses }: Request): Wishes {
  const next = { ...everywhere };
  for (const name of names) {
    const one = next[name];
    if (one === undefined) continue;
    if (harnesses === undefined) delete next[name];
    else next[name] = { except: [...new Set([...one.except, ...harnesses.map(({ id }) => id)])] };
  }
  return { version: 1, everywhere: next };
}
