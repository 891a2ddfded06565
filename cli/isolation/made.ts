/** Bundles on disk: each beside the package that it was made of, with its hash, made again whenever it is not that one. */
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Capability, capabilityWords } from "@hasna/hooks-catalog";
import { integrityOf, openArchive, type StoredPackage, storedArchive } from "../packages/store.ts";
import { Trouble } from "../packages/trouble.ts";
import { type Needs, undeclared } from "./builtins.ts";
import { bundleHook } from "./bundle.ts";

interface Record {
  /** Hash of the bundle. */
  readonly integrity: string;
  /** Version of `hooks` that made it. */
  readonly by: string;
  readonly reach: Reach;
}

/** Modules of the runtime that a bundle can load; `any` where the text does not say. */
type Reach = "any" | readonly string[];

export interface Made {
  /** Absolute path of the bundle. */
  readonly file: string;
  readonly reach: Reach;
}

/**
 * A package's bundle, which is made when it is missing, was changed, or is another version's.
 * @throws Trouble for a package that does not bundle, or imports what it has not declared.
 */
export async function bundleOf(one: StoredPackage, state: string, version: string): Promise<Made> {
  const file = join(one.made, "hook.js");
  const record = join(one.made, "hook.json");
  const known = await readFile(record, "utf8").then(parsed, () => undefined);
  if (known?.by === version) {
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes !== undefined && integrityOf(bytes) === known.integrity) {
      return { file, reach: known.reach };
    }
  }
  const what = `${one.manifest.package} ${one.manifest.version}`;
  const archive = await storedArchive(state, one.integrity);
  if (archive === undefined)
    throw new Trouble(`${what} is not what was installed any more`, "Install it again.");
  const { code, imports, isOpen } = await bundleHook(openArchive(archive, what).files, one.manifest);
  refuseUndeclared(what, imports, one.manifest.capabilities);
  await mkdir(one.made, { recursive: true });
  await put(file, code);
  const reach = isOpen ? "any" : imports;
  const made: Record = { integrity: integrityOf(new TextEncoder().encode(code)), by: version, reach };
  await put(record, JSON.stringify(made));
  return { file, reach };
}

/** @throws Trouble for a module whose capability is not declared. */
export function refuseUndeclared(
  what: string,
  imports: readonly string[],
  declared: readonly Capability[],
): void {
  const [first] = undeclared(imports, declared);
  if (first === undefined) return;
  throw new Trouble(
    `${what} imports ${first.module}, which ${inWords(first.needs)}, and its manifest does not say so`,
    "Nothing was registered. Tell its publisher to declare what it does.",
  );
}

function inWords(needs: Needs): string {
  return needs === "never" ? "leads around every capability" : capabilityWords[needs];
}

function parsed(text: string): Record | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const { integrity, by, reach } = value as Partial<Record>;
    if (typeof integrity !== "string" || typeof by !== "string") return undefined;
    return Array.isArray(reach)
      ? { integrity, by, reach: reach.map(String) }
      : { integrity, by, reach: "any" };
  } catch {
    return undefined;
  }
}

/** Written beside and renamed: a hook that starts meanwhile finds a whole file. */
async function put(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}`;
  await writeFile(fresh, text, { mode: 0o600 });
  await rename(fresh, file);
}
