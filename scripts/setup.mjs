#!/usr/bin/env node
// Sets everything up on a machine that has only git, Node and npm, then runs one script of this project with Bun.
//   node scripts/setup.mjs            set up
//   node scripts/setup.mjs check      set up, then `bun run check`
// Bun itself comes from npm, in the version that package.json pins. Plain Node: nothing is installed yet when this runs.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const wanted = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).devDependencies.bun;
const env = { ...process.env };

const bun = findBun();
install(bun);
const script = process.argv[2];
if (script !== undefined) process.exit(run(bun, ["run", script, ...process.argv.slice(3)]));

/** The pinned Bun: the workspace's own, one on PATH of the same version, or one fetched into .cache/bun. */
function findBun() {
  const cached = join(root, ".cache/bun");
  const candidates = [join(root, "node_modules/.bin/bun"), join(cached, "node_modules/.bin/bun"), "bun"];
  for (const candidate of candidates) if (versionOf(candidate) === wanted) return candidate;
  console.log(`Getting Bun ${wanted} through npm`);
  mkdirSync(cached, { recursive: true });
  // Its own package.json, so that npm neither reads the workspaces nor writes a lock file beside ours.
  writeFileSync(join(cached, "package.json"), '{ "private": true }\n');
  const npm = [
    "install",
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    "--prefix",
    cached,
    `bun@${wanted}`,
  ];
  // npm 11 leaves install scripts out; bun's moves the right binary into place, and without it npm's warning is noise.
  const result = spawnSync("npm", [...npm, "--loglevel", "error"], {
    cwd: cached,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (result.status === 0 && versionOf(candidates[1]) === wanted) return candidates[1];
  console.error(
    `Could not get Bun ${wanted} through npm (see above). Check the network or npm's registry setting, then run this again.`,
  );
  process.exit(1);
}

function versionOf(program) {
  if (program.includes("/") && !existsSync(program)) return undefined;
  const { status, stdout } = spawnSync(program, ["--version"], { cwd: "/", encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

function install(bun) {
  // Bun does not read npm's global configuration, so the registry that npm would use is handed over.
  const registry = spawnSync("npm", ["config", "get", "registry"], {
    cwd: root,
    encoding: "utf8",
  }).stdout?.trim();
  if (registry?.startsWith("http")) env.NPM_CONFIG_REGISTRY ??= registry;
  const cafile = spawnSync("npm", ["config", "get", "cafile"], {
    cwd: root,
    encoding: "utf8",
  }).stdout?.trim();
  if (cafile?.startsWith("/")) env.NODE_EXTRA_CA_CERTS ??= cafile;
  env.PATH = `${join(root, "node_modules/.bin")}:${env.PATH ?? ""}`;
  const status = run(bun, ["install", "--frozen-lockfile"]);
  if (status !== 0) {
    console.error(
      "bun install failed (see above). If package.json changed, run `bun install` and commit bun.lock.",
    );
    process.exit(status);
  }
}

function run(program, args) {
  const result = spawnSync(program, args, { cwd: root, env, stdio: "inherit" });
  return result.status ?? 1;
}
