/** A release is the same bytes twice, and its signed index tells when it is not what was signed. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "..");
let folder = "";

/** The program's own bytes are the build's business; a short text stands in its place. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hooks-release-"));
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist/hooks"), "#!/bin/sh\n");
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  writeFileSync(join(folder, "key"), privateKey.export({ type: "pkcs8", format: "pem" }));
  writeFileSync(join(folder, "public"), publicKey.export({ type: "spki", format: "pem" }));
  for (const out of ["a", "b"])
    expect(release("pack", join(folder, out), "--key", join(folder, "key")).code).toBe(0);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function release(...words: readonly string[]): { readonly code: number; readonly text: string } {
  const script = [process.execPath, "scripts/release.ts", ...words, "--dist", join(folder, "dist")];
  const { exitCode, stdout, stderr } = Bun.spawnSync(script, { cwd: root });
  return { code: exitCode, text: stdout.toString() + stderr.toString() };
}

test("two packs are the same bytes", () => {
  const files = readdirSync(join(folder, "a"));
  expect(files.filter((name) => name.startsWith("hasna-hook-")).length).toBeGreaterThan(1);
  expect(readdirSync(join(folder, "b"))).toEqual(files);
  for (const name of files)
    expect(readFileSync(join(folder, "a", name)).equals(readFileSync(join(folder, "b", name))), name).toBe(
      true,
    );
});

test("what was signed is told from what was changed", () => {
  const check = () => release("verify", join(folder, "a"), "--public", join(folder, "public"));
  expect(check()).toEqual({ code: 0, text: expect.stringContaining("what was signed") });
  const index = join(folder, "a/index.json");
  const text = readFileSync(index, "utf8");
  writeFileSync(index, text.replace("0.1.0", "0.1.1"));
  expect(check()).toEqual({ code: 1, text: expect.stringContaining("is not what was signed") });
  writeFileSync(index, text);
  const [archive = ""] = readdirSync(join(folder, "a")).filter((name) => name.endsWith(".tgz"));
  appendFileSync(join(folder, "a", archive), "x");
  expect(check()).toEqual({ code: 1, text: expect.stringContaining("does not have the hash") });
}, 30_000);
