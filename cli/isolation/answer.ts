/** What a hook in a process of its own answered, read as text of a stranger: checked field by field, cut, and named. */
import type { Edit, HookInput, Verdict } from "@hasna/hooks-registry";
import { harmless } from "../packages/command.ts";

/** UTF-16 units of a sentence for the model, and of context. */
const MOST_TEXT = 4000;
const MOST_CONTEXT = 20_000;

export type Answer =
  | { readonly kind: "verdict"; readonly verdict: Verdict }
  /** A clause. */
  | { readonly kind: "fault"; readonly says: string };

/** Whose answer it is, and what it may answer. */
export interface Speaker {
  readonly id: string;
  readonly rewritesInput: boolean;
}

/**
 * A verdict of a package. It can refuse, ask, tell and, where its manifest says so, rewrite. It cannot approve: a call that
 * the user would be asked about is still asked about.
 */
export function readAnswer(value: unknown, input: HookInput, speaker: Speaker): Answer {
  if (typeof value !== "object" || value === null || !("kind" in value)) {
    return fault("it gave back no verdict");
  }
  switch (value.kind) {
    case "none":
    case "allow":
      return { kind: "verdict", verdict: { kind: "none" } };
    case "context": {
      const text = textOf(value, "text", MOST_CONTEXT);
      return text === undefined ? fault("its context has no text") : said({ kind: "context", text });
    }
    case "deny":
    case "ask": {
      const reason = textOf(value, "reason", MOST_TEXT);
      const next = textOf(value, "next", MOST_TEXT);
      if (reason === undefined || next === undefined)
        return fault("its refusal lacks a reason or a next step");
      return said({ kind: value.kind, rule: ruleOf(value, speaker), reason, next, spans: [] });
    }
    case "rewrite":
      return rewritten(value, input, speaker);
    default:
      return fault("its verdict is of a kind that there is not");
  }
}

function rewritten(value: object, input: HookInput, speaker: Speaker): Answer {
  if (!speaker.rewritesInput) return fault("it rewrites the call, and its manifest says that it does not");
  const reason = textOf(value, "reason", MOST_TEXT);
  const toolInput = "toolInput" in value ? value.toolInput : undefined;
  if (
    reason === undefined ||
    typeof toolInput !== "object" ||
    toolInput === null ||
    Array.isArray(toolInput)
  ) {
    return fault("its rewrite lacks a reason or the new input");
  }
  // A harness replaces the whole input: what is left out or of another type would be lost or break the tool.
  for (const [key, old] of Object.entries(input.toolInput)) {
    const now: unknown = Object.hasOwn(toolInput, key) ? Reflect.get(toolInput, key) : undefined;
    if (typeof now !== typeof old) return fault(`its rewrite loses "${key.slice(0, 60)}"`);
  }
  const fresh = toolInput as Readonly<Record<string, unknown>>;
  return said({
    kind: "rewrite",
    rule: ruleOf(value, speaker),
    reason,
    toolInput: fresh,
    edits: wholeEdit(input.toolInput.command, fresh.command),
    approves: false,
  });
}

function wholeEdit(before: unknown, after: unknown): readonly Edit[] {
  if (typeof before !== "string" || typeof after !== "string" || before === after) return [];
  return [{ start: 0, end: before.length, text: after }];
}

/** Always below its own name: a rule of another hook's must not be blamed. */
function ruleOf(value: object, { id }: Speaker): string {
  const text = textOf(value, "rule", 100)?.split("/").at(-1) ?? "";
  return `${id}/${/^[a-z][a-z0-9-]*$/.test(text) ? text : "refused"}`;
}

function textOf(value: object, key: string, most: number): string | undefined {
  const text: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  if (typeof text !== "string" || text.trim() === "") return undefined;
  const clean = harmless(text);
  return clean.length > most ? `${clean.slice(0, most)}…` : clean;
}

function said(verdict: Verdict): Answer {
  return { kind: "verdict", verdict };
}

function fault(says: string): Answer {
  return { kind: "fault", says };
}
