import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Judged } from "../run/command.ts";
import { writeVerdict } from "./append.ts";
import { otlpAddress, otlpBody, sendOtlp, writeSqlite } from "./exports.ts";
import { logPlaces } from "./places.ts";
import { fits, followLog, parseRecord, readFailures, readLog } from "./read.ts";
import type { LogRecord } from "./record.ts";
import { rotate } from "./rotate.ts";
import { endOf, momentOf } from "./since.ts";
import { statsOf } from "./stats.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hooks-log-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const judged = (command: string, session = "s"): Judged => ({
  harness: "claude-code",
  hooks: [],
  input: { event: "PreToolUse", tool: "Bash", toolInput: { command }, cwd: "/p", shell: "bash", session },
  verdict: { kind: "deny", rule: "trash-guard/shred", reason: "r.", next: "n.", spans: [] },
  lifted: undefined,
  lifts: [],
  key: "0123456789abcdef",
});

/** The quick way of this machine, and the one that every machine has. */
const MACHINES = [`${process.platform}-${process.arch}`, "other-other"];

const source = (machine: string, env: Readonly<Record<string, string>> = {}) => ({
  home,
  env,
  machine,
  versionOf: () => "1.2.3",
});

describe.each(MACHINES)("written on %s", (machine) => {
  test("one line a verdict, private, below the home", async () => {
    await writeVerdict(judged("shred a"), 1.234, source(machine));
    await writeVerdict(judged("shred b"), 2, source(machine));
    const { file, folder } = logPlaces(home);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const [first, second] = await readLog(home);
    expect(first).toMatchObject({
      v: 1,
      id: "0123456789",
      hook: "trash-guard",
      version: "1.2.3",
      verdict: "deny",
      ms: 1.23,
    });
    expect(second?.input).toEqual({ command: "shred b" });
    expect(readFileSync(file, "utf8").endsWith("}\n")).toBe(true);
  });

  test("a canary is no event", async () => {
    await writeVerdict(judged("x", "hooks-doctor-canary"), 1, source(machine));
    expect(existsSync(logPlaces(home).file)).toBe(false);
  });

  const blocked: readonly (readonly [string, (file: string) => void])[] = [
    ["a folder in the place of the log", (file) => mkdirSync(file, { recursive: true })],
    ["a link to a file of others", (file) => symlinkSync("/etc/hostname", file)],
    ["a full disk", (file) => symlinkSync("/dev/full", file)],
    ["a file in the place of its folder", (file) => writeFileSync(dirname(file), "")],
    ["a pipe that nobody reads", (file) => void Bun.spawnSync(["mkfifo", file])],
  ];
  test.each(blocked)("%s is noted and throws nothing", async (_, block) => {
    const { file, folder } = logPlaces(home);
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder);
    if (_.startsWith("a file in the place")) rmSync(folder, { recursive: true });
    block(file);
    const start = performance.now();
    await writeVerdict(judged("shred a"), 1, source(machine));
    expect(performance.now() - start).toBeLessThan(2000);
    const [failure] = await readFailures(home, {});
    expect(failure?.code).not.toBe("");
    expect(failure?.file).toBe(file);
  });

  test("a state folder that is no folder is noted elsewhere", async () => {
    writeFileSync(join(home, ".hasna"), "");
    const runtime = join(home, "run");
    mkdirSync(runtime);
    await writeVerdict(judged("shred a"), 1, source(machine, { XDG_RUNTIME_DIR: runtime }));
    expect((await readFailures(home, { XDG_RUNTIME_DIR: runtime })).length).toBe(1);
  });
});

