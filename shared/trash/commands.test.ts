/** The commands around the guard, in the words that a person sees and in JSON. */
import { describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fromText } from "./bytes.ts";
import { openRig, type Rig } from "./testing/rig.ts";

function write(rig: Rig, name: string, content: string = name): string {
  const path = join(rig.work, name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
  return path;
}

interface Json {
  readonly ok: boolean;
  readonly items: readonly Record<string, unknown>[];
  readonly errors: readonly { readonly message: string }[];
  readonly [key: string]: unknown;
}

async function json(rig: Rig, ...args: readonly string[]): Promise<Json & { readonly code: number }> {
  const { code, out } = await rig.trashCommand(...args, "--json");
  return { ...(JSON.parse(out) as Json), code };
}

const inTrash = (rig: Rig): number =>
  existsSync(join(rig.trash, "info")) ? readdirSync(join(rig.trash, "info")).length : 0;

describe("undo", () => {
  test("brings back the last call whole, and only that", async () => {
    const rig = openRig();
    const [first, a, b] = [write(rig, "first"), write(rig, "a"), write(rig, "d/b")];
    await rig.guard(first);
    await rig.guard("-rf", a, join(rig.work, "d"));
    const { code, out } = await rig.trashCommand("undo");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^restored .*\/a\nrestored .*\/d\/\n'trash undo [0-9a-z]{6}' would put it back in the trash\.\n$/,
    );
    expect([existsSync(a), existsSync(b), existsSync(first)]).toEqual([true, true, false]);
  });

  test("a second undo goes one call further back", async () => {
    const rig = openRig();
    const [a, b] = [write(rig, "a"), write(rig, "b")];
    await rig.guard(a);
    await rig.guard(b);
    await rig.trashCommand("undo");
    await rig.trashCommand("undo");
    expect([existsSync(a), existsSync(b)]).toEqual([true, true]);
    expect(await rig.trashCommand("undo")).toEqual({
      code: 1,
      out: "",
      err: "trash: there is nothing to undo: no call of trash left anything in the trash\n",
    });
  });

  test("of an undo puts it back in the trash, and that can be undone again", async () => {
    const rig = openRig();
    const a = write(rig, "a");
    const inner = write(rig, "d/inner");
    await rig.guard("-rf", a, join(rig.work, "d"));
    const undone = await rig.trashCommand("undo");
    const name = /trash undo ([0-9a-z]{6})/.exec(undone.out)?.[1] ?? "";
    expect((await rig.trashCommand("undo", name)).code).toBe(0);
    expect([existsSync(a), existsSync(inner), inTrash(rig)]).toEqual([false, false, 2]);
    expect((await rig.trashCommand("undo")).code).toBe(0);
    expect([readFileSync(a, "utf8"), readFileSync(inner, "utf8")]).toEqual(["a", "d/inner"]);
  });

  test("takes the last call of this agent session when one is known", async () => {
    const rig = openRig();
    const [mine, other] = [write(rig, "mine"), write(rig, "other")];
    rig.env = { CLAUDE_SESSION_ID: "one" };
    await rig.guard(mine);
    rig.env = { CLAUDE_SESSION_ID: "two" };
    await rig.guard(other);
    rig.env = { CLAUDE_SESSION_ID: "one" };
    await rig.trashCommand("undo");
    expect([existsSync(mine), existsSync(other)]).toEqual([true, false]);
    const { code, err } = await rig.trashCommand("undo");
    expect(code).toBe(1);
    expect(err).toMatch(
      /this session has nothing in the trash; 'trash undo [0-9a-z]{6}' brings back the last call of another one/,
    );
  });

  test("the session may come with the arguments, and the environment goes before it", async () => {
    const rig = openRig();
    await rig.guard("---ctx=from-hook/tool-7", write(rig, "a"));
    rig.env = { CODEX_THREAD_ID: "from-env" };
    await rig.guard("---ctx=from-hook/tool-8", write(rig, "b"));
    const { items } = await json(rig, "list");
    expect(items.map(({ session, agent, toolUse }) => [session, agent, toolUse])).toEqual([
      ["from-env", "codex", "tool-8"],
      ["from-hook", undefined, "tool-7"],
    ]);
  });

  test("never clobbers: all or nothing, and both can be kept", async () => {
    const rig = openRig();
    const [a, b] = [write(rig, "a"), write(rig, "b")];
    await rig.guard(a, b);
    write(rig, "a", "new");
    const refused = await json(rig, "undo");
    expect([refused.code, refused.ok, existsSync(b)]).toEqual([3, false, false]);
    expect(refused.errors[0]?.message).toContain("is there already; nothing was changed");
    expect((await rig.trashCommand("undo", "--on-conflict", "rename")).code).toBe(0);
    expect([readFileSync(a, "utf8"), readFileSync(`${a} (restored)`, "utf8"), existsSync(b)]).toEqual([
      "new",
      "a",
      true,
    ]);
  });

  test("--dry-run changes nothing", async () => {
    const rig = openRig();
    const a = write(rig, "a");
    await rig.guard(a);
    const { out } = await rig.trashCommand("undo", "--dry-run");
    expect([out, existsSync(a), inTrash(rig)]).toEqual([`would restore ${a}\n`, false, 1]);
  });

  test("--last N takes the last N calls", async () => {
    const rig = openRig();
    const files = ["a", "b", "c"].map((name) => write(rig, name));
    for (const file of files) await rig.guard(file);
    await rig.trashCommand("undo", "--last", "2");
    expect(files.map((file) => existsSync(file))).toEqual([false, true, true]);
  });

  test("nested operands come back in the right order", async () => {
    const rig = openRig();
    const inner = write(rig, "d/e/f");
    await rig.guard("-r", join(rig.work, "d/e"), join(rig.work, "d"));
    expect((await rig.trashCommand("undo")).code).toBe(0);
    expect(readFileSync(inner, "utf8")).toBe("d/e/f");
  });
});

