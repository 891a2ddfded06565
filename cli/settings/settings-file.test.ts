import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudeCode } from "@hasna/hooks-harness";
import { withLock } from "./lock.ts";
import type { HookFacts, Wanted } from "./plan.ts";
import { receiptsIn } from "./receipt.ts";
import {
  type Applied,
  applyToFile,
  planFileInstall,
  planFileUninstall,
  type Target,
} from "./settings-file.ts";
import { randomFrom, settingsText } from "./testing/settings-generator.ts";

const catalogue: readonly HookFacts[] = [
  { name: "other-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: false },
  { name: "trash-guard", events: ["PreToolUse"], matcher: "Bash", kind: "guard", rewritesInput: true },
];

/** A disk in memory where there is one: what is tested is the bytes, and each write waits for its disk. */
const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

let home = "";
let file = "";
let target: Target;

beforeEach(() => {
  home = mkdtempSync(join(memory, "hooks-settings-"));
  file = join(home, ".claude", "settings.json");
  target = { path: file, scope: "user", receipts: receiptsIn(join(home, ".hasna/hooks")) };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function wanted(...names: readonly string[]): Wanted {
  const folder = join(home, ".hasna/hooks");
  const rule = names.includes("trash-guard") ? `Bash(${folder}/bin/trash guard:*)` : undefined;
  return {
    harness: claudeCode,
    root: ["hooks"],
    names,
    catalogue,
    program: `${folder}/bin/hooks`,
    folder,
    rule,
  };
}

const install = (...names: readonly string[]) =>
  applyToFile(target, () => planFileInstall(target, wanted(...names)));
const uninstall = (...names: readonly string[]) =>
  applyToFile(target, () => planFileUninstall(target, wanted(...names)));

function put(text: string): void {
  mkdirSync(join(home, ".claude"), { recursive: true });
  writeFileSync(file, text);
}

function kindOf(applied: Applied): string {
  return applied.kind === "applied" ? applied.plan.kind : applied.says;
}

describe("back to the same bytes", () => {
  test("250 files of every look, blank containers among them", async () => {
    for (let seed = 1; seed <= 250; seed++) {
      const before = settingsText(randomFrom(seed), { blanks: true });
      put(before);
      expect(kindOf(await install("trash-guard"))).toBe("change");
      expect(kindOf(await install("trash-guard"))).toBe("unchanged");
      if (seed % 10 === 0) {
        await install("other-guard");
        await uninstall(seed % 20 === 0 ? "trash-guard" : "other-guard");
      }
      await uninstall("trash-guard", "other-guard");
      if (readFileSync(file, "utf8") !== before) throw new Error(`seed ${seed}: ${JSON.stringify(before)}`);
      expect(readdirSync(target.receipts.folder)).toEqual([]);
    }
  }, 60_000);

  test("no file, no folder: both are gone again", async () => {
    await install("trash-guard");
    expect(existsSync(file)).toBe(true);
    await uninstall("trash-guard");
    expect(existsSync(join(home, ".claude"))).toBe(false);
  });
  test("a folder that was there stays", async () => {
    mkdirSync(join(home, ".claude"));
    await install("trash-guard");
    await uninstall("trash-guard");
    expect(readdirSync(join(home, ".claude"))).toEqual([]);
  });
  test("a file that somebody else has written into meanwhile loses ours alone", async () => {
    put("{ }\n");
    await install("trash-guard");
    const theirs = readFileSync(file, "utf8").replace(
      '"allow": [',
      '"deny": ["Read(.env)"],\n    "allow": [',
    );
    writeFileSync(file, theirs);
    await install("other-guard");
    await uninstall("trash-guard", "other-guard");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ permissions: { deny: ["Read(.env)"] } });
  });
  test("a file that we made and others wrote into stays", async () => {
    await install("trash-guard");
    writeFileSync(file, readFileSync(file, "utf8").replace("{", '{"model": "m",'));
    await uninstall("trash-guard");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ model: "m" });
  });
  test("without a record ours is found all the same", async () => {
    put('{\n  "model": "m"\n}\n');
    await install("trash-guard");
    rmSync(target.receipts.folder, { recursive: true });
    await uninstall("trash-guard");
    expect(readFileSync(file, "utf8")).toBe('{\n  "model": "m"\n}\n');
  });
  test("a broken record is no record", async () => {
    put("{}");
    await install("trash-guard");
    const [record] = readdirSync(target.receipts.folder).filter((name) => name.endsWith(".json"));
    writeFileSync(join(target.receipts.folder, record as string), '{"version": 2}');
    await uninstall("trash-guard");
    expect(readFileSync(file, "utf8")).toBe("{}");
  });
  test("a record whose copy was changed is not restored from", async () => {
    put('{"model": "m"}');
    await install("trash-guard");
    const [copy] = readdirSync(target.receipts.folder).filter((name) => name.endsWith(".original"));
    writeFileSync(join(target.receipts.folder, copy as string), '{"model": "evil"}');
    await uninstall("trash-guard");
    expect(readFileSync(file, "utf8")).toBe('{"model": "m"}');
  });
  test("an entry from before any record is not brought back by the uninstall", async () => {
    put(
      '{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"hooks run trash-guard"}]}]}}',
    );
    await install("trash-guard");
    await uninstall("trash-guard");
    expect(readFileSync(file, "utf8")).not.toContain("trash-guard");
  });
});

