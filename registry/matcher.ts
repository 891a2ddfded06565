import type { Hook, HookInput } from "./hook.ts";

/** Whether a hook watches this event and tool. An empty matcher watches every tool. */
export function matches(
  hook: Pick<Hook, "events" | "matcher">,
  input: Pick<HookInput, "event" | "tool">,
): boolean {
  if (!hook.events.includes(input.event)) return false;
  return hook.matcher === "" || hook.matcher === input.tool || hook.matcher.split("|").includes(input.tool);
}
