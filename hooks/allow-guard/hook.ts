import type { Hook, HookInput, Verdict, World } from "@hasna/hooks-registry";
import { couldTouch } from "./registration.ts";

export const hook: Hook = {
  name: "allow-guard",
  summary:
    "Keeps `hooks allow` and `hooks uninstall` for people: an agent cannot lift a refusal or take a guard away",
  events: ["PreToolUse"],
  matcher: "Bash|PowerShell|Write|Edit|MultiEdit|NotebookEdit|apply_patch",
  kind: "guard",
  rewritesInput: false,
  couldOwn,
  canary: "hooks allow --once hooks-doctor-canary",
  run,
};

const silence: Verdict = { kind: "none" };
let decision: Promise<typeof import("./decision.ts")> | undefined;

/** Without one of these words nothing here is meant; quotes and backslashes may stand between their letters. */
function couldOwn(text: string): boolean {
  if (isAbout(text)) return true;
  const hasQuotes = text.includes('"') || text.includes("'") || text.includes("\\");
  const plain = hasQuotes ? text.replace(/["'\\\n]/g, "") : text;
  if (hasQuotes && isAbout(plain)) return true;
  // A word that only running would tell may be the one.
  return plain.includes("hooks") && (plain.includes("$") || plain.includes("`"));
}

function isAbout(text: string): boolean {
  return text.includes("allow") || text.includes("uninstall") || text.includes("hasna") || couldTouch(text);
}

function run(input: HookInput, world: World): Verdict | Promise<Verdict> {
  if (input.event !== "PreToolUse") return silence;
  const { command } = input.toolInput;
  // A call of `hooks` is written the same in PowerShell.
  const isShell = input.tool === "Bash" || input.tool === "PowerShell";
  const text = isShell ? command : JSON.stringify(input.toolInput);
  if (typeof text !== "string" || !couldOwn(text)) return silence;
  // Loaded only now: most calls are about something else.
  decision ??= import("./decision.ts");
  return decision.then(({ decide, decideWrite }) =>
    isShell ? decide(text, input, world) : decideWrite(input, world),
  );
}
