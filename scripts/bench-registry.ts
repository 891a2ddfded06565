/**
 * `bun run bench:registry`: the marketplace at size. A catalog of 100, 1,000 and 10,000 hooks with 10 versions each, on
 * disk as a registry keeps it; search, resolution, install of 50 hooks and the check for conflicts, each with its limit
 * and its growth. Prints the figures, exit code 1 when a limit is passed or something grows faster than n log n.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Demand,
  meetings,
  type Packument,
  type Release,
  rank,
  type SearchRow,
  solve,
  type Watcher,
} from "@hasna/hooks-catalog";
import { commitPlan, planPackages } from "../cli/packages/plan.ts";
import { startRegistry } from "../cli/packages/testing/registry.ts";

const SIZES = [100, 1_000, 10_000] as const;
const VERSIONS = 10;
const WORDS = [
  "push",
  "trash",
  "secret",
  "format",
  "test",
  "notify",
  "branch",
  "lint",
  "deploy",
  "env",
  "log",
  "cost",
];

interface Figure {
  readonly what: string;
  readonly limit: number;
  /** Milliseconds by size, the median of several runs. */
  readonly times: ReadonlyMap<number, number>;
  /** The size that the limit is for. */
  readonly at: number;
}

function nameOf(index: number): string {
  const [a, b] = [WORDS[index % WORDS.length], WORDS[Math.floor(index / WORDS.length) % WORDS.length]];
  return `@scope${index % 97}/hook-${a}-${b}-${index}`;
}

function packumentOf(index: number, size: number): Packument {
  const releases = Array.from({ length: VERSIONS }, (_, at): Release => {
    const version = `1.${VERSIONS - 1 - at}.0`;
    // Every second hook needs two others, so that a resolution walks.
    const isLeaf = index % 2 === 1;
    const needs = isLeaf ? [] : [(index * 7 + 1) % size, (index * 13 + 3) % size].map((one) => one | 1);
    return {
      version,
      integrity: `sha512-${"A".repeat(86)}==`,
      tarball: "",
      published: undefined,
      deprecated: undefined,
      engine: at === 0 ? ">=9" : ">=0.1.0",
      dependencies: Object.fromEntries(
        needs.filter((one) => one < size).map((one) => [nameOf(one), `^1.${at % 3}.0`]),
      ),
      conflicts: {},
    };
  });
  return { package: nameOf(index), releases, tags: { latest: "1.9.0" }, summary: "", readme: undefined };
}

async function median(runs: number, work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

async function search(): Promise<Figure> {
  const times = new Map<number, number>();
  for (const size of SIZES) {
    const rows = Array.from({ length: size }, (_, index): SearchRow => {
      const keywords = ["hasna-hook", WORDS[(index * 5) % WORDS.length] ?? ""];
      return {
        name: nameOf(index),
        version: "1.9.0",
        summary: `Watches ${keywords[1]} number ${index}`,
        keywords,
      };
    });
    // From the text of an index, as a command that was just started has it.
    const text = JSON.stringify(rows);
    times.set(size, await median(9, () => rank(JSON.parse(text) as SearchRow[], "push secret")));
  }
  return { what: "search of a catalog, its index parsed", limit: 50, times, at: 10_000 };
}

async function resolution(): Promise<Figure> {
  const times = new Map<number, number>();
  for (const size of SIZES) {
    const catalog = new Map(
      Array.from({ length: size }, (_, index) => [nameOf(index), packumentOf(index, size)]),
    );
    const demands = Array.from({ length: 50 }, (_, at): Demand => {
      return { package: nameOf(Math.floor((at * size) / 50)), range: "^1", isTag: false, by: undefined };
    });
    const ground = { load: (name: string) => catalog.get(name), engine: "0.1.0", locked: {} };
    const solution = await solve(demands, ground);
    if (solution.kind !== "solved")
      throw new Error(`the catalog of the bench cannot be solved: ${solution.says}`);
    times.set(size, await median(9, () => solve(demands, ground)));
  }
  return { what: "resolve 50 hooks and what they need", limit: 20, times, at: 10_000 };
}

async function installs(): Promise<Figure> {
  const times = new Map<number, number>();
  for (const count of [5, 50, 500]) {
    const registry = startRegistry();
    const root = mkdtempSync(join(tmpdir(), "hooks-bench-"));
    try {
      const names = Array.from({ length: count }, (_, index) => nameOf(index));
      for (const name of names) registry.publish({ package: name, version: "1.0.0" });
      let run = 0;
      const took = await median(3, async () => {
        run += 1;
        const home = join(root, String(run));
        mkdirSync(home);
        const env = { PATH: "", HOOKS_REGISTRY: registry.url };
        await commitPlan(
          await planPackages(names, { scope: "user" }, { env, home, cwd: home, version: "0.1.0" }),
        );
      });
      times.set(count, took);
    } finally {
      await registry.stop();
      rmSync(root, { recursive: true, force: true });
    }
  }
  return { what: "install hooks (loopback registry, checked, unpacked, locked)", limit: 2000, times, at: 50 };
}

async function conflicts(): Promise<Figure> {
  const times = new Map<number, number>();
  const patterns = [
    "^mcp__.*$",
    ".*Edit",
    "^(Bash|Write)$",
    "^Web.*",
    "Notebook.*",
    "^(?!Bash$).*$",
    "^mcp__a__.*$",
  ];
  for (const size of [200, 2_000, 20_000]) {
    const make = (index: number): Watcher => ({
      hook: nameOf(index),
      harness: index % 2 === 0 ? "claude-code" : "codex",
      event: "PreToolUse",
      matcher:
        index % 20 === 0
          ? patterns[(index / 20) % patterns.length]
          : `mcp__server${index >> 2}__tool|Tool${index >> 2}`,
      tools: undefined,
      // One in five rewrites; ten of them by pattern, at any size: those all meet each other, which is as many answers.
      rewrites: index % 5 === 1 || (index % 20 === 0 && index < 200) ? "yes" : "no",
      file: "settings.json",
      line: index,
    });
    const watchers = Array.from({ length: size }, (_, index) => make(index));
    times.set(size, await median(5, () => meetings(watchers)));
  }
  return { what: "conflict check of registrations", limit: 100, times, at: 200 };
}

/** Each step multiplies the size by ten; n log n with room for what a step costs anyway. */
function growsTooFast({ times }: Figure): boolean {
  const rows = [...times];
  return rows.some(([size, time], at) => {
    const before = rows[at - 1];
    if (before === undefined) return false;
    const allowed = (size * Math.log(size)) / (before[0] * Math.log(before[0]));
    return time > 5 && time / Math.max(before[1], 0.5) > 1.5 * allowed;
  });
}

let failed = 0;
for (const measure of [search, resolution, installs, conflicts]) {
  const figure = await measure();
  const took = figure.times.get(figure.at) ?? Number.POSITIVE_INFINITY;
  const isFast = took < figure.limit;
  const isEven = !growsTooFast(figure);
  if (!isFast || !isEven) failed += 1;
  const series = [...figure.times].map(([size, time]) => `${size}: ${time.toFixed(1)} ms`).join("   ");
  console.log(
    `${isFast && isEven ? "ok  " : "FAIL"} ${figure.what}: limit ${figure.limit} ms at ${figure.at}\n       ${series}`,
  );
  if (!isEven) console.log("       grows faster than n log n");
}
process.exit(failed === 0 ? 0 : 1);
