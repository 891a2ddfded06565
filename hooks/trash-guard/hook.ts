import { couldDelete, mostText } from "@hasna/hooks-deletes";
import type { Hook, HookInput, Verdict, World } from "@hasna/hooks-registry";
import { damaged, tooLong, unverifiable } from "./answers.ts";

export const hook: Hook = {
  name: "trash-guard",
  summary: "Sends what `rm` would delete to the trash, and refuses deletes that cannot be sent there",
  events: ["PreToolUse"],
  matcher: "Bash",
  kind: "guard",
  rewritesInput: true,
  settings: { nested: ["refuse", "redirect"] },
  couldOwn: couldDelete,
  canary: "shred -- hooks-doctor-canary",
  run,
};

const silence: Verdict = { kind: "none" };
let decision: Promise<typeof import("./decision.ts")> | undefined;

function run(input: HookInput, world: World): Verdict | Promise<Verdict> {
  if (input.event !== "PreToolUse" || input.tool !== "Bash") return silence;
  const { command } = input.toolInput;
  if (typeof command !== "string") return unverifiable();
  if (!couldDelete(command)) return silence;
  if (command.includes("\0") || !command.isWellFormed()) return damaged();
  if (command.length > mostText) return tooLong(command.length);
  // Loaded only now: most calls delete nothing, and they must not pay for the reader of shell texts.
  decision ??= import("./decision.ts");
  return decision.then(({ decide }) => decide(command, input, world));
}
