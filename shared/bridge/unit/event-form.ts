/** Whether what stands in a log has the form of an event: a log comes from a file, and anybody may have written that. */
import { isObject, type JsonObject } from "../json.ts";
import type { LogEvent } from "./log.ts";

const RECORD = ["tool", "arguments", "digest"];

/** Texts that an event must have, by its kind; besides the id of its call. */
const TEXTS: Readonly<Record<LogEvent["kind"], readonly string[]>> = {
  "model-call": ["tool", "arguments"],
  "hook-invoked": ["hook", "round"],
  "hook-result": ["hook", "round"],
  call: RECORD,
  "call-revised": RECORD,
  presented: ["digest"],
  "approval-asked": ["digest"],
  "approval-decided": ["digest"],
  "execution-started": ["digest"],
  "execution-ended": ["digest"],
  replaced: ["digest", "arguments"],
  abandoned: ["text"],
  result: ["digest", "text"],
};

const DECISIONS: readonly unknown[] = ["none", "allow", "ask", "deny"];
const OUTCOMES: readonly unknown[] = ["once", "reject", "cancel", "unavailable", "edit"];

export function isEvent(event: unknown): event is LogEvent {
  if (!isObject(event) || typeof event.callId !== "string") return false;
  const { kind } = event;
  if (typeof kind !== "string" || !Object.hasOwn(TEXTS, kind)) return false;
  if (!hasTexts(event, TEXTS[kind as LogEvent["kind"]])) return false;
  switch (kind) {
    case "call":
    case "call-revised":
      return DECISIONS.includes(event.decision) && isOptionalText(event.reason) && isSidecar(event.rewrite);
    case "approval-decided":
      return OUTCOMES.includes(event.outcome);
    case "result":
      return typeof event.isError === "boolean";
    default:
      return true;
  }
}

function isSidecar(rewrite: unknown): boolean {
  if (rewrite === undefined) return true;
  if (!isObject(rewrite) || !hasTexts(rewrite, ["originalArguments", "digest"])) return false;
  const { steps } = rewrite;
  return (
    Array.isArray(steps) &&
    steps.every((step) => isObject(step) && hasTexts(step, ["handlerId", "before", "after"]))
  );
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function hasTexts(value: JsonObject, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === "string");
}