describe("restore", () => {
  test("by path takes the newest, by ID exactly that", async () => {
    const rig = openRig();
    for (const content of ["one", "two"]) await rig.guard(write(rig, "a", content));
    const { items } = await json(rig, "list");
    await rig.trashCommand("restore", join(rig.work, "a"));
    expect(readFileSync(join(rig.work, "a"), "utf8")).toBe("two");
    await rig.trashCommand("restore", String(items[1]?.id), "--on-conflict", "swap");
    expect(readFileSync(join(rig.work, "a"), "utf8")).toBe("one");
    expect((await json(rig, "list")).items.length).toBe(1);
  });

  test("to another folder, parents made", async () => {
    const rig = openRig();
    await rig.guard("-r", join(write(rig, "d/a"), ".."));
    expect((await rig.trashCommand("restore", join(rig.work, "d"), "--to", join(rig.work, "x/y"))).code).toBe(
      0,
    );
    expect(readFileSync(join(rig.work, "x/y/d/a"), "utf8")).toBe("d/a");
  });

  test("a parent that is gone is made again", async () => {
    const rig = openRig();
    const a = write(rig, "p/q/a");
    await rig.guard(a);
    await rig.guard("-r", join(rig.work, "p"));
    await rig.trashCommand("restore", a);
    expect(readFileSync(a, "utf8")).toBe("p/q/a");
  });

  test("what is not there is said, and the rest is done", async () => {
    const rig = openRig();
    const a = write(rig, "a");
    await rig.guard(a);
    const { code, err } = await rig.trashCommand("restore", a, "nothing");
    expect([code, existsSync(a), err]).toEqual([
      1,
      true,
      "trash: there is no nothing in the trash ('trash list' shows what is)\n",
    ]);
  });

  test("sockets and pipes", async () => {
    const rig = openRig();
    const path = join(rig.work, "s");
    const server = createServer().listen(path);
    await new Promise((done) => server.once("listening", done));
    expect((await rig.guard("-f", path)).code).toBe(0);
    expect(existsSync(path)).toBe(false);
    await rig.trashCommand("undo");
    expect(statSync(path).isSocket()).toBe(true);
    server.close();
  });
});

