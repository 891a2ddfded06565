/** The program inside a plugin: one hook, run by Node.js or Bun, with nothing of ours installed. Bundled by marketplace.ts. */

import { bundledHooks } from "hooks:bundled";
import { readFileSync, realpathSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { isHarnessId } from "@hasna/hooks-harness";
import type { World } from "@hasna/hooks-registry";
import { answerEvent, readEvent } from "../cli/run/command.ts";

/** Below the ten seconds that the plugin's entry asks for. */
const DEADLINE_MS = 8000;

const world: World = {
  home: process.env.HOME?.startsWith("/") ? process.env.HOME : undefined,
  user: process.getuid?.() ?? -1,
  path: (process.env.PATH ?? "").split(":"),
  ownFolder: undefined,
  vouchedTrash: undefined,
  facts: async (path) => {
    try {
      const stats = statSync(path);
      const kind = stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
      return { kind, mode: stats.mode & 0o7777, owner: stats.uid };
    } catch {
      return { kind: "missing", mode: 0, owner: -1 };
    }
  },
  realPath: async (path) => {
    try {
      return realpathSync(path);
    } catch {
      return undefined;
    }
  },
  head: async (path, bytes) => {
    const file = await open(path).catch(() => undefined);
    if (file === undefined) return undefined;
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.toString("latin1", 0, bytesRead);
    } catch {
      return undefined;
    } finally {
      await file.close();
    }
  },
};

/** As much of Bun as judging asks for, where Node.js runs this: the size and the text of a file. */
const bunLike = {
  file: (path: string) => ({
    get size(): number {
      return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    },
    text: async (): Promise<string> => readFileSync(path, "utf8"),
  }),
};
if (!("Bun" in globalThis)) Object.assign(globalThis, { Bun: bunLike });

const [named] = process.argv.slice(2);
setTimeout(() => {
  process.stderr.write("The event could not be judged in time, so the call is refused; try it again.\n");
  process.exit(2);
}, DEADLINE_MS).unref();
const parts: Buffer[] = [];
for await (const part of process.stdin) parts.push(part);
const event = readEvent(Buffer.concat(parts).toString("utf8"));
const harness = named !== undefined && isHarnessId(named) ? named : undefined;
const hooks = bundledHooks.map(({ hook }) => hook);
const reply = await answerEvent(hooks, event, world, process.env, harness);
process.stderr.write(reply.stderr);
process.stdout.write(reply.stdout, () => process.exit(reply.exitCode));
