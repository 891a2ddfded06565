import { afterAll, describe, expect, test } from "bun:test";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Capture } from "./capture.ts";
import { SpillFile, SpillFolder } from "./spill.ts";
import { bench } from "./testing/runs.ts";

const { run, folder, dispose } = bench({ limits: { stdoutBytes: 1000, stderrBytes: 1000 } });
afterAll(dispose);

const noFolder = new SpillFolder("/nowhere");
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What is kept of a text that arrives in pieces of some size. */
function captured(text: string, pieceBytes: number, keep: number) {
  const capture = new Capture(keep, 0, noFolder);
  const all = bytes(text);
  for (let at = 0; at < all.length; at += pieceBytes) capture.add(all.slice(at, at + pieceBytes));
  return capture.finish(true);
}

describe("R12 the end of the output is kept, to the byte", () => {
  const alphabet = "abcdefghijklmnopqrstuvwxyz";
  const rows: readonly (readonly [
    name: string,
    text: string,
    keep: number,
    kept: string,
    truncated: boolean,
  ])[] = [
    ["one byte below the limit", alphabet, 27, alphabet, false],
    ["exactly the limit", alphabet, 26, alphabet, false],
    ["one byte above it", alphabet, 25, alphabet.slice(1), true],
    ["far above it", alphabet, 3, "xyz", true],
    ["nothing", "", 3, "", false],
  ];
  describe.each(rows)("%s", (_, text, keep, kept, truncated) => {
    test.each([1, 2, 7, 1000])("in pieces of %d", (piece) => {
      const result = captured(text, piece, keep);
      expect(Buffer.from(result.bytes).toString()).toBe(kept);
      expect(result).toMatchObject({ text: kept, truncated, total: text.length });
    });
  });

  describe("a character that is cut in two is left out of the text, and only of the text", () => {
    const cut: readonly (readonly [text: string, keep: number, shown: string])[] = [
      ["aé", 1, ""],
      ["aéb", 2, "b"],
      ["aéb", 3, "éb"],
      ["x€y", 3, "y"],
      ["x😀y", 4, "y"],
      ["x😀y", 5, "😀y"],
    ];
    test.each(cut)("%s, %d bytes", (text, keep, shown) => {
      const result = captured(text, 1, keep);
      expect(result.text).toBe(shown);
      expect(result.bytes).toEqual(bytes(text).slice(-keep));
    });
  });

  test("what is no UTF-8 keeps its bytes", () => {
    const capture = new Capture(10, 0, noFolder);
    capture.add(Uint8Array.of(0xff, 0x80, 0x61, 0xef, 0xbb, 0xbf));
    const result = capture.finish(true);
    expect(result.text).toBe("\ufffd\ufffda\ufeff");
    expect([...result.bytes]).toEqual([0xff, 0x80, 0x61, 0xef, 0xbb, 0xbf]);
  });

  test("a byte order mark at the front stays in the text", () => {
    expect(captured("\ufeff{}", 1, 10).text).toBe("\ufeff{}");
  });

  test("the two streams have limits of their own", async () => {
    const outcome = await run("printf '%02000d' 7; printf '%0900d' 8 >&2");
    expect(outcome.stdout).toMatchObject({ total: 2000, truncated: true });
    expect(outcome.stdout.bytes.length).toBe(1000);
    expect(outcome.stderr).toMatchObject({ total: 900, truncated: false });
  });

  test("one write above the limit", async () => {
    const outcome = await run("head -c 300000 /dev/zero | tr '\\0' x; printf END");
    expect(outcome.stdout.total).toBe(300_003);
    expect(outcome.stdout.text).toBe(`${"x".repeat(997)}END`);
  });

  test("made up streams: whatever the pieces, bytes, total and flag are right", () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let round = 0; round < 300; round++) {
      const keep = 1 + random(40);
      const all = Uint8Array.from({ length: random(90) }, () => random(256));
      const capture = new Capture(keep, 0, noFolder);
      for (let at = 0; at < all.length; ) {
        const piece = 1 + random(30);
        capture.add(all.slice(at, at + piece));
        at += piece;
        const live = capture.since(0);
        const seen = all.slice(0, Math.min(at, all.length));
        expect(live.next).toBe(seen.length);
        expect([...live.bytes]).toEqual([...seen.slice(live.missed)]);
      }
      const result = capture.finish(true);
      expect([...result.bytes]).toEqual([...all.slice(Math.max(0, all.length - keep))]);
      expect(result).toMatchObject({ total: all.length, truncated: all.length > keep });
    }
  });
});

