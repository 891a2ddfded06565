/** What workspace-repos-guard answers to a command that could delete. */
import type { Checkouts, Deletion, Reach, Target } from "@hasna/hooks-deletes";
import {
  checkoutsOf,
  checkoutTarget,
  deletionsOf,
  isCheckout,
  mentionsDeleter,
  mostText,
} from "@hasna/hooks-deletes";
import type { Dialect } from "@hasna/hooks-lexer";
import type { HookInput, Refusal, Shell, Verdict, World } from "@hasna/hooks-registry";
import { linkedTarget } from "./links.ts";

const silence: Verdict = { kind: "none" };

export async function decide(
  command: string,
  input: HookInput,
  world: World,
  home: string,
): Promise<Verdict> {
  if (command.length > mostText)
    return concerns(command, input.cwd, home) ? tooLong(command.length) : silence;
  for (const dialect of dialectsOf(input.shell)) {
    const verdict = await judge(command, dialect, input, world, home);
    if (verdict.kind !== "none") return verdict;
  }
  return silence;
}

async function judge(
  command: string,
  dialect: Dialect,
  input: HookInput,
  world: World,
  home: string,
): Promise<Verdict> {
  const checkouts = checkoutsOf(home);
  const found = deletionsOf(command, { home, cwd: input.cwd, dialect });
  const verdict = refuseFirst(found.deletions, checkouts);
  if (verdict !== undefined) return verdict;
  if (found.lost !== undefined && mentionsDeleter(command) && concerns(command, input.cwd, home)) {
    return {
      kind: "deny",
      ...row("unreadable"),
      reason: `The command cannot be read to the end (${found.lost.reason}), and it names a program that deletes beside a repository checkout.`,
      next: "Close what is open at that place and run it again.",
      spans: [{ start: Math.min(found.lost.at, command.length), end: command.length }],
    };
  }
  if (found.deletions.length === 0) return silence;
  // A home that is reached through a link has another path, which the folder of the call may be given in.
  const real = await world.realPath(home);
  const second =
    real === undefined || real === home ? undefined : refuseFirst(found.deletions, checkoutsOf(real));
  if (second !== undefined) return second;
  const linked = await linkedTarget(found.deletions, checkouts, world);
  return linked === undefined ? silence : refuse(linked.deletion, linked.target, "inside");
}

function refuseFirst(deletions: readonly Deletion[], checkouts: Checkouts): Verdict | undefined {
  for (const deletion of deletions) {
    // On another machine the same path is another folder.
    if (deletion.run.wrappers.some(({ kind }) => kind === "elsewhere")) continue;
    const hit = checkoutTarget(deletion, checkouts);
    if (hit !== undefined) return refuse(deletion, hit.target, hit.reach);
  }
  return undefined;
}

function refuse(deletion: Deletion, target: Target, reach: Exclude<Reach, "outside">): Verdict {
  const { by, verb } = deletion;
  const spans = target.span.start === verb.start ? [verb] : [verb, target.span];
  const next =
    "Leave the checkout as it is, or ask the user to remove it; work that needs throw-away files belongs in a folder outside, such as a new one from `mktemp -d`.";
  switch (reach) {
    case "inside":
      return {
        kind: "deny",
        ...row("delete"),
        reason: `\`${by}\` would delete ${nameOf(target)}, which lies in the repository checkouts that are kept.`,
        next,
        spans,
      };
    case "takes":
      return {
        kind: "deny",
        ...row("ancestor"),
        reason: `\`${by}\` would delete ${nameOf(target)} and could take the repository checkouts below it along.`,
        next: "Name the one folder outside ~/workspace/repos and ~/.hasna/repos/clones that is to go.",
        spans,
      };
    case "may":
      return {
        kind: "deny",
        ...row("unknown-operand"),
        reason: `\`${by}\` deletes what the command does not show, and it runs in a repository checkout that is kept.`,
        next: "Write the full path of what is to go, outside the checkout, instead of a variable or names from another program.",
        spans,
      };
  }
}

function tooLong(length: number): Verdict {
  return {
    kind: "deny",
    ...row("too-long"),
    reason: `The command has ${length} characters, more than can be checked in time, and it could delete in a repository checkout.`,
    next: "Split it, and write long files with the file tool instead of a here-document.",
    spans: [],
  };
}

function row(what: string): Pick<Refusal, "rule"> {
  return { rule: `workspace-repos-guard/${what}` };
}

function nameOf(target: Target): string {
  switch (target.kind) {
    case "path":
      return target.path;
    case "glob":
      return target.pattern;
    case "unknown":
      return `something in ${target.within ?? "an unknown folder"}`;
  }
}

/** Whether an unreadable text has to do with a checkout at all. */
function concerns(command: string, cwd: string | undefined, home: string): boolean {
  if (cwd !== undefined && isCheckout(cwd, checkoutsOf(home))) return true;
  return /workspace|repos|clones/i.test(command.replace(/['"\\]/g, ""));
}

/** An unknown shell means that the verdict must hold in bash and in zsh. */
function dialectsOf(shell: Shell): readonly Dialect[] {
  return shell === "unknown" ? ["bash", "zsh"] : [shell];
}
