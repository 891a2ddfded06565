import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readTar, type TarFile, writeTar } from "./tar.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const file = (path: string, text = "x", isExecutable = false): TarFile => ({
  path,
  bytes: bytes(text),
  isExecutable,
});

/** Writes the sum of a header anew after a change. */
function sealed(archive: Uint8Array): Uint8Array {
  const header = archive.subarray(0, 512);
  header.fill(0x20, 148, 156);
  header.set(
    bytes(
      `${header
        .reduce((total, byte) => total + byte, 0)
        .toString(8)
        .padStart(6, "0")}\0 `,
    ),
    148,
  );
  return archive;
}

function changed(at: number, text: string): Uint8Array {
  const archive = writeTar([file("a/b")]);
  archive.set(bytes(text), at);
  return sealed(archive);
}

describe("an archive", () => {
  const long = `package/${"folder/".repeat(30)}file-é.ts`;
  test("comes back as it was written", () => {
    const files = [
      file("a/1", ""),
      file("a/2", "y".repeat(512)),
      file("a/3", "z".repeat(513), true),
      file(long),
    ];
    expect(readTar(writeTar(files))).toEqual(files.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
    expect(readTar(gzipSync(writeTar(files))).length).toBe(4);
    expect(Buffer.compare(writeTar(files), writeTar(files.toReversed()))).toBe(0);
  });

  test("that tar wrote is read, and tar reads ours", () => {
    const folder = mkdtempSync(join(tmpdir(), "hooks-tar-"));
    try {
      const inner = join(folder, "package", "folder/".repeat(20));
      mkdirSync(inner, { recursive: true });
      writeFileSync(join(inner, "x.ts"), "text");
      for (const format of ["ustar", "gnu", "pax"]) {
        const { stdout, exitCode } = Bun.spawnSync(["tar", `--format=${format}`, "-czf", "-", "package"], {
          cwd: folder,
        });
        expect(exitCode).toBe(0);
        expect(readTar(stdout).map(({ path }) => path)).toEqual([`package/${"folder/".repeat(20)}x.ts`]);
      }
      const listed = Bun.spawnSync(["tar", "-tf", "-"], { stdin: writeTar([file(long), file("a/b")]) });
      expect(listed.stdout.toString().trim().split("\n").length).toBe(2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  const hostile: readonly (readonly [name: string, archive: () => Uint8Array, says: string])[] = [
    ["a path that climbs", () => writeTar([file("package/../../etc/passwd")]), "leads out"],
    ["one that is nothing but up", () => writeTar([file("..")]), "leads out"],
    ["an absolute path", () => writeTar([file("/etc/passwd")]), "absolute"],
    ["a path of Windows", () => writeTar([file("C:/x")]), "absolute"],
    ["a backslash", () => writeTar([file("package/..\\x")]), "character"],
    ["a line break in a name", () => writeTar([file("package/a\nb")]), "character"],
    ["a symbolic link", () => changed(156, "2"), "is a link"],
    ["a hard link", () => changed(156, "1"), "is a link"],
    ["a device", () => changed(156, "3"), "neither a file nor a folder"],
    ["a pipe", () => changed(156, "6"), "neither a file nor a folder"],
    ["a file twice", () => writeTar([file("package/a"), file("package/a", "y")]), "twice"],
    ["a file twice but for case", () => writeTar([file("package/a"), file("package/A", "y")]), "twice"],
    ["a file below a file", () => writeTar([file("package/a"), file("package/a/b")]), "below a file"],
    [
      "a sum that is wrong",
      () => {
        const archive = writeTar([file("a/b")]);
        archive[0] = 0x63;
        return archive;
      },
      "damaged",
    ],
    ["a size that is no number", () => changed(124, "99999999999"), "damaged"],
    ["a size beyond the end", () => changed(124, "77777777777"), "in the middle"],
    ["no end", () => writeTar([file("a/b")]).subarray(0, 1024), "no end"],
    ["text", () => bytes("x".repeat(2048)), "damaged"],
    ["a gzip cut off", () => gzipSync(writeTar([file("a/b")])).subarray(0, 40), "gzip is damaged"],
    ["a bomb", () => gzipSync(new Uint8Array(65 * 1024 * 1024), { level: 1 }), "more than a hook may hold"],
    [
      "a pax header that lies",
      () => {
        const archive = writeTar([file(long)]);
        archive.set(bytes("999"), 512);
        return archive;
      },
      "damaged",
    ],
  ];
  test.each(hostile)("with %s is turned away", (_, archive, says) => {
    expect(() => readTar(archive())).toThrow(says);
  });

  test("that is damaged anywhere gives its files or is turned away, and nothing else", () => {
    const whole = writeTar([file("package/a", "text"), file(long)]);
    for (let at = 0; at < whole.length; at += 7) {
      const damaged = whole.slice();
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8));
      try {
        for (const { path } of readTar(damaged)) expect(path).not.toMatch(/^\/|(^|\/)\.\.(\/|$)/);
      } catch (error) {
        expect((error as Error).constructor.name).toBe("Trouble");
      }
    }
  });
});
