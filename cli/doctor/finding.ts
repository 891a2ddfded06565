/** What doctor finds, as values: the checks make them, the report prints them, `--fix` carries their repairs out. */
import type { Harness } from "@hasna/hooks-harness";
import type { Survey } from "./survey.ts";

/** - `error`: a guard does not run, or not as it must. - `warning`: it may not. - `note`: worth knowing, no finding. */
export type Severity = "error" | "warning" | "note";

/** One thing that a check has found. */
export interface Hit {
  /** Absolute; undefined for what is in no file. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly harness?: Harness | undefined;
  /** A sentence: what is so, here. */
  readonly says: string;
  /** The exact thing to do, as an imperative sentence or a command line. */
  readonly fix: string;
  /** Set where the hit weighs less or more than its check. */
  readonly severity?: Severity;
  readonly repair?: Repair | undefined;
}

/** What `--fix` may do without asking: nothing that takes away anything of others. */
export type Repair =
  /** Writes our entry of one file anew, through the planner of install. */
  | {
      readonly kind: "register";
      readonly harness: Harness;
      readonly scope: "user" | "project" | "local";
      readonly names: readonly string[];
    }
  /** Takes permission bits away. */
  | { readonly kind: "mode"; readonly path: string; readonly mode: number };

/** One check: a row with a stable id and the function that looks. */
export interface Check {
  /** Stable: tests, ignore lists and docs name it. */
  readonly id: string;
  readonly severity: Severity;
  /** What is wrong when it hits, as a short title. */
  readonly title: string;
  /** One sentence: what it means for the user. */
  readonly means: string;
  /** One sentence for the docs: how it is mended. */
  readonly mend: string;
  readonly find: (survey: Survey) => readonly Hit[] | Promise<readonly Hit[]>;
}

export interface Finding extends Hit {
  readonly check: string;
  readonly severity: Severity;
  readonly title: string;
  readonly means: string;
}

/** A check that could not look. */
export interface Unable {
  readonly check: string;
  readonly says: string;
}

/** Everything that one examination has to say. */
export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly unable: readonly Unable[];
  /** Ids of the checks that looked. */
  readonly checked: readonly string[];
  /** Our entries that were looked at. */
  readonly entries: number;
  readonly harnesses: readonly { readonly id: string; readonly label: string; readonly by: string }[];
}
