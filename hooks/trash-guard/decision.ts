/** What trash-guard answers to a command that could delete. */
import type { Deletion, Target } from "@hasna/hooks-deletes";
import { checkoutsOf, deletionsOf, freshDeletions, isHandedOver, isWithin } from "@hasna/hooks-deletes";
import type { Dialect } from "@hasna/hooks-lexer";
import type { HookInput, Shell, Verdict, World } from "@hasna/hooks-registry";
import type { Denial } from "./answers.ts";
import { differing, mixed, mixedWith, noTrash, survivor, tooMany } from "./answers.ts";
import { refuseDoubts } from "./doubts.ts";
import { findTrash } from "./genuine.ts";
import { protectedClass, refuseProtected } from "./protected.ts";
import { questionOf } from "./questions.ts";
import { isElsewhere, refuseDeletion } from "./refusals.ts";
import { completeInput, coversLine, quoted, rewriteVerbs, unfitInside } from "./rewrite.ts";
import { refuseLostPath } from "./search-path.ts";
import { refuseForeignTrash } from "./trash-calls.ts";

const silence: Verdict = { kind: "none" };

/** More deletes than this cannot be redirected and read again within the time that a harness waits. */
const mostDeletes = 2000;

/** The decision, in the order of its weight: what is never deleted comes before what only needs another spelling. */
export async function decide(command: string, input: HookInput, world: World): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const dialect of dialectsOf(input.shell)) {
    const verdict = await judge(command, dialect, input, world);
    if (verdict.kind === "deny") return verdict;
    verdicts.push(verdict);
  }
  const first = verdicts[0] ?? silence;
  for (const verdict of verdicts) if (!isSame(first, verdict)) return differing();
  return first;
}

async function judge(command: string, dialect: Dialect, input: HookInput, world: World): Promise<Verdict> {
  const surroundings = { home: world.home, cwd: input.cwd, dialect };
  const found = deletionsOf(command, surroundings);
  const checkouts = checkoutsOf(world.home);
  // Loops and no regular expressions from here on: the first use of either an array method that takes a function or of a
  // pattern makes the engine compile it, and this process answers once.
  const here: Deletion[] = [];
  for (const deletion of found.deletions) if (!isElsewhere(deletion)) here.push(deletion);

  const forbidden = refuseProtected(here, protectedClass(world.home, checkouts, command));
  if (forbidden !== undefined) return forbidden;
  // What another trash takes is not ours to redirect; what lies in the checkouts is workspace-repos-guard's.
  let erasing = 0;
  const owned: Deletion[] = [];
  for (const deletion of here) {
    if (deletion.recoverable) continue;
    erasing += 1;
    if (!isHandedOver(deletion, checkouts)) owned.push(deletion);
  }
  const inside = world.settings?.nested === "redirect";
  for (const deletion of owned) {
    if (!deletion.replaceable && !(inside && deletion.nested !== undefined))
      return refuseDeletion(deletion, command);
  }
  const doubtful = refuseDoubts(found, command);
  if (doubtful !== undefined) return doubtful;
  const foreign = await refuseForeignTrash(found.read.runs, world, input.cwd);
  if (foreign !== undefined) return foreign;

  const question = questionOf(found);
  if (owned.length === 0) return question ?? silence;
  if (question !== undefined) return mixedWith(question, owned);
  if (owned.length < erasing) return mixed(owned);
  if (owned.length > mostDeletes) return tooMany(owned);
  const lostPath = refuseLostPath(found.read.script, owned);
  if (lostPath !== undefined) return lostPath;

  const throughLinks = await refuseRealHome(owned, command, world);
  if (throughLinks !== undefined) return throughLinks;
  const search = await findTrash(world, input.cwd);
  if (search.kind === "none") return noTrash(search.foreign, owned);
  const unfit = inside ? unfitInside(owned, search.path) : undefined;
  if (unfit !== undefined) return refuseDeletion(unfit, command);
  const rewriting = rewriteVerbs(command, owned, search.path);
  const again = freshDeletions(rewriting.command, surroundings);
  const clean =
    again.lost === undefined &&
    keepsAll(again.deletions) &&
    again.read.script.commands.length === found.read.script.commands.length;
  if (!clean) return survivor(owned);
  return {
    kind: "rewrite",
    rule: "trash-guard/redirect",
    // By its path: `trash` may be on no PATH, or be another program there.
    reason: `What rm would delete goes to the trash instead; \`${quoted(search.path)} undo\` brings it back.`,
    toolInput: completeInput(input.toolInput, rewriting),
    edits: rewriting.edits,
    approves: coversLine(found, input.toolInput),
  };
}

/** Whether everything that is deleted is kept, or is not on this machine. */
function keepsAll(deletions: readonly Deletion[]): boolean {
  for (const deletion of deletions) if (!deletion.recoverable && !isElsewhere(deletion)) return false;
  return true;
}

/** A home that is reached through a link has another path, which the folder of the call may be given in. */
async function refuseRealHome(
  deletions: readonly Deletion[],
  command: string,
  world: World,
): Promise<Denial | undefined> {
  const { home } = world;
  // Looking a real path up costs a fifth of the whole call, and what lies below the home as written is not the home.
  if (home === undefined || !anyReaches(home, deletions)) return undefined;
  const real = await world.realPath(home);
  if (real === undefined || real === home) return undefined;
  return refuseProtected(deletions, protectedClass(real, checkoutsOf(real), command));
}

function anyReaches(home: string, deletions: readonly Deletion[]): boolean {
  for (const { targets } of deletions) for (const target of targets) if (mayReach(home, target)) return true;
  return false;
}

function mayReach(home: string, target: Target): boolean {
  const path = target.kind === "path" ? target.path : target.kind === "glob" ? target.pattern : target.within;
  return path !== undefined && (path === home || !isWithin(path, home));
}

/** Whether bash and zsh give the same answer. */
function isSame(one: Verdict, other: Verdict): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind !== "rewrite" || other.kind !== "rewrite") return true;
  return one.toolInput.command === other.toolInput.command;
}

/** An unknown shell means that the verdict must hold in bash and in zsh. */
function dialectsOf(shell: Shell): readonly Dialect[] {
  return shell === "unknown" ? ["bash", "zsh"] : [shell];
}
