import { type Bytes, fromText, toText } from "./bytes.ts";
import { faultCode } from "./fault.ts";
import { readFileIfThere } from "./files.ts";
import type { Durability } from "./journal.ts";
import type { Machine } from "./machine.ts";
import type { Places } from "./places.ts";

const GiB = 1024 ** 3;
const MiB = 1024 ** 2;

/** All in hours, bytes or percent, as the names say. */
export interface Settings {
  readonly retention: {
    readonly normalDays: number;
    readonly disposableHours: number;
    readonly tempHours: number;
    /** Nothing of the normal class that is younger goes for a quota. */
    readonly minKeepHours: number;
  };
  readonly quota: {
    readonly bytes: number;
    /** Of the volume that the trash is on. */
    readonly percent: number;
    readonly disposableBytes: number;
    readonly tempBytes: number;
    /** Of a file system in memory. */
    readonly tempPercent: number;
  };
  readonly emergency: { readonly freeBytes: number; readonly freePercent: number };
  readonly gc: "auto" | "manual";
  readonly durability: Durability;
  /** The most that one delete may copy to another file system. */
  readonly copyMaxBytes: number;
  /** Judge permissions inside a tree as `rm` would, which costs a walk. */
  readonly strictPermissions: boolean;
  /** A tree that holds a mount: everything around the mount goes (`around`), or nothing does (`refuse`). */
  readonly crossMounts: "around" | "refuse";
  /** `rm -r link/`: what is in the folder that the link leads to goes, as with `rm` (`contents`), or nothing does. */
  readonly symlinkSlash: "contents" | "refuse";
  /** Exit code of a guard call that this program, and not the system, refused a file to. */
  readonly refusedStatus: number;
  readonly protect: readonly string[];
  /** Further trash folders, each for the mount that it lies on where no other trash can be had. */
  readonly stores: readonly string[];
  readonly disposable: readonly string[];
}

/** Made when asked for: most calls need a few of them, and none at the start. */
export function defaultSettings(): Settings {
  return {
    retention: { normalDays: 30, disposableHours: 24, tempHours: 24, minKeepHours: 72 },
    quota: {
      bytes: 20 * GiB,
      percent: 10,
      disposableBytes: 2 * GiB,
      tempBytes: GiB,
      tempPercent: 10,
    },
    emergency: { freeBytes: GiB, freePercent: 3 },
    gc: "auto",
    durability: "started",
    copyMaxBytes: 256 * MiB,
    strictPermissions: false,
    crossMounts: "around",
    symlinkSlash: "contents",
    refusedStatus: 1,
    protect: [],
    stores: [],
    disposable: [],
  };
}

export type SettingsReading =
  | { readonly kind: "missing"; readonly settings: Settings }
  | { readonly kind: "read"; readonly settings: Settings }
  /** Defaults are used; `problem` says what is wrong and where. */
  | { readonly kind: "broken"; readonly settings: Settings; readonly problem: string };

/** A broken file never stops a guard and never prints on its stderr: `trash doctor` tells. */
export function readSettings(machine: Machine, places: Places): SettingsReading {
  const path = places.settings;
  if (path === undefined) return { kind: "missing", settings: defaultSettings() };
  let bytes: Bytes | undefined;
  try {
    bytes = readFileIfThere(machine.disk, path);
  } catch (thrown) {
    return { kind: "broken", settings: defaultSettings(), problem: `cannot be read: ${faultCode(thrown)}` };
  }
  if (bytes === undefined) return { kind: "missing", settings: defaultSettings() };
  const text = toText(bytes);
  if (text === undefined)
    return { kind: "broken", settings: defaultSettings(), problem: "is not UTF-8 text" };
  return parseSettings(text);
}

export function parseSettings(text: string): SettingsReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    return {
      kind: "broken",
      settings: defaultSettings(),
      problem: `is not JSON: ${(thrown as Error).message}`,
    };
  }
  const problems: string[] = [];
  const settings = merged(defaultSettings() as unknown as Tree, value, "", problems) as unknown as Settings;
  return problems.length === 0
    ? { kind: "read", settings }
    : { kind: "broken", settings, problem: problems.join("; ") };
}

type Tree = { readonly [key: string]: unknown };

const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  gc: ["auto", "manual"],
  durability: ["none", "started", "command"],
  crossMounts: ["around", "refuse"],
  symlinkSlash: ["contents", "refuse"],
  refusedStatus: [1, 2],
};

/** Each known key that has a value of the right kind; a wrong one keeps its default and is complained about. */
function merged(defaults: Tree, given: unknown, at: string, problems: string[]): Tree {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    problems.push(`${at === "" ? "the file" : at} must be an object`);
    return defaults;
  }
  const out: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(given)) {
    const path = at === "" ? key : `${at}.${key}`;
    const standard = Object.hasOwn(defaults, key) ? defaults[key] : undefined;
    if (standard === undefined) problems.push(`${path} is not a setting`);
    else if (Array.isArray(standard)) out[key] = namesOf(value, standard, path, problems);
    else if (typeof standard === "object") out[key] = merged(standard as Tree, value, path, problems);
    else out[key] = scalarOf(value, standard, path, problems);
  }
  return out;
}

function namesOf(value: unknown, standard: unknown, path: string, problems: string[]): unknown {
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  problems.push(`${path} must be a list of texts`);
  return standard;
}

function scalarOf(value: unknown, standard: unknown, path: string, problems: string[]): unknown {
  const choices = CHOICES[path];
  if (choices !== undefined) {
    if (choices.includes(value)) return value;
    problems.push(`${path} must be one of ${choices.join(", ")}`);
    return standard;
  }
  if (typeof standard === "boolean") {
    if (typeof value === "boolean") return value;
    problems.push(`${path} must be true or false`);
    return standard;
  }
  const number = typeof value === "string" ? parseSize(value) : value;
  if (typeof number === "number" && Number.isFinite(number) && number >= 0) return number;
  problems.push(`${path} must be a number that is not negative, or a size such as "20GiB"`);
  return standard;
}

/** `512`, `10k`, `256MiB`, `20 GB`: powers of 1024 whatever the spelling. */
export function parseSize(text: string): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmgtp]?)(?:i?b)?\s*$/i.exec(text);
  if (match?.[1] === undefined) return undefined;
  return Number(match[1]) * 1024 ** " kmgtp".indexOf((match[2] || " ").toLowerCase());
}

/** The paths of one list in the settings, absolute: `~/` stands for the home folder, anything else is left out. */
export function settingsPaths(paths: readonly string[], places: Places): readonly Bytes[] {
  const out: Bytes[] = [];
  for (const path of paths) {
    if (path.startsWith("/")) out.push(fromText(path));
    else if (path.startsWith("~/") && places.home !== undefined)
      out.push(`${places.home}/${fromText(path.slice(2))}` as Bytes);
  }
  return out;
}
