/** Where the pinned clients are kept between runs: outside the repository, one folder a version. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Client } from "./client.ts";

/** `HOOKS_E2E_CACHE` overrides the folder. */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env.HOOKS_E2E_CACHE ?? join(env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "hooks-e2e");
}

/** What npm installs, and where its program lies then. */
export type FromNpm = Pick<Client, "id" | "version" | "packages" | "programs" | "needsNode"> & {
  /** npm's `overrides`: versions in the place of those that a dependency asks for. */
  readonly overrides?: Readonly<Record<string, string>>;
};

/** A program, installed through npm when it is not there yet. Throws with npm's own words. */
export async function installed(client: FromNpm, cache: string): Promise<string> {
  const folder = join(cache, `${client.id}-${client.version}`);
  const present = programIn(folder, client);
  if (present !== undefined) return join(folder, present);
  // npm fills a folder beside it, so that an install that was cut short is never taken for the client.
  mkdirSync(cache, { recursive: true });
  const filling = mkdtempSync(join(cache, "installing-"));
  try {
    const { overrides = {} } = client;
    writeFileSync(join(filling, "package.json"), JSON.stringify({ private: true, overrides }));
    const npm = Bun.spawn(
      [
        "npm",
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
        filling,
        ...packagesOf(client),
      ],
      { cwd: filling, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    );
    const [out, err, code] = await Promise.all([npm.stdout.text(), npm.stderr.text(), npm.exited]);
    if (code !== 0) throw new Error(`npm could not install ${client.packages.join(" ")}:\n${out}${err}`);
    const program = programIn(filling, client);
    if (program === undefined) {
      throw new Error(`${client.packages.join(" ")} brought none of: ${client.programs.join(", ")}`);
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(filling, folder);
    return join(folder, program);
  } finally {
    rmSync(filling, { recursive: true, force: true });
  }
}

/** A Node.js for the clients that want a newer one: npm's package of the binary alone. */
const NODE = "24.4.1";
const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

function packagesOf({ packages, needsNode }: FromNpm): readonly string[] {
  return needsNode === true ? [...packages, `${NODE_PACKAGE}@${NODE}`] : packages;
}

/** Folder with the client's own Node.js; undefined where it needs none. */
export function nodeFolder(client: FromNpm, program: string): string | undefined {
  if (client.needsNode !== true) return undefined;
  const root = program.slice(0, program.lastIndexOf("/node_modules/"));
  return join(root, "node_modules", NODE_PACKAGE, "bin");
}

function programIn(folder: string, client: FromNpm): string | undefined {
  return client.programs.find((name) => existsSync(join(folder, name)));
}