describe("list, log, info, status", () => {
  test("an empty trash says so", async () => {
    const rig = openRig();
    expect((await rig.trashCommand("list")).out).toBe("The trash is empty.\n");
    expect((await rig.trashCommand("status")).out).toStartWith("The trash is empty.\n");
    expect((await rig.trashCommand("log")).out).toBe("No calls yet.\n");
  });

  test("list shows size, age, who, and place; a folder has a slash", async () => {
    const rig = openRig();
    mkdirSync(join(rig.home, "p/node_modules/x"), { recursive: true });
    writeFileSync(join(rig.home, "p/package.json"), "{}");
    writeFileSync(join(rig.home, "p/node_modules/x/big"), "x".repeat(100_000));
    rig.env = { CLAUDE_SESSION_ID: "s" };
    await rig.guard("-rf", join(rig.home, "p/node_modules"));
    rig.wait(3 * 3_600_000);
    const { out } = await rig.trashCommand("list");
    expect(
      out
        .split("\n")
        .slice(0, 2)
        .map((line) => line.replace(/\s+/g, " ")),
    ).toEqual([
      "ID DELETED SIZE BY PATH",
      expect.stringMatching(/^[0-9a-z]{6} 3 hours ago 1\d\d KiB claude-code ~\/p\/node_modules\/$/),
    ]);
  });

  test("filters", async () => {
    const rig = openRig();
    rig.env = { CLAUDE_SESSION_ID: "one" };
    await rig.guard(write(rig, "old/a"));
    rig.env = { CLAUDE_SESSION_ID: "two" };
    rig.wait(2 * 86_400_000);
    await rig.guard(write(rig, "new/b"), write(rig, "new/c"));
    const count = async (...args: readonly string[]): Promise<unknown> =>
      (await json(rig, "list", ...args)).total;
    expect(await count("--since", "1d")).toBe(2);
    expect(await count("--since", "7d")).toBe(3);
    expect(await count("--session", "one")).toBe(1);
    expect(await count("--path", join(rig.work, "new"))).toBe(2);
    expect(await count("--class", "temporary")).toBe(3);
    expect(await count("--class", "pinned")).toBe(0);
    expect((await json(rig, "list", "--limit", "1")).items.length).toBe(1);
    expect((await rig.trashCommand("list", "--since", "soon")).code).toBe(2);
  });

  test("control characters of a name never reach the terminal", async () => {
    const rig = openRig();
    await rig.guard(write(rig, "a\u001b[31m\u202eb"));
    const { out } = await rig.trashCommand("list");
    expect(out).toContain("a\\u001b[31m\\u202eb");
  });

  test("log shows the calls with their command line and what is left of each", async () => {
    const rig = openRig();
    const a = write(rig, "two words");
    await rig.guard("-f", a);
    await rig.trashCommand("undo");
    const { out } = await rig.trashCommand("log");
    expect(out).toMatch(/undo +.*two words/);
    expect(out).toMatch(/guard +0 +rm -f '.*two words' {3}in /);
  });

  test("info tells all that is known", async () => {
    const rig = openRig();
    rig.env = { CODEX_THREAD_ID: "t1" };
    const a = write(rig, "a");
    await rig.guard(a);
    const { out } = await rig.trashCommand("info", a);
    for (const part of ["was", a, "kept as  temporary", "agent    codex", "session  t1", `rm ${a}`])
      expect(out).toContain(part);
  });

  test("status counts by class and tells what was refused", async () => {
    const rig = openRig();
    await rig.guard(write(rig, "a"));
    await rig.guard("-rf", rig.home);
    const status = await json(rig, "status");
    expect(status.refusals).toBe(1);
    expect((status.classes as { keep: string; count: number }[]).filter(({ count }) => count > 0)).toEqual([
      expect.objectContaining({ keep: "temporary", count: 1 }),
    ]);
    expect((await rig.trashCommand("status")).out).toContain("1 deletes refused");
  });
});

