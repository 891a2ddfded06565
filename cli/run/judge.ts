/** The one path from an event to an answer: `hooks run`, `hooks explain` and the tests all come through here. */
import { type Hook, type HookInput, matches, merge, type Verdict, type World } from "@hasna/hooks-registry";

/**
 * What the hooks together answer to an event, in the given order. Never throws: a hook that fails denies when it is a
 * guard and the event's text could hold something it owns, and is silent otherwise.
 */
export async function judge(hooks: readonly Hook[], input: HookInput, world: World): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const hook of hooks) {
    if (!matches(hook, input)) continue;
    try {
      const verdict = hook.run(input, world);
      verdicts.push(verdict instanceof Promise ? await verdict : verdict);
    } catch (error) {
      const text =
        typeof input.toolInput.command === "string"
          ? input.toolInput.command
          : JSON.stringify(input.toolInput);
      verdicts.push(failed(hook, text, `it failed inside (${describe(error)})`));
    }
  }
  return merge(verdicts);
}

/** What the hooks answer when the event could not be read: guards deny what they could own in the raw text. */
export function judgeUnreadable(hooks: readonly Hook[], raw: string, problem: string): Verdict {
  return merge(hooks.map((hook) => failed(hook, raw, problem)));
}

function failed(hook: Hook, text: string, problem: string): Verdict {
  if (hook.kind !== "guard" || !couldOwn(hook, text)) return { kind: "none" };
  return {
    kind: "deny",
    rule: `${hook.name}/cannot-judge`,
    reason: `${hook.name} could not judge this call: ${problem}. The text may hold something it guards, so the call is refused.`,
    next: "Send the command again in a simpler form, one step a call; if this repeats, run `hooks explain` on the command.",
    spans: [],
  };
}

/** A guard whose quick check is itself broken owns everything. */
function couldOwn(hook: Hook, text: string): boolean {
  try {
    return hook.couldOwn(text);
  } catch {
    return true;
  }
}

/** The first line of an error's message, never its stack: it goes to the model. */
function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split("\n", 1)[0] ?? "").slice(0, 200);
}
