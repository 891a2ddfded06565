/** Turning owned `rm` verbs into the trash's guard, and saying how much of the line that covers. */
import type { Deletion, Deletions } from "@hasna/hooks-deletes";
import type { Command, Context, Run, Span } from "@hasna/hooks-lexer";
import type { Edit, HookInput } from "@hasna/hooks-registry";

/** Default time limit of a rewritten call in milliseconds, the harness's own default for its shell tool. */
const defaultTimeout = 120_000;

export interface Rewriting {
  readonly command: string;
  readonly edits: readonly Edit[];
}

/** Each verb's word becomes `<trash> guard`; every other byte stays. */
export function rewriteVerbs(source: string, deletions: readonly Deletion[], trash: string): Rewriting {
  const verb = `${quoted(trash)} guard`;
  const edits: Edit[] = [];
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of verbsInOrder(deletions)) {
    // A verb can be judged twice: in a loop, or behind a word that may vanish.
    if (start < from) continue;
    edits.push({ start, end, text: verb });
    parts.push(source.slice(from, start), verb);
    from = end;
  }
  parts.push(source.slice(from));
  return { command: parts.join(""), edits };
}

/**
 * The first delete inside of something that the trash's path cannot be written into: inside of strings and backticks
 * quotes of its own would end those around it, and xargs would put names into it.
 */
export function unfitInside(deletions: readonly Deletion[], trash: string): Deletion | undefined {
  const verb = `${trash} guard`;
  for (const deletion of deletions) {
    const { replaceable, nested } = deletion;
    if (replaceable || nested === undefined) continue;
    if (!isPlain(trash) || (nested.mark !== undefined && verb.includes(nested.mark))) return deletion;
  }
  return undefined;
}

function verbsInOrder(deletions: readonly Deletion[]): readonly Span[] {
  const verbs: Span[] = [];
  let ordered = true;
  for (const { verb: own, replaceable, nested } of deletions) {
    const verb = replaceable ? own : (nested?.verb ?? own);
    const last = verbs[verbs.length - 1];
    if (last !== undefined && last.start > verb.start) ordered = false;
    verbs.push(verb);
  }
  return ordered ? verbs : verbs.sort((one, other) => one.start - other.start);
}

/** Quoted only when it needs it: plain paths stay readable in the user's prompt. */
export function quoted(path: string): string {
  return isPlain(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Whether every character is one that no shell treats in a special way: letters, digits and `_@%+=:,./-`. */
function isPlain(path: string): boolean {
  for (let at = 0; at < path.length; at += 1) {
    const unit = path.charCodeAt(at);
    const plain =
      (unit >= 97 && unit <= 122) ||
      (unit >= 43 && unit <= 58) ||
      (unit >= 64 && unit <= 90) ||
      unit === 95 ||
      unit === 61 ||
      unit === 37;
    if (!plain) return false;
  }
  return path !== "";
}

/** The complete input: a harness replaces the whole object, and runs the original when it is not complete. */
export function completeInput(
  given: HookInput["toolInput"],
  { command, edits }: Rewriting,
): Readonly<Record<string, unknown>> {
  const { description, timeout } = given;
  const filled = typeof description === "string" && description.trim() !== "";
  const limited = typeof timeout === "number" && Number.isFinite(timeout) && timeout > 0;
  return {
    ...given,
    command,
    description: filled
      ? description
      : edits.length === 1
        ? "Delete into the trash"
        : "Delete several times into the trash",
    timeout: limited ? timeout : defaultTimeout,
    run_in_background: typeof given.run_in_background === "boolean" ? given.run_in_background : false,
  };
}

/** In front of an owned `rm` these change nothing that the user would be asked about. */
const harmlessWrappers: readonly string[] = [
  "command",
  "exec",
  "builtin",
  "time",
  "timeout",
  "nice",
  "ionice",
];

/**
 * Whether the whole line is deletes that were rewritten, so that the user's prompt may be skipped for it: no other
 * program, no other rights, no code in words, nothing written to a file, and the sandbox left on.
 */
export function coversLine(found: Deletions, given: HookInput["toolInput"]): boolean {
  if (given.dangerouslyDisableSandbox === true) return false;
  const { script, runs } = found.read;
  if (found.doubts.length > 0 || script.functions.length > 0) return false;
  const owned = new Set<Run>();
  for (const { replaceable, run } of found.deletions) if (replaceable) owned.add(run);
  const commands = new Set<Command>();
  for (const run of runs) {
    if (!owned.has(run)) return false;
    for (const { name } of run.wrappers) if (!harmlessWrappers.includes(name)) return false;
    commands.add(run.command);
  }
  for (const command of script.commands) {
    if (!commands.has(command) || command.assignments.length > 0) return false;
    if (!plainRedirections(command.redirections) || !plainContext(command.context)) return false;
  }
  return true;
}

function plainContext(context: Context): boolean {
  for (let here: Context | undefined = context; here !== undefined; here = here.parent) {
    if (here.kind === "substitution" || here.kind === "process-substitution" || here.kind === "coproc")
      return false;
    if (!plainRedirections(here.redirections)) return false;
  }
  return true;
}

function plainRedirections(redirections: Context["redirections"]): boolean {
  return redirections.every(({ operator, target }) => {
    if (operator.startsWith("<") && operator !== "<>") return true;
    const text = target?.pieces.map((piece) => (piece.kind === "literal" ? piece.text : "$")).join("");
    if (text === "/dev/null") return true;
    return operator === ">&" && text !== undefined && /^(?:\d+|-)$/.test(text);
  });
}
