/** What people have to type to start our programs, here and now. */
import { realpath, stat } from "node:fs/promises";
import type { Context } from "../context.ts";
import { quote } from "../settings/own-command.ts";
import type { OwnPlaces } from "./places.ts";

/** Words for a shell, quoted. */
export interface Typed {
  readonly hooks: string;
  readonly trash: string;
  /** Puts our folder on PATH; undefined when the bare words find our programs already. */
  readonly export: string | undefined;
}

/** Where nothing is placed the words must come from somewhere else. */
const BARE: Typed = { hooks: "hooks", trash: "trash", export: undefined };

/** Bare words where PATH leads to what was placed, else whole paths: another program of that name must not be started. */
export async function typed(places: OwnPlaces, context: Context): Promise<Typed> {
  if ((await stat(places.program).catch(() => undefined)) === undefined) return BARE;
  const [hooks, trash] = await Promise.all([
    leadsTo("hooks", places.program, context),
    leadsTo("trash", places.trash, context),
  ]);
  return {
    hooks: hooks ? "hooks" : quote(places.program),
    trash: trash ? "trash" : quote(places.trash),
    export: hooks && trash ? undefined : `export PATH=${quote(places.bin)}:"$PATH"`,
  };
}

async function leadsTo(name: string, program: string, context: Context): Promise<boolean> {
  const found = await onPath(name, context);
  if (found === undefined) return false;
  const [left, right] = await Promise.all([found, program].map((path) => realpath(path).catch(() => path)));
  return left === right;
}

/** The program that a shell starts for a bare word; undefined for none. */
export async function onPath(name: string, { env }: Pick<Context, "env">): Promise<string | undefined> {
  for (const folder of (env.PATH ?? "").split(":")) {
    if (!folder.startsWith("/")) continue;
    const path = `${folder}/${name}`;
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile() === true && (facts.mode & 0o111) !== 0) return path;
  }
  return undefined;
}