describe("R13 the spill file", () => {
  const long = "head -c 5000 /dev/zero | tr '\\0' a; printf END";

  test("holds the whole stream, in a folder and a file that only this user reads", async () => {
    const outcome = await run(long);
    const spill = outcome.stdout.spill;
    if (spill?.kind !== "kept") throw new Error(`no spill: ${JSON.stringify(spill)}`);
    expect(spill.bytes).toBe(5003);
    expect(readFileSync(spill.path, "utf8")).toBe(`${"a".repeat(5000)}END`);
    expect(statSync(spill.path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(spill.path)).mode & 0o777).toBe(0o700);
    expect(dirname(dirname(spill.path))).toBe(folder);
  });

  test("there is none where all is kept", async () => {
    const outcome = await run("echo short");
    expect(outcome.stdout.spill).toBeUndefined();
    expect(outcome.stderr.spill).toBeUndefined();
  });

  test("there is none where none is wanted", async () => {
    const outcome = await run(long, { limits: { spillBytes: 0 } });
    expect(outcome.stdout).toMatchObject({ truncated: true, total: 5003 });
    expect(outcome.stdout.spill).toBeUndefined();
  });

  test("each stream has one of its own, and names are never used twice", async () => {
    const outcomes = await Promise.all([1, 2, 3].map(() => run(`${long}; (${long}) >&2`)));
    const paths = outcomes.flatMap(({ stdout, stderr }) => [stdout.spill, stderr.spill]);
    expect(new Set(paths.map((spill) => (spill?.kind === "kept" ? spill.path : "none"))).size).toBe(6);
  });

  test("above its cap it is taken away, and the end of the output is still there", async () => {
    const before = spills(folder);
    const outcome = await run(long, { limits: { spillBytes: 4000 } });
    expect(outcome.stdout.spill).toEqual({ kind: "discarded", why: "over-cap" });
    expect(outcome.stdout.text.endsWith("aEND")).toBe(true);
    expect(spills(folder)).toEqual(before);
  });

  test("exactly its cap is not above it", async () => {
    const outcome = await run(long, { limits: { spillBytes: 5003 } });
    expect(outcome.stdout.spill?.kind).toBe("kept");
  });

  test("a link planted under its name is not followed, nor is a file overwritten", () => {
    const target = join(folder, "target");
    writeFileSync(target, "precious");
    symlinkSync(target, join(folder, "planted"));
    symlinkSync(join(folder, "not-there"), join(folder, "dangling"));
    for (const name of ["planted", "dangling", "target"]) {
      expect(() => new SpillFile(join(folder, name))).toThrow("EEXIST");
    }
    expect(readFileSync(target, "utf8")).toBe("precious");
    expect(existsSync(join(folder, "not-there"))).toBe(false);
  });

  test("a fault at close takes it away: its end may be missing", () => {
    const file = new SpillFile(join(folder, "close-fault"));
    file.write(bytes("abc"), 100);
    closeBehindItsBack(file.path);
    expect(file.finish()).toEqual({ kind: "discarded", why: "failed", code: "EBADF" });
    expect(existsSync(file.path)).toBe(false);
  });

  test("a folder that a cleaner took away is made again", () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "spill-test-")));
    const spillFolder = new SpillFolder(base);
    const first = spillFolder.create();
    first.finish();
    rmSync(dirname(first.path), { recursive: true });
    const second = spillFolder.create();
    expect(second.finish()).toMatchObject({ kind: "kept" });
    rmSync(base, { recursive: true });
  });

  test("where none can be made the run goes on, and says so", async () => {
    const own = bench({ spillBase: join(folder, "missing"), limits: { stdoutBytes: 1000 } });
    const outcome = await own.run(long);
    expect(outcome).toMatchObject({ cause: "exit", exitCode: 0 });
    expect(outcome.stdout).toMatchObject({
      total: 5003,
      truncated: true,
      spill: { kind: "discarded", why: "failed", code: "ENOENT" },
    });
    await own.dispose();
  });

  test("a disk that takes no more ends the file, not the run", async () => {
    const base = mkdtempSync(join(tmpdir(), "spill-full-"));
    const script = `
      import { createRunner } from ${JSON.stringify(join(import.meta.dir, "index.ts"))};
      const runner = createRunner({ spillBase: ${JSON.stringify(base)}, limits: { stdoutBytes: 1000 } });
      const { stdout } = await runner.run(runner.resolve({ kind: "trusted", command: "head -c 200000 /dev/zero" }));
      await runner.dispose();
      console.log(JSON.stringify({ total: stdout.total, kept: stdout.bytes.length, spill: stdout.spill }));`;
    const host = Bun.spawn(
      ["bash", "-c", `trap '' XFSZ; ulimit -f 64; exec "$0" -e "$1"`, process.execPath, script],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    expect(JSON.parse(await new Response(host.stdout).text())).toEqual({
      total: 200_000,
      kept: 1000,
      spill: { kind: "discarded", why: "failed", code: "EFBIG" },
    });
    expect(spills(base)).toEqual([]);
    rmSync(base, { recursive: true });
  });

  test("dispose takes the folder away only when no file is left in it", async () => {
    const own = bench({ limits: { stdoutBytes: 1000 } });
    const { stdout } = await own.run(long);
    await own.runner.dispose();
    if (stdout.spill?.kind !== "kept") throw new Error("no spill");
    expect(readFileSync(stdout.spill.path).length).toBe(5003);
    rmSync(stdout.spill.path);
    await own.runner.dispose();
    expect(existsSync(dirname(stdout.spill.path))).toBe(false);
    await own.dispose();
  });
});

function spills(base: string): readonly string[] {
  return readdirSync(base)
    .filter((name) => name.startsWith("hooks-runner-"))
    .flatMap((name) => readdirSync(join(base, name)))
    .sort();
}

function closeBehindItsBack(path: string): void {
  for (const descriptor of readdirSync("/proc/self/fd")) {
    if (linkOf(descriptor) === path) closeSync(Number(descriptor));
  }
}

function linkOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return "";
  }
}
