/** The contract of rm: each measured row with the real program, and live with the machine's own rm where that is GNU. */
import { beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Outcome, OWN_TEXT, RM_CASES, type RmCase } from "./rm-cases.ts";
import type { RanCase } from "./testing/rm-runner.ts";
import { compiledTrash, inNamespace, noNamespace, temporaryFolder } from "./testing/sandbox.ts";

const RUNNER = join(import.meta.dir, "testing/rm-runner.ts");
/** All rows in one go, on a machine that may be busy. */
const LONGEST_MS = 180_000;
/** Differences that the README lists; one more is a broken promise. */
const MOST_DIFFERENCES = 6;

/** Why a row cannot run here; undefined when it can. */
function obstacle(row: RmCase): string | undefined {
  if (noNamespace === undefined) return undefined;
  if (row.id.startsWith("root-")) return "needs a mount namespace: it names /";
  if (row.user === "nobody" || row.madeByRoot === true) return noNamespace;
  const isDevice = row.make?.some(({ kind }) => kind === "null-device") === true;
  return isDevice || row.id === "wp-tty-root" ? noNamespace : undefined;
}

function runAll(command: readonly string[], ids: readonly string[], env = {}): ReadonlyMap<string, RanCase> {
  const work = temporaryFolder("trash-rm-");
  spawnSync("chmod", ["755", work]);
  const argv = [process.execPath, RUNNER, work, ids.join(","), ...command];
  const ran =
    noNamespace === undefined
      ? inNamespace(work, `exec ${argv.map((word) => `'${word}'`).join(" ")}`, env)
      : (() => {
          const child = spawnSync(argv[0] ?? "", argv.slice(1), {
            encoding: "utf8",
            env: { ...process.env, ...env },
          });
          return { code: child.status ?? -1, out: child.stdout, err: child.stderr };
        })();
  if (ran.code !== 0) throw new Error(`the runner failed: ${ran.err}`);
  const text = Buffer.from(ran.out, noNamespace === undefined ? "latin1" : "utf8").toString("utf8");
  return new Map((JSON.parse(text) as RanCase[]).map((result) => [result.id, result]));
}

const possible = RM_CASES.filter((row) => obstacle(row) === undefined);
const version = spawnSync("/usr/bin/rm", ["--version"], { encoding: "utf8" }).stdout ?? "";
const isSameRm = version.startsWith("rm (GNU coreutils) 9.1\n");

function expectOutcome(got: RanCase | undefined, want: Outcome, help: string): void {
  expect(got).toBeDefined();
  expect({ code: got?.code, err: got?.err, left: got?.left }).toEqual({
    code: want.code,
    err: want.err ?? "",
    left: [...(want.left ?? [])],
  });
  expect(got?.out).toBe(want.out === OWN_TEXT ? help : (want.out ?? ""));
}

/** What `--help` and `--version` of the machine's own rm print. */
function ownText({ args }: RmCase): string {
  const option = args.includes("--help") ? "--help" : "--version";
  return spawnSync("/usr/bin/rm", [option], { argv0: "rm", encoding: "utf8", env: { LC_ALL: "C" } }).stdout;
}

describe("trash guard behaves as GNU rm 9.1", () => {
  let results: ReadonlyMap<string, RanCase> = new Map();
  beforeAll(async () => {
    results = runAll(
      [await compiledTrash(), "guard"],
      possible.map(({ id }) => id),
    );
  }, LONGEST_MS);

  for (const row of RM_CASES) {
    const reason = obstacle(row);
    if (reason !== undefined) test.skip(`${row.id} (${reason})`, () => undefined);
    else
      test(row.ours === undefined ? row.id : `${row.id}: differs, since ${row.why}`, () =>
        expectOutcome(results.get(row.id), row.ours ?? row.gnu, ownText(row)),
      );
  }

  test("at most so many rows differ, and each says why", () => {
    const differing = RM_CASES.filter(({ ours }) => ours !== undefined);
    // The 165 measured ones, and one that a person at a terminal found.
    expect(RM_CASES.length).toBe(166);
    expect(differing.length).toBeLessThanOrEqual(MOST_DIFFERENCES);
    for (const { why, ours, gnu } of differing) {
      expect(why).toBeDefined();
      expect(ours).not.toEqual(gnu);
    }
  });
});

describe("with strictPermissions the inside of a tree is judged as rm does", () => {
  const rows = possible.filter(({ why }) => why?.includes("strictPermissions"));
  let results: ReadonlyMap<string, RanCase> = new Map();
  beforeAll(async () => {
    if (rows.length === 0) return;
    const config = temporaryFolder("trash-config-");
    spawnSync("sh", ["-c", `mkdir -p '${config}/hasna/trash'; chmod -R 755 '${config}'`]);
    await Bun.write(`${config}/hasna/trash/config.json`, '{ "strictPermissions": true }');
    results = runAll(
      [await compiledTrash(), "guard"],
      rows.map(({ id }) => id),
      { RM_ENV_XDG_CONFIG_HOME: config },
    );
  }, LONGEST_MS);
  if (rows.length === 0) test.skip(`no row can run (${noNamespace})`, () => undefined);
  for (const row of rows) test(row.id, () => expectOutcome(results.get(row.id), row.gnu, ""));
});

describe("the rows say what the machine's rm does", () => {
  if (!isSameRm) test.skip("the rm here is not GNU 9.1", () => undefined);
  else {
    let results: ReadonlyMap<string, RanCase> = new Map();
    beforeAll(() => {
      results = runAll(
        ["rm"],
        possible.map(({ id }) => id),
      );
    }, LONGEST_MS);
    for (const row of possible) test(row.id, () => expectOutcome(results.get(row.id), row.gnu, ownText(row)));
  }
});
