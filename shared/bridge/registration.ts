/** What a settings file registers: one value a handler, with the place it stands at. */
import type { HookEvent } from "@hasna/hooks-registry";

/** Harnesses whose replies this package reads as the client does. */
export type DialectId = "claude-code" | "codex" | "gemini-cli" | "qwen-code" | "copilot-cli" | "droid";

export type SourceScope = "user" | "project" | "local" | "managed" | "plugin" | "extra";

/** One settings file that a harness would read. */
export interface HookSource {
  readonly harness: DialectId;
  readonly scope: SourceScope;
  /** Absolute. */
  readonly file: string;
  /** Keys from the root to the map of events. */
  readonly root: readonly string[];
  /** The plugin's name and folder, where the file belongs to one. */
  readonly plugin?: { readonly name: string; readonly folder: string } | undefined;
}

/** Where something stands in a file; lines and columns from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Something wrong in a settings file, and what comes of it. */
export interface Problem extends Place {
  readonly harness: DialectId;
  /** One clause without a full stop. */
  readonly says: string;
  /** - `file`: the harness drops the whole file. - `group`: that group. - `entry`: that entry. - `note`: nothing is lost. */
  readonly costs: "file" | "group" | "entry" | "note";
}

export type MatcherText =
  | { readonly kind: "every" }
  | { readonly kind: "text"; readonly text: string }
  /** It cannot be read as this harness's matcher; the group is closed, never open. */
  | { readonly kind: "bad"; readonly says: string };

/** What is started. Anything but `command` is known and not run here. */
export type Handler =
  | {
      readonly kind: "command";
      readonly command: string;
      /** Gemini CLI's name of it, which tells doubles apart there. */
      readonly name: string | undefined;
      /** Arguments of the form without a shell; undefined: the command is shell text. */
      readonly args: readonly string[] | undefined;
      readonly timeoutMs: number;
      /** The harness does not wait for it, so nothing it says counts. */
      readonly detached: boolean;
      /** The client's own switch: a hook that cannot say anything blocks. */
      readonly blocksOnFailure: boolean;
      /** A permission rule that must fit the call, as `Bash(git *)`. */
      readonly condition: string | undefined;
    }
  | { readonly kind: "other"; readonly type: string }
  | { readonly kind: "bad"; readonly says: string };

export interface Registration {
  /** Unique within one loading: harness, file and place. */
  readonly id: string;
  readonly source: HookSource;
  readonly place: Place;
  /** The harness's own event name. */
  readonly event: string;
  /** The neutral name, where there is one. */
  readonly neutral: HookEvent | undefined;
  /** Position of the group under its event and of the handler in its group, from 0. */
  readonly group: number;
  readonly position: number;
  readonly matcher: MatcherText;
  /** All hooks of the event run one after the other, each with the last one's input (Gemini CLI's `sequential`). */
  readonly sequential: boolean;
  readonly handler: Handler;
  /** Why the harness itself would not run it; undefined when it would. */
  readonly inert: Inert | undefined;
}

/**
 * - `fault`: a mistake in the file, which the strict mode does not let open the gate.
 * - `off`: switched off by a person. - `untrusted`: not trusted by a person yet. - `double`: the same hook stands elsewhere.
 */
export interface Inert {
  readonly kind: "fault" | "off" | "untrusted" | "double";
  /** One clause without a full stop. */
  readonly says: string;
}

/** Everything that the sources of one or several harnesses register. */
export interface Loaded {
  readonly registrations: readonly Registration[];
  readonly problems: readonly Problem[];
  /** Every file that was looked for, and what was found there. */
  readonly sources: readonly SourceState[];
  /** - `ok`: no problem. - `degraded`: something in a file is lost. - `refused`: a whole file is. */
  readonly status: "ok" | "degraded" | "refused";
}

export interface SourceState {
  readonly source: HookSource;
  /** - `dropped`: there, and the harness would drop all of it. - `stops`: the harness refuses to start on it. */
  readonly state: "read" | "missing" | "unreadable" | "dropped" | "stops";
  readonly registrations: number;
  readonly says: string | undefined;
}
