import { couldDelete } from "@hasna/hooks-deletes";
import type { Hook, HookInput, Verdict, World } from "@hasna/hooks-registry";

export const hook: Hook = {
  name: "workspace-repos-guard",
  summary:
    "Blocks every delete in the repository checkouts below ~/workspace/repos and ~/.hasna/repos/clones",
  events: ["PreToolUse"],
  matcher: "Bash",
  kind: "guard",
  rewritesInput: false,
  couldOwn: couldDelete,
  canary: "rm -r ~/workspace/repos/hooks-doctor-canary",
  run,
};

const silence: Verdict = { kind: "none" };
let decision: Promise<typeof import("./decision.ts")> | undefined;

function run(input: HookInput, world: World): Verdict | Promise<Verdict> {
  if (input.event !== "PreToolUse" || input.tool !== "Bash") return silence;
  const { command } = input.toolInput;
  // A call without a command text is trash-guard's to refuse: nothing ties it to a checkout.
  if (typeof command !== "string" || world.home === undefined || !couldDelete(command)) return silence;
  // Loaded only now: most calls delete nothing, and they must not pay for the reader of shell texts.
  decision ??= import("./decision.ts");
  const { home } = world;
  return decision.then(({ decide }) => decide(command, input, world, home));
}
