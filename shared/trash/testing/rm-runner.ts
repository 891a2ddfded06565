/**
 * Runs the rm rows with a command and prints the outcomes as JSON. Arguments: a folder to work in, then the command.
 * Started by the tests, as root inside a mount namespace where it can be.
 */

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { RM_CASES, type RmCase, type Step } from "../rm-cases.ts";

const NOBODY = 65534;
/** Longer paths are cut in what is left, as the rows have them. */
const LONGEST = 60;

export interface RanCase {
  readonly id: string;
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly left: readonly string[];
}

function make(folder: string, step: Step): void {
  const path = join(folder, step.path);
  switch (step.kind) {
    case "file":
      writeFileSync(path, step.content);
      break;
    case "folder":
      mkdirSync(path, { recursive: true });
      break;
    case "link":
      symlinkSync(step.target, path);
      break;
    case "hard-link":
      linkSync(join(folder, step.target), path);
      break;
    case "fifo":
      spawnSync("mkfifo", [path]);
      break;
    case "null-device":
      spawnSync("mknod", [path, "c", "1", "3"]);
      break;
    case "mode":
      chmodSync(path, step.mode);
      break;
    case "given-away":
      chownSync(path, NOBODY, 0);
      break;
    case "deep":
      spawnSync(
        "sh",
        [
          "-c",
          `i=0; while [ $i -lt ${step.depth} ]; do mkdir ${step.path} && cd -P ${step.path}; i=$((i+1)); done`,
        ],
        { cwd: folder },
      );
  }
}

/** Everything below, sorted by bytes; deep trees are looked at near the top only. */
function whatIsLeft(folder: string): readonly string[] {
  const out: string[] = [];
  const visit = (path: string, prefix: string, depth: number): void => {
    if (depth > 20) return;
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const shown = prefix + entry.name;
      out.push(
        (shown.length > LONGEST ? `${shown.slice(0, 20)}...` : shown) + (entry.isDirectory() ? "/" : ""),
      );
      if (entry.isDirectory()) visit(join(path, entry.name), `${shown}/`, depth + 1);
    }
  };
  visit(folder, "", 0);
  return out.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function giveAway(path: string): void {
  lchownSync(path, NOBODY, NOBODY);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveAway(join(path, name));
}

async function run(row: RmCase, work: string, command: readonly string[], asRoot: boolean): Promise<RanCase> {
  const top = join(work, row.id);
  const folder = join(top, "w");
  const home = join(top, "home");
  mkdirSync(folder, { recursive: true });
  mkdirSync(home);
  const isNobody = row.user === "nobody";
  for (const step of row.make ?? []) make(folder, step);
  if (isNobody) {
    chownSync(folder, NOBODY, NOBODY);
    chownSync(home, NOBODY, NOBODY);
    if (row.madeByRoot !== true) giveAway(folder);
  }
  const as =
    isNobody && asRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
  const outFile = join(top, "out");
  const errFile = join(top, "err");
  const script = `"$@" ${row.redirect ?? `>'${outFile}'`} 2>'${errFile}'`;
  const argv = ["sh", "-c", `exec ${script}`, "sh", ...as, ...command, ...row.args];
  const env = {
    PATH: process.env.PATH ?? "",
    LC_ALL: "C",
    HOME: home,
    TMPDIR: "/tmp",
    ...row.env,
    ...extra(),
  };
  const input = row.input ?? "";
  let code: number;
  if (row.terminal === true) {
    const child = Bun.spawn(argv, { cwd: folder, env, terminal: { data: () => undefined } });
    child.terminal?.write(input);
    code = await child.exited;
    child.terminal?.close();
  } else
    code = Bun.spawnSync(argv, { cwd: folder, env, stdin: Buffer.from(input), timeout: 20_000 }).exitCode;
  const read = (path: string): string => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return "";
    }
  };
  const left = whatIsLeft(folder);
  return { id: row.id, code, out: read(outFile), err: read(errFile), left };
}

/** Environment that the caller wants for the command, as `RM_ENV_name=value`. */
function extra(): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env))
    if (name.startsWith("RM_ENV_") && value !== undefined) out[name.slice(7)] = value;
  return out;
}

if (import.meta.main) {
  const [work = "", only = "", ...command] = process.argv.slice(2);
  const wanted = only === "" ? undefined : new Set(only.split(","));
  const rows = RM_CASES.filter(({ id }) => wanted === undefined || wanted.has(id));
  const results: RanCase[] = [];
  const worker = async (): Promise<void> => {
    for (let row = rows.shift(); row !== undefined; row = rows.shift())
      results.push(await run(row, work, command, process.getuid?.() === 0));
  };
  await Promise.all([worker(), worker(), worker()]);
  console.log(JSON.stringify(results));
}
