/** allow-guard knows the settings files of every harness: what a harness reads, an agent must not empty. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { harnesses } from "@hasna/hooks-harness";
import type { Hook, World } from "@hasna/hooks-registry";

const home = "/home/someone";
const project = `${home}/project`;
const scopes = ["user", "project", "local"] as const;
const paths = harnesses.flatMap((harness) =>
  scopes.flatMap((scope) => harness.settingsFiles(scope, { home, project, env: {} }).map(({ path }) => path)),
);
const { hook }: { hook: Hook } = await import(join(import.meta.dir, "../hooks/allow-guard/hook.ts"));

const world: World = {
  home,
  user: 1000,
  path: [],
  ownFolder: undefined,
  vouchedTrash: undefined,
  facts: async () => ({ kind: "missing", mode: 0, owner: -1 }),
  realPath: async (path) => path,
  head: async (path) => (paths.includes(path) ? "/x/hooks run trash-guard" : undefined),
};

test.each([...new Set(paths)])("%s", async (path) => {
  const event = { event: "PreToolUse", cwd: project, shell: "unknown", session: undefined } as const;
  const write = { ...event, tool: "Write", toolInput: { file_path: path, content: "" } };
  expect(await hook.run(write, world)).toMatchObject({ kind: "deny", rule: "allow-guard/settings" });
  const remove = { ...event, tool: "Bash", toolInput: { command: `rm ${path}` } };
  expect(await hook.run(remove, world)).toMatchObject({ kind: "ask", rule: "allow-guard/settings" });
});
