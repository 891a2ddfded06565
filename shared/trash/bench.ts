/**
 * What a delete through the trash costs, side by side in one run, as medians and ratios:
 *
 *     bun shared/trash/bench.ts [--rounds 15] [--folder DIR] [--tree 50000] [--program dist/trash] [--no-npm]
 *
 * `--program` measures a built program in place of one that is compiled here. trash-cli of npm is installed into a
 * temporary folder; Debian's must be there. Tools that cannot be had are left out, and that is said. Nothing is cleaned up between rounds: on ext4, making files after a delete
 * of many is slow for reasons that have nothing to do with the tools. Exit code 1 when a target is missed.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    folder: { type: "string", default: tmpdir() },
    tree: { type: "string", default: "50000" },
    program: { type: "string" },
    "no-npm": { type: "boolean", default: false },
  },
});

/** Large trees take long to make: fewer rounds show enough. */
const LARGE_ROUNDS = 3;
const MANY = 1000;

const root = mkdtempSync(join(values.folder, "trash-bench-"));
const home = join(root, "home");
mkdirSync(home);
const env = { PATH: process.env.PATH ?? "", HOME: home, LC_ALL: "C" };
const misses: string[] = [];

interface Tool {
  readonly name: string;
  /** The command before the operands. */
  readonly command: readonly string[];
  /** Takes no operands: the floor of the runtime. */
  readonly isFloor?: boolean;
}

try {
  const tools = await findTools();
  const files = measure("1 file", tools, Number(values.rounds), (folder) => [makeFile(folder, "file")]);
  const many = measure(
    `${MANY} operands`,
    withoutFloor(tools),
    Math.min(7, Number(values.rounds)),
    (folder) => Array.from({ length: MANY }, (_, i) => makeFile(folder, `f${i}`)),
  );
  const size = Number(values.tree);
  const tree = measure(`a tree of ${size} files`, withoutFloor(tools), LARGE_ROUNDS, (folder) => [
    makeTree(folder, size),
  ]);
  const small = measure("a tree of 100 files", tools.slice(1, 2), LARGE_ROUNDS, (folder) => [
    makeTree(folder, 100),
  ]);

  target(
    "1 file, against an empty program of the same runtime",
    ratio(files, "trash guard", "empty program"),
    1.15,
    "x",
  );
  target(`${MANY} operands, against rm`, ratio(many, "trash guard", "rm"), 1.0, "x");
  target(`a tree of ${size} files`, tree.get("trash guard"), 20, "ms");
  target(
    `the same, against a tree of 100`,
    (tree.get("trash guard") ?? 0) / (small.get("trash guard") ?? 1),
    1.5,
    "x",
  );
  for (const other of ["trash-put (Debian trash-cli)", "trash (npm trash-cli)"])
    for (const [name, medians] of [
      ["1 file", files],
      [`${MANY} operands`, many],
      ["the tree", tree],
    ] as const)
      if (medians.has(other))
        target(`${name}, against ${other}`, ratio(medians, "trash guard", other), 1.0, "x");
  countCalls(tools);
} finally {
  rmSync(root, { recursive: true, force: true });
}
for (const miss of misses) console.log(`missed: ${miss}`);
process.exit(misses.length === 0 ? 0 : 1);

async function findTools(): Promise<readonly Tool[]> {
  const empty = join(root, "empty.ts");
  writeFileSync(empty, "export {};\n");
  const found: Tool[] = [
    { name: "empty program", command: [await compiled(empty, "empty")], isFloor: true },
    {
      name: "trash guard",
      command: [await ownProgram(), "guard", "-rf"],
    },
    { name: "rm", command: [Bun.which("rm", { PATH: "/usr/bin:/bin" }) ?? "rm", "-rf"] },
  ];
  const debian = Bun.which("trash-put");
  if (debian !== null) found.push({ name: "trash-put (Debian trash-cli)", command: [debian] });
  else console.log("left out: trash-put (Debian's trash-cli is not installed)");
  const npm = values["no-npm"] ? "asked to" : npmTrash();
  if (typeof npm === "string") console.log(`left out: trash of npm's trash-cli (${npm})`);
  else found.push({ name: "trash (npm trash-cli)", command: npm });
  return found;
}

/** Copied as the empty program is. */
async function ownProgram(): Promise<string> {
  if (values.program === undefined) return compiled(join(import.meta.dir, "trash.ts"), "trash");
  mkdirSync(join(root, "own"));
  // One binary is two commands; the name decides.
  const copy = join(root, "own/trash");
  copyFileSync(values.program, copy);
  return copy;
}

