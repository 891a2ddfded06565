/**
 * `bun run e2e:pins`: is there a newer version of a client, and does it behave as the pinned one? Both are played with the
 * same cases; what differs is shown. With --write the new version becomes the pin.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { behaviourChanges } from "./behaviour.ts";
import type { Client } from "./client.ts";
import { clients } from "./clients.ts";
import type { Played } from "./player.ts";

const usage = `bun run e2e:pins [WORDS]

  --client ID   one client; default is every one
  --to VERSION  this version instead of the newest
  --write       make the new version the pin, whatever has changed
  --list        only say what there is

WORDS pick the cases, as in \`bun run e2e\`.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    client: { type: "string" },
    to: { type: "string" },
    write: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) console.log(usage);
else process.exitCode = await main();

async function main(): Promise<number> {
  const chosen = clients.filter(({ id }) => values.client === undefined || id === values.client);
  if (chosen.length === 0) {
    console.error(`No client ${values.client}. Known are ${clients.map(({ id }) => id).join(", ")}.`);
    return 1;
  }
  let isSame = true;
  for (const client of chosen) isSame = (await compare(client)) && isSame;
  return isSame ? 0 : 1;
}

/** True when nothing has changed, or there is nothing newer. */
async function compare(client: Client): Promise<boolean> {
  const next = values.to ?? (await newest(client));
  if (next === client.version) {
    console.log(`${client.id} ${client.version}: the newest`);
    return true;
  }
  console.log(`${client.id} ${client.version}: there is ${next}`);
  if (values.list) return true;
  const before = await recorded(client, client.version);
  const after = await recorded(client, next);
  const changes = behaviourChanges(before, after);
  for (const line of changes) console.log(`  ${line.replaceAll("\n", "\n  ")}`);
  if (changes.length === 0) console.log(`  ${Object.keys(after).length} cases, nothing has changed`);
  if (values.write) {
    const file = join(import.meta.dir, `${client.id}.ts`);
    const line = (version: string) => `const version = "${version}";`;
    writeFileSync(file, readFileSync(file, "utf8").replace(line(client.version), line(next)));
    console.log(`  the pin is ${next} now`);
  }
  return changes.length === 0;
}

async function newest({ packages, version }: Client): Promise<string> {
  const name = (packages[0] ?? "").replace(`@${version}`, "");
  const npm = Bun.spawn(["npm", "view", name, "version"], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([npm.stdout.text(), npm.stderr.text(), npm.exited]);
  if (code !== 0) throw new Error(`npm does not know the newest ${name}:\n${err}`);
  return out.trim();
}

/** What became of each command with that version. */
async function recorded({ id }: Client, version: string): Promise<Readonly<Record<string, Played>>> {
  const folder = mkdtempSync(join(tmpdir(), "hooks-pins-"));
  const file = join(folder, "record.json");
  try {
    const run = Bun.spawn(
      [
        process.execPath,
        join(import.meta.dir, "main.ts"),
        ...positionals,
        "--client",
        id,
        "--pin",
        version,
        "--record",
        file,
      ],
      { stdin: "ignore", stdout: "inherit", stderr: "inherit" },
    );
    await run.exited;
    return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Played>>;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
