/** What a hook is. Types only: a hook imports them, the runner and the CLI fulfil them. */

/** The points of a harness's loop that a hook can watch, under one neutral name each. */
export type HookEvent =
  | "PreToolUse"
  | "PostToolUse"
  | "UserPromptSubmit"
  | "SessionStart"
  | "SessionEnd"
  | "Stop";

/** The shells a harness may hand a command to. `unknown` means a verdict must hold in bash and in zsh. */
export type Shell = "bash" | "zsh" | "sh" | "unknown";

/** A half-open range of UTF-16 units of the command text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One replacement in the command text. Edits of one verdict are sorted and never overlap. */
export interface Edit extends Span {
  readonly text: string;
}

/** One event, decoded from a harness's own payload. */
export interface HookInput {
  readonly event: HookEvent;
  /** Neutral tool name; every harness's shell tool is `Bash`. Empty for events without a tool. */
  readonly tool: string;
  /** The tool's input exactly as the model gave it, every key kept. */
  readonly toolInput: Readonly<Record<string, unknown>>;
  /** The folder the tool would run in, absolute; undefined when the payload does not say. */
  readonly cwd: string | undefined;
  readonly shell: Shell;
  readonly session: string | undefined;
}

export type FileKind = "file" | "directory" | "other" | "missing";

/** What a hook may learn of one path. Symbolic links are followed. */
export interface FileFacts {
  readonly kind: FileKind;
  /** Permission bits, as in `0o755`; 0 when missing. */
  readonly mode: number;
  /** Numeric owner; -1 when missing. */
  readonly owner: number;
}

/**
 * The read-only things a hook may look at. Files are asked for only when a rewrite or a denial needs them: each
 * look costs time on the path of every tool call. Nothing here spawns a program or writes.
 */
export interface World {
  /** Absolute home folder of the user; undefined when the environment names none. */
  readonly home: string | undefined;
  /** Numeric id of the user, -1 where the system has none. */
  readonly user: number;
  /** PATH entries in order, as they stand (relative and empty ones included). */
  readonly path: readonly string[];
  /** Folder that holds our own programs; a `trash` beside the running binary is found here. */
  readonly ownFolder: string | undefined;
  /** What the registered command sets (`hooks run NAME --set key=value`); undefined when it sets nothing. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A trash that the caller vouches for (`explain --trash`): taken as genuine without looking. */
  readonly vouchedTrash: string | undefined;
  /**
   * Whether a path is a program that this user may run. A quicker answer than `facts`, which is asked where a world does
   * not have this.
   */
  isProgram?(path: string): boolean;
  facts(path: string): Promise<FileFacts>;
  /** Real path with links resolved; undefined when there is none. */
  realPath(path: string): Promise<string | undefined>;
  /** The first `bytes` bytes of a file as Latin-1 text; undefined when it cannot be read. */
  head(path: string, bytes: number): Promise<string | undefined>;
}

/** A refusal a person and an agent can act on. */
export interface Refusal {
  /** Stable id of the rule, `hook-name/what`, for logs, tests and allow lists. */
  readonly rule: string;
  /** One sentence: what was found and why it is refused. */
  readonly reason: string;
  /** One sentence: what to do instead, and that works. */
  readonly next: string;
  /** The parts of the command that were judged, for `hooks explain`. */
  readonly spans: readonly Span[];
}

/** A hook's answer. */
export type Verdict =
  | { readonly kind: "none" }
  | { readonly kind: "allow"; readonly reason: string }
  | ({ readonly kind: "deny" | "ask" } & Refusal)
  | {
      readonly kind: "rewrite";
      readonly rule: string;
      readonly reason: string;
      /** The complete new tool input: harnesses replace the whole object. */
      readonly toolInput: Readonly<Record<string, unknown>>;
      /** How the command text changed; applying them to the old command gives `toolInput.command`. */
      readonly edits: readonly Edit[];
      /** True only when the whole call is what the hook owns, so that the user's prompt may be skipped. */
      readonly approves: boolean;
    }
  | { readonly kind: "context"; readonly text: string };

/** One hook: an object, data first, behaviour last. */
export interface Hook {
  /** Equals the folder's name. */
  readonly name: string;
  /** One line for `hooks list`. */
  readonly summary: string;
  readonly events: readonly HookEvent[];
  /** Neutral tool names that it watches, alternatives separated by `|`; empty means every tool. */
  readonly matcher: string;
  /** A guard's verdict protects: it fails closed for what it owns. A helper fails silent. */
  readonly kind: "guard" | "helper";
  /** Two hooks that rewrite the same call undo each other, so install refuses such a pair. */
  readonly rewritesInput: boolean;
  /** Settings that a registered command may give, with the values that each may have; the first is the default. */
  readonly settings?: Readonly<Record<string, readonly string[]>>;
  /**
   * Whether a text could hold something that this guard owns. Asked when the input cannot be read or `run` throws:
   * true turns the failure into a denial. It must be cheap, total, and never false where `run` would deny.
   */
  readonly couldOwn: (text: string) => boolean;
  /**
   * A command that it denies on any machine and that would do nothing: `hooks doctor` sends it through each registered
   * entry. Left out by a hook that denies no commands.
   */
  readonly canary?: string;
  readonly run: (input: HookInput, world: World) => Verdict | Promise<Verdict>;
}

/** One row of a hook's `cases.ts`: used as a test, as a fuzz seed and in the docs. */
export interface HookCase {
  /** Reads as a sentence: `sudo in front changes nothing`. */
  readonly name: string;
  /** `{home}` stands for the home folder's path, `{trash}` for the trash program's. */
  readonly command: string;
  readonly want: "none" | "deny" | "ask" | "rewrite";
  /** The rule id a denial must carry. */
  readonly rule?: string;
  /** For a rewrite: the command it becomes, with `{trash}` for the absolute path of the trash program. */
  readonly becomes?: string;
  /** Where the command runs, `~` for the home folder; default is a project folder below the home. */
  readonly cwd?: string;
  readonly shell?: Shell;
  /** Why this is right: manual section, measured table, issue. */
  readonly why?: string;
}

/** One row about the call around a command: payloads that a harness may send. What is not given is an ordinary Bash call. */
export interface HookInputCase {
  readonly name: string;
  readonly input: Partial<HookInput>;
  readonly want: HookCase["want"];
  readonly rule?: string;
}
