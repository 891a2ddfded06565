/** What a command may touch, handed in so that only main.ts knows the process. */
export interface Context {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute home folder, undefined when HOME is not set. */
  readonly home: string | undefined;
  readonly cwd: string;
  /** Numeric user id, -1 where the system has none. */
  readonly user: number;
  /** The running compiled binary's absolute path; undefined when started from source. */
  readonly binary: string | undefined;
  /** The folder that our own programs are known under, the one a rewritten command names; undefined from source. */
  readonly ownFolder: string | undefined;
  readonly version: string;
  /** Whether standard output is a terminal: decides colour and nothing else. */
  readonly terminal: boolean;
  /** Whether standard input is a terminal: somebody may sit at it. */
  readonly keyboard?: boolean;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input as UTF-8 text, chunk by chunk. */
  readonly input: () => AsyncIterable<string>;
}

/** 0: done, or nothing to say. */
export const EXIT_OK = 0;
/** 1: refused or failed; stderr says why. */
export const EXIT_FAILED = 1;
/** 2: the command line itself was wrong. For `hooks run` the harnesses read 2 as "block". */
export const EXIT_USAGE = 2;

/** One command of `hooks`. */
export interface Command {
  readonly summary: string;
  /** After `hooks `, as in `install NAME... [--scope SCOPE]`. */
  readonly usage: string;
  readonly options: Readonly<Record<string, { readonly type: "string" | "boolean"; readonly about: string }>>;
  readonly examples: readonly string[];
  /** Loads the code only when the command is called. */
  readonly load: () => Promise<(call: Call, context: Context) => Promise<number>>;
}

export interface Call {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Arguments that are no options, before `--`. */
  readonly words: readonly string[];
  /** Arguments after `--`, undefined when there was no `--`. */
  readonly rest: readonly string[] | undefined;
}
