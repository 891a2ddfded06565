/** From packages that the user names to hooks that can be registered: fetched, agreed to, bundled, locked. */
import { bundledHooks } from "hooks:bundled";
import { hookId } from "@hasna/hooks-catalog";
import type { Call, Context } from "../context.ts";
import { entryOf } from "../install/catalogue.ts";
import type { CatalogueEntry } from "../install/request.ts";
import { bundleOf } from "../isolation/made.ts";
import { withLock } from "../settings/lock.ts";
import { harmless, textOption } from "./command.ts";
import { agreed } from "./consent.ts";
import { type LockScope, readLockFile } from "./lock-file.ts";
import { commitPlan, type PackagePlan, planPackages } from "./plan.ts";
import { Trouble } from "./trouble.ts";

/** Ids of what was named and of what it depends on, and the entries of all packages in the lock. */
export interface Packaged {
  readonly ids: readonly string[];
  readonly entries: readonly CatalogueEntry[];
}

/** @throws Trouble, NoRegistry */
export async function installPackages(
  specs: readonly string[],
  scope: LockScope,
  call: Call,
  context: Context,
): Promise<Packaged> {
  const { state } = await readLockFile(scope, context);
  return withLock(state, async () => {
    const plan = await planPackages(specs, { scope, registry: textOption(call, "registry") }, context);
    for (const note of plan.notes) context.err(`note: ${harmless(note)}\n`);
    refuseOurNames(plan);
    await agreed(plan, call, context);
    await bundleAll(plan, context.version);
    if (call.options["dry-run"] !== true) await commitPlan(plan);
    const entries = plan.hooks.map(({ id, manifest }) => entryOf(id, manifest));
    return { ids: withDependencies(plan), entries };
  });
}

/** Every hook of a plan as one file, before a lock says that it is there. @throws Trouble */
export async function bundleAll({ hooks, file }: PackagePlan, version: string): Promise<void> {
  for (const hook of hooks) await bundleOf(hook, file.state, version);
}

/** A package must not be run, updated or blamed under the name of a hook that is part of the program. */
export function refuseOurNames({ hooks }: PackagePlan): void {
  const ours = hooks.find(({ id }) => bundledHooks.some(({ name }) => name === id));
  if (ours === undefined) return;
  throw new Trouble(
    `${ours.id} is part of hooks itself, so ${ours.manifest.package} ${ours.manifest.version} cannot be installed beside it`,
    `Nothing was changed. Leave the version out: hooks install ${ours.id}`,
  );
}

function withDependencies({ hooks, named }: PackagePlan): readonly string[] {
  const ids = [...named];
  for (const id of ids) {
    const hook = hooks.find((one) => one.id === id);
    for (const name of Object.keys(hook?.manifest.dependencies ?? {})) {
      const other = hookId({ package: name });
      if (!ids.includes(other)) ids.push(other);
    }
  }
  return ids;
}
