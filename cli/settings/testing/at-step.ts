/**
 * Installs or uninstalls one hook below HOME, and at the step with a number something happens. Prints the steps that were
 * taken, one a line with the file's name, and `failed: why` for a failure.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { withLock } from "../lock.ts";
import { applyToFile, planFileInstall, planFileUninstall } from "../settings-file.ts";
import { oneHook } from "./one-hook.ts";

const [home = "", id = "claude-code", verb = "install", at = "0", fault = "none", text = ""] =
  process.argv.slice(2);
const { folder, wanted, target } = oneHook(home, id);

const faults: Readonly<Record<string, () => void>> = {
  none: () => undefined,
  kill: () => process.kill(process.pid, "SIGKILL"),
  "file vanishes": () => rmSync(target.path, { force: true }),
  "folder vanishes": () => rmSync(dirname(target.path), { recursive: true, force: true }),
  "file becomes a folder": () => {
    rmSync(target.path, { force: true });
    mkdirSync(target.path);
  },
  "somebody writes": () => writeFileSync(target.path, text),
};

let count = 0;
const plan = verb === "install" ? planFileInstall : planFileUninstall;
const applied = await withLock(folder, () =>
  applyToFile(
    target,
    () => plan(target, wanted),
    (step, path) => {
      count++;
      console.log(`${step}: ${basename(path)}`);
      if (count === Number(at)) faults[fault]?.();
    },
  ),
).catch((error: Error) => ({ kind: "failed", says: error.message }) as const);
if (applied.kind === "failed") console.log(`failed: ${applied.says}`);
else if (applied.plan.kind === "refuse") console.log(`failed: ${applied.plan.says}`);
