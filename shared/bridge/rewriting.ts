/** From what a hook wants a tool's input to be, to an input that the tool can take. */
import type { Json } from "@hasna/hooks-harness";
import type { Dialect } from "./dialect.ts";
import { isObject, sameJson, snapshot } from "./json.ts";
import type { ToolNaming } from "./naming.ts";

/** Why an input is none for a tool, as one clause; undefined when it is one. Tool names are the harness's own. */
export type Validate = (tool: string, input: Json) => string | undefined;

export type Rewritten =
  | { readonly kind: "unchanged" }
  | { readonly kind: "input"; readonly input: Json }
  | { readonly kind: "invalid"; readonly says: string };

/** What is being rewritten, in the names of the embedding harness. */
export interface Target {
  readonly tool: string;
  readonly input: Json;
  readonly naming: ToolNaming;
  readonly validate: Validate;
}

/** Harnesses in which a new input for these tools changes the command alone. */
const COMMAND_ALONE: Readonly<Record<string, readonly string[]>> = { codex: ["Bash", "apply_patch"] };

/** A new input replaces the old one as a whole, as it does in the harnesses; a part of one is refused and not filled up. */
export function rewritten(
  dialect: Dialect,
  wanted: Json,
  { tool, input, naming, validate }: Target,
): Rewritten {
  if (!isObject(wanted)) return { kind: "invalid", says: "the new input is no object" };
  const shown = naming.toHook(tool, input);
  let asHooks: Json = wanted as Json;
  if (COMMAND_ALONE[dialect.id]?.includes(shown.tool) === true) {
    if (typeof wanted.command !== "string")
      return { kind: "invalid", says: "the new input has no command text" };
    asHooks = { ...(isObject(shown.input) ? shown.input : {}), command: wanted.command } as Json;
  }
  const hookProblem = shellProblem(shown.tool, asHooks);
  if (hookProblem !== undefined) return { kind: "invalid", says: hookProblem };
  const next = snapshot(naming.fromHook(tool, asHooks, input));
  if (!isObject(next)) return { kind: "invalid", says: "the new input is no object" };
  if (sameJson(next, input)) return { kind: "unchanged" };
  const problem = validate(tool, next as Json);
  return problem === undefined ? { kind: "input", input: next as Json } : { kind: "invalid", says: problem };
}

/** A shell without a command text runs the word `undefined`, or nothing at all. */
function shellProblem(tool: string, input: Json): string | undefined {
  if (tool !== "Bash" || !isObject(input)) return undefined;
  const { command } = input;
  if (typeof command !== "string") return "the new input has no command text";
  return command.trim() === "" ? "the new command is empty" : undefined;
}
