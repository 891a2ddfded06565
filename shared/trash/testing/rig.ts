/** A machine for tests: real files in a temporary folder, a clock and a dice of its own, and faults on demand. */
import { join } from "node:path";
import { type Bytes, fromText, raw } from "../bytes.ts";
import type { Disk } from "../disk.ts";
import { Fault } from "../fault.ts";
import { guard } from "../guard.ts";
import { openSystem } from "../host.ts";
import type { Machine } from "../machine.ts";
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

/** Calls that change something: outside of the rig's folder they are a mistake of the test or of the program. */
const CHANGING: ReadonlySet<string> = new Set([
  "makeFolder",
  "removeFolder",
  "unlink",
  "renameNew",
  "renameOver",
  "chmod",
  "chown",
  "setTimes",
]);

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
  const table = join(root, "mountinfo");
  const { mount } = system.disk.lstat(fromText(root));
  // The rig's folder stands for a mount of its own: a trash at the top of the real one stays out of sight.
  Bun.write(table, `${mount ?? 1} 1 0:1 / ${root} rw - ext4 none rw\n`);

  const disk = new Proxy(system.disk, {
    get(target, call: keyof Disk) {
      const method = target[call] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        const path = typeof args[0] === "string" ? raw(args[0]) : undefined;
        watch?.(call, path);
        if (call === "currentFolder") return fromText(rig.current);
        if (call === "isTerminal") return false;
        if (CHANGING.has(call)) for (const arg of args.slice(0, 2)) keepInside(root, arg);
        if (call === "open" && args[1] !== "read" && !String(args[1]).startsWith("folder"))
          keepInside(root, args[0]);
        if (call === "open" && args[0] === "/proc/self/mountinfo") return method(fromText(table), "read");
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
    guard: (...args) => answer(() => guard(args.map(fromText), machine)),
    trashCommand: (...args) => answer(() => runVerb(args.map(fromText), machine)),
  };
  return rig;
}

function keepInside(root: string, path: unknown): void {
  if (typeof path !== "string" || !path.startsWith("/")) return;
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
