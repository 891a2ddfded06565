import { type Bytes, fromArray, fromText, raw, toArray, toText } from "./bytes.ts";
import type { Disk } from "./disk.ts";
import { linuxDisk } from "./disk-linux.ts";
import { faultCode } from "./fault.ts";
import { type LinuxCalls, linuxCalls } from "./linux-calls.ts";
import type { Input, Machine } from "./machine.ts";

/** The parts of the running process that this package needs; `cli/main.ts` and `trash.ts` hand in their `process`. */
export interface TrashProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly platform: string;
  readonly arch: string;
  readonly execPath: string;
  /** As the runtime gives it: the program, the script, then the arguments. */
  readonly argv: readonly string[];
}

/** What differs between the fast way into the system and the portable one. */
export interface System {
  readonly disk: Disk;
  readonly uid: number;
  readonly host: Bytes;
  localTime(milliseconds: number): string;
}

/** The fast way where it exists. */
export function openSystem({ platform, arch, env }: Omit<TrashProcess, "argv" | "pid" | "execPath">): System {
  const calls = linuxCalls(platform, arch);
  if (calls !== undefined) return linuxSystem(calls, env);
  // Loaded only here: the module behind it costs more than a delete.
  const { nodeSystem } = require("./disk-node.ts") as typeof import("./disk-node.ts");
  return nodeSystem();
}

function linuxSystem(calls: LinuxCalls, env: TrashProcess["env"]): System {
  let isUtc: boolean | undefined;
  const disk = linuxDisk(calls);
  let host: Bytes | undefined;
  return {
    disk,
    uid: calls.call(calls.table.geteuid),
    get host() {
      host ??= hostName(calls);
      return host;
    },
    localTime(milliseconds) {
      const seconds = Math.floor(milliseconds / 1000);
      isUtc ??= hasUtcZone(disk, env);
      return isUtc ? utcTime(seconds) : zoneTime(calls, seconds);
    },
  };
}

