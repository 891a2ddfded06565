/**
 * `bun run e2e:bridge [WORDS]`: the bridge beside real clients. Every situation is put before the client itself, in the
 * sandbox with a stand-in model, and before the bridge; both must come to the end that the row names.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Client as Dialect, type Situation, situations } from "@hasna/hooks-bridge/testing";
import { cacheFolder, installed } from "../cache.ts";
import { claudeCode } from "../claude-code.ts";
import type { Client } from "../client.ts";
import { codex } from "../codex.ts";
import { runSealed, sandboxProblem } from "../sandbox.ts";
import { judge } from "./situation.ts";

const usage = `bun run e2e:bridge [WORDS]

  --client ID             one client; default is Claude Code, then Codex
  --skip-without-sandbox  where no network namespace can be made, skip everything instead of failing
`;

const known: readonly (readonly [Client, Dialect])[] = [
  [claudeCode, "claude-code"],
  [codex, "codex"],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    client: { type: "string" },
    "skip-without-sandbox": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
    // Set by this program when it starts itself again in the sandbox: where each client's program is.
    sealed: { type: "string" },
  },
});

const picked = known.filter(([{ id }]) => values.client === undefined || id === values.client);

if (values.help) console.log(usage);
else if (picked.length === 0) {
  console.error(`No client ${values.client}. Known are ${known.map(([{ id }]) => id).join(", ")}.`);
  process.exitCode = 1;
} else process.exitCode = values.sealed === undefined ? await prepare() : await compare(values.sealed);

async function prepare(): Promise<number> {
  const problem = await sandboxProblem();
  if (problem !== undefined) {
    console.log(
      `${values["skip-without-sandbox"] ? "SKIPPED: " : ""}No sandbox for the clients: ${problem}.`,
    );
    return values["skip-without-sandbox"] ? 0 : 1;
  }
  const programs: Record<string, string> = {};
  for (const [client] of picked) programs[client.id] = await installed(client, cacheFolder(process.env));
  const argv = [
    ...positionals,
    ...(values.client === undefined ? [] : ["--client", values.client]),
    "--sealed",
    JSON.stringify(programs),
  ];
  const env = {
    HOME: "/nonexistent",
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    TMPDIR: process.env.TMPDIR ?? "/tmp",
  };
  return await runSealed([process.execPath, resolve(import.meta.path), ...argv], env);
}

async function compare(sealed: string): Promise<number> {
  const programs: Readonly<Record<string, string>> = JSON.parse(sealed);
  const words = positionals.map((word) => word.toLowerCase());
  let passed = 0;
  let failed = 0;
  for (const [client, dialect] of picked) {
    const rows = situations.filter(
      (row) => isMeasured(row, dialect) && words.every((word) => row.name.includes(word)),
    );
    console.log(`${client.id} ${client.version}: ${rows.length} situations`);
    for (const row of rows) {
      const start = performance.now();
      const program = programs[client.id] ?? "";
      const { wanted, real, bridge, detail } = await judge(row, client, dialect, program);
      const isRight = real === wanted && bridge === wanted;
      if (isRight) passed++;
      else failed++;
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(
        `  ${isRight ? "ok  " : "FAIL"}  ${row.name}: client ${real}, bridge ${bridge} (${seconds} s)`,
      );
      if (!isRight) console.log(`          the row says ${wanted}${detail === "" ? "" : `; ${detail}`}`);
    }
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** What a client waits for for ever is not waited for here. */
function isMeasured({ outcome }: Situation, dialect: Dialect): boolean {
  const letter = outcome[["claude-code", "codex", "gemini-cli"].indexOf(dialect)];
  return letter !== "-" && letter !== "H";
}
