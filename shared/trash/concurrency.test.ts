/** Many programs at one trash: nothing is lost, nothing is taken twice. */
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { raw } from "./bytes.ts";
import { parseInfo } from "./info.ts";
import { compiledTrash, makeFolder, temporaryFolder, which } from "./testing/sandbox.ts";

const LONGEST_MS = 60_000;

interface Place {
  readonly work: string;
  readonly trash: string;
  start(command: readonly string[]): { readonly exited: Promise<number>; kill(): void };
}

function openPlace(): Place {
  const root = temporaryFolder("trash-many-");
  chmodSync(root, 0o755);
  const home = makeFolder(root, "home");
  const work = makeFolder(root, "work");
  return {
    work,
    trash: join(home, ".local/share/Trash"),
    start(command) {
      const child = Bun.spawn([...command], {
        cwd: work,
        env: { PATH: "/usr/bin:/bin", HOME: home, LC_ALL: "C.UTF-8" },
        stdio: ["ignore", "ignore", "ignore"],
      });
      return { exited: child.exited, kill: () => child.kill("SIGKILL") };
    },
  };
}

/** Original paths of all whole entries. */
function entriesOf({ trash }: Place): readonly string[] {
  if (!existsSync(join(trash, "info"))) return [];
  return readdirSync(join(trash, "info"))
    .filter((name) => name.endsWith(".trashinfo") && existsSync(join(trash, "files", name.slice(0, -10))))
    .map((name) => String(parseInfo(raw(readFileSync(join(trash, "info", name), "latin1")))?.path));
}

function makeFiles(folder: string, count: number, name: (i: number) => string): readonly string[] {
  const out: string[] = [];
  for (let i = 0; i < count; i++) {
    const path = join(folder, name(i));
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, `${i}`);
    out.push(path);
  }
  return out;
}

/** `count` portions of nearly the same size. */
function portions<T>(list: readonly T[], count: number): readonly (readonly T[])[] {
  return Array.from({ length: count }, (_, i) => list.filter((_item, k) => k % count === i));
}

describe("at once", () => {
  test(
    "8 guards at the same 200 files: 200 entries, and each says it did well",
    async () => {
      const program = await compiledTrash();
      const place = openPlace();
      const files = makeFiles(place.work, 200, (i) => `f${i}`);
      const guards = Array.from({ length: 8 }, () => place.start([program, "guard", "-f", ...files]));
      expect(await Promise.all(guards.map(({ exited }) => exited))).toEqual(Array(8).fill(0));
      expect([...entriesOf(place)].sort()).toEqual([...files].sort());
      expect(readdirSync(place.work)).toEqual([]);
      expect(readdirSync(join(place.trash, "info")).length).toBe(200);
    },
    LONGEST_MS,
  );

  const mixed = which("trash-put") === undefined ? test.skip : test;
  mixed(
    `8 guards with trash-cli mixed in${which("trash-put") === undefined ? " (not installed: trash-put)" : ""}: 1,000 of 1,000 kept`,
    async () => {
      const program = await compiledTrash();
      const place = openPlace();
      // One name for all: every program has to find a free one in the trash.
      const files = makeFiles(place.work, 1000, (i) => `${i}/same`);
      const shares = portions(files, 10);
      const commands = shares.map((share, i) =>
        i < 8 ? [program, "guard", "-f", ...share] : ["trash-put", "--", ...share.slice(0, 90)],
      );
      // trash-cli tries numbers one after the other and is slow at that: the guards take what it leaves.
      const rest = shares.slice(8).flatMap((share) => share.slice(90));
      const running = [...commands, [program, "guard", "-f", ...rest]].map((command) => place.start(command));
      await Promise.all(running.map(({ exited }) => exited));
      const inPlace = files.filter((file) => existsSync(file));
      expect([...entriesOf(place), ...inPlace].sort()).toEqual([...files].sort());
      expect(inPlace).toEqual([]);
    },
    LONGEST_MS,
  );

  test(
    "killed at any moment: every file is in place or in the trash with its place",
    async () => {
      const program = await compiledTrash();
      for (const delay of [4, 7, 9, 12, 16, 22]) {
        const place = openPlace();
        const files = makeFiles(place.work, 600, (i) => `f${i}`);
        const guard = place.start([program, "guard", "-f", ...files]);
        await Bun.sleep(delay);
        guard.kill();
        await guard.exited;
        const inPlace = files.filter((file) => existsSync(file));
        expect([...entriesOf(place), ...inPlace].sort()).toEqual([...files].sort());
        const nameless = existsSync(join(place.trash, "files"))
          ? readdirSync(join(place.trash, "files")).length - entriesOf(place).length
          : 0;
        expect(nameless).toBe(0);
      }
    },
    LONGEST_MS,
  );

  test(
    "restore against purge and collection of the same entries: each is back, or deleted on purpose, never both nor neither",
    async () => {
      const program = await compiledTrash();
      const place = openPlace();
      const files = makeFiles(place.work, 60, (i) => `f${i}`);
      await place.start([program, "guard", ...files]).exited;
      const running = [
        place.start([program, "restore", ...files]),
        place.start([program, "purge", ...files.toReversed(), "--yes"]),
        place.start([program, "gc"]),
        place.start([program, "undo"]),
      ];
      await Promise.all(running.map(({ exited }) => exited));
      const back = files.filter((file) => existsSync(file));
      for (const file of back) expect(readFileSync(file, "utf8")).toBe(file.slice(file.lastIndexOf("f") + 1));
      expect(entriesOf(place).filter((path) => back.includes(path))).toEqual([]);
      expect(readdirSync(join(place.trash, "files"))).toEqual([]);
    },
    LONGEST_MS,
  );
});
