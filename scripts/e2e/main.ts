/**
 * `bun run e2e [WORDS]`: real clients, our real programs and a stand-in model, in a sandbox with loopback only.
 * WORDS pick the cases whose name holds all of them.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { allowCases } from "./allow-cases.ts";
import { cacheFolder, installed } from "./cache.ts";
import type { Case } from "./case.ts";
import { cases } from "./cases.ts";
import { claudeCode } from "./claude-code.ts";
import type { Client } from "./client.ts";
import { clients as all, pinned } from "./clients.ts";
import { commonCases } from "./common-cases.ts";
import { liveCases } from "./live-cases.ts";
import { type Played, play } from "./player.ts";
import { runSealed, sandboxProblem } from "./sandbox.ts";

const usage = `bun run e2e [WORDS]

  --all                   every client that runs headless, one after the other; default is Claude Code alone
  --client ID             one client
  --dist FOLDER           programs to try instead of the ones in dist/
  --pin VERSION           another version of that one client
  --record FILE           write what became of each command, as JSON
  --keep                  keep the throw-away homes of failed cases, with every request to the model
  --skip-without-sandbox  where no network namespace can be made, skip everything instead of failing
`;

const casesOf = (client: Client): readonly Case[] => [
  ...(client === claudeCode ? [...cases, ...allowCases] : []),
  ...commonCases(client),
  ...liveCases(client),
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    client: { type: "string" },
    pin: { type: "string" },
    record: { type: "string" },
    keep: { type: "boolean", default: false },
    dist: { type: "string", default: resolve(import.meta.dir, "../../dist") },
    "skip-without-sandbox": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
    // Set by this program when it starts itself again in the sandbox: where each client's program is.
    sealed: { type: "string" },
  },
});

const { pin } = values;
const named = values.all ? all : all.filter(({ id }) => id === (values.client ?? claudeCode.id));
const clients = pin === undefined ? named : named.map((client) => pinned(client, pin));

if (values.help) console.log(usage);
else if (clients.length === 0) {
  console.error(`No client ${values.client}. Known are ${all.map(({ id }) => id).join(", ")}.`);
  process.exitCode = 1;
} else process.exitCode = values.sealed === undefined ? await prepare() : await playAll(values.sealed);

/** Outside the sandbox, where the registry can be reached: fetch the clients, then start again inside. */
async function prepare(): Promise<number> {
  const dist = resolve(values.dist);
  const missing = ["hooks", "trash"].filter((name) => !existsSync(join(dist, name)));
  if (missing.length > 0) {
    console.error(`${dist} lacks ${missing.join(" and ")}. Run \`bun run build\` first.`);
    return 1;
  }
  const problem = await sandboxProblem();
  if (problem !== undefined) {
    const words = `No sandbox for the clients: ${problem}.`;
    if (values["skip-without-sandbox"]) {
      console.log(`SKIPPED: ${words}\n\n0 passed, 0 failed, ${clients.flatMap(casesOf).length} skipped`);
      return 0;
    }
    console.error(
      `${words}\nA client must not reach the network here. Run this where namespaces are allowed (as root, or with unprivileged user namespaces switched on), or pass --skip-without-sandbox.`,
    );
    return 1;
  }
  const programs: Record<string, string> = {};
  for (const client of clients) {
    programs[client.id] = await installed(client, cacheFolder(process.env));
  }
  const argv = [
    ...positionals,
    "--dist",
    dist,
    ...(values.keep ? ["--keep"] : []),
    ...(values.all ? ["--all"] : []),
    ...(pin === undefined ? [] : ["--pin", pin]),
    ...(values.record === undefined ? [] : ["--record", resolve(values.record)]),
    ...(values.client === undefined ? [] : ["--client", values.client]),
    "--sealed",
    JSON.stringify(programs),
  ];
  const env = {
    HOME: "/nonexistent",
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    TMPDIR: process.env.TMPDIR ?? "/tmp",
  };
  const code = await runSealed([process.execPath, import.meta.path, ...argv], env);
  return code === 0 && isWholeRun() ? await playRegistry() : code;
}

/** Nobody asked for certain cases, a client or other programs: then the registry belongs to the run. */
function isWholeRun(): boolean {
  const isPicked = positionals.length > 0 || values.client !== undefined || pin !== undefined;
  return (
    !isPicked &&
    values.record === undefined &&
    resolve(values.dist) === resolve(import.meta.dir, "../../dist")
  );
}

async function playRegistry(): Promise<number> {
  const run = Bun.spawn([process.execPath, resolve(import.meta.dir, "registry/main.ts")], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  return await run.exited;
}

async function playAll(sealed: string): Promise<number> {
  const programs: Readonly<Record<string, string>> = JSON.parse(sealed);
  const words = positionals.map((word) => word.toLowerCase());
  let passed = 0;
  let failed = 0;
  const record: Record<string, Played> = {};
  for (const client of clients) {
    console.log(`${client.id} ${client.version}`);
    const picked = casesOf(client).filter(({ name }) =>
      words.every((word) => name.toLowerCase().includes(word)),
    );
    if (picked.length === 0) console.error(`No case has ${positionals.join(" and ")} in its name.`);
    for (const row of picked) {
      const start = performance.now();
      const program = programs[client.id] ?? "";
      const { problems, seen } = await play(row, { client, program, dist: values.dist, keep: values.keep });
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      record[row.name] = { problems, seen };
      if (problems.length === 0) passed++;
      else failed++;
      console.log(`  ${problems.length === 0 ? "ok  " : "FAIL"}  ${row.name} (${seconds} s)`);
      for (const line of problems) console.log(`          ${line.replaceAll("\n", "\n          ")}`);
    }
  }
  if (values.record !== undefined) writeFileSync(values.record, JSON.stringify(record, null, 2));
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