describe("how it is written", () => {
  test("through a link, also into another folder; the link stays", async () => {
    const dotfiles = join(home, "dotfiles");
    mkdirSync(dotfiles);
    mkdirSync(join(home, ".claude"));
    writeFileSync(join(dotfiles, "claude.json"), "{}\n");
    symlinkSync("../dotfiles/claude.json", file);
    await install("trash-guard");
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(dotfiles, "claude.json"), "utf8")).toContain("trash-guard");
    await uninstall("trash-guard");
    expect(readFileSync(join(dotfiles, "claude.json"), "utf8")).toBe("{}\n");
  });
  test("through a link whose end does not exist yet", async () => {
    mkdirSync(join(home, ".claude"));
    symlinkSync(join(home, "later.json"), file);
    await install("trash-guard");
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(home, "later.json"), "utf8")).toContain("trash-guard");
    await uninstall("trash-guard");
    expect(existsSync(join(home, "later.json"))).toBe(false);
  });
  test("a folder that is a link", async () => {
    mkdirSync(join(home, "real"));
    symlinkSync(join(home, "real"), join(home, ".claude"));
    await install("trash-guard");
    expect(readFileSync(join(home, "real/settings.json"), "utf8")).toContain("trash-guard");
  });
  test("the mode stays, and nothing is left beside the file", async () => {
    put("{}");
    for (const mode of [0o600, 0o640, 0o664, 0o755]) {
      chmodSync(file, mode);
      await install("trash-guard");
      expect(statSync(file).mode & 0o777).toBe(mode);
      await uninstall("trash-guard");
      expect(statSync(file).mode & 0o777).toBe(mode);
    }
    expect(readdirSync(join(home, ".claude"))).toEqual(["settings.json"]);
  });
  // Only root may give files away.
  const isRoot = process.getuid?.() === 0;
  test.skipIf(!isRoot)(
    `the owner stays, also when root installs for somebody${isRoot ? "" : " (needs root)"}`,
    async () => {
      put("{}");
      chownSync(file, 1234, 1235);
      await install("trash-guard");
      expect([statSync(file).uid, statSync(file).gid]).toEqual([1234, 1235]);
    },
  );
  test("records and copies are for the user's eyes alone", async () => {
    put('{"env": {"KEY": "secret"}}');
    chmodSync(file, 0o600);
    await install("trash-guard");
    expect(statSync(target.receipts.folder).mode & 0o077).toBe(0);
  });
});

