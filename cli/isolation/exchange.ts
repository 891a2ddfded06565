/** What goes between `hooks run` and the process of one hook. */

import type { Capability } from "@hasna/hooks-catalog";
import type { HookInput } from "@hasna/hooks-registry";

/** On the child's standard input, as JSON. */
export interface ChildRequest {
  /** Absolute path of the bundle. */
  readonly bundle: string;
  /** Stands before the answer, so that nothing the hook prints is taken for it. */
  readonly mark: string;
  readonly input: HookInput;
  /** For `hooks test`: further inputs, answered in order by the same process. */
  readonly more?: readonly HookInput[];
  readonly capabilities: readonly Capability[];
  /** Modules of the runtime that its text names; `any` where it may load others. */
  readonly reach: "any" | readonly string[];
  readonly home: string | undefined;
  readonly user: number;
  readonly path: string;
  readonly ownFolder: string | undefined;
  readonly settings: Readonly<Record<string, string>> | undefined;
}

export interface TimedAnswer {
  readonly verdict?: unknown;
  readonly fault?: string;
  readonly ms: number;
}

/** Behind the mark on the child's standard output, as one line of JSON. */
export interface ChildAnswer {
  readonly verdict?: unknown;
  /** What was thrown, its first line. */
  readonly fault?: string;
  /** What each of `more` was answered with. */
  readonly answers?: readonly TimedAnswer[];
  /** What it tried without having declared it, as in `network: fetch`. */
  readonly tried: readonly string[];
}
