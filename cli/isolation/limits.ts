/**
 * Inside the process of one hook: what it has not declared throws when it is called, and is noted. No sandbox of the
 * system's: it catches what a hook does by the ways that a program has, and `hooks test` fails on it.
 */
import { createRequire } from "node:module";
import type { Capability } from "@hasna/hooks-catalog";

type Bag = Record<string, unknown>;

/** What a hook tried, as in `network: fetch`. */
export type Note = (what: string) => void;

export interface Bounds {
  readonly declared: readonly Capability[];
  /** Modules of the runtime that the hook can load; `any` costs some 40 ms, because each is loaded to be barred. */
  readonly reach: "any" | readonly string[];
  /** The process's own object. */
  readonly host: object;
}

const WRITES =
  /^(write|append|createWrite|mk|rm|unlink|rename|copy|cp|link|symlink|truncate|(f|l)?(chmod|chown|utimes)|f(truncate|sync|datasync))/;

const globals: Readonly<Record<Capability, readonly string[]>> = {
  network: ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"],
  // A worker and a realm of its own know no limits.
  run: ["Worker", "ShadowRealm"],
  write: [],
  read: [],
};
const ofBun: Readonly<Record<Capability, readonly string[]>> = {
  network: [
    "connect",
    "listen",
    "serve",
    "udpSocket",
    "fetch",
    "dns",
    "redis",
    "RedisClient",
    "sql",
    "SQL",
    "postgres",
    "s3",
    "S3Client",
  ],
  run: ["spawn", "spawnSync", "$", "openInEditor", "build", "plugin"],
  write: ["write"],
  read: ["file", "mmap", "Glob", "FileSystemRouter"],
};
const modules: Readonly<Record<Capability, readonly string[]>> = {
  network: ["net", "tls", "http", "https", "http2", "dgram", "dns", "dns/promises"],
  run: ["child_process", "cluster", "worker_threads"],
  write: [],
  read: [],
};
/** Ways around all of the above that no hook needs. */
const never: readonly string[] = ["bun:ffi", "bun:jsc"];
const ofProcess: readonly string[] = [
  "kill",
  "dlopen",
  "binding",
  "_linkedBinding",
  "abort",
  "setuid",
  "setgid",
  "chdir",
  "getBuiltinModule",
];
const all: readonly Capability[] = ["network", "run", "write", "read"];

/** Puts the limits up. */
export function putUp({ declared, reach, host }: Bounds, note: Note): void {
  const lacking = all.filter((one) => !declared.includes(one));
  const ofFiles = Object.getPrototypeOf(Bun.file("/")) as Bag;
  const barred: (readonly [module: string, one: Capability])[] = lacking.flatMap((one) =>
    modules[one].map((module) => [`node:${module}`, one] as const),
  );
  barred.push(...never.map((module) => [module, "run"] as const));
  const require = createRequire("/");
  // Loaded before any is barred: some of them use others while they load.
  const loaded = barred
    .filter(
      ([module]) => reach === "any" || reach.includes(module.replace("node:", "")) || reach.includes(module),
    )
    .map(([module, one]) => ({ module, one, names: require(module) as Bag }));
  for (const { module, one, names } of loaded) {
    for (const name of Object.keys(names)) {
      if (typeof names[name] === "function") bar(names, name, one, note, `${module} `);
    }
  }
  for (const one of lacking) {
    for (const name of globals[one]) bar(globalThis as unknown as Bag, name, one, note);
    for (const name of ofBun[one]) bar(Bun as unknown as Bag, name, one, note, "Bun.");
  }
  if (lacking.includes("write")) {
    for (const name of ["write", "writer", "delete", "unlink"])
      bar(ofFiles, name, "write", note, "Bun.file().");
  }
  if (lacking.includes("run")) {
    for (const name of ofProcess) bar(host as Bag, name, "run", note, "process.");
    barCompilers(note);
  }
  const seesFiles = reach === "any" || reach.some((module) => /^(node:)?fs(\/promises)?$/.test(module));
  if (seesFiles && (lacking.includes("write") || lacking.includes("read")))
    barFiles(require("node:fs"), lacking, note);
}

/** Code made of text could import what the bundle's own text does not show. */
function barCompilers(note: Note): void {
  bar(globalThis as unknown as Bag, "eval", "run", note);
  bar(globalThis as unknown as Bag, "Function", "run", note);
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const kind of kinds) bar(Object.getPrototypeOf(kind) as Bag, "constructor", "run", note, "Function.");
}

function barFiles(fs: Bag, lacking: readonly Capability[], note: Note): void {
  const [mayRead, mayWrite] = [!lacking.includes("read"), !lacking.includes("write")];
  for (const bag of [fs, fs.promises as Bag]) {
    for (const name of Object.keys(bag)) {
      if (typeof bag[name] !== "function" || !/^[a-z]/.test(name)) continue;
      // Opening is for both, and what is opened is closed by those who may do either.
      const isEither = name.startsWith("open") || name.startsWith("close");
      const one = WRITES.test(name) ? "write" : "read";
      const may = isEither ? mayRead || mayWrite : one === "write" ? mayWrite : mayRead;
      if (!may) bar(bag, name, one, note, "fs.");
    }
  }
}

function bar(bag: Bag, name: string, one: Capability, note: Note, label = ""): void {
  if (!(name in bag)) return;
  const refuse = function barred(): never {
    note(`${one}: ${label}${name}`);
    throw new Error(`this hook has not declared "${one}", which ${label}${name} needs`);
  };
  // The runtime's own modules reach the methods of all functions through `Function.prototype`.
  if (bag[name] === Function) refuse.prototype = Function.prototype;
  try {
    Object.defineProperty(bag, name, { value: refuse, writable: false, configurable: false });
  } catch {
    // Not configurable: assignment may still do.
    try {
      bag[name] = refuse;
    } catch {}
  }
}
