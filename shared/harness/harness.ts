/** What a coding harness is to us: how it speaks to a hook, and how a hook is made known to it. */
import type { HookEvent, HookInput, Verdict } from "@hasna/hooks-registry";

export type HarnessId =
  | "claude-code"
  | "codex"
  | "codewith"
  | "gemini-cli"
  | "qwen-code"
  | "cursor"
  | "copilot-cli"
  | "vs-code"
  | "opencode"
  | "kilo"
  | "pi"
  | "cline"
  | "windsurf"
  | "droid"
  | "kiro"
  | "devin-cli"
  | "kimi"
  | "grok";

/** Where an entry is written. Managed and plugin settings are read for conflicts and never written. */
export type Scope = "user" | "project" | "local";

/** Environment variables by name, as the process got them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * One payload, read.
 * - `input`: an event that hooks may watch.
 * - `unwatched`: a well-formed event of this harness that no hook here can watch; the answer is silence.
 * - `problem`: not what the harness sends. A guard that could own the raw text must deny; the text says what was
 *   wrong, as one clause without a full stop.
 */
export type Decoded =
  | { readonly kind: "input"; readonly input: HookInput }
  | { readonly kind: "unwatched"; readonly event: string }
  | { readonly kind: "problem"; readonly problem: string };

/** The variables that tell which shell a harness hands commands to. */
export interface ShellVariables {
  readonly SHELL?: string | undefined;
  readonly CLAUDE_CODE_SHELL?: string | undefined;
}

/** What the hook process says: both texts are written whole, then the process ends with the code. */
export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** The folders that settings files are looked for in. */
export interface Places {
  readonly home: string;
  /** The folder a session would be started in. */
  readonly project: string;
  readonly env: Environment;
}

/** JSON as it is written into a settings file; keys keep their order. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A place among a harness's hooks where an entry can stand. */
export interface Slot {
  /** The harness's own event name. */
  readonly key: string;
  /** The harness's own matcher text; undefined: every call of the event. */
  readonly matcher: string | undefined;
}

/** What one registration is to say, before the harness's own spelling. */
export interface Wanted extends Slot {
  readonly command: string;
  /** Any of the hooks is a guard: a hook that cannot run must block where the harness has a switch for it. */
  readonly guard: boolean;
}

/** Keys and indexes from the root of a settings file. */
export type FaultPath = readonly (string | number)[];

/** Something in a settings file for which the harness drops the file, or hooks in it. */
export interface Fault {
  /** To the faulty value, or to the object that lacks one. */
  readonly path: FaultPath;
  /** One clause without a full stop. */
  readonly says: string;
  /**
   * `entry`: it costs what stands at `path` and no more, in every measured version. `entry now`: so in the newest one, while
   * older ones drop the file. Absent: it costs what the harness makes of it, for most the file.
   */
  readonly loses?: "entry" | "entry now";
}

/** How a harness speaks to a hook and wants to be answered. Pure; it stands on the path of every call. */
export interface Protocol {
  readonly id: HarnessId;
  /** Its name for people. */
  readonly label: string;
  /** The neutral events it has, under its own names. */
  readonly events: Readonly<Partial<Record<HookEvent, string>>>;
  /** Neutral tool names whose own name differs. */
  readonly tools: Readonly<Record<string, string>>;
  /** Reads one payload. Total: any JSON value gives an answer. */
  decode(payload: unknown, env: ShellVariables): Decoded;
  /**
   * Says a verdict. `event` is that of the call; for a payload that could not be read, `PreToolUse`. `given` is the
   * tool input of the call: some harnesses want a rewrite with the keys that were given and no others.
   */
  encode(verdict: Verdict, event: HookEvent, given?: Readonly<Record<string, unknown>>): Reply;
}

/**
 * The shape of a settings file in JSON.
 * - `groups`: event, list of groups with a matcher, each with a list of handlers under `hooks`.
 * - `flat`: event, list of handlers.
 * - `triggers`: one list of handlers that name their event as `trigger` and hold the command in `action`.
 */
export interface JsonForm {
  readonly kind: "json";
  readonly layout: "groups" | "flat" | "triggers";
  /** Root keys that a file must have, with their values, in the order of a new file. */
  readonly preamble: Readonly<Record<string, Json>>;
  /** What the harness bears besides strict JSON; anything else makes it drop the file, or stop. */
  readonly tolerates: { readonly comments: boolean; readonly trailingCommas: boolean; readonly bom: boolean };
}

/** Tables `[[hooks]]` in a TOML file. */
export interface TomlForm {
  readonly kind: "toml";
}

/** What a generated file is to do. */
export interface GeneratedWanted {
  readonly program: string;
  readonly names: readonly string[];
  readonly guard: boolean;
  /** The harness's own names of the tools that the hooks watch; undefined: every tool. */
  readonly tools: readonly string[] | undefined;
}

/** A whole file of ours: a program in the harness's own language, or a script that it starts. */
export interface GeneratedForm {
  readonly kind: "generated";
  render(wanted: GeneratedWanted): string;
}

/** One file that an entry can be written into. */
export interface SettingsPlace {
  /** Absolute. */
  readonly path: string;
  /** Keys from the root to where the events stand; empty for a file that is the bare map. */
  readonly root: readonly string[];
}

/** Where a harness can be seen to be there. */
export interface Presence {
  /** Names of its program on PATH. */
  readonly programs: readonly string[];
  /** Names of its npm packages, which tell the version. */
  readonly packages: readonly string[];
  /** Its own folder, absolute. */
  folder(places: Places): string;
}

/** How a claim about a harness was made sure of. */
export type Evidence = "real client" | "recorded" | "documentation";

/** A harness whose settings we write: an object, data first, behaviour last. */
export interface Harness extends Protocol {
  readonly presence: Presence;
  readonly form: JsonForm | TomlForm | GeneratedForm;
  /** The time-out of an entry: its key, our value, the least that is not a mistake; undefined where there is none. */
  readonly timeout:
    | { readonly key: string; readonly value: number; readonly least: number; readonly unit: "s" | "ms" }
    | undefined;
  /** What happens to a call when the hook cannot run at all. */
  readonly unableToRun: "blocks" | "open";
  /** Set where an entry runs only after a person has trusted that very entry: a sentence, how that is done. */
  readonly trust: string | undefined;
  /** One sentence or two for people: what must be done after an install before hooks run. */
  readonly afterInstall: string;
  readonly evidence: Evidence;
  /** Settings files that it reads besides those of the three scopes, absolute; a trailing slash names a folder of them. */
  readonly managedSettings: readonly string[];
  /** Harnesses whose settings it reads as its own, by scope: an entry there is not written a second time. */
  readonly reads: readonly { readonly harness: HarnessId; readonly scopes: readonly Scope[] }[];
  /**
   * The settings files of a scope, the preferred first; empty where the harness has no such scope. A later one is taken
   * when it is there and the first is not: creating the first would make the harness pass over it.
   */
  settingsFiles(scope: Scope, places: Places): readonly SettingsPlace[];
  /** Where entries for a hook stand; none for what the harness cannot watch. */
  slots(event: HookEvent, matcher: string): readonly Slot[];
  /** Whether a matcher text in its settings fires for one of its own tool names; an unreadable matcher does not. */
  fires(matcher: string | undefined, tool: string): boolean;
  /** The handler object, complete, for the layouts in JSON. */
  handler(wanted: Wanted): Readonly<Record<string, Json>>;
  /** What in a settings file's value keeps it from running the hooks in there. */
  faults(settings: unknown): readonly Fault[];
}
