/** A machine for tests: real files in a temporary folder, a clock and a dice of its own, and faults on demand. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bytes, fromText, raw } from "../bytes.ts";
import type { Disk } from "../disk.ts";
import { Fault } from "../fault.ts";
import { openSystem } from "../host.ts";
import type { Machine } from "../machine.ts";
import { trashGuard } from "../main.ts";
import { runVerb } from "../verbs.ts";
import { makeFolder, temporaryFolder } from "./sandbox.ts";

/** Thrown in the place of every call after the program was killed. */
export class Killed extends Error {}

/** Looks at each call before it is made; a thrown `Fault` is the system's answer. */
export type Watch = (call: keyof Disk, path: Bytes | undefined) => void;

export interface Rig {
  readonly root: string;
  readonly home: string;
  readonly work: string;
  readonly machine: Machine;
  /** The home folder that the user database names: never the real one. */
  readonly databaseHome: string;
  /** The trash's own folders below `home`. */
  readonly trash: string;
  /** Replaces the watch; nothing is watched at first. */
  watch(watch: Watch | undefined): void;
  /** Moves the clock, in milliseconds. */
  wait(milliseconds: number): void;
  /** `trash guard`; operands are absolute paths. */
  guard(...args: readonly string[]): Promise<Answer>;
  trashCommand(...args: readonly string[]): Promise<Answer>;
  readonly started: readonly (readonly string[])[];
  /** Lines for questions. */
  readonly answers: string[];
  env: Record<string, string>;
  /** Where the caller stands. */
  current: string;
}

interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Calls that change something: outside of the rig's folder they are a mistake of the test or of the program. For each
 * path among the arguments its place, and the place of the open folder that it may be relative to.
 */
const CHANGING: Readonly<Record<string, readonly (readonly [path: number, at?: number])[]>> = {
  makeFolder: [[0, 2]],
  removeFolder: [[0, 1]],
  unlink: [[0, 1]],
  renameNew: [
    [0, 2],
    [1, 3],
  ],
  renameOver: [[0], [1]],
  chmod: [[0, 2]],
  chown: [[0]],
  setTimes: [[0]],
};

export function openRig(seed = 1): Rig {
  const root = temporaryFolder("trash-rig-");
  const home = makeFolder(root, "home");
  const work = makeFolder(root, "work");
  const system = openSystem({ ...process, platform: process.platform, arch: process.arch });
  let watch: Watch | undefined;
  let now = Date.now();
  let dice = seed;
  let out = "";
  let err = "";
  const started: string[][] = [];
  const answers: string[] = [];
  const databaseHome = makeFolder(root, "database-home");
  const table = join(root, "mountinfo");
  const users = join(root, "passwd");
  const { mount } = system.disk.lstat(fromText(root));
  // The rig's folder stands for a mount of its own: a trash at the top of the real one stays out of sight.
  writeFileSync(table, `${mount ?? 1} 1 0:1 / ${root} rw - ext4 none rw\n`);
  // Without HOME the user database decides: the machine's own would send a test into somebody's real home.
  writeFileSync(users, `rig:x:${system.uid}:0::${databaseHome}:/bin/sh\n`);
  const standIns: Readonly<Record<string, string>> = {
    "/proc/self/mountinfo": table,
    "/etc/passwd": users,
  };

  const disk = new Proxy(system.disk, {
    get(target, call: keyof Disk) {
      const method = target[call] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        const path = typeof args[0] === "string" ? raw(args[0]) : undefined;
        watch?.(call, path);
        if (call === "currentFolder") return fromText(rig.current);
        if (call === "isTerminal") return false;
        for (const [at, relativeTo] of CHANGING[call] ?? [])
          keepInside(root, args[at], relativeTo !== undefined && args[relativeTo] !== undefined);
        if (call === "open" && args[1] !== "read" && !String(args[1]).startsWith("folder"))
          keepInside(root, args[0], args[2] !== undefined);
        const standIn = call === "open" ? standIns[String(args[0])] : undefined;
        if (standIn !== undefined) return method(fromText(standIn), "read");
        return method(...args);
      };
    },
  });

  const machine: Machine = {
    disk,
    get env() {
      return { HOME: home, ...rig.env };
    },
    uid: system.uid,
    pid: process.pid,
    host: raw("rig"),
    now: () => now,
    localTime: (milliseconds) => system.localTime(milliseconds),
    random() {
      dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0;
      return dice / 0x100000000;
    },
    input: {
      isTerminal: false,
      line: () => (answers.length === 0 ? undefined : fromText(answers.shift() ?? "")),
    },
    out: (data) => {
      out += data;
    },
    err: (data) => {
      err += data;
    },
    run: (argv) => Bun.spawnSync(argv.map((word) => Buffer.from(word, "latin1").toString())).exitCode,
    startSelf: (args) => void started.push([...args]),
    self: undefined,
  };

  async function answer(run: () => number | Promise<number>): Promise<Answer> {
    out = "";
    err = "";
    now += 1000;
    const code = await run();
    return { code, out: Buffer.from(out, "latin1").toString(), err: Buffer.from(err, "latin1").toString() };
  }

  const rig: Rig = {
    root,
    home,
    work,
    databaseHome,
    machine,
    trash: join(home, ".local/share/Trash"),
    started,
    answers,
    env: {},
    current: work,
    watch: (given) => {
      watch = given;
    },
    wait: (milliseconds) => {
      now += milliseconds;
    },
    guard: (...args) =>
      answer(() =>
        trashGuard(args.map(fromText), machine, (thrown) => {
          throw thrown;
        }),
      ),
    trashCommand: (...args) => answer(() => runVerb(args.map(fromText), machine)),
  };
  return rig;
}

function keepInside(root: string, path: unknown, isInOpenFolder: boolean): void {
  if (typeof path !== "string" || (isInOpenFolder && !path.startsWith("/"))) return;
  if (path !== root && !path.startsWith(`${root}/`)) throw new Error(`the test would change ${path}`);
}

/** The system's answer to the call with this number, counted from 1; all others pass. */
export function failAt(number: number, code: string): Watch {
  let count = 0;
  return (call, path) => {
    if (++count === number) throw new Fault(code, call, path);
  };
}

/** From this call on the program is gone. */
export function killAt(number: number): Watch {
  let count = 0;
  return () => {
    if (++count >= number) throw new Killed();
  };
}
