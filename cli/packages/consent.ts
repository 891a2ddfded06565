/** What a package may do, said before it is let in, and the user's answer to it. */
import { type Capability, capabilityWords, hookId } from "@hasna/hooks-catalog";
import type { Call, Context } from "../context.ts";
import { harmless } from "./command.ts";
import type { Change, PackagePlan } from "./plan.ts";
import { Trouble } from "./trouble.ts";

/** Asks about every package that is new or does more than before. @throws Trouble where the answer is no, or nobody answers. */
export async function agreed(plan: PackagePlan, call: Call, context: Context): Promise<void> {
  const asked = plan.changes.filter(
    ({ from, to, asksFor }) => to !== undefined && (from === undefined || asksFor.length > 0),
  );
  if (asked.length === 0) return;
  const say = call.options.json === true ? context.err : context.out;
  for (const change of asked) say(`${sentence(change, plan)}\n`);
  if (call.options.yes === true) return;
  const names = asked.map((change) => hookId(change)).join(", ");
  if (!context.terminal || call.options.json === true) {
    throw new Trouble(
      `nobody has agreed to ${names}`,
      "Nothing was registered. Say --yes to agree to what is listed above.",
    );
  }
  context.out("Install? Type yes to agree: ");
  let typed = "";
  for await (const part of context.input()) {
    typed += part;
    if (typed.includes("\n")) break;
  }
  if (!/^\s*(y|yes)\s*$/i.test(typed.split("\n", 1)[0] ?? "")) {
    throw new Trouble(`${names} was not agreed to`, "Nothing was registered.");
  }
}

function sentence(change: Change, plan: PackagePlan): string {
  const hook = plan.hooks.find(({ manifest }) => manifest.package === change.package);
  const id = hookId(change);
  const does = inWords(change.asksFor);
  if (change.from !== undefined) return `${id} ${change.to} does more than ${change.from}: it ${does}.`;
  const summary = hook === undefined ? "" : ` (${harmless(hook.manifest.summary)})`;
  const what = does === "" ? "It reads its event and nothing else." : `It ${does}.`;
  const rewrites = hook?.manifest.rewritesInput === true ? " It rewrites calls." : "";
  return `${id} ${change.to}${summary} is new here. ${what}${rewrites}`;
}

function inWords(capabilities: readonly Capability[]): string {
  const words = capabilities.map((one) => capabilityWords[one]);
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
