import { couldDelete, mostText, throughPowerShell } from "@hasna/hooks-deletes";
import type { Hook, HookInput, Verdict, World } from "@hasna/hooks-registry";
import { damaged, tooLong, unverifiable } from "./answers.ts";

export const hook: Hook = {
  name: "trash-guard",
  summary: "Sends what `rm` would delete to the trash, and refuses deletes that cannot be sent there",
  events: ["PreToolUse"],
  matcher: "Bash|PowerShell",
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
  if (input.event !== "PreToolUse") return silence;
  if (input.tool !== "Bash" && input.tool !== "PowerShell") return silence;
  const { command } = input.toolInput;
  if (typeof command !== "string") return unverifiable();
  if (input.tool === "PowerShell") return runPowerShell(command, input, world);
  if (!couldDelete(command)) return silence;
  if (command.includes("\0") || !command.isWellFormed()) return damaged();
  if (command.length > mostText) return tooLong(command.length);
  // Loaded only now: most calls delete nothing, and they must not pay for the reader of shell texts.
  decision ??= import("./decision.ts");
  return decision.then(({ decide }) => decide(command, input, world));
}

/** No quick look: names and escapes of PowerShell are read by rules of their own, which refuse and never rewrite. */
async function runPowerShell(command: string, input: HookInput, world: World): Promise<Verdict> {
  if (command.includes("\0") || !command.isWellFormed()) return damaged();
  if (command.length > mostText) return tooLong(command.length);
  decision ??= import("./decision.ts");
  const { decide } = await decision;
  const verdict = await decide(throughPowerShell(command), { ...input, shell: "bash" }, world);
  if (verdict.kind === "rewrite") return unverifiable();
  // What was judged is the line around the code: its spans would point beside what the caller sees.
  return "spans" in verdict ? { ...verdict, spans: [{ start: 0, end: command.length }] } : verdict;
}
