/** What is known of an event, before any harness's own spelling. */
import type { Json } from "@hasna/hooks-harness";

/** What stays the same during a session; a harness that has no such fact leaves it out. */
export interface SessionFacts {
  readonly session: string;
  /** Absolute. */
  readonly cwd: string;
  /** The folder the session was started in; `cwd` where it is not given. */
  readonly project?: string;
  readonly transcript?: string;
  readonly permissionMode?: string;
  readonly model?: string;
  readonly turn?: string;
  readonly prompt?: string;
  readonly effort?: string;
  /** Milliseconds since 1970, for the payloads that carry a time. */
  readonly now?: number;
}

/** Tool names and inputs are neutral here: `Bash` with `{ command }`, as Claude Code calls them. */
export type EventFacts =
  | { readonly event: "PreToolUse"; readonly tool: string; readonly input: Json; readonly callId: string }
  | {
      readonly event: "PostToolUse";
      readonly tool: string;
      /** The input that ran. */
      readonly input: Json;
      /** The input that the model gave, when another one ran. */
      readonly originalInput?: Json;
      readonly callId: string;
      readonly response: Json;
      readonly durationMs?: number;
    }
  | { readonly event: "UserPromptSubmit"; readonly prompt: string }
  | { readonly event: "SessionStart"; readonly source: string }
  | { readonly event: "SessionEnd"; readonly reason: string }
  | { readonly event: "Stop"; readonly stopHookActive: boolean; readonly lastMessage?: string }
  /** An event of one harness alone, under its own name. */
  | {
      readonly event: "other";
      readonly name: string;
      /** What its matchers are tried on; undefined: they are not looked at. */
      readonly subject?: string;
      readonly fields: Readonly<Record<string, Json>>;
    };
