/** Texts in and out: quoting, names, info files, times, arguments. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { shownAge, shownBytes, sparkline } from "./amounts.ts";
import { readArguments, readDuration } from "./arguments.ts";
import {
  type Bytes,
  fromArray,
  fromText,
  percentDecode,
  percentEncode,
  raw,
  toReadable,
  toText,
} from "./bytes.ts";
import { nodeSystem } from "./disk-node.ts";
import { openSystem } from "./host.ts";
import { formatInfo, parseInfo } from "./info.ts";
import { newCommandId, payloadName, readPayloadName, shortId, timeOfCommand } from "./names.ts";
import manifest from "./package.json";
import { localeOf, quoted } from "./quote.ts";
import { readRmArguments } from "./rm-options.ts";
import { sidecarText } from "./sidecar.ts";
import { temporaryFolder } from "./testing/sandbox.ts";
import { GUARD_MARKER, VERSION } from "./version.ts";

const version = spawnSync("/usr/bin/rm", ["--version"], { encoding: "utf8" }).stdout ?? "";
const withGnu = version.includes("GNU coreutils") ? test : test.skip;
const why = version.includes("GNU coreutils") ? "" : " (the rm here is not GNU)";

/** What rm says about files that do not exist: nothing can be deleted by asking. */
function rmSays(args: readonly Bytes[], locale: string): Bytes {
  const words = args.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const ran = spawnSync("sh", [], {
    input: Buffer.from(`exec rm ${words}\n`, "latin1"),
    cwd: temporaryFolder("trash-empty-"),
    env: { PATH: "/usr/bin:/bin", LC_ALL: locale },
  });
  return fromArray(ran.stderr);
}

describe("quoting is that of rm", () => {
  const letters = [
    "'",
    '"',
    "a",
    "b",
    " ",
    "\n",
    "\t",
    "$",
    "`",
    "\\",
    "!",
    "\x01",
    "~",
    "#",
    "{",
    "}",
    "?",
    "=",
    "*",
    "[",
    "^",
    "|",
    "&",
    ";",
    "<",
    "(",
    "-",
    "%",
    "@",
    ",",
    "\x7f",
  ];
  for (const locale of ["C", "C.UTF-8"])
    withGnu(`600 random names in ${locale}${why}`, () => {
      let state = 7;
      const roll = (below: number): number => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 0x100000000) * below);
      };
      const beyond = ["\xc3\xa9", "\xe2\x82\xac", "\xff", "\xc3", "\xf0\x9f\x98\x80"];
      const all = [...letters, ...beyond];
      const names = Array.from({ length: 600 }, () =>
        raw(`n${Array.from({ length: 1 + roll(5) }, () => all[roll(all.length)]).join("")}`.slice(roll(2))),
      ).map((name) => (name.startsWith("-") ? raw(`x${name}`) : name));
      const want = names.map(
        (name) =>
          `rm: cannot remove ${quoted(name, localeOf({ LC_ALL: locale }))}: No such file or directory\n`,
      );
      expect(rmSays([raw("--"), ...names], locale).split("rm: cannot remove ")).toEqual(
        want.join("").split("rm: cannot remove "),
      );
    });
});

describe("options are read as rm reads them", () => {
  const rows: readonly (readonly string[])[] = [
    ["--interactive=foo", "a"],
    ["--interactive=", "a"],
    ["--ver", "a"],
    ["--bogus", "x"],
    ["--preserve-root=a'b", "x"],
    ["--no", "x"],
    ["--n"],
    ["--f=1"],
    ["---p"],
    ["---x"],
    ["--=x"],
    ["-fZ"],
    ["-Z", "-f"],
    ["--recursive=yes", "a"],
    ["--dir", "--verb=1"],
    ["-\u00e9"],
  ];
  for (const args of rows)
    for (const locale of ["C", "C.UTF-8"])
      withGnu(`rm ${args.join(" ")} in ${locale}${why}`, () => {
        const bytes = args.map(fromText);
        const read = readRmArguments(bytes, { posix: false, locale: localeOf({ LC_ALL: locale }) });
        expect(read.kind).toBe("wrong");
        if (read.kind !== "wrong") return;
        const help = read.hint === "none" ? "" : "Try 'rm --help' for more information.\n";
        expect(`rm: ${read.message}\n${help}`).toBe(rmSays(bytes, locale));
      });
});

