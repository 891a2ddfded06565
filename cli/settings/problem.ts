/** What people are told of a settings file. */
import type { Position } from "./document.ts";

export interface Problem extends Position {
  /** One clause without a full stop. */
  readonly says: string;
}

/** Something that people should know although the plan can be carried out. */
export interface Note {
  /**
   * - `not-in-force`: the harness will not run the hooks although they are registered.
   * - `other-hook`: somebody else's hook on the same calls.
   * - `other-form`: an entry that runs our hooks in a form that is not ours.
   * - `registered-twice`: another settings file registers the same hook.
   * - `hard-link`: the file has another name, which keeps the old text.
   */
  readonly kind: "hard-link" | "not-in-force" | "other-hook" | "other-form" | "registered-twice";
  /** A sentence. */
  readonly text: string;
  readonly position: Position | undefined;
}
