/**
 * From what the user names to verified packages in the store and the lock that will hold them. Nothing that a harness or
 * a lock knows changes here: what comes out is a value, to be shown and agreed to, and then committed.
 */
import {
  type Capability,
  type Choice,
  type Demand,
  hookId,
  type Lock,
  type LockedHook,
  type Manifest,
  type Packument,
  parseSpec,
  releaseOfManifest,
  satisfies,
  solve,
} from "@hasna/hooks-catalog";
import type { Context } from "../context.ts";
import { type LockFile, type LockScope, lockFolder, readLockFile, writeLockFile } from "./lock-file.ts";
import { loadNpmConfig } from "./npm-config.ts";
import { type Client, registryClient } from "./registry-client.ts";
import { fetchFrom } from "./sources.ts";
import { keep, openArchive, type StoredPackage, stored, storedArchive } from "./store.ts";
import { Trouble } from "./trouble.ts";

/** A hook whose bytes are in the store and are those of the lock. */
export interface InstalledHook extends StoredPackage {
  /** What it is registered and called by: short for ours, the package's name for others. */
  readonly id: string;
  readonly scope: LockScope;
  readonly locked: LockedHook;
}

/** What a lock's change means for one hook. */
export interface Change {
  readonly package: string;
  /** Undefined for a hook that is new, or gone. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Capabilities that the user has not agreed to yet. */
  readonly asksFor: readonly Capability[];
}

export interface PackagePlan {
  readonly file: LockFile;
  /** As it will be. */
  readonly lock: Lock;
  /** Every hook of the new lock, sorted by package. */
  readonly hooks: readonly InstalledHook[];
  /** Ids of the hooks that were named, in their order. */
  readonly named: readonly string[];
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
}

export interface PlanOptions {
  readonly scope: LockScope;
  /** Address of a registry in the place of the configured one. */
  readonly registry?: string | undefined;
  /** Packages whose newest fitting version is wanted; `all` for every one in the lock. */
  readonly update?: "all" | readonly string[];
  /** Packages to take out of the lock; those that others depend on stay. */
  readonly remove?: readonly string[];
}

type Where = Pick<Context, "env" | "home" | "cwd" | "version">;

/** Downloads at once. */
const AT_ONCE = 8;

/** Plans an install (`specs` are what the user named) or, without specs, an update or a restore of the lock. */
export async function planPackages(
  specs: readonly string[],
  options: PlanOptions,
  where: Where,
): Promise<PackagePlan> {
  const file = await readLockFile(options.scope, where);
  const client = registryClient(await loadNpmConfig(where, options.registry), where.env);
  return new Planner(file, client, options, where).plan(specs);
}

/** Writes the planned lock. The former one is kept for `hooks update --rollback`. */
export async function commitPlan({ file, lock }: PackagePlan): Promise<void> {
  await writeLockFile(file, lock);
}

/**
 * The hooks of the user's and the project's lock that are whole in the store; for one that both lock, the project's. What
 * is missing or changed is left out: `hooks audit` says so, and `planPackages([], …)` fetches it again.
 */