describe("bytes", () => {
  test("every byte survives the way to text and percent signs and back", () => {
    const all = fromArray(Uint8Array.from({ length: 255 }, (_, i) => i + 1));
    expect(percentDecode(percentEncode(all))).toBe(all);
    expect(toText(all)).toBeUndefined();
    expect(toReadable(raw("a\xffb"))).toBe("a\\xffb");
    expect(toText(fromText("\u00e9\u20ac"))).toBe("\u00e9\u20ac");
    expect(percentEncode(fromText("/a b%\u00e9~-_."))).toBe("/a%20b%25%C3%A9~-_.");
    expect(percentDecode("100%, %zz %4")).toBe(raw("100%, %zz %4"));
  });
});

describe("names in the trash", () => {
  const id = newCommandId(1_800_000_000_123, () => 0.5);

  test("a command's name carries its time and sorts by it", () => {
    expect(timeOfCommand(id)).toBe(1_800_000_000_123);
    expect(id < newCommandId(1_800_000_000_124, () => 0)).toBe(true);
    expect(shortId(id).length).toBe(6);
  });

  const rows: readonly (readonly [name: string, base: string])[] = [
    ["short", "a"],
    ["255 bytes", "a".repeat(255)],
    ["85 characters of three bytes", "\u20ac".repeat(85)],
    ["no UTF-8", "\xff".repeat(255)],
  ];
  for (const [name, base] of rows)
    test(`${name}: fits with its info file's ending, and is read back`, () => {
      const bytes = base.includes("\xff") ? raw(base) : fromText(base);
      const payload = payloadName(bytes, id, 12, 0);
      expect(payload.length + ".trashinfo".length).toBeLessThanOrEqual(255);
      expect(readPayloadName(payload)).toEqual({ command: id, number: 12 });
      if (!base.includes("\xff")) expect(toText(payload)).toBeDefined();
    });

  test("names of other programs are not taken for ours", () => {
    for (const name of ["a", "a.b-1", "a.1m8pw4bg6c7edj-0", "a.trashinfo", "a_1"])
      expect(readPayloadName(raw(name))).toBeUndefined();
  });
});

describe("info files", () => {
  const whole = {
    path: raw("/a b/\xff\n"),
    deleted: "2026-11-30T18:40:30",
    command: "1m8pw4bg6c7edjx",
    session: "s \u00e9\n=",
    agent: "claude-code",
    toolUse: "t",
    keep: "normal",
    partial: true,
  } as const;

  test("what is written is read", () => expect(parseInfo(formatInfo(whole))).toEqual(whole));

  const rows: readonly (readonly [name: string, text: string, path: string | undefined])[] = [
    ["the first of two keys counts", "[Trash Info]\nPath=/a\nPath=/b\n", "/a"],
    ["unknown lines are skipped", "[Trash Info]\n# note\nFoo=1\nPath=/a\n[Other]\n", "/a"],
    ["Windows line ends", "[Trash Info]\r\nPath=/a\r\nDeletionDate=2026-01-01T00:00:00\r\n", "/a"],
    ["no head", "Path=/a\n", undefined],
    ["no path", "[Trash Info]\nDeletionDate=2026-01-01T00:00:00\n", undefined],
    ["an empty file", "", undefined],
    ["a NUL in the path", "[Trash Info]\nPath=/a%00b\n", undefined],
  ];
  for (const [name, text, path] of rows)
    test(name, () =>
      expect(parseInfo(raw(text))?.path).toBe(path === undefined ? (undefined as never) : raw(path)),
    );
});

