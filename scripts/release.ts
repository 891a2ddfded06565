/**
 * `bun scripts/release.ts`: every archive of a release with an index of hashes, signed where there is a key; and its
 * publishing. A version that the registry has already is left as it is: versions of packages are independent.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Archive, hookArchives, programArchives } from "./archives.ts";

const usage = `bun scripts/release.ts pack OUT [--key FILE]      archives and OUT/index.json, signed with an Ed25519 key (PEM)
bun scripts/release.ts verify OUT --public FILE   the index against its signature, the archives against the index
bun scripts/release.ts publish OUT                npm publish for each archive that the registry does not have

  --dist FOLDER   the built programs; default dist/
`;

const INDEX = "index.json";
const SIGNATURE = "index.json.sig";

interface Row {
  readonly package: string;
  readonly version: string;
  readonly file: string;
  readonly integrity: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: "string" },
    public: { type: "string" },
    dist: { type: "string", default: resolve(import.meta.dir, "../dist") },
  },
});
const [verb, out] = positionals;
process.exitCode = await main();

async function main(): Promise<number> {
  if (out === undefined) {
    console.error(usage);
    return 2;
  }
  switch (verb) {
    case "pack":
      return pack(out);
    case "verify":
      return check(out);
    case "publish":
      return publish(out);
    default:
      console.error(usage);
      return 2;
  }
}

async function pack(folder: string): Promise<number> {
  const archives = [...(await hookArchives()), ...(await programArchives(values.dist))];
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of archives) writeFileSync(join(folder, name), bytes);
  const text = `${JSON.stringify({ packages: archives.map(rowOf) }, null, 2)}\n`;
  writeFileSync(join(folder, INDEX), text);
  if (values.key !== undefined) {
    const key = createPrivateKey(readFileSync(values.key));
    writeFileSync(join(folder, SIGNATURE), `${sign(null, Buffer.from(text), key).toString("base64")}\n`);
  }
  for (const { package: name, version, bytes } of archives)
    console.log(`${name} ${version}: ${bytes.length} bytes`);
  return 0;
}

function rowOf({ package: name, version, name: file, bytes }: Archive): Row {
  return { package: name, version, file, integrity: integrityOf(bytes) };
}

function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

function rowsIn(folder: string): readonly Row[] {
  return JSON.parse(readFileSync(join(folder, INDEX), "utf8")).packages;
}

async function check(folder: string): Promise<number> {
  if (values.public === undefined) {
    console.error(usage);
    return 2;
  }
  const text = readFileSync(join(folder, INDEX));
  const signature = Buffer.from(readFileSync(join(folder, SIGNATURE), "utf8"), "base64");
  if (!verify(null, text, createPublicKey(readFileSync(values.public)), signature)) {
    console.error(`${join(folder, INDEX)} is not what was signed.`);
    return 1;
  }
  const wrong = rowsIn(folder).filter(
    ({ file, integrity }) => integrityOf(readFileSync(join(folder, file))) !== integrity,
  );
  for (const { file } of wrong) console.error(`${join(folder, file)} does not have the hash in the index.`);
  if (wrong.length === 0) console.log(`${rowsIn(folder).length} archives are what was signed.`);
  return wrong.length === 0 ? 0 : 1;
}

async function publish(folder: string): Promise<number> {
  for (const { package: name, version, file, integrity } of rowsIn(folder)) {
    const path = resolve(folder, file);
    if (integrityOf(readFileSync(path)) !== integrity) {
      console.error(`${path} does not have the hash in the index; nothing more is published.`);
      return 1;
    }
    const there = await npm(["view", `${name}@${version}`, "version", "--json"]);
    if (there.code === 0 && there.text.includes(version)) {
      console.log(`${name} ${version} is there already`);
      continue;
    }
    // Provenance is something that a CI with an identity can give, and nobody else.
    const provenance = process.env.ACTIONS_ID_TOKEN_REQUEST_URL === undefined ? [] : ["--provenance"];
    const done = await npm(["publish", path, "--access", "public", ...provenance]);
    if (done.code !== 0) {
      console.error(`${name} ${version} could not be published:\n${done.text}`);
      return 1;
    }
    console.log(`${name} ${version} is published`);
  }
  return 0;
}

async function npm(args: readonly string[]): Promise<{ readonly text: string; readonly code: number }> {
  const child = Bun.spawn(["npm", ...args], { cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { text: `${out}${err}`, code };
}