export async function installedHooks(where: Where): Promise<readonly InstalledHook[]> {
  const found = new Map<string, InstalledHook>();
  for (const scope of ["user", "project"] as const) {
    const { lock, state } = await readLockFile(scope, where);
    for (const [name, locked] of Object.entries(lock.hooks)) {
      const one = await stored(state, locked.integrity);
      if (one !== undefined && one.manifest.package === name) {
        found.set(name, { ...one, id: hookId(one.manifest), scope, locked });
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.manifest.package < b.manifest.package ? -1 : 1));
}

class Planner {
  readonly #file: LockFile;
  readonly #client: Client;
  readonly #options: PlanOptions;
  readonly #where: Where;
  /** What came from elsewhere than a registry, by package. */
  readonly #elsewhere = new Map<string, { readonly stored: StoredPackage; readonly from: string }>();
  readonly #packuments = new Map<string, Packument | undefined>();

  constructor(file: LockFile, client: Client, options: PlanOptions, where: Where) {
    this.#file = file;
    this.#client = client;
    this.#options = options;
    this.#where = where;
  }

  async plan(specs: readonly string[]): Promise<PackagePlan> {
    const wanted = new Map<string, string>();
    const demands: Demand[] = [];
    const named: string[] = [];
    for (const text of specs) {
      const demand = await this.#demandOf(text);
      if (wanted.has(demand.package)) continue;
      wanted.set(demand.package, this.#elsewhere.has(demand.package) ? text : demand.range);
      demands.push(demand);
      named.push(demand.package);
    }
    for (const [name, { wanted: range, from }] of Object.entries(this.#file.lock.hooks)) {
      if (range === undefined || wanted.has(name) || this.#options.remove?.includes(name) === true) continue;
      wanted.set(name, range);
      demands.push(await this.#standing(name, range, from));
    }
    const choices = await this.#solve(demands, new Set(named));
    const hooks = await inParallel(choices.chosen, AT_ONCE, (choice) =>
      this.#fetch(choice, wanted.get(choice.package)),
    );
    const lock: Lock = {
      lockfileVersion: 1,
      hooks: Object.fromEntries(hooks.map(({ manifest, locked }) => [manifest.package, locked])),
    };
    return {
      file: this.#file,
      lock,
      hooks,
      named: named.map((name) => hookId({ package: name })),
      changes: changesBetween(this.#file.lock, lock, hooks),
      notes: choices.notes,
    };
  }

  async #demandOf(text: string): Promise<Demand> {
    const spec = parseSpec(text);
    if (spec.kind === "problem") throw new Trouble(spec.says, spec.next);
    if (spec.kind === "registry") {
      return { package: spec.package, range: spec.range, isTag: spec.isTag, by: undefined };
    }
    const { bytes, from } = await fetchFrom(spec, this.#client, this.#where, lockFolder(this.#file));
    const one = await keep(this.#file.state, bytes, text, undefined);
    this.#elsewhere.set(one.manifest.package, { stored: one, from });
    return local(one.manifest);
  }

  /** A hook of the lock that nobody named now stays what it is, unless it is to be updated. */
  async #standing(name: string, wanted: string, from: string): Promise<Demand> {
    if (from === "npm") {
      const spec = parseSpec(`npm:${name}@${wanted}`);
      if (spec.kind === "registry")
        return { package: name, range: spec.range, isTag: spec.isTag, by: undefined };
      throw new Trouble(
        `${this.#file.path} asks for ${name} ${wanted}, which is no range`,
        "Correct it there.",
      );
    }
    if (this.#updates(name)) return this.#demandOf(wanted);
    const locked = this.#file.lock.hooks[name] as LockedHook;
    const there = await stored(this.#file.state, locked.integrity);
    if (there !== undefined) {
      this.#elsewhere.set(name, { stored: there, from });
      return local(there.manifest);
    }
    const spec = parseSpec(from);
    if (spec.kind === "problem" || spec.kind === "registry")
      throw new Trouble(`${this.#file.path}: ${from} leads nowhere`, "Correct it there.");
    const base = { ...this.#where, cwd: lockFolder(this.#file) ?? this.#where.cwd };
    const { bytes } = await fetchFrom(spec, this.#client, base, lockFolder(this.#file));
    const one = await keep(this.#file.state, bytes, from, locked.integrity);
    this.#elsewhere.set(name, { stored: one, from });
    return local(one.manifest);
  }

  #updates(name: string): boolean {
    const { update = [] } = this.#options;
    return update === "all" || update.includes(name);
  }

  async #solve(
    demands: readonly Demand[],
    named: ReadonlySet<string>,
  ): Promise<{ readonly chosen: readonly Choice[]; readonly notes: readonly string[] }> {
    const locked = Object.fromEntries(
      Object.entries(this.#file.lock.hooks)
        // Who names a hook again asks for its newest version that fits.
        .filter(([name]) => !this.#updates(name) && !named.has(name))
        .map(([name, { version }]) => [name, version]),
    );
    // What stays needs no registry: a lock is enough for an install without a network.
    const quick = await solve(demands, {
      load: (name) => this.#fromLock(name, locked) ?? this.#load(name),
      engine: this.#where.version,
      locked,
    });
    const solution =
      quick.kind === "solved"
        ? quick
        : await solve(demands, { load: (name) => this.#load(name), engine: this.#where.version, locked });
    if (solution.kind === "unsolved") throw new Trouble(solution.says, solution.next);
    return { chosen: solution.choices, notes: solution.notes };
  }

  #fromLock(name: string, locked: Readonly<Record<string, string>>): Packument | undefined {
    const one = this.#file.lock.hooks[name];
    if (one === undefined || locked[name] === undefined || this.#elsewhere.has(name)) return undefined;
    const { version, integrity, engine, dependencies, wanted } = one;
    const release = {
      version,
      integrity,
      engine,
      dependencies,
      conflicts: {},
      tarball: "",
      published: undefined,
      deprecated: undefined,
    };
    const tags = wanted === undefined ? {} : { [wanted]: version };
    return { package: name, releases: [release], tags, summary: "", readme: undefined };
  }

  async #load(name: string): Promise<Packument | undefined> {
    const elsewhere = this.#elsewhere.get(name);
    if (elsewhere !== undefined) {
      const { manifest, integrity } = elsewhere.stored;
      const release = releaseOfManifest(manifest, integrity, "");
      return {
        package: name,
        releases: [release],
        tags: { [LOCAL]: manifest.version },
        summary: "",
        readme: undefined,
      };
    }
    if (!this.#packuments.has(name))
      this.#packuments.set(name, (await this.#client.packument(name))?.packument);
    return this.#packuments.get(name);
  }

  async #fetch({ package: name, release }: Choice, wanted: string | undefined): Promise<InstalledHook> {
    const former = this.#file.lock.hooks[name];
    const elsewhere = this.#elsewhere.get(name);
    const one = elsewhere?.stored ?? (await this.#fromRegistry(name, release));
    const { manifest, integrity } = one;
    check(name, release, manifest, this.#where.version);
    const agreed = former?.capabilities ?? [];
    const locked: LockedHook = {
      version: manifest.version,
      integrity,
      from: elsewhere?.from ?? "npm",
      ...(wanted === undefined ? {} : { wanted }),
      engine: manifest.engine,
      capabilities: [
        ...new Set([
          ...agreed.filter((one) => manifest.capabilities.includes(one)),
          ...manifest.capabilities,
        ]),
      ],
      dependencies: manifest.dependencies,
    };
    return { ...one, id: hookId(manifest), scope: this.#file.scope, locked };
  }

  async #fromRegistry(name: string, release: Choice["release"]): Promise<StoredPackage> {
    const what = `${name} ${release.version}`;
    const former = this.#file.lock.hooks[name];
    // The lock's hash outranks the registry's: a version that was replaced there is found out.
    const promised =
      former?.version === release.version && former.from === "npm" ? former.integrity : release.integrity;
    const kept = promised === undefined ? undefined : await storedArchive(this.#file.state, promised);
    if (kept !== undefined) return keep(this.#file.state, kept, what, promised);
    let { tarball } = release;
    if (tarball === "") {
      const packument = await this.#load(name);
      tarball = packument?.releases.find(({ version }) => version === release.version)?.tarball ?? "";
      if (tarball === "")
        throw new Trouble(
          `${what} is in the lock and not on the registry any more`,
          `Update it: hooks update ${hookId({ package: name })}`,
        );
    }
    const bytes = await this.#client.tarball(tarball, name);
    return keep(this.#file.state, bytes, what, promised);
  }
}

/** The tag under which a package that does not come from a registry has its only version. */
const LOCAL = "local";

function local({ package: name }: Manifest): Demand {
  return { package: name, range: LOCAL, isTag: true, by: undefined };
}

/** What the registry said of a version must be what its tarball says: the resolution went by the former. */
function check(name: string, release: Choice["release"], manifest: Manifest, engine: string): void {
  const what = `${name} ${release.version}`;
  if (manifest.package !== name || manifest.version !== release.version) {
    throw new Trouble(
      `the tarball of ${what} holds ${manifest.package} ${manifest.version}`,
      "Nothing was installed. Tell its publisher, or the registry.",
    );
  }
  if (!satisfies(engine, manifest.engine) && !satisfies(engine.replace(/-.*$/, ""), manifest.engine)) {
    throw new Trouble(
      `${what} needs hooks ${manifest.engine}, and this is ${engine}`,
      "Update hooks, or ask for an older version.",
    );
  }
  for (const [dependency, range] of Object.entries(manifest.dependencies)) {
    if (release.dependencies[dependency] !== range) {
      throw new Trouble(
        `the tarball of ${what} needs ${dependency} ${range}, which the registry does not say`,
        "Nothing was installed. Tell its publisher.",
      );
    }
  }
}

function changesBetween(before: Lock, after: Lock, hooks: readonly InstalledHook[]): readonly Change[] {
  const changes: Change[] = [];
  const manifests = new Map(hooks.map(({ manifest }) => [manifest.package, manifest]));
  const names = new Set([...Object.keys(before.hooks), ...Object.keys(after.hooks)]);
  for (const name of [...names].sort()) {
    const old = before.hooks[name];
    const now = after.hooks[name];
    if (old?.integrity === now?.integrity) continue;
    const manifest = manifests.get(name);
    const asksFor = (manifest?.capabilities ?? []).filter((one) => old?.capabilities.includes(one) !== true);
    changes.push({ package: name, from: old?.version, to: now?.version, asksFor });
  }
  return changes;
}

async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at] as T);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  return results;
}

/** A text file of a stored package, by its name in any case; undefined when it has none. */
export function fileOf(archive: Uint8Array, name: string): string | undefined {
  const { files } = openArchive(archive, name);
  const found = files.find(({ path }) => path.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : new TextDecoder().decode(found.bytes);
}