describe("purge, empty, pin", () => {
  test("purge and empty ask first: without a terminal and without --yes nothing happens", async () => {
    const rig = openRig();
    const a = write(rig, "a");
    await rig.guard(a);
    for (const args of [["purge", a], ["empty"]]) {
      const { code, err } = await rig.trashCommand(...args);
      expect([code, inTrash(rig)]).toEqual([4, 1]);
      expect(err).toContain("say so with --yes, or look first with --dry-run");
    }
    expect((await rig.trashCommand("purge", a, "--dry-run")).out).toContain("would be deleted for good");
    expect(inTrash(rig)).toBe(1);
    expect((await rig.trashCommand("purge", a, "--yes")).code).toBe(0);
    expect(inTrash(rig)).toBe(0);
  });

  test("empty takes all but what is pinned; purge by name takes that too", async () => {
    const rig = openRig();
    const [a, b] = [write(rig, "a"), write(rig, "b")];
    await rig.guard(a, b);
    expect((await rig.trashCommand("pin", a)).out).toBe(`pinned ${a}\n`);
    await rig.trashCommand("empty", "--yes");
    expect((await json(rig, "list")).items.map(({ path, class: keep }) => [path, keep])).toEqual([
      [a, "pinned"],
    ]);
    await rig.trashCommand("purge", a, "--yes");
    expect(inTrash(rig)).toBe(0);
  });

  describe("what is pinned stays, and that is said", () => {
    const one = "1 pinned item stays ('trash list --class pinned' shows it, 'trash unpin ITEM' lets it go)\n";
    const two =
      "2 pinned items stay ('trash list --class pinned' shows them, 'trash unpin ITEM' lets one go)\n";
    interface Row {
      readonly args: readonly string[];
      readonly files: readonly string[];
      readonly pinned: readonly string[];
      readonly code: number;
      readonly says: string;
    }
    const empty = ["empty", "--yes"];
    const purge = ["purge", "--older-than", "0s", "--yes"];
    const rows: readonly Row[] = [
      { args: empty, files: [], pinned: [], code: 0, says: "The trash is empty.\n" },
      { args: empty, files: ["a"], pinned: ["a"], code: 0, says: `nothing was deleted; ${one}` },
      { args: empty, files: ["a", "b"], pinned: ["a"], code: 0, says: `deleted 1 item (4.0 KiB)\n${one}` },
      { args: empty, files: ["a", "b"], pinned: ["a", "b"], code: 0, says: `nothing was deleted; ${two}` },
      { args: empty, files: ["a"], pinned: [], code: 0, says: "deleted 1 item (4.0 KiB)\n" },
      {
        args: ["empty", "--dry-run"],
        files: ["a"],
        pinned: ["a"],
        code: 0,
        says: `0 items (0 B) would be deleted for good\n${one}`,
      },
      { args: purge, files: ["a"], pinned: ["a"], code: 1, says: `nothing was deleted; ${one}` },
      { args: purge, files: ["a", "b"], pinned: ["a"], code: 0, says: `deleted 1 item (4.0 KiB)\n${one}` },
      { args: purge, files: [], pinned: [], code: 1, says: "Nothing in the trash matches.\n" },
    ];
    for (const { args, files, pinned, code, says } of rows)
      test(`${args.join(" ")}: of ${files.length} items ${pinned.length} pinned`, async () => {
        const rig = openRig();
        for (const name of files) await rig.guard(write(rig, name));
        for (const name of pinned) await rig.trashCommand("pin", join(rig.work, name));
        expect(await rig.trashCommand(...args)).toEqual({ code, out: says, err: "" });
        expect((await json(rig, "list", "--class", "pinned")).total).toBe(pinned.length);
        expect((await json(rig, ...args)).pinned).toBe(pinned.length);
      });
  });

  test("unpin gives the class back", async () => {
    const rig = openRig();
    const a = write(rig, "a");
    await rig.guard(a);
    await rig.trashCommand("pin", a);
    await rig.trashCommand("unpin", a);
    expect((await json(rig, "list")).items[0]?.class).toBe("temporary");
  });

  test("purge by age and class", async () => {
    const rig = openRig();
    await rig.guard(write(rig, "old"));
    rig.wait(10 * 86_400_000);
    await rig.guard(write(rig, "new"));
    expect((await rig.trashCommand("purge", "--older-than", "7d", "--yes")).code).toBe(0);
    expect((await json(rig, "list")).items.map(({ path }) => path)).toEqual([join(rig.work, "new")]);
    expect((await rig.trashCommand("purge", "--class", "normal", "--yes")).code).toBe(1);
  });

  test("purge never follows a link", async () => {
    const rig = openRig();
    const kept = write(rig, "kept/file");
    mkdirSync(join(rig.work, "d"));
    symlinkSync(join(rig.work, "kept"), join(rig.work, "d/link"));
    await rig.guard("-rf", join(rig.work, "d"));
    await rig.trashCommand("purge", join(rig.work, "d"), "--yes");
    expect(readFileSync(kept, "utf8")).toBe("kept/file");
  });

  test("a purge that was cut short is finished by the next collection", async () => {
    const rig = openRig();
    await rig.guard(write(rig, "a"));
    mkdirSync(join(rig.trash, "expunged/half/way"), { recursive: true });
    await rig.trashCommand("gc");
    expect(readdirSync(join(rig.trash, "expunged"))).toEqual([]);
  });
});

