import type { Field, Folder, Run, Surroundings } from "@hasna/hooks-lexer";

/** One program start, as the readers of deleters see it. */
export interface Call {
  readonly run: Run;
  /** The program's name, case folded where the volume folds it. */
  readonly name: string;
  readonly args: readonly Field[];
  readonly folders: readonly Folder[];
  /** A program in front adds operands that the text does not show (xargs, find -exec). */
  readonly fed: boolean;
  /** What standard input may hold, as far as the text says. */
  readonly input: () => readonly string[];
  /** What the text itself has written into a file that it names; undefined when it wrote none of that name. */
  readonly file: (name: Field) => string | undefined;
  readonly surroundings: Surroundings;
  /** Reads a text as shell code and says whether it would delete. */
  readonly deletes: (code: string) => boolean;
}

/** What a reader found in one call. */
export interface Finding {
  readonly by: string;
  /** Arguments that name what goes. */
  readonly operands: readonly Field[];
  /** Folders that relative operands are seen from, when the program changes it (`git -C`). */
  readonly folders?: readonly Folder[];
  /** More operands come at run time, or the operands are not the whole truth. */
  readonly open?: boolean;
  readonly recoverable?: boolean;
  readonly reach?: "names" | "below";
  /** Only `rm`: its verb may be replaced. */
  readonly replaceable?: boolean;
}

export type Reader = (call: Call) => readonly Finding[];
