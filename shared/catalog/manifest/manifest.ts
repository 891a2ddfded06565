/** What a hook's package says of itself. Read from `package.json`, where all but name and version stand under `hook`. */
import type { HarnessId } from "@hasna/hooks-harness";
import type { HookEvent } from "@hasna/hooks-registry";

/** What a hook does besides reading its input. Shown to the user before the first install. */
export type Capability = "read" | "write" | "run" | "network";

/** Each capability in words that follow "it". */
export const capabilityWords: Readonly<Record<Capability, string>> = {
  read: "reads files",
  write: "writes files",
  run: "runs programs",
  network: "uses the network",
};

/** What the runner answers in place of a hook that throws, hangs or says nothing that can be read. */
export type FailurePolicy = "deny" | "ask" | "pass";

/** JSON, as it stands in a file. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** The value of the key `hook` in a hook's `package.json`. */
export interface HookSection {
  /** Version of this form. */
  readonly manifest: 1;
  /** The name it is run and reported under; the package is called `hook-NAME`, in a scope or not. */
  readonly name: string;
  readonly summary: string;
  readonly kind: "guard" | "helper";
  /** Each event that it watches, with neutral tool names separated by `|`; empty for every tool. */
  readonly events: Readonly<Partial<Record<HookEvent, string>>>;
  readonly rewritesInput: boolean;
  /** Seconds that one call may take; the runner ends it then. */
  readonly timeout: number;
  readonly onFailure: FailurePolicy;
  /** Harnesses that it is made for; `all` for those too that do not exist yet. */
  readonly harnesses: "all" | readonly HarnessId[];
  /** Semver range of `hooks` versions that it works with. */
  readonly engine: string;
  readonly capabilities: readonly Capability[];
  /** JSON Schema of its configuration; undefined when there is nothing to configure. */
  readonly configuration?: { readonly [key: string]: JsonValue } | undefined;
  /** File of its cases, relative to the package. */
  readonly cases: string;
  /** Hooks that must be installed too, by package name, with the range that fits. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Hooks that cannot be installed beside it, by package name, with the range that is meant. */
  readonly conflicts: Readonly<Record<string, string>>;
}

/** A hook's whole manifest. */
export interface Manifest extends HookSection {
  /** The package's name on a registry. */
  readonly package: string;
  readonly version: string;
}

/** One thing that is wrong in a manifest. */
export interface ManifestProblem {
  /** Keys from the root of `package.json`, as in `hook.events.PreToolUse`. */
  readonly path: string;
  /** A clause without a full stop. */
  readonly says: string;
  /** What stands there, as JSON, cut short; undefined for something that is not there. */
  readonly got: string | undefined;
  /** A sentence: what to write. */
  readonly fix: string;
}

export type ManifestReading =
  | { readonly kind: "manifest"; readonly manifest: Manifest }
  | { readonly kind: "problems"; readonly problems: readonly ManifestProblem[] };