test("lines of many processes at once stay whole", async () => {
  const script = join(home, "writer.ts");
  writeFileSync(
    script,
    `import { writeVerdict } from ${JSON.stringify(join(import.meta.dir, "append.ts"))};
const judged = ${JSON.stringify(judged("x".repeat(2000)))};
for (let count = 0; count < 50; count++) await writeVerdict(judged, 1, { home: ${JSON.stringify(home)}, env: {}, machine: process.platform + "-" + process.arch, versionOf: () => undefined });`,
  );
  await Promise.all([1, 2, 3].map(() => Bun.spawn([process.execPath, script], { cwd: "/" }).exited));
  const lines = readFileSync(logPlaces(home).file, "utf8").trimEnd().split("\n");
  expect(lines.length).toBe(150);
  expect(lines.filter((line) => parseRecord(line) === undefined)).toEqual([]);
}, 30_000);

test("a full log is put aside once, and a few are kept", async () => {
  const { file, folder } = logPlaces(home);
  mkdirSync(folder, { recursive: true });
  for (let round = 1; round <= 5; round += 1) {
    writeFileSync(file, `${round}`.repeat(20));
    rotate(file, 10);
    rotate(file, 10);
  }
  expect([1, 2, 3].map((number) => readFileSync(`${file}.${number}`, "utf8")[0])).toEqual(["5", "4", "3"]);
  expect(existsSync(`${file}.4`)).toBe(false);
  expect(existsSync(file)).toBe(false);
});

const record = (more: Partial<LogRecord> = {}): LogRecord => ({
  v: 1,
  at: "2026-11-30T12:00:00.000Z",
  id: "0123456789",
  key: "0123456789ab",
  harness: "claude-code",
  event: "PreToolUse",
  tool: "Bash",
  session: "abc",
  cwd: "/p/q",
  hook: "trash-guard",
  rule: "trash-guard/shred",
  verdict: "deny",
  reason: "r.",
  input: { command: "shred x" },
  ms: 10,
  ...more,
});

