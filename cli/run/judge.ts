/** The one path from an event to an answer: `hooks run`, `hooks explain` and the tests all come through here. */
import { type Hook, type HookInput, matches, merge, type Verdict, type World } from "@hasna/hooks-registry";

/**
 * What the hooks together answer to an event, in the given order; at once when no hook must wait. Never throws: a hook
 * that fails denies when it is a guard and the event's text could hold something it owns, and is silent otherwise.
 */
export function judge(hooks: readonly Hook[], input: HookInput, world: World): Verdict | Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (let at = 0; at < hooks.length; at += 1) {
    const hook = hooks[at] as Hook;
    if (!matches(hook, input)) continue;
    try {
      const verdict = hook.run(input, world);
      if (verdict instanceof Promise) return judgeOn(hooks, at, verdict, verdicts, input, world);
      verdicts.push(verdict);
    } catch (error) {
      verdicts.push(thrown(hook, input, error));
    }
  }
  return merge(verdicts);
}

/** The same from the hook at `at` on, whose verdict is on its way. */
async function judgeOn(
  hooks: readonly Hook[],
  at: number,
  pending: Promise<Verdict>,
  earlier: readonly Verdict[],
  input: HookInput,
  world: World,
): Promise<Verdict> {
  const verdicts = [...earlier];
  try {
    verdicts.push(await pending);
  } catch (error) {
    verdicts.push(thrown(hooks[at] as Hook, input, error));
  }
  for (const hook of hooks.slice(at + 1)) {
    if (!matches(hook, input)) continue;
    try {
      verdicts.push(await hook.run(input, world));
    } catch (error) {
      verdicts.push(thrown(hook, input, error));
    }
  }
  return merge(verdicts);
}

function thrown(hook: Hook, { toolInput }: HookInput, error: unknown): Verdict {
  const text = typeof toolInput.command === "string" ? toolInput.command : JSON.stringify(toolInput);
  return failed(hook, text, `it failed inside (${describe(error)})`);
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
