/** At each call to the system a fault, and nothing may be lost: every file is in place, or in the trash with its place. */
import { describe, expect, test } from "bun:test";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { raw } from "./bytes.ts";
import { parseInfo } from "./info.ts";
import { failAt, Killed, killAt, openRig, type Rig, type Watch } from "./testing/rig.ts";
import { snapshot } from "./testing/snapshot.ts";

/** Thousands of small trees, on a machine that may be busy. */
const LONGEST_MS = 60_000;

const FAULTS = ["kill", "EIO", "ENOSPC", "EACCES"] as const;

interface Scenario {
  readonly name: string;
  /** Before the watched part. */
  prepare(rig: Rig): Promise<void>;
  /** What the fault strikes. */
  act(rig: Rig): Promise<unknown>;
  /** Files that `act` may delete for good: a purge is asked for. */
  readonly mayDelete?: (content: string) => boolean;
}

/** Every file has its own content, so that it can be found wherever it is. */
function makeTree(rig: Rig): void {
  const { work } = rig;
  mkdirSync(join(work, "d/e/f"), { recursive: true });
  for (const name of ["a", "b c", "d/1", "d/e/2", "d/e/f/3"])
    writeFileSync(join(work, name), `content of ${name}`);
  symlinkSync("a", join(work, "l"));
  linkSync(join(work, "d/1"), join(work, "d/e/1"));
}

const operands = (rig: Rig): readonly string[] => ["a", "b c", "d", "l"].map((name) => join(rig.work, name));

const SCENARIOS: readonly Scenario[] = [
  {
    name: "the first delete of a new home",
    prepare: async () => undefined,
    act: (rig) => rig.guard("-rf", ...operands(rig)),
  },
  {
    name: "a later delete, with every name printed",
    prepare: async (rig) => {
      writeFileSync(join(rig.work, "x"), "content of x");
      await rig.guard(join(rig.work, "x"));
    },
    act: (rig) => rig.guard("-rv", ...operands(rig)),
  },
  {
    name: "a folder that the caller stands in, taken apart",
    prepare: async (rig) => {
      rig.current = join(rig.work, "d/e");
    },
    act: (rig) => rig.guard("-rf", join(rig.work, "d")),
  },
  {
    name: "restore",
    prepare: async (rig) => {
      await rig.guard("-rf", ...operands(rig));
    },
    act: (rig) => rig.trashCommand("restore", ...operands(rig)),
  },
  {
    name: "undo of a folder that was taken apart",
    prepare: async (rig) => {
      rig.current = join(rig.work, "d");
      await rig.guard("-rf", join(rig.work, "d"), join(rig.work, "a"));
      rig.current = rig.work;
    },
    act: (rig) => rig.trashCommand("undo"),
  },
  {
    name: "restore in the place of another file, which goes to the trash",
    prepare: async (rig) => {
      await rig.guard(join(rig.work, "a"));
      writeFileSync(join(rig.work, "a"), "content of the new a");
    },
    act: (rig) => rig.trashCommand("restore", join(rig.work, "a"), "--on-conflict", "swap"),
  },
  {
    name: "purge of one entry",
    prepare: async (rig) => {
      await rig.guard("-rf", ...operands(rig));
    },
    act: (rig) => rig.trashCommand("purge", join(rig.work, "d"), "--yes"),
    mayDelete: (content) => content.startsWith("content of d/"),
  },
  {
    name: "collection",
    prepare: async (rig) => {
      await rig.guard("-rf", ...operands(rig));
      await rig.trashCommand("pin", join(rig.work, "a"));
      rig.wait(100 * 86_400_000);
    },
    act: (rig) => rig.trashCommand("gc"),
    mayDelete: (content) => content !== "content of a",
  },
];

/** The contents of all files below a folder; links and empty files carry none. */
function contentsBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

