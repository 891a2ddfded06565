/**
 * Programs that run another one, with options in any order and form. The grammars here are read from the manuals and do
 * not come from the lexer's own table: the same mistake must not stand on both sides. What a program really makes of its
 * words is told by the program.
 */
import type { Random } from "./random.ts";
import { spelling, targets } from "./spellings.ts";

interface Program {
  /** Letters without a value. */
  readonly flags?: string;
  /** Letters with a value, and one that works. */
  readonly letters?: Readonly<Record<string, string>>;
  readonly long?: readonly string[];
  readonly longValues?: Readonly<Record<string, string>>;
  /** Operands in front of the command. */
  readonly operands?: readonly string[];
  /** NAME=VALUE may stand in front of the command. */
  readonly assignments?: boolean;
  /** Text in front of the program. */
  readonly before?: readonly string[];
}

const programs: Readonly<Record<string, Program>> = {
  sudo: {
    flags: "AbEHknPSBi",
    letters: {
      u: "root",
      g: "root",
      p: "prompt",
      C: "4",
      D: "/w/p",
      T: "5",
      h: "world",
      r: "role",
      t: "type",
    },
    long: ["background", "preserve-env", "set-home", "non-interactive", "stdin", "reset-timestamp", "login"],
    longValues: {
      user: "root",
      group: "root",
      prompt: "p",
      "close-from": "5",
      chdir: "/w/p",
      "preserve-env": "A",
    },
    assignments: true,
  },
  doas: { flags: "n", letters: { u: "root", C: "/etc/doas.conf" } },
  env: {
    flags: "i0v",
    letters: { u: "A", C: "/w/p", S: "A=1" },
    long: ["ignore-environment", "debug", "default-signal", "block-signal=INT"],
    longValues: { unset: "A", chdir: "/w/p", "split-string": "A=1" },
    assignments: true,
  },
  nice: { flags: "", letters: { n: "5" }, longValues: { adjustment: "5" }, long: ["-5"] },
  ionice: {
    flags: "t",
    letters: { c: "2", n: "7" },
    long: ["ignore"],
    longValues: { class: "2", classdata: "7" },
  },
  stdbuf: { letters: { i: "0", o: "L", e: "0" }, longValues: { input: "0", output: "L", error: "0" } },
  timeout: {
    flags: "v",
    letters: { k: "1", s: "KILL" },
    long: ["foreground", "preserve-status", "verbose"],
    longValues: { "kill-after": "1", signal: "TERM" },
    operands: ["5", "5s", "0.1m", "1e1"],
  },
  nohup: {},
  setsid: { flags: "cfw", long: ["wait", "fork", "ctty"] },
  "\\time": {
    flags: "pvaq",
    letters: { f: "%e", o: "/dev/null" },
    long: ["portability", "verbose"],
    longValues: { format: "%e", output: "/dev/null" },
  },
  time: { flags: "p" },
  command: { flags: "pvV" },
  exec: { flags: "cl", letters: { a: "name" } },
  xargs: {
    flags: "0rtx",
    letters: { n: "1", P: "1", L: "1", I: "%", s: "900", E: "q", a: "list", d: "x" },
    long: ["null", "no-run-if-empty", "verbose", "exit", "max-lines", "replace", "eof"],
    longValues: { "max-args": "1", "max-procs": "2", "arg-file": "list", delimiter: "x", replace: "%" },
    before: ["echo q | ", "printf 'a b' | ", "", "< list "],
  },
  flock: {
    flags: "sxnuoF",
    letters: { w: "1", E: "3" },
    long: ["shared", "nonblock", "no-fork", "close"],
    longValues: { wait: "1", timeout: "1" },
    operands: ["list", "/tmp/l", "d"],
  },
  taskset: { flags: "ac", long: ["all-tasks", "cpu-list"], operands: ["1", "0"] },
  chrt: { flags: "bioR", long: ["other", "batch", "idle"], operands: ["0"] },
  setpriv: {
    flags: "",
    long: ["no-new-privs", "clear-groups", "keep-groups", "reset-env"],
    longValues: { reuid: "0", regid: "0" },
  },
  prlimit: { flags: "v", long: ["verbose", "noheadings", "nofile=64"], longValues: { output: "RESOURCE" } },
  unshare: { flags: "fmuinC", long: ["fork", "mount", "uts"], longValues: { wd: "/w/p", setuid: "0" } },
  runuser: {
    flags: "mp",
    letters: { u: "root", g: "root" },
    long: ["preserve-environment"],
    longValues: { user: "root" },
  },
  watch: {
    flags: "tebgx",
    letters: { n: "1" },
    long: ["no-title", "exec", "errexit"],
    longValues: { interval: "1" },
  },
  strace: { flags: "fqcr", letters: { o: "/dev/null", e: "trace=file", s: "9" } },
  chronic: { flags: "ve" },
  setarch: { flags: "RBL", long: ["addr-no-randomize", "verbose"], operands: ["x86_64", "linux64"] },
  builtin: {},
  busybox: { operands: ["env", "nice", "timeout 5", "nohup", "setsid", "xargs", "sh -c"] },
  find: { operands: [". -name f1 -exec", ". -maxdepth 1 -name x -ok", "d -execdir", "f1 f2 -exec"] },
};

