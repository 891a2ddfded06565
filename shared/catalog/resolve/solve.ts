/** Which version of each hook: the newest that all who ask for it, this version of `hooks` and the others bear. */
import { maxSatisfying, Range, SemVer } from "semver";
import type { Packument, Release } from "./packument.ts";

/** One wish for a package. */
export interface Demand {
  readonly package: string;
  /** Semver range, or a tag when `isTag`. */
  readonly range: string;
  readonly isTag: boolean;
  /** Who asks: a package, or undefined for the user. */
  readonly by: string | undefined;
}

/** The version that was chosen. */
export interface Choice {
  readonly package: string;
  readonly release: Release;
  /** Who asks for it; undefined stands for the user. */
  readonly wantedBy: readonly (string | undefined)[];
}

export type Solution =
  | {
      readonly kind: "solved";
      /** Sorted by package. */
      readonly choices: readonly Choice[];
      /** Sentences about newer versions that were passed over. */
      readonly notes: readonly string[];
    }
  | { readonly kind: "unsolved"; readonly says: string; readonly next: string };

export interface Ground {
  /** A package's versions; undefined when there is none of that name. Asked at most once a package. */
  readonly load: (name: string) => Packument | undefined | Promise<Packument | undefined>;
  /** This version of `hooks`. */
  readonly engine: string;
  /** Versions to stay with where they fit, by package. */
  readonly locked: Readonly<Record<string, string>>;
}

/** Candidates tried before a set of demands counts as one that cannot be met. */
const MOST_STEPS = 20_000;

/** Chooses a version for each demand and for what the chosen ones depend on. */
export async function solve(demands: readonly Demand[], ground: Ground): Promise<Solution> {
  return new Solver(ground).solve(demands);
}

class Solver {
  readonly #ground: Ground;
  readonly #packuments = new Map<string, Packument | undefined>();
  readonly #demands = new Map<string, Demand[]>();
  readonly #order: string[] = [];
  readonly #chosen = new Map<string, Release>();
  /** Chosen packages by a package that they bar. */
  readonly #barring = new Map<string, string[]>();
  #steps = 0;
  #failure: { readonly depth: number; readonly says: string; readonly next: string } | undefined;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  async solve(demands: readonly Demand[]): Promise<Solution> {
    for (const demand of demands) this.#ask(demand);
    if (!(await this.#from(0))) {
      const { says, next } = this.#failure ?? {
        says: "no set of versions fits",
        next: "Ask for fewer hooks at once.",
      };
      return { kind: "unsolved", says, next };
    }
    const choices = [...this.#chosen].map(([name, release]): Choice => {
      return { package: name, release, wantedBy: (this.#demands.get(name) ?? []).map(({ by }) => by) };
    });
    choices.sort((a, b) => (a.package < b.package ? -1 : 1));
    return { kind: "solved", choices, notes: choices.flatMap((choice) => this.#passedOver(choice)) };
  }

  #ask(demand: Demand): void {
    const known = this.#demands.get(demand.package);
    if (known !== undefined && known.length > 0) known.push(demand);
    else {
      this.#demands.set(demand.package, [demand]);
      this.#order.push(demand.package);
    }
  }

  /** Takes the last demand back: they are withdrawn in the reverse order of the asking. */
  #withdraw({ package: name }: Demand): void {
    const known = this.#demands.get(name);
    known?.pop();
    if (known?.length === 0) {
      this.#demands.delete(name);
      this.#order.pop();
    }
  }

