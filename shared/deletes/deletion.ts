/** What `deletionsOf` gives back: every delete that a command text shows, and every doubt about it. */
import type { Doubt, Folder, Lost, Place, Run, Runs, Span } from "@hasna/hooks-lexer";

/** One thing that a deletion names. */
export type Target =
  /** Absolute, normalised, without a trailing slash; one per candidate folder it may be relative to. */
  | { readonly kind: "path"; readonly path: string; readonly span: Span }
  /**
   * Absolute and normalised, with at least one active pattern character: `/etc/*`, `/home/u/.s*`. Literal characters
   * that would be active stand behind a backslash.
   */
  | { readonly kind: "glob"; readonly pattern: string; readonly span: Span }
  | {
      /** Some or all of it is not known from the text. */
      readonly kind: "unknown";
      /** The absolute folder that the text decides, undefined when it decides none. */
      readonly within: string | undefined;
      /**
       * What it becomes when every unknown part is empty, as an absolute pattern; undefined when that is not absolute,
       * or when a part cannot be empty (`${X:?}`). `"$X"/*` is `/*` when X is not set.
       */
      readonly emptied: string | undefined;
      readonly span: Span;
    };

export interface Deletion {
  /** `rm`, `rmdir`, `unlink`, `shred`, `git rm`, `git clean`, `find -delete`, `find -exec rm`, `xargs rm`, `busybox rm` … */
  readonly by: string;
  /** True for `rm` in a list of the source whose verb can be replaced: the one form that is rewritten. */
  readonly replaceable: boolean;
  /**
   * Where the verb stands in the source, for an `rm` that is not `replaceable` and that another program could all the same
   * be put in the place of, byte for byte: in a substitution, behind xargs, in `find -exec`, in the code of `sh -c` and of
   * a here-document. `mark` is what xargs puts names in the place of: the other program's name must not hold it.
   */
  readonly nested: { readonly verb: Span; readonly mark: string | undefined } | undefined;
  /** True when what goes can be brought back: `trash x`, `gio trash x`, a worktree that git itself protects. */
  readonly recoverable: boolean;
  /**
   * - `names`: the targets themselves go (`rm`).
   * - `below`: what lies below the targets goes, as far as a test or a pattern picks it (`find -delete`, `git clean`).
   */
  readonly reach: "names" | "below";
  readonly place: Place;
  /** The verb's word in the source (or the word that holds the code string). */
  readonly verb: Span;
  /** From the verb to the last operand. */
  readonly span: Span;
  readonly targets: readonly Target[];
  readonly folders: readonly Folder[];
  readonly run: Run;
}

export interface Deletions {
  readonly deletions: readonly Deletion[];
  readonly doubts: readonly Doubt[];
  readonly lost: Lost | undefined;
  /** What the evaluator saw, for questions about the rest of the line. */
  readonly read: Runs;
}
