/** What the end-to-end run must know of one real client. One object a client; adding a client adds a file. */
import type { Start, Surroundings, Wire } from "@hasna/hooks-live";

export interface Client {
  readonly id: string;
  /** Pinned: a new version is a change in this repository that the run then judges. */
  readonly version: string;
  /** What npm installs. */
  readonly packages: readonly string[];
  /** The program below the folder that npm installed into; several names where it differs by platform. */
  readonly programs: readonly string[];
  /** It wants a newer Node.js than the oldest that people still have, and gets one of its own. */
  readonly needsNode?: boolean;
  /** It stays after its last word and is ended. */
  readonly stays?: boolean;
  readonly wire: Wire;
  /** The settings file that user scope writes, below the home folder. */
  readonly userSettings: string;
  /** Files below the home folder that it cannot start without; the user's own, as far as our programs are concerned. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the client itself puts beside its plugins, below the home folder; with all that is below it. */
  readonly ownFiles?: readonly string[];
  /** Which rewrites it carries out: all, those of a whole call that the hook approves, or none. */
  readonly rewrites: "always" | "approved" | "never";
  /** What becomes of a call whose hook cannot run. */
  readonly unableToRun: "blocks" | "open";
  /** What becomes of a call whose hook hangs: `waits` for a client that has no limit. */
  readonly hanging: "blocks" | "open" | "waits";
  /** A refusal ends the run, and the model is never told. */
  readonly refusalEnds?: boolean;
  /**
   * Whether the shell of its hooks reads start files, whose output spoils an answer: `firm` where a refusal is heard all the
   * same with its reason, `without reason` where it is heard as an exit code.
   */
  readonly startFiles: "none" | "firm" | "without reason";
  /** Whether hooks of a project run in this headless session; a text says why they do not. */
  readonly projectHooks: "run" | { readonly not: string };
  /** Whether a subagent can be scripted; a text says why it cannot. */
  readonly subagents: "guarded" | { readonly not: string };
  /** What `hooks install` needs besides for this client. */
  readonly flags: readonly string[];
  readonly start: (surroundings: Surroundings) => Start;
}
