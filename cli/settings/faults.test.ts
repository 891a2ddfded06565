import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BEFORE } from "./testing/one-hook.ts";
import { randomFrom } from "./testing/settings-generator.ts";
import type { SmallDiskRun } from "./testing/small-disk.ts";

const script = join(import.meta.dir, "testing", "back-and-forth.ts");
const before = `{\n  "model": "m",\n  "note": "${"x".repeat(20_000)}"\n}\n`;

/** A disk in memory where there is one: each write waits for its disk, and what is tested is their order. */
const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

let home = "";
let file = "";
beforeEach(() => {
  home = mkdtempSync(join(memory, "hooks-faults-"));
  file = join(home, ".claude", "settings.json");
  mkdirSync(join(home, ".claude"));
  writeFileSync(file, before);
});
afterEach(() => {
  chmodSync(join(home, ".claude"), 0o755);
  rmSync(home, { recursive: true, force: true });
});

const once = () => Bun.spawnSync([process.execPath, script, home, "1"], { stderr: "pipe" });

describe("a writer that is killed", () => {
  test("leaves the old text or the new, and the next one goes on from there", async () => {
    const random = randomFrom(11);
    const seen = new Set<string>();
    for (let round = 0; round < 6; round++) {
      const child = Bun.spawn([process.execPath, script, home], { stdout: "pipe" });
      await child.stdout.getReader().read();
      await Bun.sleep(random() * 25);
      child.kill("SIGKILL");
      await child.exited;
      const text = readFileSync(file, "utf8");
      if (text !== before) {
        expect(JSON.parse(text).hooks.PreToolUse).toHaveLength(1);
        expect(text).toStartWith(before.slice(0, 20_020));
      }
      seen.add(text);
    }
    expect(seen.size).toBeLessThan(3);
    const after = once();
    expect(after.exitCode).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(before);
  }, 30_000);

  test("what it left beside the file goes away, and nothing else does", () => {
    const leftover = join(home, ".claude", ".settings.json.hooks-0b1c");
    const fresh = join(home, ".claude", ".settings.json.hooks-9f9f");
    const others = join(home, ".claude", "settings.json.bak");
    for (const path of [leftover, fresh, others]) writeFileSync(path, "{");
    utimesSync(leftover, new Date(0), new Date(0));
    utimesSync(others, new Date(0), new Date(0));
    expect(once().exitCode).toBe(0);
    expect(readdirSync(join(home, ".claude")).sort()).toEqual([
      ".settings.json.hooks-9f9f",
      "settings.json",
      "settings.json.bak",
    ]);
  }, 30_000);
});

describe("at each step of a write", () => {
  // `bun run faults` does the same in every form of file, and kills the uninstall too.
  const { text = "" } = BEFORE["claude-code"] ?? {};
  const step = (at: number, fault: string, more = "") =>
    Bun.spawnSync([
      process.execPath,
      join(import.meta.dir, "testing", "at-step.ts"),
      home,
      "claude-code",
      "install",
      String(at),
      fault,
      more,
    ])
      .stdout.toString()
      .trim()
      .split("\n");
  const steps = [
    "folder made",
    "text written",
    "text synced",
    "compared",
    "in place",
    "old one dropped",
    "folder synced",
  ];
  /** The original is kept first, then the record, then the settings. */
  const first = 2 * steps.length + 1;

  test("a kill leaves the old text or the new one", () => {
    for (const [index, name] of steps.entries()) {
      writeFileSync(file, text ?? "");
      const taken = step(first + index, "kill");
      expect(taken.at(-1)).toBe(`${name}: settings.json`);
      const now = readFileSync(file, "utf8");
      const isIn = index >= steps.indexOf("in place");
      expect([name, now.includes("trash-guard")]).toEqual([name, isIn]);
      if (!isIn) expect(now).toBe(text ?? "");
      expect(JSON.parse(now).env).toEqual({ A: "b" });
    }
  }, 60_000);

  for (const fault of ["file vanishes", "folder vanishes", "somebody writes"]) {
    test(`${fault}: the entry is there in the end, and what they wrote too`, () => {
      for (const name of ["compared", "in place"]) {
        mkdirSync(join(home, ".claude"), { recursive: true });
        writeFileSync(file, text ?? "");
        const theirs = (text ?? "").replace('"m"', '"theirs"');
        const taken = step(first + steps.indexOf(name), fault, theirs);
        expect(taken.filter((line) => line.startsWith("failed"))).toEqual([]);
        const now = readFileSync(file, "utf8");
        expect(JSON.stringify(JSON.parse(now).hooks)).toContain("trash-guard");
        if (fault === "somebody writes") expect(now).toContain("theirs");
      }
    }, 60_000);
  }
});

describe("a small disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "hooks-disk-"));
  const asUser = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const unshare = ["unshare", ...asUser, "--mount"];
  const canMount =
    process.platform === "linux" &&
    Bun.spawnSync([...unshare, "mount", "-t", "tmpfs", "tmpfs", folder], { stderr: "ignore" }).success;
  test.skipIf(!canMount)(
    `full at any point, or read-only, it keeps the file whole${canMount ? "" : " (no file system can be mounted here)"}`,
    () => {
      const script = join(import.meta.dir, "testing", "small-disk.ts");
      const argv = [...unshare, process.execPath, script, folder, "12", "claude-code"];
      const lines = Bun.spawnSync(argv).stdout.toString().trim().split("\n");
      const runs = lines.map((line): SmallDiskRun => JSON.parse(line));
      expect(runs).toHaveLength(13);
      expect(runs.flatMap(({ problems }) => problems)).toEqual([]);
      // Both ends were there: no room for anything, and room for all of it.
      expect(new Set(runs.map(({ says }) => says))).toContain("the disk is full");
      expect(new Set(runs.map(({ says }) => says))).toContain("done");
    },
    60_000,
  );
});

describe("a disk that takes no more", () => {
  // A limit on the size of a file: writes fail in the middle as on a full disk, for this process alone.
  const limited = (program: string, ...args: readonly string[]) =>
    Bun.spawnSync(
      [
        "/bin/sh",
        "-c",
        `trap '' XFSZ; ulimit -f 8; exec "$0" "$@"`,
        process.execPath,
        join(import.meta.dir, "testing", program),
        ...args,
      ],
      { stderr: "pipe" },
    );
  test("changes nothing and says so", () => {
    const written = JSON.parse(limited("replace.ts", file).stdout.toString());
    expect(written.kind).toBe("failed");
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(readdirSync(join(home, ".claude"))).toEqual(["settings.json"]);
  }, 30_000);
  test("a whole install too, and it can be had when there is room again", () => {
    expect(limited("back-and-forth.ts", home, "1").exitCode).not.toBe(0);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(readdirSync(join(home, ".claude"))).toEqual(["settings.json"]);
    expect(once().exitCode).toBe(0);
  }, 30_000);
});

describe("a folder that cannot be written in", () => {
  const isRoot = process.getuid?.() === 0;
  test.skipIf(isRoot)(`changes nothing and says so${isRoot ? " (root may write anywhere)" : ""}`, () => {
    chmodSync(join(home, ".claude"), 0o555);
    const child = once();
    expect(child.stderr.toString()).toContain("you may not write in its folder");
    expect(readFileSync(file, "utf8")).toBe(before);
  });
});
