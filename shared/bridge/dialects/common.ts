/** What the harnesses that began with Claude Code's protocol have in common. */
import { harnessById, type Json } from "@hasna/hooks-harness";
import type { HookEvent } from "@hasna/hooks-registry";
import type { EventFacts, SessionFacts } from "../facts.ts";
import type { Subject } from "../match.ts";
import type { DialectId } from "../registration.ts";

export function ownEvent(id: DialectId, event: HookEvent): string | undefined {
  return harnessById(id)?.events[event];
}

function ownTool(id: DialectId, tool: string): string {
  return harnessById(id)?.tools[tool] ?? tool;
}

/** Events whose matchers nobody looks at. */
const UNMATCHED: readonly string[] = ["UserPromptSubmit", "Stop"];

export interface SubjectForm {
  /** Names that matchers are tried on besides the tool's own. */
  readonly aliases?: (tool: string) => readonly string[];
  /** Events without a tool compare names as they stand. */
  readonly exact?: boolean;
}

export function subjectOf(id: DialectId, facts: EventFacts, form: SubjectForm = {}): Subject | undefined {
  if (facts.event === "other") {
    const names = facts.subject === undefined ? undefined : [facts.subject];
    return { event: facts.name, names, command: undefined, exact: form.exact === true };
  }
  const event = ownEvent(id, facts.event);
  if (event === undefined) return undefined;
  switch (facts.event) {
    case "PreToolUse":
    case "PostToolUse": {
      const tool = ownTool(id, facts.tool);
      const names = [tool, ...(form.aliases?.(facts.tool) ?? [])];
      return { event, names, command: commandOf(facts.input), exact: false };
    }
    case "SessionStart":
      return { event, names: [facts.source], command: undefined, exact: form.exact === true };
    case "SessionEnd":
      return { event, names: [facts.reason], command: undefined, exact: form.exact === true };
    default:
      return {
        event,
        names: UNMATCHED.includes(facts.event) ? undefined : [],
        command: undefined,
        exact: form.exact === true,
      };
  }
}

function commandOf(input: Json): string | undefined {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
  const { command } = input as { readonly command?: Json };
  return typeof command === "string" ? command : undefined;
}

/** Payloads are one line; what a fact does not say is left out. */
export function payload(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(fields);
}

export function transcriptOf({ transcript }: SessionFacts): string {
  return transcript ?? "";
}

export function timestampOf({ now }: SessionFacts): string {
  return new Date(now ?? Date.now()).toISOString();
}

/** The fields of an event alone, in Claude Code's names. */
export function eventFields(id: DialectId, facts: EventFacts): Readonly<Record<string, unknown>> {
  switch (facts.event) {
    case "PreToolUse":
      return { tool_name: ownTool(id, facts.tool), tool_input: facts.input };
    case "PostToolUse":
      return {
        tool_name: ownTool(id, facts.tool),
        tool_input: facts.input,
        // Nobody sends this yet; without it a hook cannot see that another input ran than the model gave.
        ...(facts.originalInput !== undefined && { original_tool_input: facts.originalInput }),
        tool_response: facts.response,
      };
    case "UserPromptSubmit":
      return { prompt: facts.prompt };
    case "SessionStart":
      return { source: facts.source };
    case "SessionEnd":
      return { reason: facts.reason };
    case "Stop":
      return { stop_hook_active: facts.stopHookActive };
    case "other":
      return facts.fields;
  }
}

export function eventNameOf(id: DialectId, facts: EventFacts): string {
  return facts.event === "other" ? facts.name : (ownEvent(id, facts.event) ?? facts.event);
}