/** The command, or why there is none. */
function npmTrash(): readonly string[] | string {
  const node = Bun.which("node");
  const npm = Bun.which("npm");
  if (node === null || npm === null) return "node or npm is not installed";
  const folder = join(root, "npm");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), "{}");
  const { exitCode, stderr } = Bun.spawnSync(
    [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "trash-cli@7"],
    // Its own environment: where it looks for packages is the user's to say.
    { cwd: folder, timeout: 120_000 },
  );
  if (exitCode !== 0) return `npm cannot install it: ${stderr.toString().trim().split("\n")[0] ?? ""}`;
  const installed = join(folder, "node_modules/trash-cli");
  const { bin, version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
    readonly bin: Readonly<Record<string, string>>;
    readonly version: string;
  };
  const script = bin.trash ?? Object.values(bin)[0];
  if (script === undefined) return `trash-cli ${version} has no command`;
  return [node, join(installed, script)];
}

/** Built the same way, and copied: how a file came to the disk changes how fast it starts. */
async function compiled(entry: string, name: string): Promise<string> {
  const outfile = join(root, `${name}.built`);
  const result = await Bun.build({
    entrypoints: [entry],
    target: "bun",
    format: "esm",
    splitting: true,
    minify: true,
    bytecode: true,
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
  });
  if (!result.success) throw new Error(result.logs.join("\n"));
  const copy = join(root, name);
  copyFileSync(outfile, copy);
  return copy;
}

function withoutFloor(tools: readonly Tool[]): readonly Tool[] {
  return tools.filter(({ isFloor }) => isFloor !== true);
}

/** The first round warms everything up and does not count; the order changes from round to round. */
function measure(
  name: string,
  tools: readonly Tool[],
  rounds: number,
  make: (folder: string) => readonly string[],
): ReadonlyMap<string, number> {
  const times = new Map<string, number[]>(tools.map((tool) => [tool.name, []]));
  for (let round = 0; round <= rounds; round++) {
    const order = tools.map((_, i) => tools[(i + round) % tools.length] as Tool);
    for (const tool of order) {
      const folder = mkdtempSync(join(root, "run-"));
      const operands = tool.isFloor === true ? [] : make(folder);
      Bun.spawnSync(["sync"]);
      const start = performance.now();
      const { exitCode } = Bun.spawnSync([...tool.command, ...operands], {
        cwd: folder,
        env,
        stdio: ["ignore", "ignore", "ignore"],
      });
      const time = performance.now() - start;
      if (exitCode !== 0) throw new Error(`${tool.name} ended with code ${exitCode}`);
      if (round > 0) times.get(tool.name)?.push(time);
    }
  }
  const medians = new Map([...times].map(([tool, list]) => [tool, median(list)] as const));
  console.log(`\n${name}`);
  const reference = medians.get("rm") ?? medians.get("trash guard") ?? 1;
  for (const [tool, time] of medians)
    console.log(
      `  ${tool.padEnd(30)} ${time.toFixed(2).padStart(9)} ms   ${(time / reference).toFixed(3)} of rm`,
    );
  return medians;
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function ratio(medians: ReadonlyMap<string, number>, a: string, b: string): number {
  return (medians.get(a) ?? Number.NaN) / (medians.get(b) ?? Number.NaN);
}

function target(name: string, value: number | undefined, most: number, unit: string): void {
  const shown = value === undefined ? "unknown" : `${value.toFixed(unit === "ms" ? 1 : 3)} ${unit}`;
  const isMet = value !== undefined && value <= most;
  console.log(`${isMet ? "met   " : "MISSED"}  ${name}: ${shown} (at most ${most} ${unit})`);
  if (!isMet) misses.push(name);
}

function makeFile(folder: string, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, "x");
  return path;
}

function makeTree(folder: string, size: number): string {
  const tree = join(folder, "tree");
  for (let i = 0; i < size; i++) {
    if (i % 100 === 0) mkdirSync(join(tree, `d${i / 100}`), { recursive: true });
    writeFileSync(join(tree, `d${Math.floor(i / 100)}`, `f${i}`), "x");
  }
  return tree;
}

/** System calls for each further operand: two runs of different length, and the difference. */
function countCalls(tools: readonly Tool[]): void {
  const strace = Bun.which("strace");
  const guard = tools[1];
  if (strace === null || guard === undefined) {
    console.log("not counted: system calls for each operand (strace is not installed)");
    return;
  }
  const count = (operands: number): number => {
    const folder = mkdtempSync(join(root, "calls-"));
    const files = Array.from({ length: operands }, (_, i) => makeFile(folder, `f${i}`));
    const log = join(folder, "log");
    Bun.spawnSync([strace, "-o", log, "-e", "trace=%file,%desc", ...guard.command, ...files], {
      env,
      cwd: folder,
    });
    const text = Bun.spawnSync(["wc", "-l", log]).stdout.toString();
    return Number.parseInt(text, 10);
  };
  const perOperand = (count(1100) - count(100)) / 1000;
  target("system calls on files for each operand", perOperand, 6, "calls");
}
