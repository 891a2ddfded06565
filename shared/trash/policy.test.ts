/** What is kept, what goes, and why: first the rules alone, then with files. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KeepClass } from "./info.ts";
import { collect, type PolicyEntry, type PurgeReason } from "./policy.ts";
import { defaultSettings, parseSettings, parseSize, type Settings } from "./settings.ts";
import { openRig, type Rig } from "./testing/rig.ts";
import { emergencyFloor, isEmergency, type Volume } from "./volumes.ts";

/** A thousand deletes, on a machine that may be busy. */
const LONGEST_MS = 60_000;
const MiB = 1024 ** 2;
const GiB = 1024 ** 3;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 1_800_000_000_000;
const LARGE: Volume = { total: 1000 * GiB, available: 500 * GiB, isMemory: false };

interface Short {
  readonly path?: string;
  readonly keep?: KeepClass;
  readonly age: number;
  readonly size?: number;
  readonly isOwn?: boolean;
  readonly isInUse?: boolean;
}

interface Row {
  readonly name: string;
  readonly entries: readonly Short[];
  readonly volume?: Volume;
  readonly settings?: string;
  /** Which entries go, by their place in the list, with the reason. */
  readonly goes: Readonly<Record<number, PurgeReason>>;
}

const ROWS: readonly Row[] = [
  { name: "nothing in it", entries: [], goes: {} },
  { name: "normal: 30 days", entries: [{ age: 29 * DAY }, { age: 31 * DAY }], goes: { 1: "age" } },
  {
    name: "disposable and temporary: 24 hours",
    entries: [
      { keep: "disposable", age: 23 * HOUR, path: "a" },
      { keep: "disposable", age: 25 * HOUR, path: "b" },
      { keep: "temporary", age: 23 * HOUR },
      { keep: "temporary", age: 25 * HOUR },
    ],
    goes: { 1: "age", 3: "age" },
  },
  {
    name: "of disposable ones from one place the newest stays",
    entries: [
      { keep: "disposable", age: 3 * HOUR, path: "p" },
      { keep: "disposable", age: HOUR, path: "p" },
      { keep: "disposable", age: 2 * HOUR, path: "q" },
    ],
    goes: { 0: "replaced" },
  },
  {
    name: "normal ones from one place all stay",
    entries: [
      { age: HOUR, path: "p" },
      { age: 2 * HOUR, path: "p" },
    ],
    goes: {},
  },
  {
    name: "pinned ones stay whatever happens",
    entries: [{ keep: "pinned", age: 1000 * DAY, size: 900 * GiB }],
    volume: { total: 1000 * GiB, available: 0, isMemory: false },
    goes: {},
  },
  {
    name: "of another program: stays",
    entries: [
      { age: 1000 * DAY, isOwn: false },
      { age: 1000 * DAY, isOwn: false, keep: "temporary" },
    ],
    goes: {},
  },
  { name: "of a command that runs: stays", entries: [{ age: 1000 * DAY, isInUse: true }], goes: {} },
  {
    name: "over the quota the oldest go, but nothing younger than 72 hours",
    entries: [
      { age: 71 * HOUR, size: 15 * GiB },
      { age: 80 * HOUR, size: 3 * GiB },
      { age: 100 * HOUR, size: 4 * GiB },
      { age: 90 * HOUR, size: 1 * GiB },
    ],
    goes: { 2: "quota" },
  },
  {
    name: "too young to go, whatever the quota",
    entries: [{ age: HOUR, size: 30 * GiB }],
    goes: {},
  },
  {
    name: "a tenth of a small volume is the quota",
    entries: [
      { age: 80 * HOUR, size: 6 * GiB },
      { age: 90 * HOUR, size: 6 * GiB },
    ],
    volume: { total: 100 * GiB, available: 50 * GiB, isMemory: false },
    goes: { 1: "quota" },
  },
  {
    name: "disposable ones share 2 GiB",
    entries: [
      { keep: "disposable", age: HOUR, size: 1.5 * GiB, path: "a" },
      { keep: "disposable", age: 2 * HOUR, size: GiB, path: "b" },
    ],
    goes: { 1: "quota" },
  },
  {
    name: "temporary ones share 1 GiB, and a tenth of a file system in memory",
    entries: [
      { keep: "temporary", age: HOUR, size: 60 * MiB },
      { keep: "temporary", age: 2 * HOUR, size: 60 * MiB },
    ],
    volume: { total: GiB, available: GiB / 2, isMemory: true },
    goes: { 1: "quota" },
  },
  {
    name: "a disk that is nearly full: disposable, then temporary, then normal above an hour, oldest first, until enough is free",
    entries: [
      { age: 0.5 * HOUR, size: 10 * GiB },
      { age: 2 * HOUR, size: 4 * GiB },
      { age: 3 * HOUR, size: 4 * GiB },
      { keep: "temporary", age: HOUR, size: 0.5 * GiB },
      { keep: "disposable", age: HOUR, size: GiB, path: "a" },
    ],
    volume: { total: 200 * GiB, available: 2 * GiB, isMemory: false },
    goes: { 2: "emergency", 3: "emergency", 4: "emergency" },
  },
  {
    name: "settings decide",
    entries: [{ age: 3 * DAY }],
    settings: '{ "retention": { "normalDays": 2 } }',
    goes: { 0: "age" },
  },
];

function settingsOf(text: string | undefined): Settings {
  return text === undefined ? defaultSettings() : parseSettings(text).settings;
}