describe("times", () => {
  test("local time is that of date(1), in zones with and without summer time", () => {
    for (const TZ of ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"])
      for (const seconds of [0, 951_782_400, 1_700_000_000, 1_782_907_199, 4_102_444_799]) {
        const script = `const { openSystem } = await import(${JSON.stringify(join(import.meta.dir, "host.ts"))}); console.log(openSystem(process).localTime(${seconds}500));`;
        if (TZ !== "UTC" && seconds !== 1_782_907_199) continue;
        const ours = spawnSync(process.execPath, ["-e", script], {
          env: { TZ, PATH: process.env.PATH ?? "" },
          encoding: "utf8",
        }).stdout.trim();
        const want = spawnSync("date", ["-d", `@${seconds}`, "+%Y-%m-%dT%H:%M:%S"], {
          env: { TZ, PATH: "/usr/bin:/bin" },
          encoding: "utf8",
        }).stdout.trim();
        if (want !== "") expect([TZ, ours]).toEqual([TZ, want]);
      }
  }, 60_000);

  test("the portable way into the system answers as the fast one", () => {
    const fast = openSystem({ ...process, env: process.env, platform: process.platform, arch: process.arch });
    const portable = nodeSystem();
    expect(
      Object.keys(openSystem({ env: process.env, platform: "another", arch: process.arch }).disk),
    ).toEqual(Object.keys(portable.disk));
    expect(portable.uid).toBe(fast.uid);
    const folder = fromText(temporaryFolder("trash-portable-"));
    const facts = (disk: typeof fast.disk): object => {
      const { kind, mode, uid, size, links, inodeLow, modified } = disk.lstat(folder);
      return {
        kind,
        mode,
        uid,
        size,
        links,
        inodeLow,
        modified,
        id: disk.identityOf(folder)?.split(":").slice(1),
      };
    };
    expect(facts(portable.disk)).toEqual(facts(fast.disk));
    for (const { disk } of [fast, portable]) {
      const path = raw(`${folder}/f`);
      const fd = disk.open(path, "new");
      disk.write(fd, raw("a\xff\n"));
      disk.close(fd);
      expect(() => disk.open(path, "new")).toThrow(expect.objectContaining({ code: "EEXIST" }));
      disk.renameNew(path, raw(`${folder}/g`));
      expect(() => disk.lstat(path)).toThrow(expect.objectContaining({ code: "ENOENT" }));
      const reading = disk.open(raw(`${folder}/g`), "read");
      expect(disk.read(reading)).toBe(raw("a\xff\n"));
      disk.close(reading);
      const listing = disk.open(folder, "folder");
      expect(disk.list(listing).map(({ name }) => name)).toEqual([raw("g")]);
      expect(disk.pathOf(listing)).toBe(folder);
      disk.close(listing);
      disk.unlink(raw(`${folder}/g`));
    }
  });
});

describe("amounts and arguments", () => {
  test("sizes, ages, bars", () => {
    expect([0, 1023, 1024, 1_500_000, 5 * 1024 ** 3].map(shownBytes)).toEqual([
      "0 B",
      "1023 B",
      "1.0 KiB",
      "1.4 MiB",
      "5.0 GiB",
    ]);
    expect([0, 59_000, 60_000, 7_200_000, 86_400_000 * 400].map(shownAge)).toEqual([
      "just now",
      "just now",
      "1 minute ago",
      "2 hours ago",
      "1 year ago",
    ]);
    expect(sparkline([0, 1, 50, 100])).toBe(" ▁▄█");
    expect(sparkline([0, 0])).toBe("  ");
    expect(["90s", "30m", "2h", "7d", "1w", "soon", "-1d"].map(readDuration)).toEqual([
      90_000,
      1_800_000,
      7_200_000,
      604_800_000,
      604_800_000,
      undefined,
      undefined,
    ]);
  });

  test("arguments", () => {
    const grammar = { switches: ["yes"], values: ["to"], operands: "ITEM" };
    const read = (...args: readonly string[]): unknown => {
      const result = readArguments(args.map(fromText), grammar);
      return typeof result === "string"
        ? result
        : [[...result.switches], [...result.values], result.operands];
    };
    expect(read("--yes", "a", "--to", "b", "--", "--c")).toEqual([
      ["yes"],
      [["to", raw("b")]],
      [raw("a"), raw("--c")],
    ]);
    expect(read("--to=b")).toEqual([[], [["to", raw("b")]], []]);
    expect(read("--to")).toBe("--to needs a value");
    expect(read("--yes=1")).toBe("--yes takes no value");
    expect(read("-y")).toBe("there is no option -y");
  });

  test("the version is that of the package, and the sidecar names the program", () => {
    expect(VERSION).toBe(manifest.version);
    expect(JSON.parse(sidecarText("/x/trash"))).toMatchObject({
      name: manifest.name,
      guardProtocol: 1,
      marker: GUARD_MARKER,
      target: "/x/trash",
    });
  });
});
