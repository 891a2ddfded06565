import type { Hook, HookInput, Verdict, World } from "@hasna/hooks-registry";

export const hook: Hook = {
  name: "allow-guard",
  summary: "Keeps `hooks allow` and the policy files for people: an agent cannot lift a refusal by itself",
  events: ["PreToolUse"],
  matcher: "Bash|Write|Edit|MultiEdit|NotebookEdit|apply_patch",
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
  if (text.includes("allow") || text.includes("hasna")) return true;
  const hasQuotes = text.includes('"') || text.includes("'") || text.includes("\\");
  const plain = hasQuotes ? text.replace(/["'\\\n]/g, "") : text;
  if (hasQuotes && (plain.includes("allow") || plain.includes("hasna"))) return true;
  // A word that only running would tell may be the one.
  return plain.includes("hooks") && (plain.includes("$") || plain.includes("`"));
}

function run(input: HookInput, world: World): Verdict | Promise<Verdict> {
  if (input.event !== "PreToolUse") return silence;
  const { command } = input.toolInput;
  const text = input.tool === "Bash" ? command : JSON.stringify(input.toolInput);
  if (typeof text !== "string" || !couldOwn(text)) return silence;
  // Loaded only now: most calls are about something else.
  decision ??= import("./decision.ts");
  return decision.then(({ decide, decideWrite }) =>
    input.tool === "Bash" ? decide(text, input, world.home) : decideWrite(input, world.home),
  );
}