describe("config", () => {
  test("set, get, unset, list, path", async () => {
    const rig = openRig();
    expect((await rig.trashCommand("config", "set", "quota.bytes", "5GiB")).code).toBe(0);
    expect((await rig.trashCommand("config", "get", "quota.bytes")).out).toBe(`${5 * 1024 ** 3}\n`);
    expect((await rig.trashCommand("config", "set", "gc", "manual")).code).toBe(0);
    const path = (await rig.trashCommand("config", "path")).out.trim();
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ quota: { bytes: "5GiB" }, gc: "manual" });
    await rig.trashCommand("config", "unset", "quota.bytes");
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({ gc: "manual" });
    expect((await rig.trashCommand("config", "list")).out).toContain("retention.normalDays = 30\n");
  });

  test("a wrong value or name changes nothing", async () => {
    const rig = openRig();
    for (const args of [
      ["set", "quota.bytes", "lots"],
      ["set", "gc", "sometimes"],
      ["set", "nothing", "1"],
      ["set", "strictPermissions", "1"],
      ["set"],
    ])
      expect((await rig.trashCommand("config", ...args)).code).toBe(2);
    expect(existsSync(join(rig.home, ".config/hasna/trash/config.json"))).toBe(false);
  });

  test("a broken file: the guard works with the standard values and says nothing, doctor tells", async () => {
    const rig = openRig();
    const folder = join(rig.home, ".config/hasna/trash");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.json"), "{ broken");
    expect(await rig.guard(write(rig, "a"))).toEqual({ code: 0, out: "", err: "" });
    const { code, out } = await rig.trashCommand("doctor");
    expect(code).toBe(1);
    expect(out).toContain("BAD  settings: ");
    expect((await rig.trashCommand("config", "set", "gc", "manual")).code).toBe(1);
    expect(readFileSync(join(folder, "config.json"), "utf8")).toBe("{ broken");
  });

  test("more protected places", async () => {
    const rig = openRig();
    const a = write(rig, "precious/a");
    await rig.trashCommand("config", "set", "protect", JSON.stringify([join(rig.work, "precious")]));
    const { code, err } = await rig.guard("-f", a);
    expect([code, existsSync(a)]).toEqual([1, true]);
    expect(err).toContain("it is protected by the settings of trash");
  });
});