const names: readonly string[] = [
  ...Object.keys(programs),
  "sudo",
  "sudo",
  "env",
  "env",
  "xargs",
  "xargs",
  "timeout",
];

/** One program with options, around `rm` or around another one. */
export function wrapperCall(random: Random, depth = 0): string {
  const name = random.pick(names);
  const program = programs[name] ?? {};
  const words: string[] = [name];
  for (let rounds = random.below(5); rounds > 0; rounds--) words.push(...option(program, random));
  if (random.chance(0.12)) words.push("--");
  if (program.operands !== undefined && random.chance(0.9)) words.push(random.pick(program.operands));
  words.push(
    ...(depth < 2 && random.chance(0.3)
      ? [wrapperCall(random, depth + 1)]
      : [spelling(random), random.pick(targets)]),
  );
  if (name === "find") words.push(random.pick(["{} \\;", "{} +", "';'", "\\;"]));
  return (depth === 0 && program.before !== undefined ? random.pick(program.before) : "") + words.join(" ");
}

function option(program: Program, random: Random): readonly string[] {
  const { flags = "", letters = {}, long = [], longValues = {} } = program;
  const kind = random.next();
  if (kind < 0.4 && flags + Object.keys(letters).join("") !== "") {
    let word = "-";
    for (let more = 1 + random.below(3); more > 0; more--) {
      const valued = Object.keys(letters);
      if (valued.length > 0 && random.chance(0.4)) {
        const letter = random.pick(valued);
        const value = random.chance(0.95) ? (letters[letter] ?? "") : random.pick(["rm", "'rm'", "x"]);
        return random.chance(0.5) ? [word + letter + value] : [word + letter, value];
      }
      if (flags !== "") word += flags.charAt(random.below(flags.length));
    }
    return word === "-" ? [] : [word];
  }
  if (kind < 0.6 && long.length > 0) {
    const name = random.pick(long);
    if (name.startsWith("-")) return [name];
    return [`--${random.chance(0.8) ? name : name.slice(0, 2 + random.below(name.length - 1))}`];
  }
  const valued = Object.keys(longValues);
  if (kind < 0.75 && valued.length > 0) {
    const name = random.pick(valued);
    const written = random.chance(0.8) ? name : name.slice(0, 2 + random.below(name.length - 1));
    const value = longValues[name] ?? "";
    return random.chance(0.5) ? [`--${written}=${value}`] : [`--${written}`, value];
  }
  if (kind < 0.9 && program.assignments === true)
    return [random.pick(["A=1", "B='a b'", 'C="$HOME"', "D=", "rm=1"])];
  return kind > 0.97 ? [random.pick(["-", "--", "$nope", '"$@"', "-z"])] : [];
}