/** A fault may send a delete to the trash at the top of the mount: both count. */
function trashesOf(rig: Rig): readonly { readonly folder: string; readonly top: string }[] {
  return [
    { folder: rig.trash, top: "/" },
    { folder: join(rig.root, `.Trash-${rig.machine.uid}`), top: rig.root },
  ].filter(({ folder }) => existsSync(join(folder, "files")));
}

function contentsOf(rig: Rig): readonly string[] {
  return [rig.work, ...trashesOf(rig).map(({ folder }) => join(folder, "files"))].flatMap(contentsBelow);
}

/** Payloads in the trash whose info file is missing or says nothing. */
function namelessPayloads(rig: Rig): readonly string[] {
  return trashesOf(rig).flatMap(({ folder }) =>
    readdirSync(join(folder, "files")).filter((name) => {
      const info = join(folder, "info", `${name}.trashinfo`);
      return !existsSync(info) || parseInfo(raw(readFileSync(info, "latin1"))) === undefined;
    }),
  );
}

function expectNothingLost(
  rig: Rig,
  before: readonly string[],
  mayDelete: (content: string) => boolean,
  struck: string,
): void {
  const now = contentsOf(rig);
  const missing = before.filter((content) => !now.includes(content) && !mayDelete(content));
  expect({ struck, missing }).toEqual({ struck, missing: [] });
  expect(namelessPayloads(rig)).toEqual([]);
  expect(misplacedPayloads(rig)).toEqual([]);
}

/** Payloads that are files, and whose info file names another place than the one they came from. */
function misplacedPayloads(rig: Rig): readonly string[] {
  return trashesOf(rig).flatMap(({ folder, top }) =>
    readdirSync(join(folder, "files"), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => {
        const origin = readFileSync(join(folder, "files", name), "utf8").replace(
          /^content of (the new )?/,
          "",
        );
        const info = parseInfo(raw(readFileSync(join(folder, "info", `${name}.trashinfo`), "latin1")));
        return { want: join(rig.work, origin), got: join(top, String(info?.path)) };
      })
      .filter(({ want, got }) => want !== got)
      .map(({ want, got }) => `${got} is not ${want}`),
  );
}

async function strike(scenario: Scenario, watch: Watch): Promise<{ rig: Rig; before: readonly string[] }> {
  const rig = openRig();
  makeTree(rig);
  await scenario.prepare(rig);
  const before = contentsOf(rig);
  rig.watch(watch);
  try {
    await scenario.act(rig);
  } catch (thrown) {
    // Only a killed program may end without an answer.
    if (!(thrown instanceof Killed)) throw thrown;
  }
  rig.watch(undefined);
  return { rig, before };
}

async function callsOf(scenario: Scenario): Promise<number> {
  let count = 0;
  await strike(scenario, () => {
    count++;
  });
  return count;
}

let injected = 0;

describe.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))("%s", (_, scenario) => {
  for (const fault of FAULTS)
    test(
      `${fault} at each call loses nothing, and doctor mends once`,
      async () => {
        const calls = await callsOf(scenario);
        expect(calls).toBeGreaterThan(10);
        for (let number = 1; number <= calls; number++) {
          const { rig, before } = await strike(
            scenario,
            fault === "kill" ? killAt(number) : failAt(number, fault),
          );
          injected++;
          const struck = `${fault} at call ${number} of ${calls}`;
          const mayDelete = scenario.mayDelete ?? (() => false);
          expectNothingLost(rig, before, mayDelete, struck);
          // Later than any grace for a delete that may still be under way.
          rig.wait(3_600_000);
          if (number % 3 !== 0) continue;
          await rig.trashCommand("doctor", "--fix");
          expectNothingLost(rig, before, mayDelete, struck);
          if (number % 6 !== 0) continue;
          const mended = snapshot(rig.root);
          const again = await rig.trashCommand("doctor", "--fix", "--json");
          expect(again.out).not.toContain('"fixed":true');
          expect(snapshot(rig.root)).toEqual(mended);
        }
      },
      LONGEST_MS,
    );
});

test("at least 500 faults were injected", () => {
  expect(injected).toBeGreaterThanOrEqual(500);
});
