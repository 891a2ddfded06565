/** Which harnesses are on this machine: by their own folder, or by a program on PATH. Nothing is started. */
import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Harness, harnesses, type Places } from "@hasna/hooks-harness";
import { z } from "zod";
import { isFolder } from "../settings/file.ts";

export interface Found {
  readonly harness: Harness;
  /** The folder or the program by which it was found. */
  readonly by: string;
  /** Undefined where nothing tells it without starting the program. */
  readonly version: string | undefined;
}

export async function findHarnesses(places: Places): Promise<readonly Found[]> {
  const looks = harnesses.map(async (harness): Promise<readonly Found[]> => {
    const program = await programOf(harness, places);
    const folder = harness.presence.folder(places);
    const by = program ?? ((await isFolder(folder)) ? folder : undefined);
    if (by === undefined) return [];
    return [{ harness, by, version: program === undefined ? undefined : await versionOf(harness, program) }];
  });
  return (await Promise.all(looks)).flat();
}

async function programOf({ presence }: Harness, { env }: Places): Promise<string | undefined> {
  for (const folder of (env.PATH ?? "").split(":")) {
    if (!folder.startsWith("/")) continue;
    for (const name of presence.programs) {
      const facts = await stat(join(folder, name)).catch(() => undefined);
      if (facts?.isFile() === true && (facts.mode & 0o111) !== 0) return join(folder, name);
    }
  }
  return undefined;
}

const manifest: z.ZodType<{ readonly name: string; readonly version: string }> = z.object({
  name: z.string(),
  version: z.string(),
});

/** Folders above a program that its package.json may stand in. */
const MOST_FOLDERS = 6;

async function versionOf({ presence }: Harness, program: string): Promise<string | undefined> {
  let folder = dirname(await realpath(program).catch(() => program));
  for (let count = 0; count < MOST_FOLDERS && folder !== "/"; count++, folder = dirname(folder)) {
    const text = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
    const read = text === undefined ? undefined : manifest.safeParse(parsed(text)).data;
    if (read !== undefined && presence.packages.includes(read.name)) return read.version;
  }
  // Claude Code's own installer keeps each version under its number.
  return /\/versions\/(\d+\.\d+\.\d+)(?:\/|$)/.exec(await realpath(program).catch(() => program))?.[1];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