  async #from(at: number): Promise<boolean> {
    const name = this.#order[at];
    if (name === undefined) return true;
    const demands = this.#demands.get(name) ?? [];
    if (!this.#packuments.has(name)) this.#packuments.set(name, await this.#ground.load(name));
    const packument = this.#packuments.get(name);
    if (packument === undefined || packument.releases.length === 0) {
      const what = packument === undefined ? "is not on the registry" : "has no version that is a hook";
      return this.#fail(
        at,
        `${name} ${what}${askedBy(demands)}`,
        'Check the spelling; "hooks search" lists what there is.',
      );
    }
    const candidates = this.#candidates(packument, demands);
    if (candidates.length === 0) return this.#noneFits(at, packument, demands);
    for (const release of candidates) {
      this.#steps += 1;
      if (this.#steps > MOST_STEPS) {
        return this.#fail(
          Number.POSITIVE_INFINITY,
          "no set of versions was found in reasonable time",
          "Ask for fewer hooks at once, or for exact versions.",
        );
      }
      const clash = this.#clash(name, release);
      if (clash !== undefined) {
        this.#fail(at, clash, "Uninstall one of them, or ask for other versions.");
        continue;
      }
      this.#chosen.set(name, release);
      for (const barred of Object.keys(release.conflicts)) {
        this.#barring.set(barred, [...(this.#barring.get(barred) ?? []), name]);
      }
      const own = Object.entries(release.dependencies).map(
        ([dependency, range]): Demand => ({ package: dependency, range, isTag: false, by: name }),
      );
      for (const demand of own) this.#ask(demand);
      if (await this.#from(at + 1)) return true;
      for (const demand of own.toReversed()) this.#withdraw(demand);
      for (const barred of Object.keys(release.conflicts)) this.#barring.get(barred)?.pop();
      this.#chosen.delete(name);
    }
    return false;
  }

  /** The versions that all demands and the engine bear, the one to try first in front. */
  #candidates({ package: name, releases, tags }: Packument, demands: readonly Demand[]): readonly Release[] {
    const fit = releases.filter(
      (release) =>
        isBorne(release, this.#ground.engine) && demands.every((demand) => meets(release, demand, tags)),
    );
    const rank = (release: Release): number => {
      if (release.version === this.#ground.locked[name]) return 0;
      if (release.deprecated !== undefined) return 3;
      // Who asks for no version gets what the publisher recommends.
      return release.version === tags.latest && demands.every(({ range }) => range === "*") ? 1 : 2;
    };
    return fit.length < 2 ? fit : fit.toSorted((a, b) => rank(a) - rank(b));
  }

  #noneFits(at: number, packument: Packument, demands: readonly Demand[]): boolean {
    const { package: name, releases, tags } = packument;
    const wanted = releases.filter((release) => demands.every((demand) => meets(release, demand, tags)));
    const [newest] = wanted;
    if (newest !== undefined) {
      return this.#fail(
        at,
        `${name} ${newest.version} needs hooks ${newest.engine}, and this is ${this.#ground.engine}`,
        "Update hooks, or ask for an older version.",
      );
    }
    const tag = demands.find((demand) => demand.isTag && tags[demand.range] === undefined);
    if (tag !== undefined) {
      return this.#fail(
        at,
        `${name} has no tag "${tag.range}"`,
        `It has ${Object.keys(tags).join(", ") || "none"}.`,
      );
    }
    const alone = demands.filter((demand) => releases.some((release) => meets(release, demand, tags)));
    if (demands.length > 1 && alone.length === demands.length) {
      const who = demands.map(({ range, by }) => `${by ?? "you"}: ${range}`).join("; ");
      return this.#fail(
        at,
        `no version of ${name} fits all who ask for it (${who})`,
        "Ask for other versions of these.",
      );
    }
    const isOnlyPre = releases.every(({ version }) => new SemVer(version).prerelease.length > 0);
    const there = releases
      .slice(0, 5)
      .map(({ version }) => version)
      .join(", ");
    const unmet = demands.find((demand) => !alone.includes(demand)) ?? demands[0];
    const range = unmet?.range === "*" ? "that is no prerelease" : `that fits ${unmet?.range}`;
    return this.#fail(
      at,
      `${name} has no version ${range}${askedBy(unmet === undefined ? [] : [unmet])}`,
      isOnlyPre
        ? `There are only prereleases (${there}); ask for one by its version.`
        : `There are ${there}${releases.length > 5 ? " and older ones" : ""}.`,
    );
  }

  /** Why a version cannot stand beside those that are chosen. */
  #clash(name: string, release: Release): string | undefined {
    for (const [dependency, range] of Object.entries(release.dependencies)) {
      const other = this.#chosen.get(dependency);
      if (other !== undefined && !satisfies(other.version, range)) {
        return `${name} ${release.version} needs ${dependency} ${range}, and ${other.version} is asked for`;
      }
    }
    for (const [other, range] of Object.entries(release.conflicts)) {
      const chosen = this.#chosen.get(other);
      if (chosen !== undefined && satisfies(chosen.version, range)) {
        return `${name} ${release.version} says that it cannot be beside ${other} ${chosen.version}`;
      }
    }
    for (const other of this.#barring.get(name) ?? []) {
      const chosen = this.#chosen.get(other);
      const range = chosen?.conflicts[name];
      if (chosen !== undefined && range !== undefined && satisfies(release.version, range)) {
        return `${other} ${chosen.version} says that it cannot be beside ${name} ${release.version}`;
      }
    }
    return undefined;
  }

  /** Keeps the failure that came furthest: it is the one to do something about. */
  #fail(depth: number, says: string, next: string): false {
    if (this.#failure === undefined || depth >= this.#failure.depth) this.#failure = { depth, says, next };
    return false;
  }

  #passedOver({ package: name, release }: Choice): readonly string[] {
    const packument = this.#packuments.get(name);
    const demands = this.#demands.get(name) ?? [];
    const notes: string[] = [];
    if (release.deprecated !== undefined)
      notes.push(`${name} ${release.version} is deprecated: ${release.deprecated}`);
    const newer = packument?.releases.find(
      (other) =>
        !isBorne(other, this.#ground.engine) &&
        demands.every((demand) => meets(other, demand, packument.tags)),
    );
    if (newer !== undefined && new SemVer(newer.version).compare(release.version) > 0) {
      notes.push(
        `${name} ${newer.version} needs hooks ${newer.engine}; ${release.version} is the newest that works with this one.`,
      );
    }
    return notes;
  }
}

function askedBy(demands: readonly Demand[]): string {
  const others = demands.flatMap(({ by }) => (by === undefined ? [] : [by]));
  return others.length === 0 ? "" : ` (asked for by ${others.join(" and ")})`;
}

function meets({ version }: Release, demand: Demand, tags: Packument["tags"]): boolean {
  return demand.isTag ? tags[demand.range] === version : satisfies(version, demand.range);
}

/** A prerelease of `hooks` counts as the version it leads to: its users must not lose their hooks. */
function isBorne({ engine }: Release, own: string): boolean {
  const range = rangeOf(engine);
  return range !== undefined && maxSatisfying([own], range, { includePrerelease: true }) !== null;
}

/** Whether a version lies in a range; prereleases only where the range names one of the same version. */
export function satisfies(version: string, range: string): boolean {
  return rangeOf(range)?.test(version) === true;
}

const ranges = new Map<string, Range | undefined>();

/** Parsed once: a catalog repeats the same few ranges. */
function rangeOf(text: string): Range | undefined {
  if (ranges.has(text)) return ranges.get(text);
  let range: Range | undefined;
  try {
    range = new Range(text);
  } catch {
    range = undefined;
  }
  if (ranges.size > 10_000) ranges.clear();
  ranges.set(text, range);
  return range;
}