describe("what is not written over", () => {
  const rows: readonly { readonly name: string; readonly make: () => void; readonly says: string }[] = [
    {
      name: "a folder by that name",
      make: () => mkdirSync(file, { recursive: true }),
      says: "it is not a file",
    },
    {
      name: "bytes that are no UTF-8",
      make: () => putBytes([0x7b, 0xff, 0x7d]),
      says: "it is not UTF-8 text",
    },
    { name: "UTF-16", make: () => putBytes([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), says: "it is not UTF-8 text" },
    {
      name: "a file where the folder belongs",
      make: () => writeFileSync(join(home, ".claude"), ""),
      says: "a part of its path is a file and not a folder",
    },
    { name: "a link in a circle", make: () => circle(), says: "it is a link that leads nowhere" },
  ];
  const putBytes = (bytes: readonly number[]) => {
    mkdirSync(join(home, ".claude"));
    writeFileSync(file, new Uint8Array(bytes));
  };
  const circle = () => {
    mkdirSync(join(home, ".claude"));
    symlinkSync(file, file);
  };
  for (const row of rows) {
    test(row.name, async () => {
      row.make();
      const applied = await install("trash-guard");
      expect(applied.kind === "applied" && applied.plan.kind === "refuse" ? applied.plan.says : applied).toBe(
        row.says,
      );
    });
  }
  test("a write-protected file", async () => {
    put("{}");
    chmodSync(file, 0o444);
    expect(kindOf(await install("trash-guard"))).toContain("write-protected (mode 444)");
    expect(readFileSync(file, "utf8")).toBe("{}");
  });
  test("other names of the file are told of: they keep the old text", async () => {
    put("{}");
    linkSync(file, join(home, "other-name"));
    const applied = await install("trash-guard");
    const plan = applied.kind === "applied" ? applied.plan : undefined;
    const notes = plan?.kind === "change" ? plan.notes : [];
    expect(notes.map(({ kind }) => kind)).toEqual(["hard-link"]);
    expect(readFileSync(join(home, "other-name"), "utf8")).toBe("{}");
  });
  test("a malformed file", async () => {
    put('{"a": }');
    expect(kindOf(await install("trash-guard"))).toBe("refuse");
    expect(readFileSync(file, "utf8")).toBe('{"a": }');
  });
});

describe("several at once", () => {
  test("8 processes install 8 hooks, another writer adds keys: nothing is lost", async () => {
    put('{\n  "count": 0\n}\n');
    const script = join(import.meta.dir, "testing", "install-one.ts");
    const names = Array.from({ length: 8 }, (_, index) => `hook-${index}`);
    const children = names.map((name) =>
      Bun.spawn([process.execPath, script, name], {
        stdin: new TextEncoder().encode(`${home}\n`),
        stdout: "pipe",
        stderr: "pipe",
        env: { ...process.env, HOME: home },
      }),
    );
    const said = await Promise.all(children.map((child) => new Response(child.stdout).text()));
    expect(said).toEqual(names.map(() => "ok\n"));
    const settings = JSON.parse(readFileSync(file, "utf8"));
    expect(settings.hooks.PreToolUse[0].hooks[0].command.split(" run ")[1].split(" ")).toEqual(names);
    expect(settings.count).toBe(0);
  }, 60_000);

  test("a change between reading and writing is planned again", async () => {
    put("{}");
    let rounds = 0;
    await applyToFile(target, async () => {
      const plan = await planFileInstall(target, wanted("trash-guard"));
      if (rounds++ < 3) writeFileSync(file, `{"theirs": ${rounds}}`);
      return plan;
    });
    expect(rounds).toBe(4);
    const settings = JSON.parse(readFileSync(file, "utf8"));
    expect([settings.theirs, settings.hooks.PreToolUse.length]).toEqual([3, 1]);
    await uninstall("trash-guard");
    expect(readFileSync(file, "utf8")).toBe('{"theirs": 3}');
  });
  test("a writer that never rests ends in a message", async () => {
    put("{}");
    let rounds = 0;
    const applied = await applyToFile(target, async () => {
      const plan = await planFileInstall(target, wanted("trash-guard"));
      writeFileSync(file, `{"theirs": ${rounds++}}`);
      return plan;
    });
    expect(kindOf(applied)).toContain("another program keeps rewriting it");
  });
  test("a lock is free again after its holder was killed", async () => {
    const folder = join(home, ".hasna/hooks");
    const script = join(import.meta.dir, "testing", "hold-lock.ts");
    const child = Bun.spawn([process.execPath, script, folder], { stdout: "pipe" });
    await child.stdout.getReader().read();
    child.kill("SIGKILL");
    await child.exited;
    expect(await withLock(folder, async () => "held")).toBe("held");
  }, 15_000);
});

test("a file of several names is written under the one we know; the others keep the old text", async () => {
  put("{}");
  linkSync(file, join(home, "other-name"));
  await install("trash-guard");
  expect(readFileSync(join(home, "other-name"), "utf8")).toBe("{}");
});
