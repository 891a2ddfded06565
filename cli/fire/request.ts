/** What `hooks fire` is asked, read from its options. */
import { resolve } from "node:path";
import { type DialectId, type EventFacts, isDialectId } from "@hasna/hooks-bridge";
import { type Harness, harnessById, harnesses, type Json } from "@hasna/hooks-harness";
import type { HookEvent } from "@hasna/hooks-registry";
import type { Call, Context } from "../context.ts";
import { nearest } from "../nearest.ts";

export interface FireRequest {
  /** As it was typed. */
  readonly event: string;
  /** Undefined: all that are found on this machine. */
  readonly harnesses: readonly DialectId[] | undefined;
  /** The folder whose settings count and that the event is about, absolute. */
  readonly project: string;
  readonly given: Given;
  readonly onlyOurs: boolean;
  readonly dry: boolean;
  readonly strict: boolean;
  /** Whether hooks run in an empty folder that is taken away again. */
  readonly sandbox: boolean;
}

/** The event's own facts, as far as they were typed. */
interface Given {
  readonly tool: string | undefined;
  readonly input: Readonly<Record<string, Json>>;
  readonly response: Json | undefined;
  readonly prompt: string | undefined;
}

export interface Misuse {
  readonly misuse: string;
}

const EVENTS: readonly HookEvent[] = [
  "PreToolUse",
  "PostToolUse",
  "UserPromptSubmit",
  "SessionStart",
  "SessionEnd",
  "Stop",
];

export function readFire({ options, words }: Call, context: Context): FireRequest | Misuse {
  const [event, ...more] = words;
  if (event === undefined) return { misuse: `name an event, as in: hooks fire PreToolUse --command 'ls'.` };
  if (more.length > 0) return { misuse: `it takes one event, got "${more[0]}" as well.` };
  const ids = readHarnesses(text(options.harness));
  if ("misuse" in ids) return ids;
  const input = readObject(text(options.input));
  if ("misuse" in input) return input;
  const command = text(options.command);
  const given: Given = {
    tool: text(options.tool),
    input: { ...input.value, ...(command !== undefined && { command }) },
    response: readResponse(text(options.response)),
    prompt: text(options.prompt),
  };
  const request: FireRequest = {
    event,
    harnesses: ids.ids,
    project: resolve(context.cwd, text(options["scope-from"]) ?? "."),
    given,
    onlyOurs: options["only-ours"] === true,
    dry: options.dry === true,
    strict: options.strict === true,
    sandbox: options.sandbox === true,
  };
  return misuseOf(request) ?? request;
}

/** What every harness would miss alike. */
function misuseOf({ event, given }: FireRequest): Misuse | undefined {
  const neutral = neutralEvent(event, harnesses);
  switch (neutral) {
    case "PreToolUse":
    case "PostToolUse":
      if (Object.keys(given.input).length > 0 || (given.tool ?? "Bash") !== "Bash") return undefined;
      return { misuse: `${event} is about a call: give --command, or --tool and --input.` };
    case "UserPromptSubmit":
      if (given.prompt !== undefined || typeof given.input.prompt === "string") return undefined;
      return { misuse: `${event} is about a prompt: give --prompt.` };
    case undefined: {
      const known = [...EVENTS, ...harnesses.flatMap((one) => Object.values(one.events))];
      const close = known.includes(event) ? undefined : nearest(event, known);
      return close === undefined
        ? undefined
        : { misuse: `there is no event "${event}". Did you mean "${close}"?` };
    }
    default:
      return undefined;
  }
}

/** The facts of the event for one harness; `event` may be its own name of it, or the neutral one. */
export function factsFor(request: FireRequest, harness: Harness): EventFacts {
  const { event: name, given } = request;
  const event = neutralEvent(name, [harness]) ?? neutralEvent(name, harnesses);
  const { input } = given;
  const tool = neutralTool(harness, given.tool ?? "Bash");
  switch (event) {
    case "PreToolUse":
      return { event, tool, input, callId: "call_fire" };
    case "PostToolUse": {
      const response = given.response ?? { stdout: "", stderr: "", interrupted: false };
      return { event, tool, input, callId: "call_fire", response };
    }
    case "UserPromptSubmit":
      return { event, prompt: given.prompt ?? String(input.prompt) };
    case "SessionStart":
      return { event, source: typeof input.source === "string" ? input.source : "startup" };
    case "SessionEnd":
      return { event, reason: typeof input.reason === "string" ? input.reason : "other" };
    case "Stop":
      return { event, stopHookActive: input.stop_hook_active === true };
    case undefined:
      return {
        event: "other",
        name,
        ...(given.tool !== undefined && { subject: given.tool }),
        fields: input,
      };
  }
}

function neutralEvent(name: string, among: readonly Harness[]): HookEvent | undefined {
  if (EVENTS.includes(name as HookEvent)) return name as HookEvent;
  for (const { events } of among) {
    const found = EVENTS.find((event) => events[event] === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function neutralTool({ tools }: Harness, tool: string): string {
  return Object.keys(tools).find((neutral) => tools[neutral] === tool) ?? tool;
}

function readHarnesses(
  list: string | undefined,
): { readonly ids: readonly DialectId[] | undefined } | Misuse {
  if (list === undefined || list === "all") return { ids: undefined };
  const ids: DialectId[] = [];
  for (const word of list.split(",")) {
    const name = word.trim();
    // `claude` for claude-code, `gemini` for gemini-cli.
    const id = harnessById(name)?.id ?? harnesses.find((one) => one.id.startsWith(`${name}-`))?.id;
    if (id === undefined) {
      const close = nearest(
        name,
        harnesses.map((one) => one.id),
      );
      const hint = close === undefined ? "" : ` Did you mean "${close}"?`;
      return { misuse: `there is no harness "${name}".${hint}` };
    }
    if (!isDialectId(id)) {
      const able = harnesses.map((one) => one.id).filter(isDialectId);
      return {
        misuse: `${id} starts no hook commands that could be fired here; these do: ${able.join(", ")}.`,
      };
    }
    if (!ids.includes(id)) ids.push(id);
  }
  return { ids };
}

function readObject(json: string | undefined): { readonly value: Readonly<Record<string, Json>> } | Misuse {
  if (json === undefined) return { value: {} };
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { value: value as Readonly<Record<string, Json>> };
    }
    return { misuse: `--input must be a JSON object, as in --input '{"file_path":"a.txt"}'.` };
  } catch (error) {
    return { misuse: `--input is not JSON (${error instanceof Error ? error.message : String(error)}).` };
  }
}

/** JSON, or plain text. */
function readResponse(given: string | undefined): Json | undefined {
  if (given === undefined) return undefined;
  try {
    return JSON.parse(given) as Json;
  } catch {
    return given;
  }
}

function text(option: string | boolean | undefined): string | undefined {
  return typeof option === "string" ? option : undefined;
}