/** Nothing says otherwise, or the system's zone is UTC itself. */
function hasUtcZone(disk: Disk, env: TrashProcess["env"]): boolean {
  const zone = env.TZ;
  if (zone !== undefined) return zone === "" || zone === "UTC" || zone === "UTC0";
  try {
    const target = disk.readLink(raw("/etc/localtime"));
    return target.endsWith("/UTC") || target.endsWith("/UCT") || target.endsWith("/Zulu");
  } catch (thrown) {
    // A file in place of the link: the C library reads it.
    return faultCode(thrown) === "ENOENT";
  }
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

/** Without the engine's dates: days since 1970 to year, month and day by whole numbers (years begin in March). */
function utcTime(seconds: number): string {
  const days = Math.floor(seconds / 86400);
  const rest = seconds - days * 86400;
  const shifted = days + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const clock = `${twoDigits(Math.floor(rest / 3600))}:${twoDigits(Math.floor(rest / 60) % 60)}:${twoDigits(rest % 60)}`;
  return `${year}-${twoDigits(month)}-${twoDigits(day)}T${clock}`;
}

function zoneTime(calls: LinuxCalls, seconds: number): string {
  const memory = new Int32Array(20);
  memory[0] = seconds;
  memory[1] = Math.floor(seconds / 0x100000000);
  const start = calls.pointer(memory);
  calls.localTime(start, start + 8);
  const field = (index: number, more: number): string => twoDigits((memory[index] ?? 0) + more);
  // Behind the two words of the time: second, minute, hour, day, month, year.
  return `${field(7, 1900)}-${field(6, 1)}-${field(5, 0)}T${field(4, 0)}:${field(3, 0)}:${field(2, 0)}`;
}

/** `struct utsname`: six fields of 65 bytes, the second is the name of the machine in its network. */
function hostName(calls: LinuxCalls): Bytes {
  const memory = new Uint8Array(6 * 65);
  calls.call(calls.table.uname, calls.pointer(memory));
  let end = 65;
  while (memory[end] !== 0 && end < 130) end++;
  return fromArray(memory.subarray(65, end));
}

export function openMachine(process: TrashProcess): Machine {
  const system = openSystem(process);
  const { disk } = system;
  return {
    disk,
    env: process.env,
    uid: system.uid,
    get pid() {
      return process.pid;
    },
    get host() {
      return system.host;
    },
    now: () => Date.now(),
    localTime: (milliseconds) => system.localTime(milliseconds),
    random: () => Math.random(),
    input: openInput(disk),
    out: (data) => disk.write(1, data),
    err: (data) => disk.write(2, data),
    get self() {
      return isOwnBinary(process) ? process.execPath : undefined;
    },
    run(argv, output, title) {
      const words = argv.map((word) => toText(word));
      if (words.includes(undefined)) return runBytes(argv, output);
      return spawn(words as string[], output, title);
    },
    startSelf(args) {
      const command = isOwnBinary(process) ? [process.execPath] : [process.execPath, process.argv[1] ?? ""];
      const child = Bun.spawn([...command, ...args], {
        argv0: isOwnBinary(process) ? "trash" : process.execPath,
        stdio: ["ignore", "ignore", "ignore"],
        cwd: "/",
        env: process.env,
      });
      child.unref();
    },
  };
}

function isOwnBinary({ execPath }: TrashProcess): boolean {
  return !/\/bun(\.exe)?$/.test(execPath);
}

/** Names that are not UTF-8 cannot be put into an argument list by the runtime: a shell takes them from its input. */
function runBytes(argv: readonly Bytes[], output: "pass" | "drop"): number | undefined {
  const words = argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const stream = output === "pass" ? "inherit" : "ignore";
  const child = Bun.spawnSync(["/bin/sh"], {
    stdin: toArray(raw(`exec ${words}\n`)),
    stdout: stream,
    stderr: stream,
  });
  return child.exitCode;
}

function spawn(
  argv: readonly string[],
  output: "pass" | "drop",
  title: string | undefined,
): number | undefined {
  const stream = output === "pass" ? "inherit" : "ignore";
  const name = title ?? argv[0] ?? "";
  try {
    return Bun.spawnSync([...argv], { argv0: name, stdio: ["ignore", stream, stream] }).exitCode;
  } catch {
    return undefined;
  }
}

function openInput(disk: Disk): Input {
  let buffer = "";
  let isTerminal: boolean | undefined;
  return {
    get isTerminal() {
      isTerminal ??= disk.isTerminal(0);
      return isTerminal;
    },
    line() {
      for (;;) {
        const end = buffer.indexOf("\n");
        if (end >= 0) {
          const line = raw(buffer.slice(0, end));
          buffer = buffer.slice(end + 1);
          return line;
        }
        const part = disk.read(0);
        if (part === "") {
          const rest = buffer;
          buffer = "";
          return rest === "" ? undefined : raw(rest);
        }
        buffer += part;
      }
    },
  };
}

/**
 * The arguments as bytes. The runtime has put U+FFFD in the place of what is not UTF-8: a name that nobody has, which
 * `-f` would take for missing. Then, and only then, the kernel's own copy of the command line is read.
 */
export function argumentBytes(disk: Disk, args: readonly string[]): readonly Bytes[] {
  // Loops, here and along the path of a delete: the engine compiles `some` and `map` from source at their first use.
  const out: Bytes[] = [];
  for (const arg of args) {
    if (arg.includes("\ufffd")) return readCommandLine(disk, args.length);
    out.push(fromText(arg));
  }
  return out;
}

function readCommandLine(disk: Disk, count: number): readonly Bytes[] {
  const fd = disk.open(raw("/proc/self/cmdline"), "read");
  let text = "";
  try {
    for (let part = disk.read(fd); part !== ""; part = disk.read(fd)) text += part;
  } finally {
    disk.close(fd);
  }
  const words = text.split("\0").slice(0, -1);
  return words.slice(words.length - count).map(raw);
}
