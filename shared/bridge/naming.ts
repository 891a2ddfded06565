/** How an embedding harness calls its tools, and how hooks know them. */
import type { Json } from "@hasna/hooks-harness";

export interface ToolNaming {
  /** The name and input that hooks are shown: `Bash` with `{ command }` for a shell. */
  toHook(tool: string, input: Json): { readonly tool: string; readonly input: Json };
  /** The tool's own input for an input in the hooks' form. `before` is the tool's own input until now. */
  fromHook(tool: string, input: Json, before: Json): Json;
}

/** A harness that calls its tools as Claude Code does. */
export const plainNaming: ToolNaming = {
  toHook: (tool, input) => ({ tool, input }),
  fromHook: (_, input) => input,
};