test("damaged lines are passed over, old files come first", async () => {
  const { file, folder } = logPlaces(home);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.1`, `${JSON.stringify(record({ id: "old" }))}\n`);
  writeFileSync(file, `{"v":1,"at\nnot json\n{"v":2}\n${JSON.stringify(record({ id: "new" }))}\n{"v":1`);
  expect((await readLog(home)).map(({ id }) => id)).toEqual(["old", "new"]);
});

describe("filters", () => {
  const rows: readonly (readonly [Parameters<typeof fits>[1], boolean])[] = [
    [{}, true],
    [{ harness: "codex" }, false],
    [{ hook: "trash-guard", rule: "trash-guard/shred", verdict: "deny" }, true],
    [{ verdict: "ask" }, false],
    [{ session: "ab" }, true],
    [{ session: "b" }, false],
    [{ folder: "/p" }, true],
    [{ folder: "/p/q" }, true],
    [{ folder: "/p/qq" }, false],
    [{ since: Date.parse("2026-11-30T11:00:00Z") }, true],
    [{ since: Date.parse("2026-11-30T13:00:00Z") }, false],
    [{ text: "shred x" }, true],
    [{ text: "shred y" }, false],
  ];
  test.each(rows)("%j gives %p", (filter, want) => expect(fits(record(), filter)).toBe(want));
});

test.each([
  ["30m", -1_800_000],
  ["12h", -43_200_000],
  ["7d", -604_800_000],
  ["1970-01-01T00:00:01Z", -999_000],
  ["soon", undefined],
  ["7x", undefined],
] as const)("the moment %s", (text, want) => {
  const now = 1_000_000;
  expect(momentOf(text, now)).toBe(want === undefined ? undefined : now + want);
});

test("an end lies ahead", () => expect(endOf("1h", 1000)).toBe(3_601_000));

test("what is written later is followed, a rotation included", async () => {
  const { file, folder } = logPlaces(home);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify(record({ id: "before" }))}\n`);
  let isOver = false;
  const seen: (string | undefined)[] = [];
  const following = (async () => {
    for await (const { id } of followLog(home, () => isOver)) seen.push(id);
  })();
  await Bun.sleep(300);
  const [head, tail] = [
    JSON.stringify(record({ id: "cut" })).slice(0, 20),
    JSON.stringify(record({ id: "cut" })).slice(20),
  ];
  appendFileSync(file, head);
  await Bun.sleep(600);
  appendFileSync(file, `${tail}\n`);
  await Bun.sleep(600);
  rotate(file, 1);
  writeFileSync(file, `${JSON.stringify(record({ id: "after" }))}\n`);
  await Bun.sleep(800);
  isOver = true;
  await following;
  expect(seen).toEqual(["cut", "after"]);
}, 20_000);

test("stats add up", () => {
  const records = [
    record({ ms: 10 }),
    record({ ms: 20, verdict: "lifted" }),
    record({ ms: 30, key: "other" }),
    record({
      verdict: "rewrite",
      rule: "trash-guard/redirect",
      key: undefined,
      id: undefined,
      at: "2026-12-01T00:00:00Z",
      ms: 5,
    }),
  ];
  const stats = statsOf(records);
  expect(stats.redirected).toBe(1);
  expect(stats.denialsByRule).toEqual([{ name: "trash-guard/shred", count: 2 }]);
  expect(stats.falseAlarms).toEqual([
    { rule: "trash-guard/shred", command: "shred x", denied: 1, lifted: 1 },
  ]);
  expect(stats.latency).toEqual([
    { day: "2026-11-30", count: 3, median: 20, p95: 30 },
    { day: "2026-12-01", count: 1, median: 5, p95: 5 },
  ]);
});

test("a collector gets OpenTelemetry's JSON, in batches", async () => {
  const bodies: unknown[] = [];
  const paths: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      paths.push(new URL(request.url).pathname);
      bodies.push(await request.json());
      return Response.json({});
    },
  });
  const url = otlpAddress(`http://127.0.0.1:${server.port}`) as URL;
  expect(await sendOtlp(Array(250).fill(record()), url, "1.0.0")).toBeUndefined();
  await server.stop(true);
  expect(paths).toEqual(["/v1/logs", "/v1/logs"]);
  const second = bodies[1] as {
    readonly resourceLogs: readonly {
      readonly scopeLogs: readonly { readonly logRecords: readonly unknown[] }[];
    }[];
  };
  const log = second.resourceLogs[0]?.scopeLogs[0]?.logRecords[0];
  expect(log).toMatchObject({
    timeUnixNano: "1796040000000000000",
    severityText: "WARN",
    body: { stringValue: "r." },
  });
  expect(JSON.stringify(otlpBody([record()], "1.0.0"))).toContain(
    '{"key":"hooks.rule","value":{"stringValue":"trash-guard/shred"}}',
  );
  expect(await sendOtlp([record()], url, "1.0.0")).toContain("cannot be reached");
});

test.each([
  ["http://x:4318", "http://x:4318/v1/logs"],
  ["http://x:4318/", "http://x:4318/v1/logs"],
  ["https://x/base/", "https://x/base/v1/logs"],
  ["http://x/v1/logs", "http://x/v1/logs"],
  ["ftp://x", undefined],
  ["x:4318 y", undefined],
] as const)("the collector %s", (text, want) => expect(otlpAddress(text)?.href).toBe(want as string));

test("a SQLite file takes each record once", async () => {
  const file = join(home, "v.db");
  const records = [record(), record({ at: "2026-11-30T12:00:01.000Z", effective: { command: "y" } })];
  expect(await writeSqlite(records, file)).toBe(2);
  expect(await writeSqlite([...records, record({ ms: 11 })], file)).toBe(1);
  const { Database } = await import("bun:sqlite");
  const database = new Database(file, { readonly: true });
  expect(
    database
      .query("SELECT count(*) AS n, max(command) AS c FROM verdicts WHERE rule = 'trash-guard/shred'")
      .get(),
  ).toEqual({ n: 3, c: "shred x" });
  database.close();
});