describe("doctor", () => {
  test("a lost info file is written again from the journal, and the entry can be restored", async () => {
    const rig = openRig();
    const [a, b] = [write(rig, "a"), write(rig, "d/b")];
    await rig.guard("-rf", a, join(rig.work, "d"));
    for (const name of readdirSync(join(rig.trash, "info"))) writeFileSync(join(rig.trash, "info", name), "");
    expect((await rig.trashCommand("list")).out).toBe("The trash is empty.\n");
    rig.wait(3_600_000);
    expect((await rig.trashCommand("doctor", "--fix")).code).toBe(0);
    expect((await rig.trashCommand("undo")).code).toBe(0);
    expect([readFileSync(a, "utf8"), readFileSync(b, "utf8")]).toEqual(["a", "d/b"]);
  });

  test("content that nobody knows the place of is told, and left alone", async () => {
    const rig = openRig();
    await rig.guard(write(rig, "a"));
    writeFileSync(join(rig.trash, "files/stranger"), "x");
    const { out } = await rig.trashCommand("doctor", "--fix");
    expect(out).toContain("stranger: lies in ");
    expect(existsSync(join(rig.trash, "files/stranger"))).toBe(true);
  });

  test("an info file without content goes once it is old enough, not before", async () => {
    const rig = openRig();
    await rig.guard(write(rig, "a"));
    const dead = join(rig.trash, "info/x.trashinfo");
    writeFileSync(dead, "[Trash Info]\nPath=/x\nDeletionDate=2026-01-01T00:00:00\n");
    await rig.trashCommand("doctor", "--fix");
    expect(existsSync(dead)).toBe(true);
    utimesSync(dead, 1e9, 1e9);
    await rig.trashCommand("doctor", "--fix");
    expect(existsSync(dead)).toBe(false);
  });

  test("tells of switches that reach into the runtime", async () => {
    const rig = openRig();
    rig.env = { BUN_OPTIONS: "--preload=./x.ts" };
    expect((await rig.trashCommand("doctor")).out).toContain("BAD  environment: BUN_OPTIONS is set");
  });
});

