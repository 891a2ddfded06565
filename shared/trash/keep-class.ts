import { type Bytes, fromText, raw } from "./bytes.ts";
import type { Stat } from "./disk.ts";
import { lstatIfThere } from "./files.ts";
import type { KeepClass } from "./info.ts";
import type { Machine } from "./machine.ts";
import { baseName, folderOf, isWithin, under } from "./path.ts";

/** Folders that a tool makes again, each with the files that prove the tool works here. */
function products(): Readonly<Record<string, readonly string[]>> {
  return {
    node_modules: ["package.json"],
    ".next": ["package.json"],
    ".nuxt": ["package.json"],
    ".turbo": ["package.json", "turbo.json"],
    ".parcel-cache": ["package.json"],
    ".svelte-kit": ["package.json"],
    dist: ["package.json", "pyproject.toml"],
    build: ["package.json", "build.gradle"],
    out: ["package.json", "build.gradle"],
    coverage: ["package.json", "pyproject.toml"],
    target: ["Cargo.toml", "pom.xml"],
    ".venv": ["pyproject.toml", "requirements.txt"],
    venv: ["pyproject.toml", "requirements.txt"],
    ".tox": ["pyproject.toml", "tox.ini"],
    ".gradle": ["build.gradle", "settings.gradle"],
    Pods: ["Podfile"],
    ".terraform": ["main.tf", ".terraform.lock.hcl"],
    _build: ["mix.exs", "dune-project"],
    deps: ["mix.exs"],
  };
}

/** Caches that are rebuilt without asking, wherever they lie. */
const CACHES: readonly string[] = ["__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"];

const TEMPORARY: readonly string[] = ["/tmp", "/var/tmp", "/dev/shm", "/private/tmp"];

/** At most two looks at the disk; `more` are names that the user's settings add. */
export function keepClassOf(machine: Machine, real: Bytes, stat: Stat, more: readonly string[]): KeepClass {
  if (stat.kind === "folder" && isDisposable(machine, real, more)) return "disposable";
  return isTemporary(machine, real) ? "temporary" : "normal";
}

function isDisposable({ disk }: Machine, real: Bytes, more: readonly string[]): boolean {
  const name = baseName(real);
  if (CACHES.includes(name)) return true;
  for (const added of more) if (fromText(added) === name) return true;
  const known = products();
  const folder = folderOf(real);
  for (const producer of (Object.hasOwn(known, name) ? known[name] : undefined) ?? [])
    if (lstatIfThere(disk, under(folder, producer)) !== undefined) return true;
  return false;
}

/** Below a folder whose content the system, or a restart, may delete anyway. */
export function isTemporary({ env }: Machine, real: Bytes): boolean {
  for (const folder of TEMPORARY) if (isWithin(real, raw(folder))) return true;
  const own = env.TMPDIR;
  return own?.startsWith("/") === true && isWithin(real, fromText(own));
}
