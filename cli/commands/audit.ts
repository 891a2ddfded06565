import { capabilityWords, hookId } from "@hasna/hooks-catalog";
import { type Call, type Context, EXIT_FAILED, EXIT_OK, EXIT_USAGE } from "../context.ts";
import { harmless, onPackages, textOption } from "../packages/command.ts";
import { readLockFile } from "../packages/lock-file.ts";
import { loadNpmConfig } from "../packages/npm-config.ts";
import { type Client, registryClient } from "../packages/registry-client.ts";
import { faultsIn, stored } from "../packages/store.ts";

/** Days that a version must have been out before nobody needs to be told: most poisoned releases are found within a week. */
const YOUNG_DAYS = 7;

interface Row {
  readonly name: string;
  readonly version: string;
  readonly from: string;
  readonly integrity: string;
  /** Empty for a package that is what the lock says. */
  readonly faults: readonly string[];
  readonly capabilities: readonly string[];
  /** Days since it was published; null where nobody says. */
  readonly age: number | null;
  /** What should be known and is no fault. */
  readonly warnings: readonly string[];
}

/** `hooks audit`: whether what is installed is what the lock says, what it may do, and how old it is. Exit code 1 on a fault. */
export async function audit(call: Call, context: Context): Promise<number> {
  if (call.words.length > 0) {
    context.err(`hooks audit: it takes no names, got "${call.words[0]}".\n`);
    return EXIT_USAGE;
  }
  return onPackages("audit", call, context, async (scope) => {
    const { lock, state } = await readLockFile(scope, context);
    const isOffline = call.options.offline === true;
    const client = isOffline
      ? undefined
      : registryClient(await loadNpmConfig(context, textOption(call, "registry")), context.env);
    const rows: Row[] = [];
    for (const [name, { version, from, integrity, capabilities }] of Object.entries(lock.hooks)) {
      const faults = [...(await faultsIn(state, integrity))];
      const manifest = (await stored(state, integrity))?.manifest;
      const more = (manifest?.capabilities ?? []).filter((one) => !capabilities.includes(one));
      for (const one of more) faults.push(`it ${capabilityWords[one]}, which was not agreed to`);
      const asked =
        client !== undefined && from === "npm"
          ? await registryWord(client, name, version, integrity)
          : undefined;
      faults.push(...(asked?.faults ?? []));
      const row = { name: hookId({ package: name }), version, from, integrity, faults, capabilities };
      rows.push({ ...row, age: asked?.age ?? null, warnings: asked?.warnings ?? [] });
    }
    if (call.options.json === true) context.out(`${JSON.stringify({ scope, hooks: rows })}\n`);
    else report(rows, context);
    return rows.some(({ faults }) => faults.length > 0) ? EXIT_FAILED : EXIT_OK;
  });
}

/** What the registry says of a version today. One that cannot be reached is a warning: the bytes were checked without it. */
async function registryWord(
  client: Client,
  name: string,
  version: string,
  integrity: string,
): Promise<Pick<Row, "faults" | "age" | "warnings">> {
  const answer = await client.packument(name).catch((error: Error) => error);
  if (answer instanceof Error) return { faults: [], age: null, warnings: [answer.message] };
  const release = answer?.packument.releases.find((one) => one.version === version);
  if (release === undefined)
    return { faults: [], age: null, warnings: ["the registry does not have this version any more"] };
  const warnings: string[] = [];
  const age =
    release.published === undefined ? Number.NaN : (Date.now() - Date.parse(release.published)) / 86_400_000;
  if (age < YOUNG_DAYS) warnings.push(`it was published less than ${YOUNG_DAYS} days ago`);
  if (release.deprecated !== undefined) warnings.push(`its publisher deprecated it: ${release.deprecated}`);
  const isOther = release.integrity !== undefined && release.integrity !== integrity;
  const faults = isOther ? ["the registry has other bytes under this version now"] : [];
  return { faults, age: Number.isFinite(age) ? Math.floor(age) : null, warnings };
}

function report(rows: readonly Row[], context: Context): void {
  if (rows.length === 0) {
    context.out("The lock holds no hook; those that come with this version are part of its program.\n");
    return;
  }
  for (const { name, version, from, faults, capabilities, age, warnings } of rows) {
    const may = capabilities.length === 0 ? "no capability" : capabilities.join(", ");
    const days = age === null ? "" : `, ${age} ${age === 1 ? "day" : "days"} old`;
    context.out(
      `${faults.length === 0 ? "ok   " : "FAULT"}  ${name} ${version} from ${from}: ${may}${days}\n`,
    );
    for (const fault of faults) context.err(`       ${harmless(fault)}\n`);
    for (const warning of warnings) context.err(`       note: ${harmless(warning)}\n`);
  }
  const bad = rows.filter(({ faults }) => faults.length > 0).map(({ name }) => name);
  if (bad.length > 0) context.err(`Fetch what the lock says again: hooks install ${bad.join(" ")}\n`);
}