describe("wrong use", () => {
  const rows: readonly (readonly [args: readonly string[], code: number, says: RegExp])[] = [
    [["nonsense"], 2, /^trash: there is no command nonsense/],
    [["list", "--nonsense"], 2, /^trash list: there is no option --nonsense\nusage: /],
    [["list", "-x"], 2, /there is no option -x/],
    [["restore"], 2, /restore what\?/],
    [["restore", "a", "--to", "--json"], 2, /--to needs a value/],
    [["restore", "a", "--on-conflict", "burn"], 2, /--on-conflict takes fail, rename, swap, not "burn"/],
    [["undo", "--last", "0"], 2, /--last takes a number from 1 on/],
    [["purge"], 2, /purge what\?/],
    [["purge", "--older-than", "old"], 2, /--older-than takes an age/],
    [["put"], 2, /put what\?/],
    [["put", "/"], 1, /cannot move \/\/ to the trash|cannot move \/ to the trash/],
    [["info", "zzz"], 1, /there is no zzz in the trash/],
    [["restore", ""], 1, /there is no "" in the trash/],
    [["list", "--since", "-3"], 2, /--since takes an age such as 2h or 7d, or a date, not "-3"/],
    [["config", "get", "nothing"], 2, /there is no setting nothing; they are: /],
  ];
  for (const [args, code, says] of rows)
    test(args.join(" "), async () => {
      const answer = await openRig().trashCommand(...args);
      expect(answer.code).toBe(code);
      expect(answer.err).toMatch(says);
    });

  test("help and version", async () => {
    const rig = openRig();
    const { code, out } = await rig.trashCommand("help");
    expect(code).toBe(0);
    for (const verb of [
      "undo",
      "list",
      "restore",
      "put",
      "purge",
      "empty",
      "gc",
      "info",
      "status",
      "pin",
      "unpin",
      "doctor",
      "config",
      "log",
      "guard",
    ])
      expect(out).toContain(`trash ${verb}`);
    expect(JSON.parse((await rig.trashCommand("--version", "--json")).out)).toMatchObject({
      name: "@hasna/trash",
      guardProtocol: 1,
    });
  });

  describe("help about one command", () => {
    const rows: readonly (readonly [args: readonly string[], code: number, says: RegExp])[] = [
      [["help"], 0, /^trash keeps what was deleted/],
      [["help", "help"], 0, /^trash keeps what was deleted/],
      [["--help"], 0, /^trash keeps what was deleted/],
      [["help", "undo"], 0, /^trash undo \[COMMAND\][\s\S]*--on-conflict HOW {2}.*rename/],
      [["--help", "undo"], 0, /^trash undo \[COMMAND\]/],
      [["undo", "--help"], 0, /^trash undo \[COMMAND\]/],
      [["undo", "-h"], 0, /^trash undo \[COMMAND\]/],
      [["help", "restore"], 0, /^trash restore ITEM[\s\S]*--on-conflict HOW {2}.*swap/],
      [["help", "guard"], 0, /^trash guard RM-ARGS/],
      [["help", "status"], 0, /^trash status \[--json\]\n/],
      [["help", "nonsense"], 2, /^trash: there is no command nonsense; 'trash help' lists them/],
      // A file may be called anything: behind `--` nothing is an option.
      [["put", "--", "--help"], 1, /^trash: cannot move --help to the trash/],
    ];
    for (const [args, code, says] of rows)
      test(`trash ${args.join(" ")}`, async () => {
        const answer = await openRig().trashCommand(...args);
        expect({ ...answer, code }).toEqual(answer);
        expect(answer.out + answer.err).toMatch(says);
      });

    test("each command is told, and so is each of its options", async () => {
      const rig = openRig();
      const overview = (await rig.trashCommand("help")).out;
      const verbs = [...overview.matchAll(/^ {2}trash (\w+)/gm)].map(([, verb]) => verb ?? "");
      expect(verbs.length).toBeGreaterThan(14);
      for (const verb of verbs) {
        const { code, out } = await rig.trashCommand("help", verb);
        expect([verb, code]).toEqual([verb, 0]);
        expect(out).toStartWith(`trash ${verb}`);
        for (const [option] of out.matchAll(/(?<=\[)--[a-z-]+|(?<=\| )--[a-z-]+/g))
          expect(out).toMatch(new RegExp(`^  ${option} .*\\w`, "m"));
      }
    });
  });
});

describe("a HOME that is none", () => {
  /** By the rules of XDG a relative path counts as unset, and then the user database names the home folder. */
  const rows: readonly (readonly [name: string, value: string])[] = [
    ["empty", ""],
    ["relative", "home"],
    ["the current folder", "."],
    ["with a tilde that no shell expanded", "~"],
  ];
  for (const [name, HOME] of rows)
    test(`${name}: the home of the user database serves`, async () => {
      const rig = openRig();
      rig.env = { HOME };
      const a = write(rig, "a");
      expect(await rig.guard(a)).toEqual({ code: 0, out: "", err: "" });
      const files = join(rig.databaseHome, ".local/share/Trash/files");
      expect([readdirSync(files).length, readdirSync(rig.home), readdirSync(rig.work)]).toEqual([1, [], []]);
      expect((await rig.trashCommand("undo")).code).toBe(0);
      expect(readFileSync(a, "utf8")).toBe("a");
    });

  test("a test that would change something outside of its folder fails", () => {
    const { machine } = openRig();
    for (const path of ["/somewhere/else", "relative"])
      expect(() => machine.disk.makeFolder(fromText(path), 0o700)).toThrow(`the test would change ${path}`);
  });
});
