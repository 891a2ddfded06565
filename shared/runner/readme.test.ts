/** The README's examples, run as they stand. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const work = mkdtempSync(join(tmpdir(), "runner-readme-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const readme = readFileSync(join(import.meta.dir, "README.md"), "utf8");
const examples = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = ""]) => code);

test("there are examples", () => {
  expect(examples.length).toBeGreaterThan(4);
});

test.each(examples.map((code, at) => [at + 1, code] as const))(
  "example %d",
  async (at, code) => {
    const wanted = [...code.matchAll(/^\/\/ prints: (.*)$/gm)].map(([, line]) => line);
    expect(wanted.length).toBeGreaterThan(0);
    const file = join(work, `example-${at}.mjs`);
    writeFileSync(file, code.replace("@hasna/hooks-runner", join(import.meta.dir, "index.ts")));
    const env = { PATH: process.env.PATH, NO_COLOR: "1", TMPDIR: work };
    const run = Bun.spawn([process.execPath, file], { env, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err] = await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()]);
    expect(err).toBe("");
    expect(out.trim()).toBe(wanted.join("\n"));
  },
  30_000,
);
