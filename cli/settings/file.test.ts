import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readState, replaceFile } from "./file.ts";

const before = '{ "env": { "KEY": "secret" } }\n';
const after = '{ "env": { "KEY": "secret" }, "hooks": {} }\n';

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hooks-file-"));
  file = join(folder, "settings.json");
  writeFileSync(file, before);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("what only its owner may read is at no step readable by others", async () => {
  chmodSync(file, 0o600);
  const open: string[] = [];
  const written = await replaceFile(file, await readState(file), after, (step) => {
    for (const name of readdirSync(folder)) {
      if ((statSync(join(folder, name)).mode & 0o077) !== 0) open.push(`${step}: ${name}`);
    }
  });
  expect([written.kind, open]).toEqual(["done", []]);
});

test("the mode of the old one is the new one's, with bits that a mask would clear", async () => {
  chmodSync(file, 0o666);
  expect((await replaceFile(file, await readState(file), after)).kind).toBe("done");
  expect(statSync(file).mode & 0o7777).toBe(0o666);
});

const isRoot = process.getuid?.() === 0;
test.skipIf(!isRoot)(
  `a file of somebody else stays theirs${isRoot ? "" : " (only root may write it)"}`,
  async () => {
    chownSync(file, 12_345, 23_456);
    expect((await replaceFile(file, await readState(file), after)).kind).toBe("done");
    const { uid, gid } = statSync(file);
    expect([uid, gid]).toEqual([12_345, 23_456]);
  },
);

// The text is the same, so that a comparison of texts alone would take the link for the file that was planned from.
test("a link that is put in the file's place meanwhile stays a link", async () => {
  const kept = join(folder, "dotfiles.json");
  const written = await replaceFile(file, await readState(file), after, (step) => {
    if (step !== "compared") return;
    renameSync(file, kept);
    symlinkSync("dotfiles.json", file);
  });
  expect(written.kind).toBe("changed");
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(kept, "utf8")).toBe(before);
  expect(readdirSync(folder).sort()).toEqual(["dotfiles.json", "settings.json"]);
});

test("a folder that is put in the file's place meanwhile stays", async () => {
  const written = await replaceFile(file, await readState(file), after, (step) => {
    if (step !== "compared") return;
    rmSync(file);
    mkdirSync(file);
    writeFileSync(join(file, "theirs"), "kept");
  });
  expect(written.kind).toBe("changed");
  expect(readFileSync(join(file, "theirs"), "utf8")).toBe("kept");
});

const asUser = isRoot ? [] : ["--user", "--map-root-user"];
const inMount = (script: string) =>
  Bun.spawnSync([
    ...["unshare", ...asUser, "--mount", "/bin/sh", "-c"],
    `mount --bind "$1" "$1" && ${script}`,
    process.execPath,
    file,
    join(import.meta.dir, "testing", "replace.ts"),
  ]);
const canMount =
  process.platform === "linux" &&
  Bun.spawnSync(["unshare", ...asUser, "--mount", "mount", "--bind", tmpdir(), tmpdir()], {
    stderr: "ignore",
  }).success;
test.skipIf(!canMount)(
  `a file that a container is given is left, and said to be one${canMount ? "" : " (nothing can be mounted here)"}`,
  () => {
    const written = JSON.parse(inMount('exec "$0" "$2" "$1"').stdout.toString());
    expect(written.kind).toBe("failed");
    expect(written.says).toContain("mounted");
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(readdirSync(folder)).toEqual(["settings.json"]);
  },
  30_000,
);
