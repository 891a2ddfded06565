import { credentialShape, type DropReason } from "./credential-names.ts";
import { RunnerProblem } from "./problem.ts";

/** What a command gets of the environment around it. */
export interface EnvPolicy {
  /** Whether an ambient variable is kept from the command, and why. */
  readonly drops: (name: string, value: string) => DropReason | "policy" | undefined;
  /** Set over the ambient ones. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Names that only the runner's owner sets, over every caller: `HARNESS_` with its session id, say. */
  readonly reserved?: { readonly prefix: string; readonly entries: Readonly<Record<string, string>> };
}

/** The environment of one run, by names alone: a value may be secret. Each list is sorted. */
export interface EnvReport {
  /** How many ambient variables were passed on. */
  readonly kept: number;
  readonly dropped: readonly { readonly name: string; readonly why: DropReason | "policy" | "reserved" }[];
  /** Set by the policy. */
  readonly overridden: readonly string[];
  /** Set by the caller. */
  readonly explicit: readonly string[];
  /** Taken away by the caller. */
  readonly removed: readonly string[];
  /** Asked for by the caller and refused, because the name is reserved. */
  readonly refused: readonly string[];
}

/** No colours, no pager: a command that waits for a key press never ends. */
const plainOutput: Readonly<Record<string, string>> = {
  NO_COLOR: "1",
  TERM: "dumb",
  PAGER: "cat",
  GIT_PAGER: "cat",
};

/** Credential-shaped names are dropped, colours and pagers are off. The default. */
export const scrubbedEnvironment: EnvPolicy = { drops: credentialShape, overrides: plainOutput };

/** Everything is passed on as it is, as most harnesses do with a hook. */
export const wholeEnvironment: EnvPolicy = { drops: () => undefined, overrides: {} };

export interface ChildEnvironment {
  readonly entries: Readonly<Record<string, string>>;
  readonly report: EnvReport;
}

/**
 * The environment of a command: ambient and not dropped, then the policy's overrides, then the caller's entries, then
 * the reserved ones. The last one of a name wins. `ambient` is only read.
 */
export function childEnvironment(
  ambient: Readonly<Record<string, string | undefined>>,
  policy: EnvPolicy,
  explicit: Readonly<Record<string, string | null>> = {},
  foldCase: boolean = process.platform === "win32",
): ChildEnvironment {
  const layers = new Layers(foldCase);
  const dropped: { name: string; why: DropReason | "policy" | "reserved" }[] = [];
  const refused: string[] = [];
  const removed: string[] = [];
  const set: string[] = [];
  const isReserved = reservedTest(policy, foldCase);
  let kept = 0;
  for (const [name, value] of Object.entries(ambient)) {
    if (value === undefined) continue;
    const why = isReserved(name) ? "reserved" : policy.drops(name, value);
    if (why === undefined) {
      layers.set(name, value);
      kept += 1;
    } else dropped.push({ name, why });
  }
  for (const [name, value] of Object.entries(policy.overrides)) layers.set(name, value);
  for (const [name, value] of Object.entries(explicit)) {
    checkEntry(name, value);
    if (isReserved(name)) refused.push(name);
    else if (value === null) {
      layers.remove(name);
      removed.push(name);
    } else {
      layers.set(name, value);
      set.push(name);
    }
  }
  const reserved = Object.entries(policy.reserved?.entries ?? {});
  for (const [name, value] of reserved) layers.set(name, value);
  return {
    entries: layers.entries(),
    report: {
      kept,
      dropped: dropped.sort((a, b) => order(a.name, b.name)),
      overridden: [...Object.keys(policy.overrides), ...reserved.map(([name]) => name)].sort(order),
      explicit: set.sort(order),
      removed: removed.sort(order),
      refused: refused.sort(order),
    },
  };
}

/** Variables by name; where names differ only in case (Windows), the latest spelling stands for both. */
class Layers {
  readonly #byKey = new Map<string, readonly [name: string, value: string]>();
  readonly #foldCase: boolean;

  constructor(foldCase: boolean) {
    this.#foldCase = foldCase;
  }

  set(name: string, value: string): void {
    this.#byKey.set(this.#key(name), [name, value]);
  }

  remove(name: string): void {
    this.#byKey.delete(this.#key(name));
  }

  /** Without a prototype: a variable may be called `__proto__`, and must not become one. */
  entries(): Readonly<Record<string, string>> {
    const entries: Record<string, string> = Object.create(null);
    for (const [name, value] of this.#byKey.values()) entries[name] = value;
    return Object.freeze(entries);
  }

  #key(name: string): string {
    return this.#foldCase ? name.toUpperCase() : name;
  }
}

function reservedTest(policy: EnvPolicy, foldCase: boolean): (name: string) => boolean {
  const prefix = policy.reserved?.prefix;
  if (prefix === undefined) return () => false;
  if (!foldCase) return (name) => name.startsWith(prefix);
  const folded = prefix.toUpperCase();
  return (name) => name.toUpperCase().startsWith(folded);
}

function checkEntry(name: string, value: string | null): void {
  const field = `env.${name.replaceAll("\0", "\\0")}`;
  if (name === "" || name.includes("=") || name.includes("\0")) {
    throw new RunnerProblem(
      "environment-entry",
      field,
      "A variable's name is not empty and has no = and no NUL.",
    );
  }
  if (value !== null && typeof value !== "string") {
    throw new RunnerProblem(
      "environment-entry",
      field,
      "A variable's value is text, or null to take it away.",
    );
  }
  if (value?.includes("\0")) {
    throw new RunnerProblem("environment-entry", field, "A variable's value cannot hold a NUL.");
  }
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
