/** Packages that come from elsewhere than a registry: a repository, a folder, an archive, an address. */
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import type { Spec } from "@hasna/hooks-catalog";
import type { Context } from "../context.ts";
import { type Client, MOST_TARBALL } from "./registry-client.ts";
import { readTar, type TarFile, writeTar } from "./tar.ts";
import { Trouble } from "./trouble.ts";

/** What was fetched, and how the lock names the place. */
export interface Fetched {
  readonly bytes: Uint8Array;
  readonly from: string;
}

type Elsewhere = Exclude<Spec, { readonly kind: "registry" }>;
type Where = Pick<Context, "env" | "home" | "cwd">;

/** Folders that are never part of a package. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", ".git", ".hg", ".svn"]);

/** `lockFolder` is what a path in the lock is relative to; undefined for a lock with absolute paths. */
export async function fetchFrom(
  spec: Elsewhere,
  client: Client,
  where: Where,
  lockFolder: string | undefined,
): Promise<Fetched> {
  switch (spec.kind) {
    case "url":
      return { bytes: await client.tarball(spec.url, undefined), from: spec.url };
    case "git":
      return fromGit(spec, where);
    case "folder":
    case "archive": {
      const home = where.home ?? "";
      const path = resolve(where.cwd, spec.path.replace(/^~(?=\/|$)/, home));
      const inLock = lockFolder === undefined ? path : relative(lockFolder, path) || ".";
      const facts = await stat(path).catch(() => undefined);
      if (facts === undefined) throw new Trouble(`${path} is not there`, "Check the path.");
      if (facts.isDirectory()) return { bytes: await packFolder(path), from: `file:${inLock}` };
      if (facts.size > MOST_TARBALL)
        throw new Trouble(`${path} is larger than ${MOST_TARBALL} bytes`, "A hook is not that large.");
      return { bytes: await readFile(path), from: `file:${inLock}` };
    }
  }
}

/** A folder as an archive, the same bytes for the same files. */
async function packFolder(folder: string): Promise<Uint8Array> {
  const files: TarFile[] = [];
  const walk = async (inner: string): Promise<void> => {
    for (const entry of await readdir(join(folder, inner), { withFileTypes: true })) {
      if (LEFT_OUT.has(entry.name)) continue;
      const path = inner === "" ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) {
        const file = join(folder, path);
        const isExecutable = ((await stat(file)).mode & 0o100) !== 0;
        files.push({ path: `package/${path}`, bytes: await readFile(file), isExecutable });
      } else
        throw new Trouble(
          `${join(folder, path)} is a link or no regular file`,
          "A package holds regular files only; take it out.",
        );
    }
  };
  await walk("");
  return writeTar(files);
}

/** Fetches one commit, and makes an archive of it that does not depend on the version of git. */
async function fromGit(
  { url, reference }: Elsewhere & { readonly kind: "git" },
  { env }: Where,
): Promise<Fetched> {
  const git = Bun.which("git", { PATH: env.PATH ?? "" });
  if (git === null)
    throw new Trouble("git is not on your PATH", "Install git, or name the hook in another way.");
  const scratch = await mkdtemp(join(tmpdir(), "hooks-git-"));
  const run = async (args: readonly string[]): Promise<Uint8Array> => {
    // No hooks, no prompts, no transports that run programs: a repository's address is somebody else's text.
    const safe = [
      "-c",
      "core.hooksPath=/dev/null",
      "-c",
      "protocol.ext.allow=never",
      "-c",
      "core.fsmonitor=false",
    ];
    const child = Bun.spawn([git, ...safe, ...args], {
      cwd: scratch,
      env: { ...env, GIT_TERMINAL_PROMPT: "0", GIT_ALLOW_PROTOCOL: "https:ssh:file" } as Record<
        string,
        string
      >,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 120_000,
    });
    const [out, err, code] = await Promise.all([child.stdout.bytes(), child.stderr.text(), child.exited]);
    if (code !== 0) throw new Error(err.trim().split("\n").at(-1) ?? `git ended with ${code}`);
    return out;
  };
  const wanted = reference ?? "HEAD";
  try {
    await run(["init", "--quiet", "--bare", "."]);
    try {
      await run(["fetch", "--quiet", "--depth", "1", "--no-tags", "--end-of-options", url, wanted]);
    } catch (error) {
      // Servers may hand out branches and tags only.
      if (!/^[0-9a-f]{7,64}$/.test(wanted)) throw error;
      await run(["fetch", "--quiet", "--end-of-options", url, "+refs/*:refs/kept/*"]);
    }
    const isHash = /^[0-9a-f]{40,64}$/.test(wanted);
    const name = isHash
      ? wanted
      : await run(["cat-file", "-e", `${wanted}^{commit}`]).then(
          () => wanted,
          () => "FETCH_HEAD",
        );
    const commit = new TextDecoder().decode(await run(["rev-parse", "--verify", `${name}^{commit}`])).trim();
    const archive = await run(["archive", "--format=tar", "--prefix=package/", commit]);
    return { bytes: writeTar(readTar(archive)), from: `git+${url}#${commit}` };
  } catch (error) {
    if (error instanceof Trouble) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new Trouble(
      `git+${url} at ${wanted} cannot be fetched: ${why.replace(/[.]$/, "")}`,
      "Check the address and what stands behind #.",
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
