/** What `deletionsOf` gives back: every delete that a command text shows, and every doubt about it. */
import type { Folder, Place, Run, Span } from "@hasna/hooks-lexer";

/** One thing that a deletion names. */
export type Target =
  /** Absolute, normalised, without a trailing slash; one per candidate folder it may be relative to. */
  | { readonly kind: "path"; readonly path: string; readonly span: Span }
  /** Absolute prefix that the text decides, then a glob: `/etc/*`, `~/.s*`. */
  | { readonly kind: "glob"; readonly pattern: string; readonly span: Span }
  /** Some or all of it is not known from the text; `within` is the absolute prefix that is. */
  | { readonly kind: "unknown"; readonly within: string | undefined; readonly span: Span };

export interface Deletion {
  /** `rm`, `rmdir`, `unlink`, `shred`, `git rm`, `git clean`, `find -delete`, `find -exec rm`, `xargs rm`, `busybox rm` … */
  readonly by: string;
  /** True for `rm` in a list of the source whose verb can be replaced: the one form that is rewritten. */
  readonly replaceable: boolean;
  readonly place: Place;
  /** The verb's word in the source (or the word that holds the code string). */
  readonly verb: Span;
  /** From the verb to the last operand. */
  readonly span: Span;
  readonly targets: readonly Target[];
  readonly folders: readonly Folder[];
  readonly run: Run;
}
