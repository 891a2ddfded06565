/** What a coding harness is to us: how it speaks to a hook, and how a hook is made known to it. */
import type { HookEvent, HookInput, Verdict } from "@hasna/hooks-registry";

export type HarnessId =
  | "claude-code"
  | "codex"
  | "codewith"
  | "gemini-cli"
  | "qwen-code"
  | "copilot-cli"
  | "droid";

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

/** What one registration is to say, before the harness's own spelling. */
export interface Wanted {
  /** Neutral matcher: tool names separated by `|`, empty for every tool. */
  readonly matcher: string;
  readonly command: string;
  /** Any of the hooks is a guard: a hook that cannot run must block where the harness has a switch for it. */
  readonly guard: boolean;
}

/** JSON as it is written into a settings file; keys keep their order. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** How an entry is spelled in this harness. */
export interface Registration {
  /** The harness's own matcher text; undefined leaves the key out, which means every tool. */
  readonly matcher: string | undefined;
  /** The handler object, complete. */
  readonly handler: Readonly<Record<string, Json>>;
}

/** Keys and indexes from the root of a settings file. */
export type FaultPath = readonly (string | number)[];

/** Something in a settings file for which the harness drops the file, or hooks in it. */
export interface Fault {
  /** To the faulty value, or to the object that lacks one. */
  readonly path: FaultPath;
  /** One clause without a full stop. */
  readonly says: string;
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

/** A harness whose settings we write: an object, data first, behaviour last. */
export interface Harness extends Protocol {
  /** Seconds or milliseconds: one second in the unit of its `timeout`. */
  readonly second: 1 | 1000;
  /** Whether it reads settings files with comments and trailing commas, or drops them. */
  readonly dialect: "json" | "jsonc";
  /** One sentence for people: what must be done after an install before hooks run. */
  readonly afterInstall: string;
  /** Settings files that it reads besides those of the three scopes, absolute; a trailing slash names a folder of them. */
  readonly managedSettings: readonly string[];
  /** The settings file of a scope. */
  settingsFile(scope: Scope, places: Places): string;
  /** Whether a matcher text in its settings fires for a tool, by its own rules; an unreadable matcher does not. */
  fires(matcher: string | undefined, tool: string): boolean;
  registration(wanted: Wanted): Registration;
  /** What in a settings file's value keeps it from running the hooks in there. */
  faults(settings: unknown): readonly Fault[];
}
