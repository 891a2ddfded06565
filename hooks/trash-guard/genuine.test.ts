import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "@hasna/hooks-registry";
import { findTrash, isGenuine } from "./genuine.ts";

let root = "";
const own = '#!/bin/sh\n# trash-guard-protocol: 1\nexec /opt/x "$@"\n';

beforeAll(async () => {
  root = await realpath(mkdtempSync(join(tmpdir(), "genuine-")));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function world(more: Partial<World>): World {
  return {
    home: join(root, "home"),
    user: process.getuid?.() ?? -1,
    path: [],
    ownFolder: undefined,
    vouchedTrash: undefined,
    facts: async (path) => {
      try {
        const stats = await stat(path);
        return { kind: kindOf(stats), mode: stats.mode & 0o7777, owner: stats.uid };
      } catch {
        return { kind: "missing", mode: 0, owner: -1 };
      }
    },
    realPath: (path) => realpath(path).catch(() => undefined),
    head: async (path, bytes) => {
      try {
        const file = await open(path);
        try {
          const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
          return buffer.toString("latin1", 0, bytesRead);
        } finally {
          await file.close();
        }
      } catch {
        return undefined;
      }
    },
    ...more,
  };
}

function kindOf(stats: { isFile(): boolean; isDirectory(): boolean }): "file" | "directory" | "other" {
  return stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
}

/** A folder with a `trash` in it. */
function folder(name: string, text: string, mode = 0o755, folderMode = 0o755): string {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "trash"), text);
  chmodSync(join(path, "trash"), mode);
  chmodSync(path, folderMode);
  return path;
}

test("our own folder comes first, without a marker and without PATH", async () => {
  const ours = folder("ours", "binary");
  const path = folder("on-path", own);
  expect(await findTrash(world({ ownFolder: ours, path: [path] }), undefined)).toEqual({
    kind: "found",
    path: join(ours, "trash"),
  });
});

test("a folder called trash in our own folder is none", async () => {
  const ours = join(root, "ours-dir");
  mkdirSync(join(ours, "trash"), { recursive: true });
  expect((await findTrash(world({ ownFolder: ours }), undefined)).kind).toBe("none");
});

test("the marker makes one on PATH genuine", async () => {
  const path = folder("marked", own);
  expect(await findTrash(world({ path: ["relative", "", path] }), path)).toEqual({
    kind: "none",
    foreign: [{ path: join(path, "trash"), why: "lies in the project" }],
  });
  expect(await findTrash(world({ path: ["relative", "", path] }), join(root, "project"))).toEqual({
    kind: "found",
    path: join(path, "trash"),
  });
});

const refused: readonly (readonly [string, string, number, number, RegExp])[] = [
  [
    "trash-cli",
    "#!/usr/bin/python3\nfrom trashcli.put.main import main\n",
    0o755,
    0o755,
    /trash-cli, which has no `guard`/,
  ],
  ["npm", "#!/usr/bin/env node\nimport trash from 'trash';\n", 0o755, 0o755, /a JavaScript trash/],
  ["elf", "\x7fELF\x02\x01", 0o755, 0o755, /compiled/],
  ["writable", own, 0o777, 0o755, /can be changed by others/],
  ["writable-folder", own, 0o755, 0o777, /can be changed by others/],
  ["late-marker", `${"#".repeat(600)}\n${own}`, 0o755, 0o755, /no `guard`/],
];

for (const [name, text, mode, folderMode, why] of refused) {
  test(`${name} is passed over, and the scan goes on`, async () => {
    const foreign = folder(name, text, mode, folderMode);
    const alone = await findTrash(world({ path: [foreign] }), undefined);
    expect(alone.kind).toBe("none");
    if (alone.kind === "none") expect(alone.foreign[0]?.why ?? "").toMatch(why);
    const path = folder("marked", own);
    expect(await findTrash(world({ path: [foreign, path] }), undefined)).toEqual({
      kind: "found",
      path: join(path, "trash"),
    });
    expect(
      await isGenuine("trash", world({ path: [foreign, path] }), undefined),
      "the shell takes the first",
    ).toBe(false);
  });
}

test("a file that cannot run is no program", async () => {
  const path = folder("plain", own, 0o644);
  expect(await findTrash(world({ path: [path] }), undefined)).toEqual({ kind: "none", foreign: [] });
});

test("another user's program is not taken", async () => {
  const path = folder("owned", own);
  const found = await findTrash(world({ path: [path], user: 424_242 }), undefined);
  const mine = (process.getuid?.() ?? 0) === 0;
  expect(found.kind).toBe(mine ? "found" : "none");
});

test("a link is judged by what it points to", async () => {
  const path = folder("target", own);
  const linked = join(root, "linked");
  mkdirSync(linked);
  symlinkSync(join(path, "trash"), join(linked, "trash"));
  expect((await findTrash(world({ path: [linked] }), undefined)).kind).toBe("found");
  chmodSync(path, 0o777);
  expect((await findTrash(world({ path: [linked] }), undefined)).kind).toBe("none");
});

test("a sidecar vouches for a program without a marker, for that one alone", async () => {
  const path = folder("sidecar", "\x7fELF");
  const file = join(path, "trash-guard.json");
  writeFileSync(file, JSON.stringify({ name: "trash", guardProtocol: 1, target: join(path, "trash") }));
  chmodSync(file, 0o644);
  expect((await findTrash(world({ path: [path] }), undefined)).kind).toBe("found");
  writeFileSync(file, JSON.stringify({ guardProtocol: 1, target: "/elsewhere/trash" }));
  expect((await findTrash(world({ path: [path] }), undefined)).kind).toBe("none");
  writeFileSync(file, "{not json");
  expect((await findTrash(world({ path: [path] }), undefined)).kind).toBe("none");
});

test("a project's own trash is not taken, a session in the home is no project", async () => {
  const bin = folder("home/.local/bin", own);
  expect((await findTrash(world({ path: [bin] }), join(root, "home"))).kind).toBe("found");
  const shim = folder("home/app/node_modules/.bin", own);
  expect((await findTrash(world({ path: [shim] }), join(root, "home/app"))).kind).toBe("none");
  expect((await findTrash(world({ path: [shim] }), join(root, "home"))).kind).toBe("none");
});

test("a trash that the caller vouches for is taken without looking", async () => {
  const found = await findTrash(world({ vouchedTrash: "/nowhere/trash" }), undefined);
  expect(found).toEqual({ kind: "found", path: "/nowhere/trash" });
  expect(await isGenuine("/nowhere/trash", world({ vouchedTrash: "/nowhere/trash" }), undefined)).toBe(true);
  expect(await isGenuine("/other/trash", world({ vouchedTrash: "/nowhere/trash" }), undefined)).toBe(false);
});
