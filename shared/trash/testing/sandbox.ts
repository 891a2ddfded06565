/** Where tests run commands that delete: temporary folders, and a mount namespace in which nothing else can be written. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PACKAGE = join(import.meta.dir, "..");

let program: string | undefined;

/** The compiled program, made once for a test run. */
export async function compiledTrash(): Promise<string> {
  if (program !== undefined) return program;
  const folder = temporaryFolder("trash-program-");
  const outfile = join(folder, "trash");
  const result = await Bun.build({
    entrypoints: [join(PACKAGE, "trash.ts")],
    target: "bun",
    format: "esm",
    splitting: true,
    minify: true,
    bytecode: true,
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
  if (!result.success) throw new Error(result.logs.join("\n"));
  chmodSync(folder, 0o755);
  program = outfile;
  return outfile;
}

const made: string[] = [];

/** Gone at the end of the test run. */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  made.push(folder);
  return folder;
}

process.on("exit", () => {
  for (const folder of made) {
    spawnSync("chmod", ["-R", "u+rwX", folder]);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Why no mount namespace can be made here; undefined when one can. */
export const noNamespace: string | undefined = lookForNamespace();

function lookForNamespace(): string | undefined {
  if (process.getuid?.() !== 0) return "needs root";
  const tried = spawnSync("unshare", ["-m", "sh", "-c", "mount --make-rprivate / && mount --bind /tmp /tmp"]);
  return tried.status === 0 ? undefined : "needs mount namespaces (unshare -m)";
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a shell script in a mount namespace of its own, in which only `writable` (and what the script mounts) can be
 * written: a mistake in the program under test cannot reach the machine's files.
 */
export function inNamespace(
  writable: string,
  script: string,
  env: Readonly<Record<string, string>> = {},
): Ran {
  const wrapped = `set -eu
mount --make-rprivate /
mount --bind "$WRITABLE" "$WRITABLE"
mount -o remount,ro,bind /
while read -r _ _ _ _ point _; do
  case "$point" in
    / | "$WRITABLE" | "$WRITABLE"/* | /proc | /proc/* | /sys | /sys/* | /dev | /dev/pts) ;;
    *) mount -o remount,ro,bind "$point" 2> /dev/null || true ;;
  esac
done < /proc/self/mountinfo
${script}`;
  const ran = spawnSync("unshare", ["-m", "--propagation", "private", "sh", "-c", wrapped], {
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C", WRITABLE: writable, ...env },
    encoding: "latin1",
    timeout: 170_000,
    maxBuffer: 1 << 28,
  });
  return { code: ran.status ?? -1, out: ran.stdout, err: ran.stderr };
}

/** The command of a program that may be missing, or undefined. */
export function which(name: string): string | undefined {
  return Bun.which(name, { PATH: "/usr/local/bin:/usr/bin:/bin" }) ?? undefined;
}

export function makeFolder(...parts: readonly string[]): string {
  const path = join(...parts);
  mkdirSync(path, { recursive: true });
  return path;
}