describe("the rules", () => {
  for (const { name, entries, volume, settings, goes } of ROWS)
    test(name, () => {
      const full = entries.map(
        (
          { path = "p", keep = "normal", age, size = 1, isOwn = true, isInUse = false },
          index,
        ): PolicyEntry & { index: number } => ({
          index,
          path: keep === "normal" ? `${path}${index}` : path,
          keep,
          time: NOW - age,
          size,
          isOwn,
          isInUse,
        }),
      );
      const verdicts = collect(full, volume ?? LARGE, settingsOf(settings), NOW);
      expect(Object.fromEntries(verdicts.map(({ entry, reason }) => [entry.index, reason]))).toEqual(goes);
    });

  test("the floor of free space: 1 GiB or 3 %, and never more than a tenth of the volume", () => {
    const floor = (total: number): number =>
      emergencyFloor({ total, available: 0, isMemory: false }, defaultSettings());
    expect([floor(20 * GiB), floor(1000 * GiB), floor(64 * MiB)]).toEqual([GiB, 30 * GiB, 6.4 * MiB]);
    expect(isEmergency({ total: 64 * MiB, available: 60 * MiB, isMemory: true }, defaultSettings())).toBe(
      false,
    );
  });

  test("sizes", () => {
    const rows: readonly (readonly [string, number | undefined])[] = [
      ["512", 512],
      ["10k", 10 * 1024],
      ["256MiB", 256 * MiB],
      ["20 GB", 20 * GiB],
      ["1.5g", 1.5 * GiB],
      ["lots", undefined],
      ["-1", undefined],
    ];
    for (const [text, size] of rows) expect([text, parseSize(text)]).toEqual([text, size]);
  });
});

async function classOf(rig: Rig, path: string): Promise<unknown> {
  await rig.guard("-rf", path);
  const { out } = await rig.trashCommand("info", path, "--json");
  return (JSON.parse(out) as { items: { class: string }[] }).items[0]?.class;
}

describe("with files", () => {
  /** Below the home folder: the rig's own lies in /tmp, where everything is temporary, so TMPDIR rows say so. */
  const rows: readonly (readonly [name: string, make: readonly string[], target: string, keep: KeepClass])[] =
    [
      [
        "node_modules beside a package.json",
        ["package.json", "node_modules/x"],
        "node_modules",
        "disposable",
      ],
      ["node_modules alone", ["node_modules/x"], "node_modules", "temporary"],
      ["target beside a Cargo.toml", ["Cargo.toml", "target/x"], "target", "disposable"],
      ["target alone may be anything", ["target/x"], "target", "temporary"],
      ["a file called dist", ["package.json", "dist"], "dist", "temporary"],
      ["__pycache__ anywhere", ["__pycache__/x"], "__pycache__", "disposable"],
    ];
  for (const [name, make, target, keep] of rows)
    test(`${name}: ${keep}`, async () => {
      const rig = openRig();
      for (const file of make) {
        mkdirSync(join(rig.work, file, ".."), { recursive: true });
        writeFileSync(join(rig.work, file), "x");
      }
      expect(await classOf(rig, join(rig.work, target))).toBe(keep);
    });

  test(
    "node_modules deleted a thousand times does not fill the disk",
    async () => {
      const rig = openRig();
      writeFileSync(join(rig.work, "package.json"), "{}");
      const modules = join(rig.work, "node_modules");
      const kept: number[] = [];
      for (let round = 0; round < 1000; round++) {
        mkdirSync(modules);
        writeFileSync(join(modules, "package"), "x".repeat(4096));
        rig.wait(60_000);
        expect((await rig.guard("-rf", modules)).code).toBe(0);
        // The guard asks for a collection when one is due; here it runs at once.
        if (rig.started.length > kept.length) {
          await rig.trashCommand("gc");
          kept.push(readdirSync(join(rig.trash, "files")).length);
        }
      }
      // Once an hour at least, sixty rounds an hour: sixteen collections, and after each the newest one is left.
      expect(kept.length).toBeGreaterThanOrEqual(15);
      expect(new Set(kept)).toEqual(new Set([1]));
      expect(readdirSync(join(rig.trash, "files")).length).toBeLessThanOrEqual(62);
    },
    LONGEST_MS,
  );

  test("the collection starts in the background, and never when it is to be done by hand", async () => {
    const rig = openRig();
    const remove = async (name: string): Promise<void> => {
      writeFileSync(join(rig.work, name), "x");
      await rig.guard(join(rig.work, name));
    };
    await remove("first");
    expect(rig.started).toEqual([]);
    rig.wait(2 * HOUR);
    await remove("second");
    expect(rig.started).toEqual([["gc", "--background"]]);
    await remove("third");
    expect(rig.started.length).toBe(1);
    await rig.trashCommand("config", "set", "gc", "manual");
    rig.wait(2 * HOUR);
    await remove("fourth");
    expect(rig.started.length).toBe(1);
  });

  test("gc deletes what is old, tells what and why, and keeps the rest", async () => {
    const rig = openRig();
    const [old, young] = ["old", "young"].map((name) => join(rig.work, name));
    writeFileSync(old ?? "", "x");
    await rig.guard(old ?? "");
    rig.wait(2 * DAY);
    writeFileSync(young ?? "", "x");
    await rig.guard(young ?? "");
    const plan = await rig.trashCommand("gc", "--dry-run");
    expect(plan.out).toBe(`would delete ${old} (4.0 KiB): it was kept long enough\n`);
    expect((await rig.trashCommand("gc")).out).toBe("deleted 1 items, 4.0 KiB\n");
    expect(readdirSync(join(rig.trash, "files")).length).toBe(1);
    await rig.trashCommand("restore", young ?? "");
    expect(existsSync(young ?? "")).toBe(true);
  });
});
