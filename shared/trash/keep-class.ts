import { type Bytes, fromText, raw } from "./bytes.ts";
import type { Stat } from "./disk.ts";
import { lstatIfThere } from "./files.ts";
import type { KeepClass } from "./info.ts";
import type { Machine } from "./machine.ts";
import { baseName, folderOf, isWithin, under } from "./path.ts";

/** Folders that a tool makes again, each with the files that prove the tool works here. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = {
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

/** Caches that are rebuilt without asking, wherever they lie. */
const CACHES: readonly string[] = ["__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache"];

/** At most two looks at the disk; `more` are names that the user's settings add. */
export function keepClassOf(machine: Machine, real: Bytes, stat: Stat, more: readonly string[]): KeepClass {
  if (stat.kind === "folder") {
    const name = baseName(real);
    if (CACHES.includes(name) || more.some((added) => fromText(added) === name)) return "disposable";
    const producers = Object.hasOwn(PRODUCTS, name) ? PRODUCTS[name] : undefined;
    const folder = folderOf(real);
    if (producers?.some((producer) => lstatIfThere(machine.disk, under(folder, producer)) !== undefined))
      return "disposable";
  }
  return isTemporary(machine, real) ? "temporary" : "normal";
}

function isTemporary({ env }: Machine, real: Bytes): boolean {
  const own = env.TMPDIR;
  const folders = [raw("/tmp"), raw("/var/tmp"), raw("/dev/shm"), raw("/private/tmp")];
  if (own?.startsWith("/")) folders.push(fromText(own));
  return folders.some((folder) => isWithin(real, folder));
}
