/** A new hook: the template under another name. */

import { templateFiles } from "hooks:template";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { HOOK_NAME, HOOK_PACKAGE } from "@hasna/hooks-catalog";
import { Trouble } from "./trouble.ts";

export interface NewHook {
  /** The folder that is made, absolute; its parent is made where it is missing. */
  readonly folder: string;
  readonly name: string;
  /** The package's name on a registry. */
  readonly package: string;
  /** What the types and the lexer are asked for by in `devDependencies`. */
  readonly range: string;
}

/** Stands for the hook's name wherever the template's files mention it. */
const PLACEHOLDER = "template-hook";

/** What is wrong with a name, as a clause; undefined for one that will do. */
export function nameProblem(name: string): string | undefined {
  if (!HOOK_NAME.test(name) || name.length > 60)
    return `the name must be lower-case words joined by hyphens, as in my-guard; got "${name}"`;
  return name === PLACEHOLDER
    ? `"${PLACEHOLDER}" is what the template itself is called; choose another name`
    : undefined;
}

/** Writes the folder, whole or not at all. @throws Trouble where the name will not do or something is there already. */
export async function makeHook({ folder, name, package: published, range }: NewHook): Promise<void> {
  const problem = nameProblem(name);
  if (problem !== undefined) throw new Trouble(problem, "Nothing was written.");
  if (!HOOK_PACKAGE.test(published) || !published.endsWith(`hook-${name}`))
    throw new Trouble(
      `the package must be called hook-${name}, in a scope or not; got "${published}"`,
      "Nothing was written.",
    );
  await mkdir(join(folder, ".."), { recursive: true });
  await mkdir(folder).catch((error) => {
    if ((error as { readonly code?: string }).code !== "EEXIST") throw error;
    throw new Trouble(`${folder} exists already`, "Choose another name.");
  });
  try {
    for (const [file, template] of Object.entries(templateFiles)) {
      const text = template
        .replaceAll(`@hasna/hook-${PLACEHOLDER}`, published)
        .replaceAll(new RegExp(`\\b${PLACEHOLDER}\\b`, "g"), name)
        .replaceAll('"workspace:*"', JSON.stringify(range));
      // Only the template itself is kept from being published.
      await writeFile(
        join(folder, file),
        file === "package.json" ? text.replace('  "private": true,\n', "") : text,
      );
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
