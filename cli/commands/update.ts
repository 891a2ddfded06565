import { capabilityWords, hookId } from "@hasna/hooks-catalog";
import { type Call, type Context, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { changesIn } from "../packages/changelog.ts";
import { harmless, onPackages, textOption } from "../packages/command.ts";
import { bundleAll, refuseOurNames } from "../packages/install.ts";
import { formerLock, type LockScope, putBack, readLockFile } from "../packages/lock-file.ts";
import { type Change, commitPlan, fileOf, type PackagePlan, planPackages } from "../packages/plan.ts";
import { faultsIn, storedArchive } from "../packages/store.ts";
import { Trouble } from "../packages/trouble.ts";
import { withLock } from "../settings/lock.ts";

/** `hooks update [NAME...]`: the newest versions that fit, with what changed; `--rollback` takes the last change back. */
export async function update(call: Call, context: Context): Promise<number> {
  if (call.options.rollback === true && call.words.length > 0) {
    context.err("hooks update: --rollback takes the whole last change back, so it takes no names.\n");
    return EXIT_USAGE;
  }
  return onPackages("update", call, context, async (scope) => {
    const { state } = await readLockFile(scope, context);
    return withLock(state, () =>
      call.options.rollback === true ? rollback(scope, call, context) : toNewest(scope, call, context),
    );
  });
}

async function toNewest(scope: LockScope, call: Call, context: Context): Promise<number> {
  const isDryRun = call.options["dry-run"] === true;
  const names = await namesOf(call, scope, context);
  const plan = await planPackages(
    [],
    { scope, registry: textOption(call, "registry"), update: names.length === 0 ? "all" : names },
    context,
  );
  refuseOurNames(plan);
  await bundleAll(plan, context.version);
  const refusal = plan.changes.find(({ from, asksFor }) => from !== undefined && asksFor.length > 0);
  if (refusal !== undefined && call.options.yes !== true && !isDryRun) {
    const what = refusal.asksFor.map((one) => capabilityWords[one]).join(" and ");
    throw new Trouble(
      `${hookId(refusal)} ${refusal.to} does more than ${refusal.from}: it ${what}`,
      "Nothing was changed. Say --yes to agree, or name the other hooks to leave this one as it is.",
    );
  }
  if (call.options.json === true) {
    const changes = await Promise.all(
      plan.changes.map(async (change) => ({
        ...change,
        changelog: (await changelogOf(plan, change)) ?? null,
      })),
    );
    context.out(
      `${JSON.stringify({ command: "update", dryRun: isDryRun, scope, changes, notes: plan.notes })}\n`,
    );
  } else await report(plan, isDryRun, context);
  if (!isDryRun) await commitPlan(plan);
  return EXIT_OK;
}

/** The packages that the words name. @throws Trouble for one that is not in the lock. */
async function namesOf({ words }: Call, scope: LockScope, context: Context): Promise<readonly string[]> {
  const { lock, path } = await readLockFile(scope, context);
  const known = Object.keys(lock.hooks);
  return words.map((word) => {
    const found = known.find((name) => name === word || hookId({ package: name }) === word);
    if (found !== undefined) return found;
    const there = known.map((name) => hookId({ package: name })).join(", ");
    throw new Trouble(
      `${path} holds no hook "${word}"`,
      there === "" ? "It holds none at all." : `It holds ${there}.`,
    );
  });
}

async function report(plan: PackagePlan, isDryRun: boolean, context: Context): Promise<void> {
  for (const note of plan.notes) context.err(`note: ${harmless(note)}\n`);
  if (plan.changes.length === 0) {
    context.out("Every hook in the lock is the newest that fits.\n");
    return;
  }
  for (const change of plan.changes) {
    context.out(`${isDryRun ? "Would change" : "Changed"} ${sentence(change)}\n`);
    const log = await changelogOf(plan, change);
    if (log !== undefined) context.out(`\n${harmless(log).replace(/^(?=.)/gm, "  ")}\n\n`);
  }
  if (!isDryRun) {
    const scope = plan.file.scope === "user" ? "" : " --scope project";
    context.out(`The way back: hooks update --rollback${scope}\n`);
  }
}

function sentence({ package: name, from, to }: Change): string {
  const id = hookId({ package: name });
  if (from === undefined) return `${id}: new in version ${to}`;
  return to === undefined ? `${id}: ${from} is not needed any more` : `${id} from ${from} to ${to}`;
}

async function changelogOf(
  plan: PackagePlan,
  { package: name, from, to }: Change,
): Promise<string | undefined> {
  const hook = plan.hooks.find(({ manifest }) => manifest.package === name);
  if (hook === undefined || from === undefined || to === undefined) return undefined;
  const archive = await storedArchive(plan.file.state, hook.integrity);
  const text = archive === undefined ? undefined : fileOf(archive, "CHANGELOG.md");
  return text === undefined ? undefined : changesIn(text, from, to);
}

async function rollback(scope: LockScope, call: Call, context: Context): Promise<number> {
  const file = await readLockFile(scope, context);
  const former = await formerLock(file);
  if (former === undefined) throw new Trouble(`there is no former ${file.path}`, "Nothing was changed.");
  for (const [name, { integrity, version }] of Object.entries(former.lock.hooks)) {
    const [fault] = await faultsIn(file.state, integrity);
    if (fault === undefined) continue;
    throw new Trouble(
      `${hookId({ package: name })} ${version} cannot be gone back to: ${fault}`,
      `Ask for it by its version instead: hooks install ${hookId({ package: name })}@${version}`,
    );
  }
  const isDryRun = call.options["dry-run"] === true;
  const names = new Set([...Object.keys(file.lock.hooks), ...Object.keys(former.lock.hooks)]);
  const changes = [...names].sort().flatMap((name): readonly Change[] => {
    const [from, to] = [file.lock.hooks[name], former.lock.hooks[name]];
    return from?.integrity === to?.integrity
      ? []
      : [{ package: name, from: from?.version, to: to?.version, asksFor: [] }];
  });
  if (!isDryRun) {
    await putBack(file, former.lock);
    await former.forget();
  }
  if (call.options.json === true) {
    context.out(
      `${JSON.stringify({ command: "update", rollback: true, dryRun: isDryRun, scope, changes })}\n`,
    );
    return EXIT_OK;
  }
  for (const change of changes)
    context.out(`${isDryRun ? "Would take back" : "Took back"} ${sentence(change)}\n`);
  return EXIT_OK;
}
