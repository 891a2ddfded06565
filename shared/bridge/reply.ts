/** What a hook printed: one JSON object, text, or something in between that a client passes over in silence. */
import { isObject, type JsonObject } from "./json.ts";
import { isTooDeep } from "./oddity.ts";
import type { HookOutcome } from "./outcome.ts";
import { type FailureKind, SILENT, type Verdict } from "./verdict.ts";

export type Printed =
  | { readonly kind: "nothing" }
  | { readonly kind: "object"; readonly value: JsonObject }
  | { readonly kind: "text"; readonly text: string }
  /** A reply was meant, and no client reads it: text around JSON, two objects, JSON cut short. */
  | { readonly kind: "spoiled"; readonly text: string; readonly says: string };

/** Reads text as clients do: the whole of it, without blanks around, is one object or it is none. */
export function printed(text: string, trim: (text: string) => string = (one) => one.trim()): Printed {
  const body = trim(text);
  if (body === "") return { kind: "nothing" };
  if (body.startsWith("{") && isTooDeep(body))
    return { kind: "spoiled", text: body, says: "it is nested too deep to be read" };
  const value = parsed(body);
  if (isObject(value)) return { kind: "object", value };
  if (value === undefined && body.startsWith("{")) {
    const says = objectAtStart(body)
      ? "something stands behind the JSON, so none of it is read"
      : "it begins as JSON and is none";
    return { kind: "spoiled", text: body, says };
  }
  if (hasReplyInside(body)) {
    return { kind: "spoiled", text: body, says: "text stands before the JSON, so none of it is read" };
  }
  return { kind: "text", text: body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keys by which a line is known to be meant as a reply. */
const REPLY =
  /"(?:hookSpecificOutput|permissionDecision|decision|continue|updatedInput|modifiedArgs|tool_input)"\s*:/;

/** The first line of a text that is an object by itself. */
function objectAtStart(text: string): boolean {
  const [line = ""] = text.split("\n", 1);
  return isObject(parsed(line));
}

/** Texts beyond this are looked at from their end: a reply comes last. */
const LOOKED_AT = 1 << 20;

function hasReplyInside(text: string): boolean {
  const seen = text.slice(-LOOKED_AT);
  return seen.includes("{") && REPLY.test(seen);
}

/** A command that was not found, or that may not be run, as shells say it. */
function isUnstartable(code: number | null): boolean {
  return code === 126 || code === 127;
}

/** Why an outcome without a reply decides nothing; undefined for one that ended well. */
export function failureOf({ cause, exitCode }: HookOutcome): FailureKind | undefined {
  if (cause === "timeout") return "timeout";
  if (cause === "abort") return "aborted";
  if (cause === "spawn-error") return "spawn";
  if (exitCode === null) return "signal";
  if (exitCode === 0) return undefined;
  if (isUnstartable(exitCode)) return "spawn";
  // So a shell says that the program it waited for was killed.
  return exitCode > 128 && exitCode < 160 ? "signal" : "exit-other";
}

/** An answer that decides nothing, because of a failure. */
export function failed(failure: FailureKind, ...ignored: readonly string[]): Verdict {
  return { ...SILENT, failure, ignored };
}

/** What the failure looked like to a person. */
export function describeFailure({ cause, exitCode, signal, stderr }: HookOutcome): string {
  const said = firstLine(stderr);
  const words = said === "" ? "" : `: ${said}`;
  if (cause === "timeout") return `the hook took longer than its time${words}`;
  if (cause === "spawn-error") return `the hook could not be started${words}`;
  if (cause === "abort") return "the call was given up";
  if (exitCode === null) return `the hook was ended by ${signal ?? "a signal"}${words}`;
  return `the hook ended with ${exitCode}${words}`;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, 500) ?? "";
}

export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Whether every key that is there has the right type. */
export function hasTypes(value: JsonObject, types: Readonly<Record<string, "string" | "boolean">>): boolean {
  return Object.entries(types).every(
    ([key, type]) => !Object.hasOwn(value, key) || typeof value[key] === type,
  );
}

/** Own keys only: an inherited one is nothing that a hook printed. */
export function own(value: JsonObject | undefined, key: string): unknown {
  return value !== undefined && Object.hasOwn(value, key) ? value[key] : undefined;
}
